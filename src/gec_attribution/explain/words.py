"""What is said in words about the edits of a sentence, beside the numbers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from gec_attribution.attribution.records import EditInWords, InWords
from gec_attribution.explain.sentences import Sentence
from gec_attribution.games.game import Game
from gec_attribution.languages import Language
from gec_attribution.languages.zh import CHINESE
from gec_attribution.storage.signatures import format_signature

if TYPE_CHECKING:
    from gec_attribution.explanations.base import EditExplainer

# Explainers in words are for this language alone.
EXPLAINED = CHINESE.code


def explainer_of(config: Mapping[str, Any], language: Language) -> "EditExplainer | None":
    """The first embedded explainer of a study, loaded; None where a language has none.

    Raises:
        ModelError: its model is missing or of another kind.
    """
    from gec_attribution.explanations import load_explainer

    if language.code != EXPLAINED:
        return None
    for name, entry in config["explainers"].items():
        if entry["type"] == "embedded":
            return cast("EditExplainer", load_explainer(name, entry))
    return None


def with_words(sentences: Sequence[Sentence], explainer: "EditExplainer | None") -> list[Sentence]:
    """Sentences with what an explainer says of their edits; None says nothing."""
    if explainer is None:
        return list(sentences)
    return [each._replace(in_words=_said(explainer, each.game)) for each in sentences]


def _said(explainer: "EditExplainer", game: Game) -> InWords | None:
    if not game.edits:
        return None
    said = explainer.explain(game.source, game.grand_text, game.edits)
    edits = tuple(EditInWords(each.type, each.severity, each.description) for each in said)
    return InWords(explainer.name, format_signature(explainer.signature()), edits)
