"""Neural networks: loading them from the hub or a folder, and running batches through them."""
