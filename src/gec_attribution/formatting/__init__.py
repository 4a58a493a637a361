"""Numbers and characters as readers see them."""
