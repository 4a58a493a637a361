"""Human ratings of sentences: TMU-GFM (Yoshimura et al. 2020) and GUG (Heilman et al. 2014).

Both rate on a scale from 1 (worst) to 4 (best), with several raters per sentence. TMU-GFM's csv has
the means of its five raters; a rating of 0 ("other") counts as it does there, in the mean.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.storage.seeds import seed_from

ASPECTS = ("grammaticality", "fluency", "meaning")
LOWEST, HIGHEST = 1.0, 4.0


def read_tmu_gfm(path: Path) -> pd.DataFrame:
    """Rated corrections: source, hypothesis, and the mean rating for each of `ASPECTS`.

    Raises:
        InputError: The file is not TMU-GFM's csv.
    """
    table = _read(path, ["source", "output", "ave_g", "ave_f", "ave_m"], sep=",")
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


def _read(path: Path, columns: list[str], sep: str) -> pd.DataFrame:
    try:
        # GUG's sentences hold lone quotation marks; TMU-GFM quotes a sentence that holds a comma.
        table = pd.read_csv(path, sep=sep, quoting=3 if sep == "\t" else 0)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a table ({error})") from error
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise InputError(
            f"{path}: has no column {', '.join(missing)}; found {', '.join(table.columns)}"
        )
    return table
