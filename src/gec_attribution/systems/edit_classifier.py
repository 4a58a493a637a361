"""A corrector that proposes many edits and lets trained trees accept the best."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file

from gec_attribution.edits.model import apply_edits
from gec_attribution.errors import ModelError
from gec_attribution.languages.en import ENGLISH
from gec_attribution.networks.hub import fingerprint, library_versions, model_folder
from gec_attribution.plugins.options import Entry, number, path, revision
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.systems import lexicon
from gec_attribution.systems.edit_features import NAMES, described
from gec_attribution.systems.edit_likelihoods import EditLikelihoods, LikelihoodCorrector
from gec_attribution.systems.edit_table import load_table
from gec_attribution.systems.language_model import accept

CONFIG, WEIGHTS, TABLE = "config.json", "model.safetensors", "edits.json"
_ARRAYS = {"feature", "threshold", "left", "right", "value", "baseline"}


class EditClassifier(LikelihoodCorrector):
    """Takes the edits that are right with a probability above a threshold, the surest first.

    Edits come from confusion sets and from a table of annotators' corrections; their features from
    a language model, the table and word lists.
    """

    ENTRY = Entry(
        options={
            "model": path("Folder of the classifier and its table of edits."),
            "language_model": path(
                "The causal language model that it was trained with.", commit="revision"
            ),
            "revision": revision("the language model on the hub"),
            "threshold": number(
                "Probability that an edit must exceed; by default the one that the classifier was "
                "tuned to.",
                None,
                least=0,
                most=1,
            ),
        },
        languages=("en",),
    )

    def __init__(
        self,
        settings: Settings,
        *,
        model: str,
        language_model: str,
        revision: str | None = None,
        threshold: float | None = None,
    ) -> None:
        """Load the classifier, its table and the language model.

        Args:
            settings: how the language model is run.
            model: the classifier's folder.
            language_model: the causal language model that it was trained with.
            revision: the language model's commit, if it is one of the Hugging Face hub.
            threshold: probability that an edit must exceed; None takes the one it was tuned to.

        Raises:
            ModelError: a model is missing or of another kind, or the language model is not the one
                that the classifier was trained with.
        """
        folder = Path(model)
        classifier = fingerprint(folder)
        config, self._trees = _load(folder)
        self._table = load_table(folder / TABLE)
        self.threshold = config["threshold"] if threshold is None else threshold
        language_folder = model_folder(language_model, revision)
        if fingerprint(language_folder) != config["language_model"]:
            raise ModelError(
                f"{language_model}: is not the language model that {model} was trained with; name "
                "that one, or train the classifier again (rule train_edit_classifier)"
            )
        super().__init__(
            EditLikelihoods(language_folder, settings),
            ENGLISH,
            {
                "classifier": classifier,
                "table": sha256_of_file(folder / TABLE)[:16],
                "language_model": config["language_model"],
                "dtype": settings.arithmetic,
                **lexicon.signature(),
                **library_versions(),
            },
        )

    def _corrected(self, tokens: list[str]) -> list[str]:
        edits, rows = described(tokens, self._table, self._likelihoods)
        accepted = accept(edits, probabilities(self._trees, rows), self.threshold)
        return apply_edits(tokens, accepted)


def probabilities(trees: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
    """How probable it is that each edit is right, (n,).

    Args:
        trees: boosted trees. All but `baseline`, a number, are of shape (trees, nodes): at a node
            the way goes to `left` where `feature` is at most `threshold`, else to `right`; at a
            leaf both are the leaf itself, whose `value` is a part of the log-odds.
        rows: the features of each edit, (n, features).
    """
    tree = np.arange(len(trees["value"]))[:, None]
    edit = np.arange(len(rows))
    node = np.zeros((len(tree), len(rows)), dtype=int)
    before = np.full_like(node, -1)
    while not np.array_equal(node, before):
        before = node
        small = rows[edit, trees["feature"][tree, node]] <= trees["threshold"][tree, node]
        node = np.where(small, trees["left"][tree, node], trees["right"][tree, node])
    odds = trees["baseline"] + trees["value"][tree, node].sum(axis=0)
    return 1 / (1 + np.exp(-odds))


def _load(folder: Path) -> tuple[dict, dict[str, np.ndarray]]:
    try:
        config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        arrays = load_file(folder / WEIGHTS)
        fits = config["features"] == list(NAMES) and arrays.keys() == _ARRAYS
        float(config["threshold"]), str(config["language_model"])
    except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
        raise ModelError(f"{folder}: is not the folder of an edit classifier: {error}") from error
    if not fits:
        raise ModelError(
            f"{folder}: was trained on other features than this version has; train it again"
        )
    return config, arrays
