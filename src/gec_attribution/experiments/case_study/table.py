"""Table 1: one correction in chunks, and the attribution of each under each metric."""

import pandas as pd

from gec_attribution.formatting.changes import NOTHING
from gec_attribution.formatting.numerals import decimals_for, numeral


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """Chunks as columns under their sources; the correction, the types, and two rows per metric.

    A component of a metric has one row. The last row, for a metric that is a weighted sum of the
    components shown, is this sum of their φ.
    """
    first_metric = table["metric"].iloc[0]
    chunks = table[table["metric"] == first_metric]
    sources = chunks["source"].replace("", NOTHING)
    corrections = chunks["correction"].replace("", NOTHING)
    rows = [
        ["Correction", *corrections, ""],
        ["Type", *chunks["type"], ""],
    ]
    signatures = ["", ""]
    for metric, chunks_of_metric in table.groupby("metric", sort=False):
        first = chunks_of_metric.iloc[0]
        effects = _effects(chunks_of_metric, first["score"] - first["baseline"])
        rows.append([f"{metric}, φ", *effects])
        signatures.append(first["signature"])
        if not first["component"]:
            shares = _attributions(chunks_of_metric, "phi_normalised", 3)
            rows.append([f"{metric}, normalised", *shares, ""])
            signatures.append(first["signature"])
    weighted = table[table["weight"].notna()]
    for _, parts in weighted.groupby("of", sort=False):
        rows.append(_row_of_sum(parts))
        signatures.append("")
    columns = ["Source", *sources, "ΔM"]
    return pd.DataFrame(rows, index=signatures, columns=columns)


def _row_of_sum(parts: pd.DataFrame) -> list[str]:
    """The weighted sum of a metric's components: its formula, φ of each chunk, and ΔM."""
    components = parts.drop_duplicates("component")
    weights = components["weight"].map("{:g} ".format)
    formula = " + ".join(weights + components["component"])
    changes = components["weight"] * (components["score"] - components["baseline"])
    weighted = parts.assign(phi=parts["weight"] * parts["phi"])
    by_chunk = weighted.groupby("chunk", sort=False)
    # A chunk that was not edited has no φ.
    phi = by_chunk["phi"].sum(min_count=len(components))
    chunks = pd.DataFrame({"phi": phi, "type": by_chunk["type"].first()})
    return [f"{formula}, φ", *_effects(chunks, float(changes.sum()))]


def _effects(chunks: pd.DataFrame, change: float) -> list[str]:
    """φ of each chunk, and ΔM."""
    decimals = decimals_for([*chunks["phi"], change], digits=4)
    effects = _attributions(chunks, "phi", decimals)
    effects.append(numeral(change, decimals, signed=True))
    return effects


def _attributions(chunks: pd.DataFrame, column: str, decimals: int) -> list[str]:
    """The attribution of each chunk; empty for one that was not edited."""
    attributions = chunks[column].map(lambda phi: numeral(phi, decimals, signed=True))
    return attributions.where(chunks["type"] != "", "").tolist()
