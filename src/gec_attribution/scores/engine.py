"""Scoring pairs of source and sentence with one metric: only those that the store lacks."""

import itertools
import logging
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from gec_attribution.errors import GecAttributionError, InputError, MetricError
from gec_attribution.games.game import Score
from gec_attribution.metrics.base import Metric, ReferenceMetric
from gec_attribution.scores.store import ScoreStore, pair_keys
from gec_attribution.storage.parts import tracked
from gec_attribution.storage.signatures import digest

if TYPE_CHECKING:
    import pandas as pd
    from transformers import PreTrainedTokenizerFast

logger = logging.getLogger(__name__)

ReferencesBySource = Mapping[str, Sequence[str]]
"""The references of each source; empty for a metric that reads none."""

NO_REFERENCES: ReferencesBySource = MappingProxyType({})

LARGEST_SCORE = 1e100
LARGEST_INTEGER = 2**53
# Warnings about pairs for which the column is above 0.
PROBLEMS = {
    "truncated": "are longer than the model reads and were cut",
    "unknown": "have characters that the model's tokenizer does not know, such as typographic "
    "quotation marks, emoji or another script, or takes for a special token, such as </s>",
}


@dataclass(frozen=True)
class _Pairs:
    """Sentences, each with its source and with the references that the metric reads: (n,) each."""

    sources: Sequence[str]
    sentences: Sequence[str]
    references: Sequence[Sequence[str]]

    def __len__(self) -> int:
        return len(self.sentences)

    def at(self, rows: Iterable[int]) -> "_Pairs":
        """The pairs of some rows."""
        rows = list(rows)
        return _Pairs(
            [self.sources[row] for row in rows],
            [self.sentences[row] for row in rows],
            [self.references[row] for row in rows],
        )

    def named(self, row: int) -> str:
        return f"{self.sentences[row]!r} (source {self.sources[row]!r})"


def score_pairs(
    metric: Metric,
    sources: Sequence[str],
    sentences: Sequence[str],
    store: str | Path | None = None,
    *,
    progress: bool | None = None,
    **options: Any,
) -> "pd.DataFrame":
    """The columns of `score_columns` as a table, one row per pair."""
    import pandas as pd

    return pd.DataFrame(
        score_columns(metric, sources, sentences, store, progress=progress, **options)
    )


def scorer(
    metric: Metric,
    column: str,
    store: str | Path | None,
    *,
    references: ReferencesBySource = NO_REFERENCES,
) -> Score:
    """Scorer of sentences by one column of `score_columns`, as games take it."""

    def score(sources: Sequence[str], sentences: Sequence[str]) -> np.ndarray:
        columns = score_columns(
            metric, sources, sentences, store, references=references, progress=None
        )
        return columns[column]

    return score


def score_columns(
    metric: Metric,
    sources: Sequence[str],
    sentences: Sequence[str],
    store: str | Path | None,
    *,
    references: ReferencesBySource = NO_REFERENCES,
    chunk_size: int | None = None,
    progress: bool | None = False,
) -> dict[str, np.ndarray]:
    """Scores of `sentences`, each given its source, as columns; pandas is not imported.

    Pairs missing in the store are scored in chunks, and each finished chunk is stored. The chunks
    depend only on the pairs: a killed run loses at most one, and its rerun makes the same numbers.

    Args:
        metric: the metric.
        sources: the source of each sentence, (n,).
        sentences: the sentences, (n,).
        store: folder of the score store; None stores nothing.
        references: references of each source, for a metric that reads them.
        chunk_size: the most pairs in a chunk; None for the metric's own number.
        progress: whether to show a progress bar on standard error; None shows one on a terminal.

    Returns:
        `score` and the metric's components, float64 (n,), in the order of the pairs. NaN is a
        missing score (see `Metric.allows_missing`); their number is logged as a warning. For a
        metric with a tokenizer also `unknown`, the number of pieces of the sentence outside its
        vocabulary; it is counted each time and not stored.

    Raises:
        InputError: there are not as many sources as sentences.
        MetricError: the metric raised, or returned something that is not a score; names the first
            sentence. Or it reads references, and a source has none.
        StoreError: the store is damaged.
    """
    if len(sources) != len(sentences):
        raise InputError(
            f"{len(sources)} sources for {len(sentences)} sentences; give one for each"
        )
    shelf = ScoreStore(store, metric.store_signature(), metric.components)
    read = [_references_of(metric, source, references) for source in sources]
    pairs = _Pairs(sources, sentences, read)
    measured = _measure(metric, pairs, shelf, chunk_size or metric.chunk, progress)
    return _columns(metric, measured, pairs)


