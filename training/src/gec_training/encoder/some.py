"""SOME's three regressors (Yoshimura et al. 2020): BERT fine-tuned on ratings of each aspect.

The targets are the mean ratings themselves, from 1 to 4: the scale on which SOME's metric expects
its regressors, which it maps to 0..1 by (x - 1) / 3.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from gec_attribution.storage.seeds import seed_from
from gec_training.data.ratings import ASPECTS, correlations, split_by_source
from gec_training.loop.steps import batch_at, steps_in_epoch, train
from gec_training.loop.text_model import TextModel, load_regressor

if TYPE_CHECKING:
    import torch

# The names that SOME's weights have always had; the first is spelt as there.
HEADS = dict(zip(ASPECTS, ("grammer", "fluency", "meaning"), strict=True))


def texts_of(aspect: str, ratings: pd.DataFrame) -> tuple[list[str], list[str] | None]:
    """What a regressor reads: the hypothesis, or for meaning the source and the hypothesis."""
    if aspect == "meaning":
        return list(ratings["source"]), list(ratings["hypothesis"])
    return list(ratings["hypothesis"]), None


def train_some(
    start: str | Path,
    ratings: pd.DataFrame,
    folder: Path,
    work: Path,
    *,
    epochs: int = 5,
    batch_size: int = 32,
    learning_rate: float = 2e-5,
    seed: int = 0,
    device: str = "auto",
    revision: str | None = None,
) -> pd.DataFrame:
    """Trains the three regressors and writes them to `folder`/{grammer,fluency,meaning}.

    Args:
        start: folder or hub id of a BERT encoder with its tokenizer.
        ratings: as `ratings.read_tmu_gfm` gives; split 8:1:1 by source.
        folder: gets three folders, each a BertForSequenceClassification with one label.
        work: gets checkpoints and curves; a run found there is resumed.
        epochs: passes over the training part; the weights of the best one on validation are kept.
        batch_size: sentences per step.
        learning_rate: the highest one.
        seed: of split, order, dropout and heads.
        device: "auto", "cpu" or "cuda".
        revision: of a hub id.

    Returns:
        One row per aspect: aspect, pearson and spearman with the ratings of the test part, rows.
    """
    import torch

    parts = split_by_source(ratings, seed)
    figures = []
    for aspect, head in HEADS.items():
        torch.manual_seed(seed_from(seed, head))
        regressor = load_regressor(start, 1, device=device, revision=revision)
        # Starting at the mean rating spares the first epoch of learning it.
        torch.nn.init.constant_(regressor.model.classifier.bias, parts["train"][aspect].mean())
        _fit(
            regressor,
            aspect,
            parts,
            Path(work) / head,
            epochs=epochs,
            batch_size=batch_size,
            learning_rate=learning_rate,
            seed=seed,
        )
        regressor.save(Path(folder) / head)
        measures = _correlations(regressor, aspect, parts["test"])
        figures.append({"aspect": aspect, **measures, "rows": len(parts["test"])})
    return pd.DataFrame(figures)


def _fit(
    regressor: TextModel,
    aspect: str,
    parts: dict[str, pd.DataFrame],
    work: Path,
    *,
    epochs: int,
    batch_size: int,
    learning_rate: float,
    seed: int,
) -> None:
    import torch

    seen = parts["train"]
    targets = torch.tensor(
        seen[aspect].to_numpy(), dtype=torch.float32, device=regressor.model.device
    )

    def losses_at(step: int) -> dict[str, "torch.Tensor"]:
        rows = batch_at(step, len(seen), batch_size, seed)
        inputs = regressor.inputs(*texts_of(aspect, seen.iloc[rows]))
        said = regressor.model(**inputs).logits.float().squeeze(-1)
        return {"squared_error": torch.nn.functional.mse_loss(said, targets[rows])}

    epoch = steps_in_epoch(len(seen), batch_size)
    train(
        regressor.model,
        losses_at,
        steps=epochs * epoch,
        learning_rate=learning_rate,
        folder=work,
        seed=seed,
        decay=0.9,
        weight_decay=0.01,
        validate=lambda: _correlations(regressor, aspect, parts["validation"]),
        every=epoch,
        description=aspect,
    )


def _correlations(regressor: TextModel, aspect: str, part: pd.DataFrame) -> dict[str, float]:
    said = regressor.predict(*texts_of(aspect, part)).squeeze(-1)
    return correlations(said, part[aspect].to_numpy())
