"""A study: its configuration, its schema, and where its files are."""
