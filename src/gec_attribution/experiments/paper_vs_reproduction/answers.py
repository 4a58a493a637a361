"""Answers of a study to claims of the two papers, and the results that they are read from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypedDict

import numpy as np
import pandas as pd

from gec_attribution.tables.lookup import UnansweredError, rows_where, with_bounds

SOME = "some"
IMPARA = "impara"
PPL = "perplexity"
TITLES = {SOME: "SOME", IMPARA: "IMPARA", PPL: "PPL"}

# Verdicts: a test says so; the number says so, without a test; neither; nothing is known.
HOLDS = "holds"
UNTESTED = "by value alone"
DIFFERS = "not confirmed"
UNASKED = "cannot be asked here"

ALL_EDITS = {"protocol": "best-agreeing", "threshold": 1.0}
"""Rows of the agreement of all edits, by the paper's protocol."""


class Claimed(TypedDict):
    """Parts of a study that the papers speak of."""

    datasets: Mapping[str, tuple[str, str]]
    """Data sets, each with its name in a paper and its language."""
    models: Sequence[tuple[str, str, str]]
    """Metrics, each with its type and label."""


@dataclass(frozen=True)
class Answer:
    """Answer of a study to a claim.

    Attributes:
        holds: whether the study says the same; None where it cannot be asked.
        value: number that is tested, with the bounds of its 95 % interval, where it has one.
        found: further findings, in words; the reason, where it cannot be asked.
        signature: dependencies of the number.
        test: condition for this metric, where the claim's condition depends on the metric.
        is_tested: whether p-values or intervals of differences decide, though the number has none.
    """

    holds: bool | np.bool_ | None
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
        if self.holds is None:
            return UNASKED
        if not self.holds:
            return DIFFERS
        if self.is_tested or not np.isnan(self.low):
            return HOLDS
        return UNTESTED

    @classmethod
    def of(
        cls,
        row: pd.Series,
        column: str,
        holds: bool | np.bool_,
        found: str = "",
        test: str = "",
    ) -> "Answer":
        """Answer with a number of a row, its interval and its signature.

        Raises:
            UnansweredError: the number is not defined.
        """
        if pd.isna(row[column]):
            raise UnansweredError(f"its {column} is not defined")
        value, low, high = with_bounds(row, column)
        return cls(holds, value, low, high, found, row["signature"], test)

    @classmethod
    def about(
        cls, rows: pd.DataFrame, value: float, holds: bool | np.bool_, found: str = ""
    ) -> "Answer":
        """Answer with a number computed from rows, without an interval."""
        return cls(holds, value, found=found, signature=rows["signature"].iloc[0])


@dataclass(frozen=True)
class Rows:
    """Results of a study on one data set, and the metrics that a claim is asked of.

    Attributes:
        tables: results by the name of the experiment.
        dataset: name of the data set in the study.
        published: its name in the paper.
        models: names of the metrics by their types.
    """

    tables: Mapping[str, pd.DataFrame | None]
    dataset: str
    published: str
    models: Mapping[str, str]

    @property
    def metric(self) -> str:
        """The only metric that a claim is asked of."""
        (metric,) = self.models.values()
        return metric

    def of(self, name: str, **where: object) -> pd.DataFrame:
        """Rows of a result whose cells have the given values, or one of a list of values.

        Raises:
            UnansweredError: there are no such rows, or none of their differences is defined.
        """
        table = self.tables.get(name)
        if table is None:
            raise UnansweredError(f"the study has no {name}")
        table = table[table["dataset"] == self.dataset]
        if table.empty:
            raise UnansweredError(f"no rows of it in {name}")
        table = rows_where(table, name, where)
        if "difference" in table and table["difference"].isna().all():
            raise UnansweredError(f"no difference is defined in {name}")
        return table

    def one(self, name: str, **where: object) -> pd.Series:
        """The only row of a result whose cells have the given values."""
        return self.of(name, **where).iloc[0]

    def leads(self, name: str, **where: object) -> pd.DataFrame:
        """Differences between Shapley values and Add or Sub under the metric."""
        under = {"metric": self.metric, "other_metric": self.metric}
        return self.of(name, **under, other_method=["add", "sub"], **where)

    def agreement(self, metric: str) -> pd.Series:
        """Row of all edits under Shapley values, by the paper's protocol."""
        return self.one("agreement", metric=metric, method="shapley", **ALL_EDITS)


@dataclass(frozen=True)
class Claim:
    """Question about a study's results.

    Attributes:
        ask: answers it from the results.
        per: subject of one answer: a data set, a metric, or a set of SOME, IMPARA and PPL.
        test: the condition under which it holds, in words.
        kinds: types of the metrics that it is about.
    """

    ask: Callable[[Rows], Answer]
    per: Literal["data set", "metric", "set"]
    test: str
    kinds: Sequence[str]

    def answer(self, rows: Rows) -> Answer:
        """The answer from the results, or the reason why there is none."""
        if self.per == "set" and len(rows.models) < len(self.kinds):
            return Answer(None, found="SOME, IMPARA and PPL are not all there")
        try:
            return self.ask(rows)
        except UnansweredError as reason:
            return Answer(None, found=str(reason))


class Claims(dict[str, Claim]):
    """Claims of a paper, by their names in `printed.yaml`."""

    def add(
        self,
        name: str,
        per: Literal["data set", "metric", "set"],
        test: str = "",
        kinds: Sequence[str] = (SOME, IMPARA, PPL),
        **options: object,
    ) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
        """Decorator of the function that answers a claim from the results and the options."""

        def added(ask: Callable[..., Answer]) -> Callable[..., Answer]:
            self[name] = Claim(partial(ask, **options), per, test, kinds)
            return ask

        return added
