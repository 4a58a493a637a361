"""How scripts and GPUs are run."""
