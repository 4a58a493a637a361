"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import signed

from gec_attribution.experiments.explained_systems.compute import QUOTATIONS
from gec_attribution.tables.excgec_paper import CORRECTION, EXPLANATION


def explained_systems(datasets=("Essays",)):
    solutions = [("Qwen", "own"), ("Qwen", "reference"), ("", "T5")]
    table = pd.DataFrame(
        [(dataset, *solution) for dataset, solution in itertools.product(datasets, solutions)],
        columns=["dataset", "explainer", "system"],
    ).assign(runs=3, sentences=1500, unread=7.5, edits=3000.0, hits=2000.5, reference_edits=3100.0)
    for measure in (*CORRECTION, *EXPLANATION, *QUOTATIONS):
        value = 0.75 if measure == "mae" else 0.4
        table[measure], table[f"{measure}_low"], table[f"{measure}_high"] = (
            value,
            value - 0.05,
            value + 0.05,
        )
    unexplained = table["explainer"] == ""
    explained = (*EXPLANATION, *QUOTATIONS, "edits", "ref", "unread")
    table.loc[unexplained, [name for name in table if name.startswith(explained)]] = np.nan
    table["hit_sentences"] = np.where(unexplained, 0, 1200)
    return signed(table)


JOINED = {
    "table": lambda: {
        "tables": explained_systems(),
        "solutions": [("Qwen", "own"), ("", "T5")],
        "published": {"Essays": ["own"]},
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""
