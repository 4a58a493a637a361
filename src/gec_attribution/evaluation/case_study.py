"""Table 1: one correction in chunks, with the attribution of each; and a listing of all of them."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from gec_attribution.edits import tokenize
from gec_attribution.errors import InputError
from gec_attribution.evaluation import first_edits, signature_of, the_one

NOTHING = "∅"


def case_study(
    attributions: pd.DataFrame, sources: Sequence[str], *, system: str, line: int
) -> pd.DataFrame:
    """A sentence cut at its edits (section 5.1).

    Args:
        attributions: those of one metric and one method on one dataset, with `system` among them.
        sources: the sources of the dataset.
        system: the system that corrected the sentence.
        line: its line in the corpus; the first is 1.

    Returns:
        A row a chunk, in the order of the sentence: dataset, system, line, metric, method, chunk
        (from 0), source, correction, type (empty where nothing was edited), phi, phi_normalised
        (NaN where nothing was edited), baseline, score, signature.

    Raises:
        InputError: there is no such sentence, or the system did not edit it.
    """
    if not 1 <= line <= len(sources):
        raise InputError(f"case_study.line: found {line}; the corpus has lines 1 to {len(sources)}")
    edits = attributions[
        (attributions["system"] == system) & (attributions["line"] == line - 1)
    ].reset_index(drop=True)
    if edits.empty:
        raise InputError(f"case_study: {system} made no edit in line {line}; choose another one")
    tokens = tokenize(sources[line - 1])
    rows = pd.DataFrame(_chunks(tokens, edits), columns=["source", "correction", "edit"])
    of_edit = edits.set_index("edit")[["type", "phi", "phi_normalised"]]
    rows = rows.join(of_edit, on="edit").fillna({"type": ""})
    table = rows.assign(
        dataset=the_one(attributions, "dataset"),
        system=system,
        line=line,
        metric=the_one(attributions, "metric"),
        method=the_one(attributions, "method"),
        chunk=np.arange(len(rows)),
        baseline=edits["baseline"].iloc[0],
        score=edits["score"].iloc[0],
        signature=signature_of(attributions),
    )
    return table[
        [
            *("dataset", "system", "line", "metric", "method", "chunk", "source", "correction"),
            *("type", "phi", "phi_normalised", "baseline", "score", "signature"),
        ]
    ]


def list_sentences(attributions: pd.DataFrame, sources: Sequence[str]) -> pd.DataFrame:
    """Every corrected sentence with its attributions written into it.

    Args:
        attributions: those of one metric and one method on one dataset.
        sources: the sources of the dataset.

    Returns:
        A row a sentence with edits: dataset, system, line (in the corpus, from 1), metric, method,
        edits, baseline, score, sentence (each edit as `[source → correction φ]`), signature.
    """
    starts = first_edits(attributions)
    table = attributions.iloc[starts].reset_index(drop=True)
    sentences = [
        " ".join(_written(tokenize(sources[line]), attributions.iloc[start : start + n]))
        for start, line, n in zip(starts, table["line"], table["n_edits"], strict=True)
    ]
    table = table.rename(columns={"n_edits": "edits"}).assign(
        line=table["line"] + 1, sentence=sentences
    )
    return table[
        [
            *("dataset", "system", "line", "metric", "method", "edits", "baseline", "score"),
            *("sentence", "signature"),
        ]
    ]


def _chunks(tokens: Sequence[str], edits: pd.DataFrame) -> Iterator[tuple[str, str, float]]:
    """Source, correction and number of the edit of each chunk; NaN for a chunk that has none."""
    position = 0
    for edit in edits.itertuples():
        if kept := " ".join(tokens[position : edit.start]):
            yield kept, kept, np.nan
        yield " ".join(tokens[edit.start : edit.end]), edit.correction, edit.edit
        position = edit.end
    if kept := " ".join(tokens[position:]):
        yield kept, kept, np.nan


def _written(tokens: Sequence[str], edits: pd.DataFrame) -> Iterator[str]:
    phi = edits.set_index("edit")["phi"]
    for source, correction, number in _chunks(tokens, edits):
        if np.isnan(number):
            yield source
        else:
            yield f"[{source or NOTHING} → {correction or NOTHING} {phi[number]:+.3g}]"