def _measure(
    metric: Metric,
    pairs: _Pairs,
    shelf: ScoreStore,
    chunk_size: int,
    progress: bool | None,
) -> dict[str, np.ndarray]:
    """The columns of `Metric.evaluate` for all pairs, from the store where it has them."""
    read = list(map(metric.read_beside, pairs.sources, pairs.references))
    keys = pair_keys(pairs.sources, pairs.sentences, read)
    _, first_rows, copies = np.unique(
        keys["pair"], return_index=True, return_inverse=True
    )
    is_stored, values = shelf.find(keys)
    missing = np.sort(first_rows[~is_stored[first_rows]])
    done = 0
    logger.info(
        "%s: of %d pairs, %d are to be scored", metric.name, len(keys), len(missing)
    )
    if len(missing):
        shelf.check_writable()
    expected = pairs.at(missing)
    metric.expect(expected.sources, expected.sentences)
    chunks = list(_chunks(missing, pairs.sources, chunk_size))
    for chunk in tracked(chunks, metric.name, progress):
        measured = _evaluated(metric, pairs.at(chunk))
        values[chunk] = np.column_stack([measured[name] for name in metric.components])
        shelf.put(keys[chunk], values[chunk])
        done += len(chunk)
        logger.info("%s: %d of %d pairs scored", metric.name, done, len(missing))
    return dict(zip(metric.components, values[first_rows[copies]].T, strict=True))


def _chunks(
    rows: np.ndarray, sources: Sequence[str], chunk_size: int
) -> Iterator[np.ndarray]:
    """`rows` in parts of at most `chunk_size`, each source's rows together if that is possible.

    Sentences that a model cannot tell apart get exactly equal scores only if scored together.
    """
    while len(rows) > chunk_size:
        stop = chunk_size
        while stop and sources[rows[stop - 1]] == sources[rows[stop]]:
            stop -= 1
        # A source with more rows than a chunk is cut.
        stop = stop or chunk_size
        yield rows[:stop]
        rows = rows[stop:]
    if len(rows):
        yield rows


def complete_signature(metric: Metric) -> dict[str, object]:
    """Dependencies of a metric's scores, with the commits of the hub's models that it names."""
    commits = {
        name: commit
        for name, commit in metric.options.items()
        if name.endswith("revision") and commit
    }
    return {**metric.signature(), **commits}


def signature_of_scores(
    metric: Metric, references: ReferencesBySource = NO_REFERENCES
) -> dict[str, object]:
    """Dependencies of scores beside the sentences: `Metric.signature`, commits, references."""
    signature = complete_signature(metric)
    if not metric.needs_references:
        return signature
    texts = {source: list(choices) for source, choices in references.items()}
    return {**signature, "references": digest(texts)}


def _references_of(
    metric: Metric, source: str, references: ReferencesBySource
) -> Sequence[str]:
    """References of a source, as a metric is given them."""
    if not metric.needs_references:
        return ()
    texts = references.get(source)
    if not texts:
        raise MetricError(
            f"metric {metric.name}: reads references, and there is none of {source!r}; give the "
            "data set references"
        )
    return texts


def _evaluate(metric: Metric, pairs: _Pairs) -> Mapping[str, Any]:
    if isinstance(metric, ReferenceMetric):
        return metric.evaluate(pairs.sources, pairs.sentences, pairs.references)
    return metric.evaluate(pairs.sources, pairs.sentences)


def _evaluated(metric: Metric, pairs: _Pairs) -> dict[str, np.ndarray]:
    """The columns of `Metric.evaluate`; MetricError if it raises, or returns something else."""
    try:
        measured = _evaluate(metric, pairs)
    except (GecAttributionError, MemoryError):
        raise
    except Exception as error:
        *_, frame = traceback.extract_tb(error.__traceback__)
        row = _first_failing(metric, pairs)
        failing = f"{len(pairs)} sentences, but for none of them alone"
        if row is not None:
            failing = f"the sentence {pairs.named(row)}"
        raise MetricError(
            f"metric {metric.name}: raised {type(error).__name__} at {Path(frame.filename).name}:"
            f"{frame.lineno} ({error}) for {failing}"
        ) from error
    components = set(metric.components)
    if not isinstance(measured, Mapping) or not components <= measured.keys():
        raise MetricError(
            f"metric {metric.name}: `evaluate` has to return the columns "
            f"{', '.join(metric.components)} by name; found {_brief(measured)}"
        )
    columns = {
        name: _numbers(metric, name, values, pairs) for name, values in measured.items()
    }
    _check(metric, columns, pairs)
    return columns


