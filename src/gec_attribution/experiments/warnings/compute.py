"""Counts of sentences that a study could score or attribute only in part, or not at all."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution.signatures import (
    explained_parts,
    extracted_parts,
    joint_signature,
    scored_parts,
)
from gec_attribution.edits.model import apply_edits, looks_alike, m2_tokens
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.unread import unread_answers
from gec_attribution.games.coalitions import MAX_PLAYERS
from gec_attribution.storage.json_files import read_json
from gec_attribution.storage.signatures import format_signature

CUT = "cut to the length that the model reads"
UNKNOWN = "with parts that the tokenizer does not know, or takes for special tokens"
GATED = "set to 0 for being too unlike the source"
UNDEFINED = "without a score"
SAMPLED = "attributed from sampled coalitions"
LEFT_OUT = "left out for having too many edits"
UNALIGNED = (
    "with all that differs as one edit, since too long and too different to be aligned: cut them "
    "into sentences, or bring their edits (M2)"
)
BLANK = "blank, though the source is not, so that all its tokens count as deleted"
ALIKE = (
    "with edits that cannot be seen, of composed and decomposed letters or characters without a "
    "width: normalise the texts (NFC)"
)

_COUNTS = ["sentences", "of_sentences", "coalitions", "of_coalitions"]
COLUMNS = ["dataset", "metric", "warning", *_COUNTS, "where", "signature"]
NAMED = 5
"""Number of sentences that are named, the first ones; all others are counted."""


def compute(inputs: Inputs) -> pd.DataFrame:
    """All warnings: those of edits, of their alignment, and of the scores of every metric."""
    coalitions = pd.read_parquet(inputs.coalitions, columns=["system", "line", "pair"])
    by_sentence = coalitions.groupby(["system", "line"], observed=True)
    scored_coalitions = by_sentence.size().to_dict()
    counts: dict[str, list[int]] = {}
    blank: list[str] = []
    alike: list[str] = []
    for system, sentences_of_system in inputs.games().items():
        corrected = list(sentences_of_system)
        counts[system] = [len(edits) for _, edits in corrected]
        for line, (source, edits) in enumerate(corrected, start=1):
            tokens = m2_tokens(source)
            if tokens and not apply_edits(tokens, edits):
                blank.append(f"{system} {line}")
            if any(looks_alike(tokens, edit) for edit in edits):
                alike.append(f"{system} {line}")
    sentences = sum(map(len, counts.values()))
    found = list(map(pd.read_parquet, inputs.files["unaligned"]))
    unaligned = []
    for system, table in zip(inputs.systems, found, strict=True):
        unaligned += [f"{system} {line}" for line in table["line"]]
    limits = inputs.settings["coalitions"]
    limited_by = {"exact_up_to": limits["exact_up_to"], "above": limits["above"]}
    parts = extracted_parts(
        joint_signature(table.attrs["signature"] for table in found)
    )
    limited = format_signature({**limited_by, **parts})
    long = long_corrections(counts, scored_coalitions, **limits)
    odd = {UNALIGNED: unaligned, BLANK: blank, ALIKE: alike}
    tables = [
        line_warnings(long, sentences, limited),
        line_warnings(odd, sentences, format_signature(parts)),
    ]
    for metric in inputs.metrics:
        scores = pd.read_parquet(inputs.scores(metric))
        tables.append(scoring_warnings(metric, scores, coalitions))
    explained = zip(inputs.settings["explained"], inputs.files["reports"], strict=True)
    reports = [(*names, read_json(path)) for names, path in explained]
    rows = unread_answers(reports)
    if rows:
        columns = ["warning", "sentences", "of_sentences", "where"]
        explained_by = joint_signature(report["signature"] for *_, report in reports)
        signature = format_signature(explained_parts(explained_by))
        unread = pd.DataFrame(rows, columns=columns)
        tables.append(unread.assign(metric="", signature=signature))
    return pd.concat(tables).assign(dataset=inputs.dataset)[COLUMNS]


def scoring_warnings(
    metric: str, scores: pd.DataFrame, coalitions: pd.DataFrame
) -> pd.DataFrame:
    """Warnings about the scores of one metric.

    Args:
        metric: the metric's name.
        scores: one row per pair of source and coalition sentence: pair, score, and `truncated`,
            `unknown` or `gate` where the metric has them; the signature is in `attrs`.
        coalitions: one row per coalition of every system: line and pair.

    Returns:
        One row for each of `CUT`, `UNKNOWN`, `GATED` and `UNDEFINED` that there is any of: metric,
        warning, sentences (of the data set, with such a coalition under any system), of_sentences,
        coalitions (distinct coalition sentences), of_coalitions, where (empty), signature.
    """
    # A metric without such a column counts no pair: NaN is neither above 0 nor equal to 0.
    flags = scores.reindex(columns=["truncated", "unknown", "gate"])
    affected = {
        CUT: flags["truncated"] > 0,
        UNKNOWN: flags["unknown"] > 0,
        GATED: flags["gate"] == 0,
        UNDEFINED: scores["score"].isna(),
    }
    parts = scored_parts(metric, scores.attrs.get("signature", {}))
    signature = format_signature(parts)
    of_sentences = coalitions["line"].nunique()
    rows = []
    for warning, mask in affected.items():
        if mask.any():
            is_affected = coalitions["pair"].isin(scores.loc[mask, "pair"])
            lines = coalitions.loc[is_affected, "line"].nunique()
            counted = lines, of_sentences, int(mask.sum()), len(scores)
            rows.append((metric, warning, *counted, "", signature))
    return pd.DataFrame(rows, columns=COLUMNS[1:])


def long_corrections(
    edits: Mapping[str, Sequence[int]],
    scored_coalitions: Mapping[tuple[str, int], int],
    *,
    exact_up_to: int,
    above: str,
) -> dict[str, list[str]]:
    """Corrections with so many edits that their coalitions are sampled, or left out.

    A sample of all coalitions is no sample.

    Args:
        edits: numbers of edits of each system's lines.
        scored_coalitions: number of scored coalitions of each system and line, from 1.
        exact_up_to: `coalitions.exact_up_to` of the study.
        above: `coalitions.above` of the study.

    Returns:
        System and line of each, by `SAMPLED` and `LEFT_OUT`.
    """
    named: dict[str, list[str]] = {SAMPLED: [], LEFT_OUT: []}
    for system, counts in edits.items():
        for line, count in enumerate(counts, start=1):
            is_covered = scored_coalitions.get((system, line), 0) == 2**count
            if count > exact_up_to and not is_covered:
                is_sampled = above == "sample" and count <= MAX_PLAYERS
                named[SAMPLED if is_sampled else LEFT_OUT].append(f"{system} {line}")
    return named


def line_warnings(
    named: Mapping[str, Sequence[str]], sentences: int, signature: str
) -> pd.DataFrame:
    """Warnings about corrected sentences, named by system and line, of all `sentences`.

    Returns:
        A row for each warning with a line, with the columns of `scoring_warnings`: here sentences
        are corrected sentences of all systems, metric is empty, the coalitions are NaN, and where
        names the first ones.
    """
    rows = []
    for warning, names in named.items():
        if not names:
            continue
        where = ", ".join(names[:NAMED])
        if len(names) > NAMED:
            where += f", {len(names) - NAMED} more"
        counted = len(names), sentences, np.nan, np.nan
        rows.append(("", warning, *counted, where, signature))
    return pd.DataFrame(rows, columns=COLUMNS[1:])
