"""The numbers printed in the paper, next to a study's own."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.tables.published import NUMBERS, Published

_CAPTION = (
    "Numbers printed in the paper, and ours with their 95 % intervals (mean scores have none). "
    "The notes say what made ours; the two are comparable where the models are the paper's. "
    "In the published code τ is 2 accuracy − 1, in which a tie of the metric is a win of the later "
    "system; our τ is (concordant − discordant) / pairs, in which a tie counts for neither."
)
_KEY = ["dataset", "metric", "system", "measure"]
_MEASURES = {
    "accuracy": "accuracy",
    "kendall": "Kendall's τ",
    "corpus_score": "mean score",
}


def join(
    meta_evaluation: pd.DataFrame, precision: pd.DataFrame, published: Mapping[str, str]
) -> pd.DataFrame:
    """Every published number for which the study has a counterpart, with that counterpart.

    Args:
        meta_evaluation: rows of `evaluation.meta_evaluation`.
        precision: rows of `evaluation.precision`, with the corpus score of each system.
        published: the study's data sets that the paper has numbers about, each with its name there
            (`published` of its entry); other data sets are left out, whatever their names.

    Data sets, metrics and systems are named as in the configuration; metrics and systems are
    compared with those of the same names in the paper's study.

    Returns:
        In the order of `published.NUMBERS`: place, dataset, metric, system, measure, published,
        ours, low, high (NaN for corpus scores), difference (ours − published), signature.
    """
    ours = pd.concat(
        [
            _measured(meta_evaluation, "accuracy", low="accuracy_low", high="accuracy_high"),
            _measured(meta_evaluation, "kendall", low="kendall_low", high="kendall_high"),
            # The score of a system is repeated with every type of error.
            _measured(precision, "corpus_score").drop_duplicates(_KEY),
        ]
    )
    numbers = pd.DataFrame(NUMBERS, columns=Published._fields).rename(
        columns={"value": "published", "dataset": "dataset_there"}
    )
    names = pd.DataFrame(published.items(), columns=["dataset", "dataset_there"])
    theirs = numbers.merge(names, on="dataset_there")
    table = theirs.merge(ours, on=_KEY, validate="one_to_one")
    table["difference"] = table["ours"] - table["published"]
    return table[["place", *_KEY, "published", "ours", "low", "high", "difference", "signature"]]


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per number.

    Args:
        table: rows of `join`.
    """
    ours = table[["ours", "low", "high"]].itertuples(index=False, name=None)
    return pd.DataFrame(
        {
            "In the paper": table["place"],
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "System": table["system"],
            "Measure": table["measure"].replace(_MEASURES),
            "Published": [numeral(value, 3) for value in table["published"]],
            "Ours": [with_interval(value, low, high, 3) for value, low, high in ours],
            "Difference": [numeral(value, 3, signed=True) for value in table["difference"]],
        }
    ).set_index(table["signature"])


def _measured(
    table: pd.DataFrame, measure: str, low: str | None = None, high: str | None = None
) -> pd.DataFrame:
    """One measure of an evaluation, in the columns that the comparison has."""
    return pd.DataFrame(
        {
            "dataset": table["dataset"],
            "metric": table["metric"],
            "system": table.get("system", ""),
            "measure": measure,
            "ours": table[measure],
            "low": table[low] if low else float("nan"),
            "high": table[high] if high else float("nan"),
            "signature": table["signature"],
        }
    )
