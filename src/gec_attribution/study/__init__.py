"""A study: its configuration, its schema, and the classes that its entries name."""
