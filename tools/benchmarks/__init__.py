"""How fast the pipeline is, and how it grows."""
