"""A corrector without training data: edits that make a sentence likelier (Bryant and Briscoe 2018).

Edits come from confusion sets; a causal language model judges them by a sentence's log-likelihood,
divided by its length.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import ConfigError
from gec_attribution.languages.base import Language
from gec_attribution.languages.chinese_relations import lexicon_versions
from gec_attribution.languages.en import ENGLISH
from gec_attribution.languages.zh import CHINESE
from gec_attribution.networks.hub import fingerprint, library_versions, model_folder
from gec_attribution.plugins.options import Entry, choice, number, path, revision
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import chinese_confusions, confusion_sets, lexicon
from gec_attribution.systems.edit_likelihoods import (
    MARGIN,
    SIGNS,
    EditLikelihoods,
    LikelihoodCorrector,
)

# An accepted edit changes what is likely within so many tokens of it; later rounds look only there.
REACH = 3
ROUNDS = 4


class Proposals(NamedTuple):
    """How edits are proposed and judged in a language.

    Attributes:
        language: its tokens.
        edits: every edit of a sentence's tokens that is worth considering.
        costs: nats that each of some edits must gain to be as good as none, (n,).
        before: the end of a sentence, after which another is read.
        margin: nats by which the first piece of an edit may be less likely than the source's.
        signature: what the proposals depend on.
    """

    language: Language
    edits: Callable[[Sequence[str]], list[Edit]]
    costs: Callable[[Sequence[Edit]], np.ndarray]
    before: str
    margin: float
    signature: Callable[[], Mapping[str, str]]


PROPOSALS = {
    "en": Proposals(
        ENGLISH,
        confusion_sets.confusions,
        confusion_sets.costs,
        before=".",
        margin=MARGIN,
        signature=lexicon.signature,
    ),
    "zh": Proposals(
        CHINESE,
        chinese_confusions.confusions,
        chinese_confusions.costs,
        before="。",
        margin=-1.0,
        signature=lexicon_versions,
    ),
}


class LanguageModel(LikelihoodCorrector):
    """Takes the best edits of a sentence, then the best around them, until none is good enough."""

    ENTRY = Entry(
        options={
            "language": choice(
                "Language of the sentences that it corrects, which the language model must know.",
                "en",
                *("en", "zh"),
            ),
            "model": path(
                "Folder or hub id of a causal language model of the GPT-2 kind.", commit="revision"
            ),
            "revision": revision(),
            "threshold": number(
                "Nats per token of the sentence that an edit must gain; the rule "
                "tune_language_model finds it.",
                least=0,
            ),
        }
    )

    def __init__(
        self,
        settings: Settings,
        *,
        model: str,
        threshold: float,
        revision: str | None = None,
        language: str = "en",
    ) -> None:
        """Load the language model.

        Args:
            settings: how models are run.
            model: a causal language model of the language; in English with the pieces of GPT-2,
                which do not cross spaces.
            threshold: nats per token of the sentence that an edit must gain to be accepted.
            revision: its commit, if it is a model of the Hugging Face hub.
            language: of the sentences, `en` or `zh`.

        Raises:
            ConfigError: another language.
            ModelError: the model is missing or of another kind.
        """
        if language not in PROPOSALS:
            raise ConfigError(f"language: found {language!r}; allowed: {', '.join(PROPOSALS)}")
        folder = model_folder(model, revision)
        self.threshold = threshold
        self._proposals = proposals = PROPOSALS[language]
        super().__init__(
            EditLikelihoods(folder, settings, proposals.before, proposals.margin),
            proposals.language,
            {
                "model": fingerprint(folder),
                "dtype": settings.arithmetic,
                **proposals.signature(),
                **library_versions(),
            },
        )

    def _corrected(self, tokens: list[str]) -> list[str]:
        proposals = self._proposals
        open_places = np.ones(len(tokens) + 1, dtype=bool)
        for _ in range(ROUNDS):
            edits = [edit for edit in proposals.edits(tokens) if open_places[edit.start]]
            merits = judged(self._likelihoods, tokens, edits, proposals.costs)
            accepted = accept(*merits, self.threshold)
            if not accepted:
                break
            tokens, open_places = _applied(tokens, accepted)
        return tokens


def judged(
    likelihoods: EditLikelihoods,
    tokens: Sequence[str],
    edits: Sequence[Edit],
    costs: Callable[[Sequence[Edit]], np.ndarray],
) -> tuple[list[Edit], np.ndarray]:
    """The edits that are not hopeless, and the nats per token that each gains, (n,).

    Args:
        likelihoods: the language model.
        tokens: a sentence that it reads, not empty.
        edits: edits of it, as the confusion sets order them.
        costs: nats that each of some edits must gain to be as good as none, (n,).
    """
    kept, losses = likelihoods.compare(tokens, edits)
    return kept, (losses @ SIGNS - costs(kept)) / len(tokens)


def accept(edits: Sequence[Edit], merits: np.ndarray, threshold: float) -> list[Edit]:
    """The edits above the threshold, the best first, with at least one token between any two.

    Args:
        edits: alternatives.
        merits: the merit of each, (n,).
        threshold: what an edit's merit must exceed.

    Returns:
        The chosen edits in the order of the sentence.
    """
    chosen: list[Edit] = []
    for index in np.argsort(-merits, kind="stable"):
        edit = edits[index]
        if merits[index] <= threshold:
            break
        if all(edit.end < other.start or other.end < edit.start for other in chosen):
            chosen.append(edit)
    return sorted(chosen, key=lambda edit: edit.start)


def _applied(tokens: Sequence[str], edits: Sequence[Edit]) -> tuple[list[str], np.ndarray]:
    """The corrected tokens, and which places in them are within reach of a correction."""
    corrected = apply_edits(tokens, edits)
    reached = np.zeros(len(corrected) + 1, dtype=bool)
    shift = 0
    for edit in edits:
        length = len(edit.tokens)
        start = edit.start + shift
        reached[max(0, start - REACH) : start + length + REACH] = True
        shift += length - (edit.end - edit.start)
    return corrected, reached
