"""How scripts are run."""
