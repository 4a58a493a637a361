"""The playground: a local page that explains typed sentences."""
