"""Answers of a study to claims of the two papers, and the results that they are read from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple, TypedDict

import numpy as np
import pandas as pd

SOME, IMPARA, PPL = "some", "impara", "perplexity"
TITLES = {SOME: "SOME", IMPARA: "IMPARA", PPL: "PPL"}
HOLDS, UNTESTED = "holds", "by value alone"
DIFFERS, UNASKED = "not confirmed", "cannot be asked here"
"""Verdicts: a test says so; the number says so, without a test; neither; nothing is known."""
ALL_EDITS = {"protocol": "best-agreeing", "threshold": 1.0}
"""Rows of the agreement of all edits, by the paper's protocol."""


class Claimed(TypedDict):
    """Parts of a study that the papers speak of."""

    datasets: Mapping[str, tuple[str, str]]
    """Data sets, each with its name in a paper and its language."""
    models: Sequence[tuple[str, str, str]]
    """Metrics, each with its type and label."""


class UnaskedError(Exception):
    """Reason why a study cannot answer a claim."""


class Answer(NamedTuple):
    """Answer of a study to a claim.

    Attributes:
        holds: whether the study says the same.
        value: number that is tested, with the bounds of its 95 % interval, where it has one.
        found: further findings, in words.
        signature: dependencies of the number.
        test: condition for this metric, where that of the claim depends on it.
        is_tested: whether p-values or intervals of differences decide, though the number has none.
    """

    holds: bool | np.bool_
    value: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    found: str = ""
    signature: str = ""
    test: str = ""
    is_tested: bool = False

    @property
    def verdict(self) -> str:
        """`HOLDS` only where a test says so."""
        if not self.holds:
            return DIFFERS
        return HOLDS if self.is_tested or not np.isnan(self.low) else UNTESTED

    @classmethod
    def of(
        cls, row: pd.Series, column: str, holds: bool | np.bool_, found: str = "", test: str = ""
    ) -> "Answer":
        """Answer with a number of a row, its interval and its signature.

        Raises:
            UnaskedError: the number is not defined.
        """
        if pd.isna(row[column]):
            raise UnaskedError(f"its {column} is not defined")
        prefix = f"{column}_" if f"{column}_low" in row else ""
        value, low, high = row[[column, f"{prefix}low", f"{prefix}high"]]
        return cls(holds, value, low, high, found, row["signature"], test)


@dataclass(frozen=True)
class Rows:
    """Results of a study on one data set, by experiment, and metrics by their types.

    `published` is the name of the data set in its paper.
    """

    tables: Mapping[str, pd.DataFrame | None]
    dataset: str
    published: str
    models: Mapping[str, str] = field(default_factory=dict)

    @property
    def metric(self) -> str:
        """The only metric that a claim is asked of."""
        (metric,) = self.models.values()
        return metric

    def of(self, name: str, **where: object) -> pd.DataFrame:
        """Rows of a result whose cells have the given values, or one of a list of values.

        Raises:
            UnaskedError: there are no such rows, or no difference of theirs is defined.
        """
        table = self.tables.get(name)
        if table is None:
            raise UnaskedError(f"the study has no {name}")
        table = table[table["dataset"] == self.dataset]
        if table.empty:
            raise UnaskedError(f"no rows of it in {name}")
        for column, allowed in where.items():
            table = table[table[column].isin(allowed if isinstance(allowed, list) else [allowed])]
            if table.empty:
                raise UnaskedError(f"no {column} {allowed} in {name}")
        if "difference" in table and table["difference"].isna().all():
            raise UnaskedError(f"no difference is defined in {name}")
        return table

    def one(self, name: str, **where: object) -> pd.Series:
        """The only row of a result whose cells have the given values."""
        return self.of(name, **where).iloc[0]

    def leads(self, name: str, **where: object) -> pd.DataFrame:
        """Differences between Shapley values and Add or Sub under the metric."""
        under = {"metric": self.metric, "other_metric": self.metric, "other_method": ["add", "sub"]}
        return self.of(name, **under, **where)

    def signs(self, name: str, **where: object) -> dict[tuple[str, str], int]:
        """Sign of the lead of one metric over another: 1, −1, or 0 if it stays open."""
        table = self.of(name, **where)
        table = table[table["metric"] != table["other_metric"]]
        pairs = zip(table["metric"], table["other_metric"], strict=True)
        ahead = (table["low"] > 0).astype(int) - (table["high"] < 0).astype(int)
        return dict(zip(pairs, ahead, strict=True))

    def agreement(self, metric: str) -> pd.Series:
        """Row of all edits under Shapley values, by the paper's protocol."""
        return self.one("agreement", metric=metric, method="shapley", **ALL_EDITS)


Ask = Callable[..., Answer]
Unit = Literal["data set", "metric", "set"]


class Claim(NamedTuple):
    """Question about a study's results, and the types of metrics that the claim is about.

    It is asked `per` data set, metric, or set of SOME, IMPARA and PPL. `test` is the condition
    under which the claim holds.
    """

    ask: Ask
    per: Unit
    test: str
    kinds: Sequence[str]


CLAIMS: dict[str, Claim] = {}
"""The claims by their names in `printed.yaml`."""


def claim(
    per: Unit,
    test: str = "",
    *,
    name: str = "",
    kinds: Sequence[str] = (SOME, IMPARA, PPL),
    **options: object,
) -> Callable[[Ask], Ask]:
    """Decorator of the function that asks a claim, by default of its own name; see `Claim`."""

    def register(ask: Ask) -> Ask:
        CLAIMS[name or ask.__name__] = Claim(partial(ask, **options), per, test, kinds)
        return ask

    return register
