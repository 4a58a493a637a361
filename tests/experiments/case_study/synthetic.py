"""Rows of the results: their columns and invented numbers, always the same."""

import numpy as np
import pandas as pd


def case_study_rows(metric, phi):
    """A sentence of three chunks: a replacement, an unedited word, a deletion."""
    total = sum(map(abs, phi))
    chunks = {
        "chunk": [0, 1, 2],
        "source": ["He go", "home", "the"],
        "correction": ["He goes", "home", ""],
        "type": ["R:VERB", "", "U:DET"],
        "phi": [phi[0], np.nan, phi[1]],
        "phi_normalised": [phi[0] / total, np.nan, phi[1] / total],
    }
    about = {
        "dataset": "essays",
        "system": "t5",
        "line": 3,
        "metric": metric,
        "method": "shapley",
    }
    part = {"of": "", "component": "", "weight": np.nan}
    scores = {
        "baseline": 0.5,
        "score": 0.5 + sum(phi),
        "signature": f"metric:{metric}|v:1",
    }
    return pd.DataFrame(about | part | chunks | scores)
