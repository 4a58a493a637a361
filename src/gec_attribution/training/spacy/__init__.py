"""The embedded spaCy pipeline."""
