"""Bootstrap intervals, tests and their corrections, and the signs of attributions."""
