"""A study: its configuration, its schema, and the files that its experiments read and write."""
