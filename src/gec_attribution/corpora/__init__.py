"""Stage 1: sources, references and outputs, from files as they come."""
