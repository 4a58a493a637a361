"""The training loop that recipes share, and its loss curves."""
