"""Types of errors as the experiments group them."""

import pandas as pd


def main_type(types: pd.Series) -> pd.Series:
    """ERRANT's types without the operation: `R:VERB:SVA` and `M:VERB:SVA` are `VERB:SVA`."""
    return types.str.replace("^[MRU]:", "", regex=True)
