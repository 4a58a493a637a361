"""The paper's figures, each drawn from the tidy table that it shows."""
