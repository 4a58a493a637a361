"""Corrections and explanations against references: F scores of edits, and of texts."""
