"""The texts that a language model is trained and judged on, in the forms it will score.

An English paragraph is read in a form drawn for each epoch: as it is or tokenised as learner
corpora are, whole or in sentences. Chinese corpora have a sentence per line, read as it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.languages.penn import penn_tokens, split_sentences
from gec_attribution.storage.seeds import seed_from
from gec_training.data.corpus import read_paragraphs

if TYPE_CHECKING:
    from gec_training.language_model.recipe import Recipe

HELD_OUT_EVERY = 100


def split_paragraphs(
    corpora: Sequence[str | Path], repeats: Sequence[int] | None = None
) -> tuple[list[str], list[str]]:
    """Training paragraphs, and every hundredth one, held out.

    Args:
        corpora: xz-compressed files, one paragraph per line.
        repeats: how often the training paragraphs of each corpus come; once by default.

    Raises:
        InputError: a corpus cannot be read, or there is a single paragraph.
        ConfigError: `repeats` are not as many as corpora.
    """
    repeats = [1] * len(corpora) if repeats is None else repeats
    if len(repeats) != len(corpora):
        raise ConfigError(f"repeats: {len(repeats)} for {len(corpora)} corpora; give one for each")
    training: list[str] = []
    held_out: list[str] = []
    index = 0
    for corpus, times in zip(corpora, repeats, strict=True):
        for paragraph in read_paragraphs([corpus]):
            if index % HELD_OUT_EVERY:
                training += [paragraph] * times
            else:
                held_out.append(paragraph)
            index += 1
    if not training:
        raise InputError("the corpora hold a single paragraph, and the first one is held out")
    return training, held_out


def epoch_texts(paragraphs: Sequence[str], recipe: "Recipe", epoch: int) -> Iterator[str]:
    """The texts of one epoch: each English paragraph in one of its forms, drawn for each epoch."""
    if recipe.language == "zh":
        yield from paragraphs
        return
    draws = np.random.default_rng(seed_from(recipe.seed, "forms", epoch))
    for paragraph, (as_penn, cut) in zip(
        paragraphs, draws.random((len(paragraphs), 2)), strict=True
    ):
        sentences = split_sentences(paragraph)
        if as_penn < recipe.penn_share:
            sentences = [penn_tokens(sentence) for sentence in sentences]
        if cut < recipe.sentence_share:
            yield from sentences
        else:
            yield " ".join(sentences)


def as_scored(paragraphs: Iterable[str], language: str) -> Iterator[str]:
    """Single sentences in the form of learner corpora, the form of all held-out figures."""
    for paragraph in paragraphs:
        if language == "zh":
            yield paragraph
        else:
            yield from map(penn_tokens, split_sentences(paragraph))
