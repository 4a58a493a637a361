"""Classes named by a configuration, their options, and the identity of their code."""
