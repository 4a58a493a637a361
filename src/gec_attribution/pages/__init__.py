"""Stage 8: pages for readers, in a browser and in a terminal."""
