"""The training loop that recipes share, and what it says of itself."""
