"""Common look of figures."""
