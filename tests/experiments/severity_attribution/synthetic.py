"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed

from gec_attribution.explanations.taxonomy import LABELS


def severity_attribution(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    groups = [("all", "all", measure) for measure in ("size", "signed", "share", "within")]
    groups += [("severity", str(severity), "rank") for severity in range(1, 6)]
    measures = ("size", "effect", "weight", "zero")
    groups += [("type", label, measure) for label in LABELS[:-2] for measure in measures]
    keys = [
        (*names, *group) for *names, group in itertools.product(datasets, metrics, methods, groups)
    ]
    columns = ["dataset", "metric", "method", "by", "group", "measure"]
    table = pd.DataFrame(keys, columns=columns)
    random = np.random.default_rng(6)
    table["value"] = random.uniform(-0.2, 0.6, len(table))
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    tested = table["measure"] == "effect"
    table["p_holm"] = np.where(tested, np.where(table["value"] > 0.3, 0.001, 0.4), np.nan)
    table["edits"], table["sources"], table["missing"] = 2992, 1500, 0
    return signed(table)


JOINED = {
    "felt_types_table": lambda: {
        "tables": severity_attribution(),
        "method": METHODS[0],
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""
