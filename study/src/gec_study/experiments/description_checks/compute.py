"""Whether descriptions of edits are about the edit, checked without a person or a model.

EXCGEC asks that a description quotes its evidence from the source in 【】 and puts what is right in
{} (its Section "Explanation Design"). What of that can be read off the text is checked here, on the
data set's own descriptions, too, and on the same descriptions given to other edits: what a check
finds there says nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    correction_of,
    read_explanations,
    read_explanations_of,
)
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature
from gec_study.experiments.description_checks.type_words import TYPE_WORDS
from gec_study.experiments.inputs import Inputs

REFERENCE = "reference"
GIVEN = "the data set's own"
OF_OTHERS = "the same, of other edits"
"""What the rows of the data set's own descriptions are called; no explainer's name has a space."""

CHECKS = (
    "quotes",
    "in_source",
    "corrects",
    "in_target",
    "names_original",
    "names_correction",
    "names_type",
)
FAILURES = (
    "invented_quotation",
    "invented_correction",
    "elsewhere",
    "against",
    "repeated",
    "empty",
)

_QUOTED = re.compile(r"【([^【】]*)】")
_PUT_IN = re.compile(r"{([^{}]*)}")
# A long quotation may be shortened.
_ELLIPSIS = re.compile(r"…+|\.{3,}")
_DELETES = re.compile("删|去掉|去除|移除")
_ADDS = re.compile("添|加上|补充|补上|插入|增加")


class Described(NamedTuple):
    """An edit with a description, its own or another's.

    Attributes:
        line: the number of its sentence.
        sentence: the sentence.
        explained: the edit.
        text: the description.
    """

    line: int
    sentence: ExplainedSentence
    explained: ExplainedEdit
    text: str


def compute(inputs: Inputs) -> pd.DataFrame:
    """`check_descriptions` of a data set's own descriptions and of those of every explainer."""
    gold = read_explanations(inputs.files["gold"][0]).sentences
    sources = [sentence.source for sentence in gold]
    solutions = [tuple(solution[:2]) for solution in inputs.settings["solutions"]]
    described = {
        solution: descriptions(read_explanations_of(path, sources).sentences)
        for solution, path in zip(solutions, inputs.files["explanations"], strict=True)
    }
    described[GIVEN, REFERENCE] = own = descriptions(gold)
    if exchanged := of_others(own):
        described[OF_OTHERS, REFERENCE] = exchanged
    rows = [
        {
            "dataset": inputs.dataset,
            "explainer": explainer,
            "system": correction,
            **check_descriptions(inputs.dataset, texts, **inputs.resampling),
        }
        for (explainer, correction), texts in described.items()
    ]
    return pd.DataFrame(rows).assign(signature=format_signature(inputs.resampling))


def descriptions(sentences: Sequence[ExplainedSentence]) -> list[Described]:
    """Each edit of some sentences, with its description."""
    return [
        Described(line, sentence, explained, explained.explanation.description)
        for line, sentence in enumerate(sentences)
        for explained in sentence.edits
    ]


def of_others(described: Sequence[Described]) -> list[Described]:
    """The edits with the descriptions of others, each of which half of the list lies between.

    Returns:
        The same edits in the same order; none where one would have that of its own sentence.
    """
    half = len(described) // 2
    partners = [*islice(described, half, None), *islice(described, half)]
    pairs = list(zip(described, partners, strict=True))
    if any(own.line == partner.line for own, partner in pairs):
        return []
    return [own._replace(text=partner.text) for own, partner in pairs]


def check_descriptions(
    dataset: str, described: Sequence[Described], *, resamples: int = 1000, seed: int = 0
) -> dict[str, float]:
    """What descriptions quote and name, and in which ways they fail.

    Args:
        dataset: its name.
        described: its edits with their descriptions.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.

    Returns:
        descriptions (how many); the share of each of `CHECKS` among those descriptions that the
        check is about, and of each of `FAILURES` among all: `NAME`, `NAME_low`, `NAME_high` and
        `NAME_sources` (sentences behind it); NaN where there is none.
    """
    names = (*CHECKS, *FAILURES)
    said = Counter((edit.line, edit.text) for edit in described)
    answers = [
        [*checks(edit), *failures(edit), said[edit.line, edit.text] > 1, not edit.text.strip()]
        for edit in described
    ]
    answered = np.array(answers, dtype=np.float64).reshape(-1, len(names))
    asked = ~np.isnan(answered)
    shares = bootstrap.ratio(
        np.nan_to_num(answered),
        asked.astype(np.float64),
        np.array([edit.line for edit in described], dtype=np.int64),
        resamples=resamples,
        seed=seed_from(seed, "bootstrap", dataset),
    )
    columns: dict[str, float] = {"descriptions": len(described)}
    for place, name in enumerate(names):
        columns |= {
            name: shares.value[place],
            f"{name}_low": shares.low[place],
            f"{name}_high": shares.high[place],
            f"{name}_sources": shares.sources[place],
        }
    return columns


def checks(described: Described) -> Iterator[bool | float]:
    """The answer of each of `CHECKS`; NaN where the description is not what it asks about."""
    _, sentence, explained, text = described
    quoted, put_in = _texts(_QUOTED, text), _texts(_PUT_IN, text)
    original, correction = explained.original, correction_of(explained.edit)
    words = TYPE_WORDS.get(explained.explanation.type)
    yield bool(quoted)
    yield all(_is_in(part, sentence.source) for part in quoted) if quoted else np.nan
    yield bool(put_in)
    yield all(_is_in(part, sentence.target) for part in put_in) if put_in else np.nan
    yield any(original in part for part in quoted) if original else np.nan
    yield any(correction in part for part in put_in) if correction else np.nan
    yield any(word in text for word in words) if words else np.nan


def failures(described: Described) -> Iterator[bool]:
    """The answer of each of `FAILURES` that one description has by itself."""
    _, sentence, explained, text = described
    known = sentence.source, sentence.target
    for marked in (_QUOTED, _PUT_IN):
        yield any(not any(_is_in(part, whole) for whole in known) for part in _texts(marked, text))
    original, correction = explained.original, correction_of(explained.edit)
    yield not any(part in text for part in (original, correction) if part)
    deletes, adds = bool(_DELETES.search(text)), bool(_ADDS.search(text))
    yield (deletes and not adds and not original) or (adds and not deletes and not correction)


def _texts(marked: re.Pattern[str], text: str) -> list[str]:
    """What stands between such marks; nothing of marks with nothing between them."""
    return [part for part in marked.findall(text) if part]


def _is_in(part: str, whole: str) -> bool:
    return all(piece in whole for piece in _ELLIPSIS.split(part))
