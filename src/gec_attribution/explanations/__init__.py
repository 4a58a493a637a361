"""Stage 6': explanations in words: for each edit an error type, a severity and a description."""
