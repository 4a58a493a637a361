"""Stage 4: corrections as cooperative games, and what a metric gives their coalitions."""
