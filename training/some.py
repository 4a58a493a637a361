"""SOME's regressors (Yoshimura et al. 2020): models that rate corrections as people do.

The targets are the mean ratings themselves, from 1 to 4: the scale on which SOME's metric expects
its regressors, which it maps to 0..1 by (x - 1) / 3. They stand in TMU-GFM (Yoshimura et al. 2020).
"""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import torch
from scipy.stats import pearsonr, spearmanr

from gec_attribution.errors import InputError
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from training.fitting import split_by_source
from training.heads import Example, train_heads
from training.recipes import Some

# The names that SOME's weights have always had; the first is spelt as there.
HEADS = {"grammaticality": "grammer", "fluency": "fluency", "meaning": "meaning"}


def read_tmu_gfm(path: Path) -> pd.DataFrame:
    """Rated corrections: source, hypothesis, and the mean rating for each aspect.

    A rating is from 1 (worst) to 4 (best), the mean of five raters; a rating of 0 ("other") counts
    in the mean, as it does in the file.

    Raises:
        InputError: The file is not TMU-GFM's csv.
    """
    try:
        table = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a table ({error})") from error
    missing = [
        name for name in ("source", "output", "ave_g", "ave_f", "ave_m") if name not in table
    ]
    if missing:
        raise InputError(
            f"{path}: has no column {', '.join(missing)}; found {', '.join(table.columns)}"
        )
    return pd.DataFrame(
        {
            "source": table["source"].str.strip(),
            "hypothesis": table["output"].str.strip(),
            **{aspect: table[f"ave_{aspect[0]}"] for aspect in HEADS},
        }
    )


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
    parts = split_by_source(ratings)
    models = {"": list(HEADS)} if recipe.shared else {name: [key] for key, name in HEADS.items()}
    figures = []
    for folder, aspects in models.items():
        examples = {name: _examples(part, aspects) for name, part in parts.items()}
        said = train_heads(
            recipe,
            {HEADS[aspect]: float(parts["train"][aspect].mean()) for aspect in aspects},
            examples,
            output / folder,
            loss=squared_error,
            measure=_mean_correlation,
            device=device,
            checkpoints=checkpoints / (folder or "shared"),
        )
        labels = np.stack([one.labels for one in examples["test"]])
        for head, aspect in enumerate(aspects):
            measures = _correlations(said["test"], labels, head)
            figures.append({"aspect": aspect, **measures, "rows": len(labels)})
    shutil.rmtree(checkpoints, ignore_errors=True)
    return pd.DataFrame(figures)


def squared_error(said: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """The mean of squared differences where a label is known."""
    known = ~labels.isnan()
    return torch.nn.functional.mse_loss(said[known], labels[known])


def _examples(part: pd.DataFrame, aspects: list[str]) -> list[Example]:
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
    columns = said[..., head][known], labels[..., head][known]
    return {
        "pearson": float(pearsonr(*columns).statistic),
        "spearman": float(spearmanr(*columns).statistic),
    }


def _mean_correlation(said: np.ndarray, labels: np.ndarray) -> float:
    heads = range(labels.shape[-1])
    return float(np.mean([list(_correlations(said, labels, head).values()) for head in heads]))


def main(snakemake: Any) -> None:
    """Unpack the rule; write the model and its correlations with held-out ratings."""
    params = snakemake.params
    figures = train_some(
        Some(**params.recipe),
        read_tmu_gfm(Path(snakemake.input.ratings)),
        Path(snakemake.output.model),
        device=params.device,
        checkpoints=Path(params.checkpoints),
    )
    write_csv(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # type: ignore[name-defined]  # noqa: F821
