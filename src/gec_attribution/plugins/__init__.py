"""Finding the classes that a configuration names, and what identifies their code."""
