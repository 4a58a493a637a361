"""Stage 5: the scores of pairs, each computed once."""
