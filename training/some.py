"""SOME's regressors (Yoshimura et al. 2020): models that rate corrections as people do.

The targets are the mean ratings of TMU-GFM (Yoshimura et al. 2020), from 1 to 4. SOME's metric
expects this scale and maps it to 0..1 by (x - 1) / 3.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import torch
from scipy.stats import pearsonr, spearmanr

from gec_attribution.errors import InputError
from gec_attribution.metrics.some import PARTS
from training.fitting import Run, split_by_source
from training.recipes import Some
from training.side import Example, Judging, train_side_networks


def read_tmu_gfm(path: Path) -> pd.DataFrame:
    """Rated corrections: source, hypothesis, and the mean rating for each aspect.

    A rating is from 1 (worst) to 4 (best), the mean of five raters; a rating of 0 ("other") counts
    in the mean, as it does in the file.

    Raises:
        InputError: The file is not TMU-GFM's csv.
    """
    ratings = {f"ave_{aspect[0]}": aspect for aspect in PARTS}
    names = {"source": "source", "output": "hypothesis", **ratings}
    try:
        # The texts `None` and `null` are texts; a rating may be missing.
        table = pd.read_csv(
            path, keep_default_na=False, na_values=dict.fromkeys(ratings, "")
        )
        table = table[list(names)].rename(columns=names)
        table = table.astype(dict.fromkeys(PARTS, float))
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"{path}: is not a table with {', '.join(names)} ({error})"
        ) from error
    for text in ("source", "hypothesis"):
        table[text] = table[text].str.strip()
    return table


def train_some(
    recipe: Some, ratings: pd.DataFrame, run: Run
) -> dict[str, dict[str, float]]:
    """Train networks with three heads and write their adapter.

    The epoch with the highest correlations on the validation part is kept. `ratings` are those of
    `read_tmu_gfm`, split 8:1:1 by source.

    Returns:
        For each aspect `pearson` and `spearman` with the ratings of the test part.
    """
    parts = split_by_source(ratings)
    examples = {name: _examples(part) for name, part in parts.items()}
    starts = {
        head: float(parts["train"][aspect].mean()) for aspect, head in PARTS.items()
    }
    judging = Judging(starts, examples, squared_error, _mean_correlation)
    outputs = train_side_networks(recipe, judging, run)
    labels = np.stack([one.labels for one in examples["test"]])
    return {
        aspect: _correlations(outputs["test"], labels, head)
        for head, aspect in enumerate(PARTS)
    }


def squared_error(outputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """The mean of squared differences where a label is known."""
    rated = ~labels.isnan()
    return torch.nn.functional.mse_loss(outputs[rated], labels[rated])


def _examples(part: pd.DataFrame) -> list[Example]:
    """Meaning is judged beside the source, the rest by the hypothesis alone."""
    nan = np.nan
    examples = []
    columns = part[["source", "hypothesis", *PARTS]]
    for source, text, grammar, fluency, meaning in columns.itertuples(index=False):
        labels = np.array([[grammar, fluency, nan], [nan, nan, meaning]])
        examples.append(Example([(text,), (source, text)], labels))
    return examples


def _correlations(
    outputs: np.ndarray, labels: np.ndarray, head: int
) -> dict[str, float]:
    rated = ~np.isnan(labels[..., head])
    columns = outputs[..., head][rated], labels[..., head][rated]
    return {
        "pearson": float(pearsonr(*columns).statistic),
        "spearman": float(spearmanr(*columns).statistic),
    }


def _mean_correlation(outputs: np.ndarray, labels: np.ndarray) -> float:
    correlations: list[float] = []
    for head in range(labels.shape[-1]):
        correlations += _correlations(outputs, labels, head).values()
    # An aspect of which all ratings are equal says nothing.
    return float(np.nanmean(correlations))
