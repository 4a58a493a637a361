"""Neural networks: from hub or folder, and as batches go through them."""
