"""Stage 1: sources, references and outputs, read from files in any format."""
