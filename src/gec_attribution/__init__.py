"""Edit-level attribution of sentence-level metrics for grammatical error correction."""

__version__ = "0.1.0"
