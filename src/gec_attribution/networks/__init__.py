"""Neural networks: loading them from the hub or a folder, running batches, sharing GPUs."""
