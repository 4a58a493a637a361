"""Human ratings of corrections, TMU-GFM (Yoshimura et al. 2020), and the parts of such tables.

A rating is from 1 (worst) to 4 (best), the mean of five raters; a rating of 0 ("other") counts in
the mean, as it does in the file.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.storage.seeds import seed_from

ASPECTS = ("grammaticality", "fluency", "meaning")


def read_tmu_gfm(path: Path) -> pd.DataFrame:
    """Rated corrections: source, hypothesis, and the mean rating for each of `ASPECTS`.

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
            **dict(zip(ASPECTS, (table["ave_g"], table["ave_f"], table["ave_m"]), strict=True)),
        }
    )


def split_by_source(table: pd.DataFrame, seed: int) -> dict[str, pd.DataFrame]:
    """Parts train, validation and test (8:1:1) of a table with a column `source`.

    A source's rows are all in one part, the one its text and the seed say.
    """
    place = table["source"].map(lambda source: seed_from(seed, "split", source) % 10)
    parts = {"train": place > 1, "validation": place == 1, "test": place == 0}
    return {name: table[rows].reset_index(drop=True) for name, rows in parts.items()}


def correlations(predicted: np.ndarray, rated: np.ndarray) -> dict[str, float]:
    """Pearson's and Spearman's correlation of predictions with ratings."""
    from scipy.stats import pearsonr, spearmanr

    return {
        "pearson": float(pearsonr(predicted, rated).statistic),
        "spearman": float(spearmanr(predicted, rated).statistic),
    }
