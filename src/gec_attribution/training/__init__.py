"""Training of the embedded models; everything here ends in a folder under `models`."""
