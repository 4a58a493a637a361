"""The explainer that runs anywhere: a linear classifier of edits, and templates."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field
from safetensors import SafetensorError
from safetensors.numpy import load_file

from gec_attribution.edits.model import Edit, Explanation
from gec_attribution.errors import ModelError
from gec_attribution.explanations.base import EditExplainer
from gec_attribution.explanations.descriptions import describe
from gec_attribution.explanations.features import Features, features_of
from gec_attribution.explanations.taxonomy import LABELS, SEVERITIES
from gec_attribution.languages.chinese_relations import lexicon_versions
from gec_attribution.plugins.options import PathTo
from gec_attribution.storage.files import sha256_of_file

CONFIG = "config.json"
WEIGHTS = "model.safetensors"
COLUMNS = (*LABELS, "severity")
"""Output of a linear model for each edit: a score for each type, and the severity."""


class EmbeddedExplainer(EditExplainer):
    """Type and severity come from a linear model of the edit's features.

    The description is written from a template for the type and operation.
    """

    only_task = "explain-only"
    draws = False

    def __init__(
        self,
        *,
        model: Annotated[
            str, PathTo(), Field(description="Folder of the linear model of edits.")
        ],
    ) -> None:
        """Load the linear model.

        Raises:
            ModelError: the folder is missing or of another kind.
        """
        folder = Path(model)
        self._linear = LinearModel.load(folder)
        digests = [sha256_of_file(folder / name)[:16] for name in (CONFIG, WEIGHTS)]
        self._signature = {"model": digests, **lexicon_versions()}

    def explain(
        self, source: str, target: str, edits: Sequence[Edit]
    ) -> list[Explanation]:
        """See `EditExplainer.explain`; source and edits determine the target."""
        del target
        types, severities = self._linear.predict(features_of(source, edits))
        explanations = []
        for edit, label, severity in zip(edits, types, severities, strict=True):
            description = describe(source, edit, label)
            explanations.append(Explanation(label, severity, description))
        return explanations

    def signature(self) -> dict[str, object]:
        """See `EditExplainer.signature`."""
        return {**super().signature(), **self._signature}


class LinearModel:
    """A linear model of features that have names.

    Args:
        names: names of the features; other features are ignored.
        weights: (features, len(COLUMNS)).
        bias: (len(COLUMNS),).
    """

    def __init__(
        self, names: Sequence[str], weights: np.ndarray, bias: np.ndarray
    ) -> None:
        self._index = {name: number for number, name in enumerate(names)}
        self.weights = weights
        self.bias = bias

    @classmethod
    def load(cls, folder: Path) -> "LinearModel":
        """Read what training wrote.

        Raises:
            ModelError: the folder is missing or of another kind.
        """
        try:
            config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
            arrays = load_file(folder / WEIGHTS)
            names = config["features"]
            columns = tuple(config["columns"])
            weights = arrays["weights"]
            bias = arrays["bias"]
        except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
            raise ModelError(
                f"{folder}: is not the folder of an embedded explainer: {error}"
            ) from error
        if columns != COLUMNS or weights.shape != (len(names), len(columns)):
            raise ModelError(
                f"{folder}: is damaged, or was trained for types that this version does not have; "
                "restore the folder"
            )
        return cls(names, weights, bias)

    def predict(self, described: Sequence[Features]) -> tuple[list[str], list[int]]:
        """The type and severity of each edit, given its features."""
        scores = np.array(list(map(self._scores, described))).reshape(-1, len(COLUMNS))
        types = [LABELS[index] for index in scores[:, :-1].argmax(axis=1)]
        severities = np.rint(scores[:, -1]).clip(SEVERITIES[0], SEVERITIES[-1])
        return types, severities.astype(int).tolist()

    def _scores(self, described: Features) -> np.ndarray:
        known = [name for name in described if name in self._index]
        values = np.array([described[name] for name in known])
        rows = [self._index[name] for name in known]
        return values @ self.weights[rows] + self.bias
