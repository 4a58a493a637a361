"""SOME (Yoshimura, Kaneko, Kajiwara & Komachi 2020): three regressors trained on human ratings."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import numpy as np
from pydantic import Field

from gec_attribution.errors import ModelError
from gec_attribution.metrics.base import ComposedMetric
from gec_attribution.plugins.options import PathTo
from gec_attribution.plugins.settings import Settings

SOME_WEIGHTS = (
    "the published weights of SOME have to be fetched by hand, from the page to which "
    "https://github.com/kokeman/SOME links, as a folder gfm-models; models/encoder is at hand"
)
"""Advice on a model that is neither on the hub nor in the project."""
COEFFICIENTS: Mapping[str, float] = {
    "grammaticality": 0.55,
    "fluency": 0.43,
    "meaning": 0.02,
}

# The parts of a SOME model by component, spelt as the official model folders are.
PARTS = MappingProxyType(
    {"grammaticality": "grammer", "fluency": "fluency", "meaning": "meaning"}
)

LOWEST_RATING = 1
HIGHEST_RATING = 4


class Some(ComposedMetric):
    """The weighted mean of predicted grammaticality, fluency and meaning preservation.

    Ratings from 1 to 4 are scaled to (x - 1) / 3; predictions may leave [0, 1]. Grammaticality and
    fluency read the hypothesis, meaning reads the source and the hypothesis.
    """

    published = ("some",)
    usual_languages = ("en",)

    version = 2
    coefficients = COEFFICIENTS
    components = ("grammaticality", "fluency", "meaning", "truncated")

    def __init__(
        self,
        settings: Settings,
        *,
        model: Annotated[
            str,
            PathTo(absent=SOME_WEIGHTS),
            Field(
                description="Folder with the regressors `grammer`, `fluency` and `meaning`, "
                "or a model with heads of these names."
            ),
        ],
    ) -> None:
        from gec_attribution.networks.adapter import load_judge
        from gec_attribution.networks.model_files import fingerprint, library_versions

        if not Path(model).is_dir():
            raise ModelError(f"{model}: no such model folder; {SOME_WEIGHTS}")
        folder = Path(model)
        folders = dict.fromkeys(PARTS, folder)
        tokenizer = folder
        if not (folder / "config.json").is_file():
            folders = {name: folder / part for name, part in PARTS.items()}
            tokenizer = folders["fluency"]
        if not all(path.is_dir() for path in folders.values()):
            raise ModelError(
                f"{folder}: is not a SOME model, which has the folders {', '.join(PARTS.values())}"
            )
        load = cache(lambda path: load_judge(path, settings, tokenizer))
        self.encoders = {name: load(path) for name, path in folders.items()}
        self.heads = {
            name: encoder.head(PARTS[name]) for name, encoder in self.encoders.items()
        }
        # A model's only head is taken by any name.
        if folder in folders.values() and len({*self.heads.values()}) == 1:
            heads = ", ".join(PARTS.values())
            raise ModelError(
                f"{folder}: is not a SOME model, which has the heads {heads}"
            )
        self.chunk = settings.chunk_on(self.encoders["fluency"].device)
        self.tokenizers = [self.encoders["fluency"].tokenizer]
        read: list[Path] = []
        for encoder in self.encoders.values():
            read += encoder.folders
        self.dependencies = {
            "model": fingerprint(*dict.fromkeys([*read, tokenizer])),
            "dtype": settings.arithmetic,
            "max_length": settings.max_length,
            **library_versions(),
        }

    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> dict[str, np.ndarray]:
        """The three scaled ratings, and 1.0 where a text or pair was cut."""
        # One pass serves all heads of an encoder that read the same input.
        encode_hypotheses = cache(lambda encoder: encoder.encode(hypotheses))
        encoded = {
            "grammaticality": encode_hypotheses(self.encoders["grammaticality"]),
            "fluency": encode_hypotheses(self.encoders["fluency"]),
            "meaning": self.encoders["meaning"].encode(sources, hypotheses),
        }
        columns = {}
        truncated = np.zeros(len(hypotheses), dtype=bool)
        for name, part in encoded.items():
            ratings = part.logits[:, self.heads[name]]
            columns[name] = (ratings - LOWEST_RATING) / (HIGHEST_RATING - LOWEST_RATING)
            truncated |= part.truncated
        return {**columns, "truncated": truncated.astype(float)}

    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """The components' weighted sum."""
        weighted = (
            weight * columns[name] for name, weight in self.coefficients.items()
        )
        return sum(weighted, start=np.zeros(()))

    def signature(self) -> dict[str, object]:
        """See `Metric.signature`."""
        coefficients = ",".join(
            f"{name}={weight}" for name, weight in self.coefficients.items()
        )
        return {**self.store_signature(), "coefficients": coefficients}
