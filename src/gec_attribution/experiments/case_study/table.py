"""Table 1: one correction in chunks, and the attribution of each under each metric."""

import numpy as np
import pandas as pd

from gec_attribution.formatting.changes import NOTHING
from gec_attribution.formatting.numerals import decimals_for, numeral


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """Chunks as columns under their sources; the correction, the types, and two rows per metric.

    A component of a metric has one row. The last row, for a metric that is a weighted sum of the
    components shown, is this sum of their φ.
    """
    shown = table[table["metric"] == table["metric"].iloc[0]]
    columns = ["Source", *map(_chunk, shown["source"]), "ΔM"]
    rows = [
        ["Correction", *map(_chunk, shown["correction"]), ""],
        ["Type", *shown["type"], ""],
    ]
    signatures = ["", ""]
    for metric, chunks in table.groupby("metric", sort=False):
        first = chunks.iloc[0]
        rows.append([f"{metric}, φ", *_effects(chunks, first["score"] - first["baseline"])])
        signatures.append(first["signature"])
        if not first["component"]:
            shares = _attributions(chunks, "phi_normalised", 3)
            rows.append([f"{metric}, normalised", *shares, ""])
            signatures.append(first["signature"])
    # The parts of each metric that is a weighted sum of them.
    for _, parts in table[table["weight"].notna()].groupby("of", sort=False):
        summands = parts.drop_duplicates("component")
        weights = summands["weight"].map("{:g} ".format)
        formula = " + ".join(weights + summands["component"])
        rows.append([f"{formula}, φ", *_effects(*_sum_of(parts))])
        signatures.append("")
    return pd.DataFrame(rows, columns=columns, index=signatures)


def _chunk(text: str) -> str:
    return text or NOTHING


def _effects(chunks: pd.DataFrame, change: float) -> list[str]:
    """φ of each chunk, and ΔM."""
    decimals = decimals_for([*chunks["phi"], change], digits=4)
    return [*_attributions(chunks, "phi", decimals), numeral(change, decimals, signed=True)]


def _attributions(chunks: pd.DataFrame, column: str, decimals: int) -> list[str]:
    numbers = [numeral(value, decimals, signed=True) for value in chunks[column]]
    return list(np.where(chunks["type"] == "", "", numbers))


def _sum_of(parts: pd.DataFrame) -> tuple[pd.DataFrame, float]:
    """Weighted sums of the parts' φ by chunk, and of their ΔM."""
    first = parts[parts["chunk"] == parts["chunk"].iloc[0]]
    change = float((first["weight"] * (first["score"] - first["baseline"])).sum())
    weighted = parts.assign(phi=parts["weight"] * parts["phi"]).groupby("chunk", sort=False)
    phi = weighted["phi"].sum(min_count=parts["component"].nunique())
    return pd.DataFrame({"phi": phi, "type": weighted["type"].first()}), change
