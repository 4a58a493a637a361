"""IMPARA (Maeda, Kaneko & Okazaki 2022): quality of hypotheses that stay close to the source."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from gec_attribution.errors import ModelError
from gec_attribution.metrics.base import ComposedMetric
from gec_attribution.metrics.notes import gate_note
from gec_attribution.plugins.options import Commit, PathTo
from gec_attribution.plugins.settings import Settings


class Impara(ComposedMetric):
    """The quality of the hypothesis in [0, 1], or 0 where it is too unlike the source.

    Too unlike is a similarity below `threshold`, as in the paper.
    Quality is the sigmoid of the quality estimator's logit for the hypothesis. Similarity is the
    cosine of the similarity estimator's averaged last hidden states of source and hypothesis.
    """

    published = ("impara",)
    usual_languages = ("en",)

    version = 2
    threshold = 0.9
    components = ("quality", "similarity", "truncated")
    derived = ("gate",)

    def __init__(
        self,
        settings: Settings,
        *,
        quality_estimator: Annotated[
            str,
            PathTo(commit="quality_estimator_revision"),
            Field(description="Folder or hub id of the quality estimator."),
        ],
        similarity_estimator: Annotated[
            str,
            PathTo(commit="similarity_estimator_revision"),
            Field(description="Folder or hub id of the similarity estimator."),
        ],
        quality_estimator_revision: Commit = None,
        similarity_estimator_revision: Commit = None,
    ) -> None:
        from gec_attribution.networks.adapter import is_adapter, load_judge
        from gec_attribution.networks.encoder import Encoder
        from gec_attribution.networks.hub import model_folder
        from gec_attribution.networks.model_files import fingerprint, library_versions

        quality_folder = model_folder(quality_estimator, quality_estimator_revision)
        similarity_folder = model_folder(
            similarity_estimator, similarity_estimator_revision
        )
        if is_adapter(similarity_folder):
            raise ModelError(
                f"similarity_estimator: {similarity_estimator} is an adapter, which has no "
                "vectors of sentences; name an encoder, such as models/encoder"
            )
        self.quality_encoder = load_judge(quality_folder, settings)
        self.quality_head = self.quality_encoder.head("quality")
        if similarity_folder == quality_folder:
            self.similarity_encoder = self.quality_encoder
        else:
            self.similarity_encoder = Encoder(similarity_folder, settings, heads=False)
        self.chunk = settings.chunk_on(self.similarity_encoder.device)
        encoders = dict.fromkeys([self.quality_encoder, self.similarity_encoder])
        self.tokenizers = [encoder.tokenizer for encoder in encoders]
        self.dependencies = {
            "quality_estimator": fingerprint(*self.quality_encoder.folders),
            "similarity_estimator": fingerprint(similarity_folder),
            "dtype": settings.arithmetic,
            "max_length": settings.max_length,
            **library_versions(),
        }

    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> dict[str, np.ndarray]:
        """Quality and similarity, and 1.0 where a source or hypothesis was cut."""
        from scipy.special import expit

        n = len(hypotheses)
        distinct_sources = list(dict.fromkeys(sources))
        rows = {source: row for row, source in enumerate(distinct_sources, start=n)}
        source_rows = np.array([rows[source] for source in sources], dtype=int)
        encoded = self.similarity_encoder.encode([*hypotheses, *distinct_sources])
        judged = encoded
        if self.quality_encoder is not self.similarity_encoder:
            judged = self.quality_encoder.encode(hypotheses)
        logits = judged.logits[:n, self.quality_head]
        cut = encoded.truncated[:n] | encoded.truncated[source_rows]
        cut |= judged.truncated[:n]
        states = encoded.pooled[:n]
        source_states = encoded.pooled[source_rows]
        products = np.sum(states * source_states, axis=1)
        norms = np.linalg.norm(states, axis=1) * np.linalg.norm(source_states, axis=1)
        return {
            "quality": expit(logits),
            "similarity": products / norms,
            "truncated": cut.astype(float),
        }

    def derive(self, columns: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """`gate`: 1.0 where the hypothesis is close enough to the source, else 0.0."""
        return {"gate": (columns["similarity"] >= self.threshold).astype(float)}

    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """Quality behind the gate."""
        return columns["quality"] * self.derive(columns)["gate"]

    def note(self, columns: Mapping[str, np.ndarray], /) -> str:
        """Note on the sentences that the gate set to 0."""
        return gate_note(columns, self.threshold)

    def signature(self) -> dict[str, object]:
        """See `Metric.signature`."""
        return {**self.store_signature(), "threshold": self.threshold}
