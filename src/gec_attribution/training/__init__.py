"""Training of the embedded models, each of which becomes a folder of `models`."""
