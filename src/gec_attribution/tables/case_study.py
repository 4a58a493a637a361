"""Table 1: one correction in chunks, and the attribution of each under each metric."""

import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.evaluation.case_study import NOTHING
from gec_attribution.formatting.numerals import decimals_for, numeral

_CHUNK = ["dataset", "system", "line", "method", "source", "correction", "type"]


def caption(table: pd.DataFrame) -> str:
    """Which sentence is shown, and how to read it."""
    first = table.iloc[0]
    return (
        f"A correction by {first['system']} ({first['dataset']}, line {first['line']}) with the "
        f"attribution φ of each edit by {first['method']}, and its normalised form. "
        f"Chunks without numbers were not edited; {NOTHING} is an empty chunk; "
        "ΔM is the score of the correction minus that of the source."
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """Chunks as columns under their sources; the correction, the types, and two rows per metric.

    Args:
        table: rows of `evaluation.case_study` for one sentence, chunks in order; any metrics.

    Raises:
        InputError: the metrics' rows are not about the same correction of one sentence.
    """
    metrics = dict(iter(table.groupby("metric", sort=False)))
    shown, *others = [rows[_CHUNK].reset_index(drop=True) for rows in metrics.values()]
    if not all(shown.equals(other) for other in others):
        raise InputError(
            f"case study: the tables of {', '.join(metrics)} show different sentences; "
            "make them of one line, system and method"
        )
    rows = {
        ("Correction", ""): [*map(_chunk, shown["correction"]), ""],
        ("Type", ""): [*shown["type"], ""],
    }
    for metric, chunks in metrics.items():
        signature = chunks["signature"].iloc[0]
        change = chunks["score"].iloc[0] - chunks["baseline"].iloc[0]
        decimals = decimals_for([*chunks["phi"], change], digits=4)
        rows[f"{metric}, φ", signature] = [
            *_attributions(chunks, "phi", decimals),
            numeral(change, decimals, signed=True),
        ]
        rows[f"{metric}, normalised", signature] = [
            *_attributions(chunks, "phi_normalised", 3),
            "",
        ]
    return pd.DataFrame(
        [[name, *cells] for (name, _), cells in rows.items()],
        columns=["Source", *map(_chunk, shown["source"]), "ΔM"],
        index=[signature for _, signature in rows],
    )


def _chunk(text: str) -> str:
    return text or NOTHING


def _attributions(chunks: pd.DataFrame, column: str, decimals: int) -> list[str]:
    return [
        numeral(value, decimals, signed=True) if type_ else ""
        for value, type_ in zip(chunks[column], chunks["type"], strict=True)
    ]
