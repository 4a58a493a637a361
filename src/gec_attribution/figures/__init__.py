"""What figures share: their look."""
