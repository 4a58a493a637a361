"""Pairs of sentences that differ by one synthetic error."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gec_training.data.synthetic_errors import (
    apply_labelled,
    draw_errors,
    learn_lexicon,
)
from gec_training.loop.steps import rows_of_like_length

_LEXICON_SIZE = 3000
_MOST_ERRORS = 3


@dataclass(frozen=True)
class Contrasts:
    """Where pairs come from.

    Attributes:
        sentences: tokenised, correct, ordered by length.
    """

    sentences: Sequence[list[str]]

    @cached_property
    def lexicon(self) -> list[str]:
        """Frequent words of the sentences."""
        return learn_lexicon(self.sentences, _LEXICON_SIZE)

    def draw(self, count: int, generator: np.random.Generator) -> tuple[list[str], list[str]]:
        """About `count` better sentences of similar length, and as many worse ones.

        The worse one of a pair has one more error. Both may share others, like a learner's sentence
        to which a single edit is applied.
        """
        better, worse = [], []
        for row in rows_of_like_length(len(self.sentences), count, generator):
            tokens = self.sentences[row]
            errors = list(
                draw_errors(
                    tokens, int(generator.integers(1, _MOST_ERRORS + 1)), self.lexicon, generator
                )
            )
            if errors:
                worse.append(" ".join(apply_labelled(tokens, errors)[0]))
                errors.pop(generator.integers(len(errors)))
                better.append(" ".join(apply_labelled(tokens, errors)[0]))
        return better, worse
