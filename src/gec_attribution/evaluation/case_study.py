"""Table 1: one correction in chunks, with the attribution of each; and a listing of all of them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.edits.model import tokenize
from gec_attribution.errors import InputError
from gec_attribution.evaluation import first_edits, signature_of, the_one

NOTHING = "∅"


class Chunk(NamedTuple):
    """A piece of a source, what became of it, and the number of the edit that did it, if any."""

    source: str
    correction: str
    edit: int | None


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
    chunks = _chunks(tokenize(sources[line - 1]), _spans(edits))
    rows = pd.DataFrame(chunks, columns=Chunk._fields)
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
    spans, phi = _spans(attributions), attributions["phi"].tolist()
    sentences = []
    for start, line, n in zip(starts, table["line"], table["n_edits"], strict=True):
        chunks = _chunks(tokenize(sources[line]), spans[start : start + n])
        of_sentence = phi[start : start + n]
        sentences.append(" ".join(_written(chunk, of_sentence) for chunk in chunks))
    table = table.rename(columns={"n_edits": "edits"}).assign(
        line=table["line"] + 1, sentence=sentences
    )
    return table[
        [
            *("dataset", "system", "line", "metric", "method", "edits", "baseline", "score"),
            *("sentence", "signature"),
        ]
    ]


def _spans(edits: pd.DataFrame) -> list[tuple[int, int, str]]:
    columns = edits[["start", "end", "correction"]]
    return list(columns.itertuples(index=False, name=None))


def _chunks(tokens: Sequence[str], spans: Sequence[tuple[int, int, str]]) -> Iterator[Chunk]:
    """The sentence in order, cut before and after each edit."""
    position = 0
    for number, (start, end, correction) in enumerate(spans):
        if kept := " ".join(tokens[position:start]):
            yield Chunk(kept, kept, None)
        yield Chunk(" ".join(tokens[start:end]), correction, number)
        position = end
    if kept := " ".join(tokens[position:]):
        yield Chunk(kept, kept, None)


def _written(chunk: Chunk, phi: Sequence[float]) -> str:
    if chunk.edit is None:
        return chunk.source
    source, correction = chunk.source or NOTHING, chunk.correction or NOTHING
    return f"[{source} → {correction} {phi[chunk.edit]:+.3g}]"
