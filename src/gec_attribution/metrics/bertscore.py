"""BERTScore (Zhang, Kishore, Wu, Weinberger and Artzi 2020) of a hypothesis against references.

PT-M2 (Gong, Liu, Huang and Zhang 2022) weighs an edit by what it alone, applied to the source,
adds to such a score: Add, unscaled.
"""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from gec_attribution.errors import ConfigError
from gec_attribution.metrics.base import ComparingMetric, References
from gec_attribution.plugins.options import Commit, HubModel
from gec_attribution.plugins.settings import Settings

if TYPE_CHECKING:
    from gec_attribution.networks.tokens import Frame


class BertScore(ComparingMetric):
    """F1 of matched tokens, in [−1, 1]; the best over the references, as in the package bert-score.

    Each token is matched with the one of the other text whose contextual embedding has the highest
    cosine (equation 1 of the paper), without importance weights and without rescaling. The special
    tokens at both ends may be matched, but are not counted themselves, as in the package. An empty
    text scores 0.
    """

    version = 2
    components = ("precision", "recall", "score", "truncated")

    def __init__(
        self,
        settings: Settings,
        *,
        model: Annotated[
            HubModel, Field(description="Folder or hub id of an encoder.")
        ],
        revision: Commit = None,
        layer: Annotated[
            int | None,
            Field(
                ge=0,
                description="Layer whose states are compared; by default the last.",
            ),
        ] = None,
        against: Annotated[
            Literal["source", "references"],
            Field(
                description="Text to compare a correction with; the best of several references."
            ),
        ] = "references",
    ) -> None:
        from gec_attribution.networks.encoder import Encoder
        from gec_attribution.networks.hub import model_folder
        from gec_attribution.networks.model_files import fingerprint, library_versions

        super().__init__(against)
        folder = model_folder(model, revision)
        self.encoder = Encoder(folder, settings, heads=False)
        layers = self.encoder.model.config.num_hidden_layers
        if layer is not None and not 0 <= layer <= layers:
            raise ConfigError(
                f"layer: found {layer}; the model has the layers 0 to {layers}"
            )
        self.layer = layers if layer is None else layer
        self.tokenizers = [self.encoder.tokenizer]
        self.dependencies = {
            "model": fingerprint(folder),
            "layer": self.layer,
            "against": against,
            "dtype": settings.arithmetic,
            "max_length": settings.max_length,
            **library_versions(),
        }

    def evaluate(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> dict[str, np.ndarray]:
        """Precision, recall and F1 against the best reference, and 1.0 where a text was cut."""
        compared = self.compared(sources, references)
        texts = list(dict.fromkeys(chain(hypotheses, *compared)))
        states, cut = self._states(texts)
        frame = self.encoder.frame
        rows = []
        for hypothesis, choices in zip(hypotheses, compared, strict=True):
            scores = [
                _match(states[hypothesis], states[choice], frame) for choice in choices
            ]
            best = max(scores, key=lambda match: match.f1)
            truncated = any(cut[text] for text in (hypothesis, *choices))
            rows.append((*best, float(truncated)))
        columns = np.array(rows, dtype=np.float64).reshape(-1, len(self.components)).T
        return dict(zip(self.components, columns, strict=True))

    def _states(
        self, texts: list[str]
    ) -> tuple[dict[str, np.ndarray], dict[str, bool]]:
        """The states of each text's tokens, of length 1 each: (tokens, hidden); which were cut.

        Raises:
            ConfigError: the layer has none of each token, as layers in the middle of Funnel.
        """
        import torch

        from gec_attribution.networks.tokens import tokenize

        tokens = tokenize(self.encoder.tokenizer, texts, None, self.encoder.max_length)
        states: dict[str, np.ndarray] = {}

        def take(batch: list[int], output: Any, mask: torch.Tensor) -> None:
            hidden = torch.nn.functional.normalize(
                output.hidden_states[self.layer].float(), dim=-1
            )
            if hidden.shape[1] != mask.shape[1]:
                raise ConfigError(
                    f"layer: {self.layer} of the model has fewer states than a text has tokens; "
                    "name a lower layer"
                )
            lengths = mask.sum(1).tolist()
            for row, padded, length in zip(batch, hidden, lengths, strict=True):
                states[texts[row]] = padded[:length].cpu().numpy()

        self.encoder.run(tokens, take)
        cuts = [text.cut for text in tokens]
        return states, dict(zip(texts, cuts, strict=True))


class _Match(NamedTuple):
    """Match of the tokens of two texts."""

    precision: float
    recall: float
    f1: float


def _match(hypothesis: np.ndarray, compared: np.ndarray, frame: "Frame") -> _Match:
    """Match two texts by their states, those of the tokenizer's frame among them."""
    first = len(frame.before)
    special = first + len(frame.after)
    if len(hypothesis) <= special or len(compared) <= special:
        return _Match(0.0, 0.0, 0.0)
    cosines = hypothesis.astype(np.float64) @ compared.astype(np.float64).T
    best_of_hypothesis = cosines.max(axis=1)[first : len(hypothesis) - len(frame.after)]
    best_of_compared = cosines.max(axis=0)[first : len(compared) - len(frame.after)]
    precision = float(best_of_hypothesis.mean())
    recall = float(best_of_compared.mean())
    total = precision + recall
    f1 = 2 * precision * recall / total if total else 0.0
    return _Match(precision, recall, f1)
