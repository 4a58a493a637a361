"""What makes the pages of this repository's documentation, and its site."""
