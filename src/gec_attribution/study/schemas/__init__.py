"""JSON schemas of the configuration files."""
