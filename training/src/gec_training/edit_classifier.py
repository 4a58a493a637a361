"""Training the edit classifier on sentences with several references.

An edit is right if any annotator made it. What the table of edits says about a sentence's edits
must not come from that sentence, so the features of each fold are made with a table of the others;
and the threshold is one of those with the best F0.5 over all folds, each judged by trees that were
grown on the others.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from gec_attribution.edits.model import Edit
from gec_attribution.judging.errant_scores import corpus_score
from gec_attribution.networks.hub import fingerprint
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from
from gec_attribution.systems.edit_classifier import CONFIG, TABLE, WEIGHTS, probabilities
from gec_attribution.systems.edit_features import NAMES, described
from gec_attribution.systems.edit_likelihoods import EditLikelihoods
from gec_attribution.systems.edit_table import learn_table
from gec_attribution.systems.language_model import accept
from gec_training.data.annotations import Annotated

logger = logging.getLogger(__name__)

NEAR = 0.01
THRESHOLDS = tuple(round(0.02 * step, 2) for step in range(5, 46))

References = Sequence[Sequence[Edit]]


@dataclass(frozen=True)
class Recipe:
    """How the classifier is trained.

    Attributes:
        folds: parts of the sentences for cross-validation.
        trees: number of boosted trees.
        leaves: the most leaves of a tree.
        edits_a_leaf: the fewest edits in a leaf.
        learning_rate: the factor of each tree's values.
        penalty: on the squares of a tree's values.
        seed: enters the folds.
    """

    folds: int
    trees: int
    leaves: int
    edits_a_leaf: int
    learning_rate: float
    penalty: float
    seed: int


@dataclass(frozen=True)
class _Sentence:
    """A sentence's edits, their features (n, features), and which of them are right (n,)."""

    edits: list[Edit]
    rows: np.ndarray
    right: np.ndarray
    references: References


def train_edit_classifier(
    sentences: Sequence[Annotated],
    language_model: Path,
    recipe: Recipe,
    output: Path,
    device: str = "auto",
) -> dict[str, float]:
    """Train, tune and write a classifier.

    Args:
        sentences: tokenised sources, and the edits of each of their references.
        language_model: folder of the causal language model.
        recipe: how to train.
        output: the folder to write.
        device: what the language model runs on.

    Returns:
        What cross-validation found: threshold, tp, fp, fn, precision, recall, f.
    """
    likelihoods = EditLikelihoods(language_model, Settings(device=device))
    sentences = [(tokens, refs) for tokens, refs in sentences if likelihoods.reads(tokens)]
    folds = np.array(
        [seed_from(recipe.seed, "fold", " ".join(tokens)) % recipe.folds for tokens, _ in sentences]
    )
    examples = _examples(sentences, folds, likelihoods)
    threshold, figures = _best_threshold(examples, _held_out(examples, folds, recipe))
    with write_atomically(output) as folder:
        folder.mkdir()
        learn_table(sentences).save(folder / TABLE)
        save_file(_fit(examples, recipe), folder / WEIGHTS)
        config = {
            "features": NAMES,
            "language_model": fingerprint(language_model),
            "threshold": threshold,
        }
        (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    return {"threshold": threshold, **figures}


def _examples(
    sentences: Sequence[Annotated],
    folds: np.ndarray,
    likelihoods: EditLikelihoods,
) -> list[_Sentence]:
    """Each sentence as seen by a classifier with a table learnt from the other folds."""
    tables = {
        fold: learn_table(
            [sentence for sentence, other in zip(sentences, folds, strict=True) if other != fold]
        )
        for fold in np.unique(folds)
    }
    examples = []
    for number, ((tokens, references), fold) in enumerate(zip(sentences, folds, strict=True), 1):
        edits, rows = described(tokens, tables[fold], likelihoods)
        made = {_change(edit) for reference in references for edit in reference}
        right = np.array([_change(edit) in made for edit in edits], dtype=bool)
        examples.append(_Sentence(edits, rows, right, references))
        if number % 100 == 0:
            logger.info("%d of %d sentences described", number, len(sentences))
    return examples


def _held_out(examples: list[_Sentence], folds: np.ndarray, recipe: Recipe) -> list[np.ndarray]:
    """The probabilities of each sentence's edits by trees grown on the other folds."""
    judged = [np.empty(0)] * len(examples)
    for fold in np.unique(folds):
        weights = _fit([examples[index] for index in np.flatnonzero(folds != fold)], recipe)
        for index in np.flatnonzero(folds == fold):
            judged[index] = probabilities(weights, examples[index].rows)
    return judged


def _best_threshold(
    examples: list[_Sentence], judged: list[np.ndarray]
) -> tuple[float, dict[str, float]]:
    """The highest threshold whose F0.5 is at most `NEAR` below the best, and its figures.

    F0.5 is flat around its best; of equally good thresholds the highest is the most precise.
    """
    by_threshold = {}
    for threshold in THRESHOLDS:
        hypotheses = [
            accept(example.edits, probability, threshold)
            for example, probability in zip(examples, judged, strict=True)
        ]
        counts, scores = corpus_score(hypotheses, [example.references for example in examples])
        by_threshold[threshold] = {**counts._asdict(), **scores._asdict()}
    best = max(figures["f"] for figures in by_threshold.values())
    chosen = max(
        threshold for threshold, figures in by_threshold.items() if figures["f"] >= best - NEAR
    )
    return chosen, by_threshold[chosen]


def _fit(examples: list[_Sentence], recipe: Recipe) -> dict[str, np.ndarray]:
    """Trees grown on all edits of `examples`, as `probabilities` takes them."""
    # Every import of scikit-learn costs seconds, and only training needs it.
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(
        max_iter=recipe.trees,
        max_leaf_nodes=recipe.leaves,
        min_samples_leaf=recipe.edits_a_leaf,
        learning_rate=recipe.learning_rate,
        l2_regularization=recipe.penalty,
        early_stopping=False,
        random_state=recipe.seed,
    )
    model.fit(
        np.concatenate([example.rows for example in examples]),
        np.concatenate([example.right for example in examples]),
    )
    # There is no public way to the trees; a test holds `probabilities` to scikit-learn's own.
    trees = [predictor.nodes for (predictor,) in model._predictors]  # noqa: SLF001
    return _arrays(trees, model._baseline_prediction)  # noqa: SLF001


def _arrays(trees: list[np.ndarray], baseline: np.ndarray) -> dict[str, np.ndarray]:
    """Trees of unequal size as arrays of one shape; unused nodes and leaves lead to themselves."""
    shape = len(trees), max(map(len, trees))
    itself = np.tile(np.arange(shape[1], dtype=np.int32), (shape[0], 1))
    arrays: dict[str, np.ndarray] = {
        "feature": np.zeros(shape, dtype=np.int32),
        "threshold": np.zeros(shape),
        "left": itself.copy(),
        "right": itself.copy(),
        "value": np.zeros(shape),
    }
    fields = {"feature": "feature_idx", "threshold": "num_threshold"}
    for index, nodes in enumerate(trees):
        (inner,) = np.nonzero(nodes["is_leaf"] == 0)
        for name in ("feature", "threshold", "left", "right"):
            arrays[name][index, inner] = nodes[fields.get(name, name)][inner]
        arrays["value"][index, : len(nodes)] = nodes["value"]
    return {**arrays, "baseline": np.asarray(baseline, dtype=float).reshape(1)}


def _change(edit: Edit) -> tuple[int, int, str]:
    return edit.start, edit.end, edit.correction
