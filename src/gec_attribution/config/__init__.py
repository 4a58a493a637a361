"""A study: its YAML file as typed models, and the files that it names."""
