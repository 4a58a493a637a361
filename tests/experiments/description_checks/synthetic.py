"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import pandas as pd
from synthetic_tables import signed

from gec_study.experiments.description_checks.compute import (
    CHECKS,
    FAILURES,
    GIVEN,
    OF_OTHERS,
)


def description_checks(datasets=("Essays",)):
    solutions = [("Qwen", "own"), (GIVEN, "reference"), (OF_OTHERS, "reference")]
    table = pd.DataFrame(
        [(dataset, *solution) for dataset, solution in itertools.product(datasets, solutions)],
        columns=["dataset", "explainer", "system"],
    ).assign(descriptions=2992)
    for name in (*CHECKS, *FAILURES):
        for column, value in (("", 0.8), ("_low", 0.7), ("_high", 0.9), ("_sources", 1500)):
            table[f"{name}{column}"] = value
    return signed(table)
