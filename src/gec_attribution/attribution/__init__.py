"""Stage 6: what each edit contributes to a metric's score.

A module a method; `load_method` finds it by the `type` of its configuration entry.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import numpy as np
import pandas as pd

from gec_attribution.attribution.base import Attribution, Method, normalise
from gec_attribution.edits.model import tokenize
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import coalition_sentence, full_mask
from gec_attribution.games.values import SentenceValues
from gec_attribution.storage.seeds import sentence_seed
from gec_attribution.study.plugins import load_class

__all__ = ["Attribution", "Method", "attribute_dataset", "load_method", "normalise"]

# How many sentences' edits are made into one frame.
SENTENCES_AT_ONCE = 4096

# What an attributions table holds: one row per edit.
COLUMNS = {
    "dataset": str,
    "system": str,
    "metric": str,
    "method": str,
    "line": np.int32,
    "edit": np.int32,
    "start": np.int32,
    "end": np.int32,
    "original": str,
    "correction": str,
    "type": str,
    "n_edits": np.int32,
    "phi": np.float64,
    "phi_normalised": np.float64,
    "stderr": np.float64,
    "baseline": np.float64,
    "score": np.float64,
    "evaluations": np.int64,
    "seed": np.int64,
    "exact": bool,
    "scale": np.float64,
    "signature": str,
}
# Its columns that are the same for all edits of a sentence, and those that are an edit's own.
SENTENCE_COLUMNS = [
    *("system", "line", "n_edits", "baseline", "score"),
    *("evaluations", "seed", "exact", "scale"),
]
EDIT_COLUMNS = [
    *("edit", "start", "end", "original", "correction", "type"),
    *("phi", "phi_normalised", "stderr"),
]


def load_method(name: str, spec: Mapping, *, max_edits: int, above_max_edits: str) -> Method:
    """The attribution method that a configuration entry describes.

    Args:
        name: its name in the study.
        spec: the entry: `type`, and options of that type such as `permutations` or `rescale`.
        max_edits: largest number of edits whose 2^N coalitions are all scored.
        above_max_edits: `sample` or `skip`; what happens to longer sentences.

    Raises:
        ConfigError: the type is unknown or does not take one of the options.
    """
    key = f"methods.{name}"
    if "type" not in spec:
        raise ConfigError(f"{key}: missing 'type'")
    if above_max_edits not in ("sample", "skip"):
        raise ConfigError(f"above_max_edits: found {above_max_edits!r}; allowed: sample, skip")
    method = load_class("gec_attribution.attribution", spec["type"], Method, f"{key}.type")
    options = {option: value for option, value in spec.items() if option not in ("type", "label")}
    allowed = _options(method)
    unknown = sorted(options.keys() - set(allowed))
    if unknown:
        raise ConfigError(
            f"{key}: type {spec['type']} has no option {unknown[0]!r}; it has {', '.join(allowed)}"
        )
    return method(name=name, max_edits=max_edits, above_max_edits=above_max_edits, **options)


def attribute_dataset(
    dataset: str,
    metric: str,
    method: Method,
    systems: Mapping[str, Iterable[SentenceValues]],
    *,
    seed: int = 0,
    signature: str = "",
) -> Iterator[pd.DataFrame]:
    """Attributions of every edit of every system on a dataset, in parts of whole sentences.

    Args:
        dataset: its name.
        metric: name of the metric whose values the tables hold.
        method: the attribution method.
        systems: the sentences of each system, with their value tables.
        seed: the study's seed; a sentence's own is made from it and the sentence's text.
        signature: what moved these numbers, written into every row.

    Yields:
        One row per edit with the columns `COLUMNS`, in the order of systems, lines and edits; at
        least one frame. `phi` is NaN where a sentence was skipped or a value is missing.
    """
    constants = {
        "dataset": dataset,
        "metric": metric,
        "method": method.name,
        "signature": signature,
    }
    every = ((system, sentence) for system, found in systems.items() for sentence in found)
    some = list(islice(every, SENTENCES_AT_ONCE))
    while True:
        table = _attribute(some, method, seed).assign(**constants)
        yield table[list(COLUMNS)].astype(COLUMNS)
        some = list(islice(every, SENTENCES_AT_ONCE))
        if not some:
            return


def _attribute(
    sentences: Iterable[tuple[str, SentenceValues]], method: Method, seed: int
) -> pd.DataFrame:
    """A row an edit, with the columns that differ between edits or between sentences."""
    attributed_sentences, attributed_edits = [], []
    for system, sentence in sentences:
        tokens = tokenize(sentence.source)
        attribution = method.attribute(sentence.table, _seed(tokens, sentence, seed))
        attributed_sentences.append(
            (
                *(system, sentence.line, sentence.table.n),
                *(attribution.baseline, attribution.score, attribution.evaluations),
                *(attribution.seed, attribution.exact, attribution.scale),
            )
        )
        attributed_edits += [
            (
                *(k, edit.start, edit.end, " ".join(tokens[edit.start : edit.end])),
                *(edit.correction, edit.type, phi, share, stderr),
            )
            for k, (edit, phi, share, stderr) in enumerate(
                zip(
                    sentence.edits,
                    attribution.phi.tolist(),
                    normalise(attribution.phi).tolist(),
                    attribution.stderr.tolist(),
                    strict=True,
                )
            )
        ]
    by_sentence = pd.DataFrame(attributed_sentences, columns=SENTENCE_COLUMNS)
    by_edit = pd.DataFrame(attributed_edits, columns=EDIT_COLUMNS)
    repeated = by_sentence.loc[by_sentence.index.repeat(by_sentence["n_edits"])]
    return pd.concat([repeated.reset_index(drop=True), by_edit], axis=1)


def _seed(tokens: list[str], sentence: SentenceValues, seed: int) -> int:
    hypothesis = coalition_sentence(tokens, sentence.edits, full_mask(len(sentence.edits)))
    return sentence_seed(seed, " ".join(tokens), hypothesis)


def _options(method: type[Method]) -> list[str]:
    common = {field.name for field in dataclasses.fields(Method)}
    return [field.name for field in dataclasses.fields(method) if field.name not in common]
