"""What a study could score or attribute only in part, or not at all, counted in one place."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.storage.signatures import format_signature

CUT = "cut to the length that the model reads"
UNKNOWN = "with parts that the tokenizer does not know"
GATED = "set to 0 for being too unlike the source"
UNDEFINED = "without a score"
SAMPLED = "attributed from sampled coalitions"
LEFT_OUT = "left out for having too many edits"

COLUMNS = [
    *("dataset", "metric", "warning", "sentences", "of_sentences"),
    *("coalitions", "of_coalitions", "signature"),
]


def scoring_warnings(
    dataset: str, metric: str, scores: pd.DataFrame, coalitions: pd.DataFrame
) -> pd.DataFrame:
    """What one metric could not score as it should.

    Args:
        dataset: its name.
        metric: the metric's name.
        scores: one row per pair of source and coalition sentence: pair, score, and `truncated`,
            `unknown` or `gate` where the metric has them; the signature is in `attrs`.
        coalitions: one row per coalition of every system: line and pair.

    Returns:
        One row for each of `CUT`, `UNKNOWN`, `GATED` and `UNDEFINED` that there is any of: dataset,
        metric, warning, sentences (of the data set, with such a coalition under any system),
        of_sentences, coalitions (distinct coalition sentences), of_coalitions, signature.
    """
    affected = {
        CUT: scores["truncated"] > 0 if "truncated" in scores else None,
        UNKNOWN: scores["unknown"] > 0 if "unknown" in scores else None,
        GATED: scores["gate"] == 0 if "gate" in scores else None,
        UNDEFINED: scores["score"].isna(),
    }
    signature = format_signature(scored_parts(metric, scores.attrs.get("signature", {})))
    rows = [
        {
            "dataset": dataset,
            "metric": metric,
            "warning": warning,
            "sentences": coalitions.loc[
                coalitions["pair"].isin(scores["pair"][found]), "line"
            ].nunique(),
            "of_sentences": coalitions["line"].nunique(),
            "coalitions": int(found.sum()),
            "of_coalitions": len(scores),
            "signature": signature,
        }
        for warning, found in affected.items()
        if found is not None and found.any()
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def edit_warnings(
    dataset: str, edits: Mapping[str, Iterable[int]], *, max_edits: int, above_max_edits: str
) -> pd.DataFrame:
    """Corrections with so many edits that not all their coalitions are scored, or none.

    Args:
        dataset: its name.
        edits: for each system the number of edits of each line.
        max_edits: most edits of a sentence whose coalitions are all scored.
        above_max_edits: `sample` or `skip`, what happens to longer ones.

    Returns:
        One row for each of `SAMPLED` and `LEFT_OUT` that there is any of, with the columns of
        `scoring_warnings`: sentences are corrected sentences here, of all systems; metric is empty,
        and there are no coalitions (NaN).
    """
    counts = np.concatenate([np.fromiter(found, dtype=np.int64) for found in edits.values()])
    sampled = (counts > max_edits) & (counts <= MAX_EDITS) & (above_max_edits == "sample")
    left_out = (counts > max_edits) & ~sampled
    rows = [
        {
            "dataset": dataset,
            "metric": "",
            "warning": warning,
            "sentences": int(found.sum()),
            "of_sentences": len(counts),
            "coalitions": np.nan,
            "of_coalitions": np.nan,
            "signature": format_signature({"max_edits": max_edits, "above": above_max_edits}),
        }
        for warning, found in {SAMPLED: sampled, LEFT_OUT: left_out}.items()
        if found.any()
    ]
    return pd.DataFrame(rows, columns=COLUMNS)
