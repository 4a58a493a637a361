"""Stage 3: edits, and M2, the file between stages."""
