"""Rows of the results: their columns and invented numbers, always the same."""

import pandas as pd
from synthetic_tables import signed

from gec_study.experiments.published_attributions.published import CASES


def published_attributions(metrics=("SOME", "IMPARA")):
    cases = [case for case in CASES if case.metric.upper() in metrics]
    rows = [
        (case.metric.upper(), case.metric, case.column, case.place, case.system, edit, value)
        for case in cases
        for edit, value in enumerate([case.delta, *case.phi])
    ]
    names = ["metric", "published_metric", "component", "place", "system", "edit", "published"]
    table = pd.DataFrame(rows, columns=names).assign(dataset="JFLEG", line=673)
    table["ours"], table["edit"] = table["published"] + 0.0001, "→ the"
    return signed(table)


JOINED = {
    "table": lambda: {
        "tables": published_attributions(),
        "published": {"SOME": "some", "IMPARA": "impara"},
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""
