"""How likely single edits of a sentence are under a causal language model, and who asks."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.languages.base import Language
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems.base import System

# Pieces after an edit whose likelihood it is taken to change; what follows them is not read again.
RIGHT_CONTEXT = 5
# An edit whose first piece is less likely than the source's by more nats is hopeless; an insertion
# leaves the words after it to be paid for, so its first piece must be likelier than theirs.
MARGIN = 3.0
INSERTION_MARGIN = 0.0
# A constant, so that the last bits of a likelihood do not depend on how systems are run.
BATCH_TOKENS = 2048

# A row of `compare` times this is what the sentence's log-likelihood gains by the edit.
SIGNS = np.array([1.0, 1.0, -1.0, -1.0])


class EditLikelihoods:
    """Compares a sentence with and without each of many edits, reading what they share once."""

    def __init__(
        self, folder: Path, settings: Settings, before: str = ".", margin: float = MARGIN
    ) -> None:
        """Load a language model.

        Args:
            folder: of the model.
            settings: how models are run.
            before: the end of another sentence. A sentence is read as if it followed, so that its
                first word has a likelihood too.
            margin: nats by which an edit's first piece may be less likely than the source's.
        """
        self._before, self._margin = before, margin
        self._model = CausalLanguageModel(folder, replace(settings, batch_tokens=BATCH_TOKENS))
        self._pieces = lru_cache(maxsize=100_000)(self._pieces_of)

    def reads(self, tokens: Sequence[str]) -> bool:
        """Whether the sentence, with any one edit, fits in the model."""
        return len(self._split(tokens)) + RIGHT_CONTEXT < self._model.max_length

    def compare(
        self, tokens: Sequence[str], edits: Sequence[Edit]
    ) -> tuple[list[Edit], np.ndarray]:
        """The edits that are not hopeless, and how likely the sentence is with each.

        Args:
            tokens: a sentence that the model `reads`.
            edits: edits of it, each an alternative to the others.

        Returns:
            The edits kept, and for each of them four negative log-likelihoods in nats, (n, 4): of
            the words it replaces, of what follows them, of its correction, and of the same that
            then follows.
        """
        pieces = [self._pieces(self._before), *(self._pieces(token) for token in tokens)]
        ends = np.cumsum([len(each) for each in pieces])
        source = [piece for each in pieces for piece in each]
        losses = self._model.next_token_losses(source[:-1])
        source_losses = losses[np.arange(len(source) - 1), source[1:]].astype(float)
        kept, candidates, rows = [], [], []
        for edit in edits:
            start, end = ends[edit.start], ends[edit.end]
            after = source[end : end + RIGHT_CONTEXT]
            correction = self._split(edit.tokens)
            new, old = [*correction, *after], source[start : end + RIGHT_CONTEXT]
            fork = _fork(new, old)
            if fork is not None:
                ahead = losses[start + fork - 1]
                margin = INSERTION_MARGIN if edit.start == edit.end else self._margin
                if ahead[new[fork]] > ahead[old[fork]] + margin:
                    continue
            kept.append(edit)
            candidates.append((*source[:start], *new))
            rows.append((start, end, len(correction), len(after)))
        if not kept:
            return [], np.zeros((0, 4))
        distinct = list(dict.fromkeys(candidates))
        by_text = dict(zip(distinct, self._model.token_losses(distinct), strict=True))
        compared = np.array(
            [
                (
                    source_losses[start - 1 : end - 1].sum(),
                    source_losses[end - 1 : end - 1 + after].sum(),
                    by_text[candidate][start - 1 : start - 1 + length].sum(),
                    by_text[candidate][start - 1 + length :].sum(),
                )
                for candidate, (start, end, length, after) in zip(candidates, rows, strict=True)
            ]
        )
        return kept, compared

    def _split(self, tokens: Sequence[str]) -> list[int]:
        return [piece for token in tokens for piece in self._pieces(token)]

    def _pieces_of(self, token: str) -> tuple[int, ...]:
        # Inside a sentence; pieces of GPT-2 do not reach across a space.
        return self._model.encode([f" {token}"])[0].ids


class LikelihoodCorrector(System):
    """A system that corrects each sentence by itself, with the help of a language model.

    Args:
        likelihoods: the language model.
        language: the language of the sentences.
        signature: what the corrections depend on besides the options and the code.
    """

    def __init__(
        self, likelihoods: EditLikelihoods, language: Language, signature: Mapping[str, object]
    ) -> None:
        self._likelihoods, self._language, self._signature = likelihoods, language, signature

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`."""
        return [self._correct(source) for source in sources]

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        return {**super().signature(), **self._signature}

    def _correct(self, source: str) -> str:
        tokens = self._language.tokenize(source)
        if not self._likelihoods.reads(tokens):
            self.counts["longer than the language model reads, left as it is"] += 1
            return source
        return self._language.join(self._corrected(tokens))

    @abstractmethod
    def _corrected(self, tokens: list[str]) -> list[str]:
        """The corrected tokens of a sentence that the language model reads."""


def _fork(new: Sequence[int], old: Sequence[int]) -> int | None:
    """The first place where two sequences differ; None if one of them begins the other."""
    return next(
        (i for i, pair in enumerate(zip(new, old, strict=False)) if len(set(pair)) > 1), None
    )
