"""Files and tables written whole, seeds and signatures: what every room stands on."""
