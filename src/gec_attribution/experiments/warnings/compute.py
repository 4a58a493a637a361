"""Counts of all that a study could score or attribute only in part, or not at all."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import pandas as pd

from gec_attribution.attribution.signatures import (
    explained_parts,
    extracted_parts,
    joint_signature,
    scored_parts,
)
from gec_attribution.edits.model import apply_edits, m2_tokens
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.unread import unread_answers
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.storage.json_files import read_json
from gec_attribution.storage.signatures import format_signature

CUT = "cut to the length that the model reads"
UNKNOWN = "with parts that the tokenizer does not know"
GATED = "set to 0 for being too unlike the source"
UNDEFINED = "without a score"
SAMPLED = "attributed from sampled coalitions"
LEFT_OUT = "left out for having too many edits"
UNALIGNED = (
    "with all that differs as one edit, since too long and too different to be aligned: cut them "
    "into sentences, or bring their edits (M2)"
)

BLANK = "blank, though the source is not, so that all its tokens count as deleted"

COLUMNS = [
    *("dataset", "metric", "warning", "sentences", "of_sentences"),
    *("coalitions", "of_coalitions", "where", "signature"),
]
NAMED = 5
"""So many sentences are named, the first ones; all others are counted."""


def compute(inputs: Inputs) -> pd.DataFrame:
    """All warnings: those of edits, of their alignment, and of the scores of every metric."""
    coalitions = pd.read_parquet(inputs.coalitions, columns=["line", "pair"])
    counts: dict[str, list[int]] = {}
    blank: dict[str, list[int]] = {}
    for system, sentences_of_system in inputs.games().items():
        corrected = list(sentences_of_system)
        counts[system] = [len(edits) for _, edits in corrected]
        blank[system] = [
            line
            for line, (source, edits) in enumerate(corrected, start=1)
            if source and not apply_edits(m2_tokens(source), edits)
        ]
    sentences = sum(map(len, counts.values()))
    found = dict(zip(inputs.systems, map(pd.read_parquet, inputs.files["unaligned"]), strict=True))
    extraction = joint_signature(table.attrs["signature"] for table in found.values())
    unaligned = {system: table["line"].tolist() for system, table in found.items()}
    limits = inputs.settings["coalitions"]
    tables = [
        edit_warnings(inputs.dataset, counts, **limits, extraction=extraction),
        line_warnings(inputs.dataset, UNALIGNED, unaligned, sentences, extraction=extraction),
        line_warnings(inputs.dataset, BLANK, blank, sentences, extraction=extraction),
    ]
    for metric in inputs.metrics:
        scores = pd.read_parquet(inputs.scores(metric))
        tables.append(scoring_warnings(inputs.dataset, metric, scores, coalitions))
    reports = [
        (*names, read_json(path))
        for names, path in zip(inputs.settings["explained"], inputs.files["reports"], strict=True)
    ]
    if rows := unread_answers(reports):
        unread = pd.DataFrame(rows, columns=["warning", "sentences", "of_sentences", "where"])
        explained_by = joint_signature(report["signature"] for *_, report in reports)
        signature = format_signature(explained_parts(explained_by))
        unread = unread.assign(dataset=inputs.dataset, metric="", signature=signature)
        tables.append(unread.reindex(columns=COLUMNS))
    return pd.concat(tables)


def scoring_warnings(
    dataset: str, metric: str, scores: pd.DataFrame, coalitions: pd.DataFrame
) -> pd.DataFrame:
    """Warnings about the scores of one metric.

    Args:
        dataset: its name.
        metric: the metric's name.
        scores: one row per pair of source and coalition sentence: pair, score, and `truncated`,
            `unknown` or `gate` where the metric has them; the signature is in `attrs`.
        coalitions: one row per coalition of every system: line and pair.

    Returns:
        One row for each of `CUT`, `UNKNOWN`, `GATED` and `UNDEFINED` that there is any of: dataset,
        metric, warning, sentences (of the data set, with such a coalition under any system),
        of_sentences, coalitions (distinct coalition sentences), of_coalitions, where (empty),
        signature.
    """
    affected = {
        CUT: scores["truncated"] > 0 if "truncated" in scores else None,
        UNKNOWN: scores["unknown"] > 0 if "unknown" in scores else None,
        GATED: scores["gate"] == 0 if "gate" in scores else None,
        UNDEFINED: scores["score"].isna(),
    }
    signature = format_signature(scored_parts(metric, scores.attrs.get("signature", {})))
    of_sentences = coalitions["line"].nunique()
    rows = [
        (
            *(dataset, metric, warning, _lines_with(scores[mask], coalitions), of_sentences),
            *(int(mask.sum()), len(scores), "", signature),
        )
        for warning, mask in affected.items()
        if mask is not None and mask.any()
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def edit_warnings(
    dataset: str,
    edits: Mapping[str, Iterable[int]],
    *,
    max_edits: int,
    above_max_edits: str,
    extraction: Mapping[str, object] = MappingProxyType({}),
) -> pd.DataFrame:
    """Corrections with so many edits that not all their coalitions are scored, or none.

    Args:
        dataset: its name.
        edits: for each system the number of edits of each line.
        max_edits: most edits of a sentence whose coalitions are all scored.
        above_max_edits: `sample` or `skip`, what happens to longer ones.
        extraction: dependencies of the edits.

    Returns:
        A row for `SAMPLED` and one for `LEFT_OUT`, if there are any, with the columns of
        `scoring_warnings`: here sentences are corrected sentences of all systems, metric is empty,
        the coalitions are NaN, and where names the systems and lines of the first ones.
    """
    counts = {system: np.fromiter(numbers, dtype=np.int64) for system, numbers in edits.items()}
    sentences = sum(map(len, counts.values()))
    limits = {"max_edits": max_edits, "above": above_max_edits}
    tables = []
    for warning in (SAMPLED, LEFT_OUT):
        lines = {}
        for system, numbers in counts.items():
            sampled = (numbers <= MAX_EDITS) & (above_max_edits == "sample")
            affected = (numbers > max_edits) & (sampled if warning == SAMPLED else ~sampled)
            lines[system] = (1 + np.flatnonzero(affected)).tolist()
        tables.append(
            line_warnings(dataset, warning, lines, sentences, extraction=extraction, **limits)
        )
    return pd.concat(tables, ignore_index=True)


def line_warnings(
    dataset: str,
    warning: str,
    lines: Mapping[str, Sequence[int]],
    sentences: int,
    *,
    extraction: Mapping[str, object] = MappingProxyType({}),
    **limits: object,
) -> pd.DataFrame:
    """A warning about corrected sentences of each system.

    Args:
        dataset: its name.
        warning: the warning.
        lines: for each system the lines of these sentences, from 1.
        sentences: number of sentences that all systems corrected together.
        extraction: dependencies of the edits, for the signature.
        limits: further parts of the signature.

    Returns:
        A row if there is such a sentence, with the columns of `edit_warnings`.
    """
    names = [f"{system} {line}" for system, numbers in lines.items() for line in numbers]
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    where = ", ".join(names[:NAMED] + more)
    signature = format_signature({**limits, **extracted_parts(extraction)})
    row = (dataset, "", warning, len(names), sentences, np.nan, np.nan, where, signature)
    return pd.DataFrame([row] if names else [], columns=COLUMNS)


def _lines_with(scores: pd.DataFrame, coalitions: pd.DataFrame) -> int:
    """Number of lines with a coalition among some scored pairs."""
    return coalitions.loc[coalitions["pair"].isin(scores["pair"]), "line"].nunique()
