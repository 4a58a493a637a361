"""BERTScore (Zhang, Kishore, Wu, Weinberger and Artzi 2020) of a hypothesis against references.

PT-M2 (Gong, Liu, Huang and Zhang 2022) weighs an edit by what it alone, applied to the source,
adds to such a score: Add, unscaled.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from gec_attribution.errors import ConfigError
from gec_attribution.metrics.base import ComparingMetric, References
from gec_attribution.plugins.options import Commit, HubModel
from gec_attribution.plugins.settings import Settings


class BertScore(ComparingMetric):
    """F1 of matched tokens, in [−1, 1]; the best over the references, as in the package bert-score.

    Each token is matched with the one of the other text whose contextual embedding has the highest
    cosine (equation 1 of the paper), without importance weights and without rescaling. The special
    tokens at both ends may be matched, but are not counted themselves, as in the package. An empty
    text scores 0.
    """

    version = 1
    components = ("precision", "recall", "score", "truncated")

    def __init__(
        self,
        settings: Settings,
        *,
        model: Annotated[HubModel, Field(description="Folder or hub id of an encoder.")],
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
            Field(description="Text to compare a correction with; the best of several references."),
        ] = "references",
    ) -> None:
        """Load the encoder.

        Raises:
            ConfigError: `against` has another value, or the model has no such layer.
            ModelError: the model is missing or of another kind.
        """
        from gec_attribution.networks.hub import load_model, load_tokenizer, model_folder
        from gec_attribution.networks.libraries import library_versions
        from gec_attribution.networks.model_files import fingerprint

        super().__init__(against)
        folder = model_folder(model, revision)
        self.tokenizer = load_tokenizer(folder)
        self.model = load_model("AutoModel", folder, settings, unused=("pooler.",))
        layers = self.model.config.num_hidden_layers
        if layer is not None and not 0 <= layer <= layers:
            raise ConfigError(f"layer: found {layer}; the model has the layers 0 to {layers}")
        self.layer = layers if layer is None else layer
        self.batch_tokens = settings.batch_tokens
        self.max_length = min(
            settings.max_length,
            self.tokenizer.model_max_length,
            self.model.config.max_position_embeddings,
        )
        self.tokenizers = [self.tokenizer]
        self._store_signature = {
            **self.code_signature(),
            "model": fingerprint(folder),
            "layer": self.layer,
            "against": against,
            "dtype": settings.arithmetic,
            "max_length": settings.max_length,
            **library_versions(),
        }

    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str], references: References = ()
    ) -> dict[str, np.ndarray]:
        """Precision, recall and F1 against the best reference, and 1.0 where a text was cut."""
        compared = self.compared(sources, references)
        texts = list(
            dict.fromkeys([*hypotheses, *(text for choices in compared for text in choices)])
        )
        states, cut = self._states(texts)
        rows = []
        for hypothesis, choices in zip(hypotheses, compared, strict=True):
            scores = [_match(states[hypothesis], states[choice]) for choice in choices]
            truncated = any(cut[text] for text in (hypothesis, *choices))
            rows.append((*max(scores, key=lambda match: match[-1]), float(truncated)))
        columns = np.array(rows, dtype=np.float64).reshape(-1, len(self.components)).T
        return dict(zip(self.components, columns, strict=True))

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`."""
        return self._store_signature

    def _states(self, texts: list[str]) -> tuple[dict[str, np.ndarray], dict[str, bool]]:
        """The states of each text's tokens, of length 1 each: (tokens, hidden); which were cut."""
        import torch

        from gec_attribution.networks.batches import run_batches
        from gec_attribution.networks.tokens import tokenize

        encodings = tokenize(self.tokenizer, texts, None, self.max_length)
        states: dict[str, np.ndarray] = {}

        @torch.inference_mode()
        def forward(batch: list[int]) -> None:
            lengths = [len(encodings[row].ids) for row in batch]
            ids = torch.full((len(batch), max(lengths)), self.tokenizer.pad_token_id)
            mask = torch.zeros_like(ids)
            for place, row in enumerate(batch):
                ids[place, : lengths[place]] = torch.tensor(encodings[row].ids)
                mask[place, : lengths[place]] = 1
            device = self.model.device
            output = self.model(
                input_ids=ids.to(device),
                attention_mask=mask.to(device),
                output_hidden_states=True,
            )
            hidden = torch.nn.functional.normalize(output.hidden_states[self.layer].float(), dim=-1)
            for place, row in enumerate(batch):
                states[texts[row]] = hidden[place, : lengths[place]].cpu().numpy()

        lengths = [len(encoding.ids) for encoding in encodings]
        self.batch_tokens = run_batches(lengths, self.batch_tokens, forward)
        cut = {text: encoding.cut for text, encoding in zip(texts, encodings, strict=True)}
        return states, cut


def _match(hypothesis: np.ndarray, compared: np.ndarray) -> tuple[float, float, float]:
    """Precision, recall and F1 of two texts' states, the first and last being special tokens."""
    if len(hypothesis) <= 2 or len(compared) <= 2:
        return 0.0, 0.0, 0.0
    cosines = hypothesis.astype(np.float64) @ compared.astype(np.float64).T
    precision = float(cosines.max(axis=1)[1:-1].mean())
    recall = float(cosines.max(axis=0)[1:-1].mean())
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0
