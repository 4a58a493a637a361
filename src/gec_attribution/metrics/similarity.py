"""Similarity of two texts to an encoder: the score behind two published weights of edits.

IMPARA's impact of an edit (Maeda, Kaneko and Okazaki 2022) is what the similarity of a correction
to the reference loses without it: Sub, unscaled. Nagata, Hagiwara et al. (2022, in Japanese) take
how far an edit alone moves the source: Add, unscaled, on the distance from the source.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from gec_attribution.metrics.base import ComparingMetric, References
from gec_attribution.plugins.options import Commit, HubModel
from gec_attribution.plugins.settings import Settings


class Similarity(ComparingMetric):
    """The cosine of the averaged last hidden states of two texts, in [−1, 1].

    The hypothesis is compared with the source, or with the reference that is most like it.
    """

    version = 2
    components = ("score", "truncated")

    def __init__(
        self,
        settings: Settings,
        *,
        encoder: Annotated[
            HubModel, Field(description="Folder or hub id of an encoder.")
        ],
        revision: Commit = None,
        against: Annotated[
            Literal["source", "references"],
            Field(
                description="Text to compare a correction with; the most similar of several "
                "references."
            ),
        ] = "source",
        distance: Annotated[
            bool,
            Field(
                description="Whether the score is 1 − cosine, higher for less similar corrections."
            ),
        ] = False,
    ) -> None:
        from gec_attribution.networks.encoder import Encoder
        from gec_attribution.networks.hub import model_folder
        from gec_attribution.networks.model_files import fingerprint, library_versions

        super().__init__(against)
        self.distance = distance
        folder = model_folder(encoder, revision)
        self.encoder = Encoder(folder, settings, heads=False)
        self.tokenizers = [self.encoder.tokenizer]
        self.dependencies = {
            "encoder": fingerprint(folder),
            "against": against,
            "distance": distance,
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
        """The score, and 1.0 where a text was cut."""
        compared = self.compared(sources, references)
        texts = list(dict.fromkeys(chain(hypotheses, *compared)))
        at = {text: row for row, text in enumerate(texts)}
        encoded = self.encoder.encode(texts)
        norms = np.linalg.norm(encoded.pooled, axis=1, keepdims=True)
        states = encoded.pooled / norms
        score = np.empty(len(hypotheses))
        truncated = np.zeros(len(hypotheses))
        for row, (hypothesis, choices) in enumerate(
            zip(hypotheses, compared, strict=True)
        ):
            own = at[hypothesis]
            others = [at[text] for text in choices]
            score[row] = (states[others] @ states[own]).max()
            truncated[row] = encoded.truncated[[own, *others]].any()
        if self.distance:
            score = 1 - score
        return {"score": score, "truncated": truncated}
