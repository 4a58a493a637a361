"""Files and tables written completely or not at all, seeds, and signatures, for every room."""
