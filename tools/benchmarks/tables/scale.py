"""What the stages cost on corpora of growing size."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral

_CAPTION = (
    "The scripts of the rules on synthetic corrections, as long and as much edited as real ones, "
    "each in a process of its own, with word overlap as the metric and edits that the user brings: "
    "one system, one reference, one shard, one thread. Peak memory is the process's largest, "
    "libraries included. Their start alone is one to three processor seconds."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per stage and size.

    Args:
        table: rows that the rule `benchmark_scale` writes.
    """
    stages = list(dict.fromkeys(table["stage"]))
    table = table.sort_values(
        ["stage", "sentence_pairs"],
        key=lambda column: column.map(stages.index) if column.name == "stage" else column,
    )
    return pd.DataFrame(
        {
            "Rule": table["stage"],
            "Sentence pairs": [f"{count:,}" for count in table["sentence_pairs"]],
            "Pairs to score": [f"{count:,}" for count in table["pairs"]],
            "Processor seconds": [numeral(seconds, 1) for seconds in table["cpu_seconds"]],
            "Peak memory, MiB": [f"{peak:,.0f}" for peak in table["peak_mb"]],
            "Files": [f"{count:,}" for count in table["files"]],
            "MB": [numeral(size / 1e6, 1) for size in table["bytes"]],
        }
    ).set_axis([""] * len(table))