def _numbers(metric: Metric, name: str, values: Any, pairs: _Pairs) -> np.ndarray:
    """A column as float64; MetricError if it has something else, such as text."""
    # A tensor, which may be on a GPU or have a gradient; numpy has no bfloat16.
    if hasattr(values, "detach"):
        values = values.detach().cpu()
        values = values.double() if values.is_floating_point() else values
    # What numpy masks is missing, whatever lies beneath.
    if np.ma.isMaskedArray(values):
        values = np.ma.filled(values.astype(np.float64), np.nan)
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, RuntimeError):  # such as lists of several lengths
        array = np.fromiter(values, dtype=object)
    if array.dtype.kind not in "fiub":
        for row, value in enumerate(values if array.ndim else [values]):
            if not isinstance(value, Real | np.bool_) or isinstance(
                value, np.timedelta64
            ):
                raise MetricError(
                    f"metric {metric.name}: {name} has to be a number; found {_brief(value)} for "
                    f"the sentence {pairs.named(row)}"
                )
    numbers = array.astype(np.float64)
    # Beyond these, sums are infinite, and neighbouring integers the same number.
    too_large = np.abs(np.nan_to_num(numbers, posinf=0, neginf=0)) > LARGEST_SCORE
    if array.dtype.kind not in "fb":
        too_large |= np.abs(numbers) > LARGEST_INTEGER
    if array.ndim and too_large.any():
        row = int(np.argmax(too_large))
        raise MetricError(
            f"metric {metric.name}: {name} is {array.flat[row]} for the sentence "
            f"{pairs.named(row)}; differences of such large scores cannot be computed, so divide "
            "them by a constant"
        )
    return numbers


def _first_failing(metric: Metric, pairs: _Pairs) -> int | None:
    """A single pair for which the metric fails, found by bisection; None if there is none."""

    def fails(start: int, stop: int) -> bool:
        try:
            _evaluate(metric, pairs.at(range(start, stop)))
        except Exception:  # noqa: BLE001  (whatever the metric raises)
            return True
        return False

    start = 0
    stop = len(pairs)
    while stop - start > 1:
        middle = (start + stop) // 2
        if fails(start, middle):
            stop = middle
        else:
            start = middle
    if fails(start, stop):
        return start
    return None


def _brief(value: object) -> str:
    return f"{type(value).__name__} {repr(value)[:80]}"


def _check(metric: Metric, columns: Mapping[str, np.ndarray], pairs: _Pairs) -> None:
    """Raise MetricError for a column of another length, or a value that is no score."""
    for name, values in columns.items():
        if np.shape(values) != (len(pairs),):
            raise MetricError(
                f"metric {metric.name}: {name} has shape {np.shape(values)} for "
                f"{len(pairs)} sentences"
            )
        bad = np.isinf(values) if metric.allows_missing else ~np.isfinite(values)
        if bad.any():
            row = int(np.argmax(bad))
            raise MetricError(
                f"metric {metric.name}: {name} is {values[row]} for {int(bad.sum())} of "
                f"{len(pairs)} sentences, the first being {pairs.named(row)}"
            )


def _columns(
    metric: Metric, measured: dict[str, np.ndarray], pairs: _Pairs
) -> dict[str, np.ndarray]:
    components = {**measured, **metric.derive(measured)}
    columns = {"score": metric.combine(components), **components}
    for name, values in columns.items():
        columns[name] = _numbers(metric, name, values, pairs)
    if metric.tokenizers:
        columns["unknown"] = unknown_pieces(metric.tokenizers, pairs.sentences)
    _check(metric, columns, pairs)
    undefined = np.isnan(columns["score"]).sum()
    if undefined:
        logger.warning(
            "%s: %d of %d scores are undefined and missing",
            metric.name,
            undefined,
            len(pairs),
        )
    for column, problem in PROBLEMS.items():
        affected = columns.get(column, np.zeros(len(pairs))) > 0
        if affected.any():
            sources = set(itertools.compress(pairs.sources, affected))
            logger.warning(
                "%s: %d of %d coalitions, of %d of %d sources, %s",
                metric.name,
                affected.sum(),
                len(pairs),
                len(sources),
                len(set(pairs.sources)),
                problem,
            )
    return columns


def unknown_pieces(
    tokenizers: "Sequence[PreTrainedTokenizerFast]", sentences: Sequence[str]
) -> np.ndarray:
    """Unknown pieces of each sentence for the tokenizer that knows least, float64 of shape (n,).

    Special tokens count, too: some tokenizers (Unigram) take their names in a text for them.
    """
    # Imported here, since a metric without a model needs no tokenizer.
    from gec_attribution.networks.tokens import text_parts, whole_ids

    counts = dict.fromkeys(sentences, 0)
    distinct = list(counts)
    for part in text_parts(list(map(len, distinct))):
        texts = distinct[part]
        for tokenizer in tokenizers:
            special = set(tokenizer.all_special_ids)
            for text, ids in zip(texts, whole_ids(tokenizer, texts), strict=True):
                # Most texts have none, and are not looked at token by token.
                if not special.isdisjoint(ids):
                    unknown = sum(token in special for token in ids)
                    counts[text] = max(counts[text], unknown)
    return np.array([counts[sentence] for sentence in sentences], dtype=float)
