"""SOME's regressors (Yoshimura et al. 2020): models that rate corrections as people do.

The targets are the mean ratings themselves, from 1 to 4: the scale on which SOME's metric expects
its regressors, which it maps to 0..1 by (x - 1) / 3.
"""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

from training.heads import Example, squared_error, train_heads
from training.ratings import ASPECTS, correlations, split_by_source
from training.recipes import Some

# The names that SOME's weights have always had; the first is spelt as there.
HEADS = dict(zip(ASPECTS, ("grammer", "fluency", "meaning"), strict=True))


def train_some(
    recipe: Some, ratings: pd.DataFrame, output: Path, *, device: str, checkpoints: Path
) -> pd.DataFrame:
    """Train the regressors and write their model, or the model of each to a folder of its own.

    Of the weights after each epoch, those with the highest correlations on the validation part are
    kept.

    Args:
        recipe: how to train; `shared` says whether there is one model.
        ratings: as `read_tmu_gfm` gives; split 8:1:1 by source.
        output: the folder to write, of a model with three heads, or with the folders `grammer`,
            `fluency` and `meaning`.
        device: `auto`, or a torch device.
        checkpoints: where a run that is stopped leaves what the next one takes up.

    Returns:
        One row per aspect: aspect, pearson and spearman with the ratings of the test part, rows.
    """
    parts = split_by_source(ratings, recipe.fit.seed)
    models = {"": ASPECTS} if recipe.shared else {name: (key,) for key, name in HEADS.items()}
    figures = []
    for folder, aspects in models.items():
        train, validation, test = (_examples(part, aspects) for part in parts.values())
        regressor = train_heads(
            recipe,
            {HEADS[aspect]: float(parts["train"][aspect].mean()) for aspect in aspects},
            train,
            validation,
            loss=squared_error,
            measure=_mean_correlation,
            device=device,
            checkpoints=checkpoints / (folder or "shared"),
        )
        regressor.save(output / folder, recipe.base)
        said, labels = regressor.predict(test), np.stack([one.labels for one in test])
        for head, aspect in enumerate(aspects):
            measures = _correlations(said, labels, head)
            figures.append({"aspect": aspect, **measures, "rows": len(test)})
    shutil.rmtree(checkpoints, ignore_errors=True)
    return pd.DataFrame(figures)


def _examples(part: pd.DataFrame, aspects: tuple[str, ...]) -> list[Example]:
    """Meaning is told from the source and the hypothesis, the rest from the hypothesis alone."""
    paired = np.array([aspect == "meaning" for aspect in aspects])
    examples = []
    for row in part.to_dict("records"):
        ratings = np.array([row[aspect] for aspect in aspects])
        texts = {False: (row["hypothesis"],), True: (row["source"], row["hypothesis"])}
        kinds = [kind for kind in texts if kind in paired]
        labels = np.stack([np.where(paired == kind, ratings, np.nan) for kind in kinds])
        examples.append(Example([texts[kind] for kind in kinds], labels))
    return examples


def _correlations(said: np.ndarray, labels: np.ndarray, head: int) -> dict[str, float]:
    known = ~np.isnan(labels[..., head])
    return correlations(said[..., head][known], labels[..., head][known])


def _mean_correlation(said: np.ndarray, labels: np.ndarray) -> float:
    heads = range(labels.shape[-1])
    return float(np.mean([list(_correlations(said, labels, head).values()) for head in heads]))
