"""Evaluation of a data set: its rows of results, and the resamples behind their intervals."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled, Resampling
from gec_attribution.statistics.folds import folds
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature

Row = dict[str, Any]
"""A row of a result by column."""
Results = dict[str, pd.DataFrame]
"""The tables of an experiment by name."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Evaluation(Resampling):
    """Resampling of a data set's sources, with the names of what is measured.

    The sources of a data set are resampled alike for all metrics, methods and measures. The seed is
    the study's.

    Attributes:
        dataset: name of the data set; empty for numbers about no single one.
        metric: name of the metric; empty for an experiment without one.
        signature: dependencies of the numbers.
        references: digest of the references; empty where none are read.
    """

    dataset: str = ""
    metric: str = ""
    signature: str = ""
    references: str = ""

    def of(self, attributions: pd.DataFrame, **choices: object) -> "Evaluation":
        """The evaluation of a table of attributions, with its data set, metric and signature.

        Before its own signature stand the choices, the references, the resamples and the seed.

        Raises:
            InputError: the table has no row, or rows that do not belong together.
        """
        names = ("dataset", "metric", "signature")
        dataset, metric, signature = (the_one(attributions, name) for name in names)
        parts = [
            f"{name}:{value}" for name, value in {**choices, **self._parts}.items()
        ]
        whole = "|".join([*parts, signature])
        return replace(self, dataset=dataset, metric=metric, signature=whole)

    def signed(self, parts: Mapping[str, object] = _NOTHING) -> "Evaluation":
        """The evaluation with a signature of these parts and of what it draws from."""
        return replace(self, signature=format_signature({**parts, **self._parts}))

    @property
    def _parts(self) -> dict[str, object]:
        """The parts of a signature that every number depends on."""
        references = {"references": self.references} if self.references else {}
        return {**references, "resamples": self.resamples, "seed": self.seed}

    def with_test_resamples(self) -> "Evaluation":
        """The evaluation with as many resamples as are `enough_to_test`."""
        return replace(self, resamples=bootstrap.enough_to_test(self.resamples))

    def with_few_resamples(self) -> "Evaluation":
        """The evaluation with at most as many resamples as a slow statistic takes."""
        return replace(self, resamples=min(self.resamples, bootstrap.FEW_RESAMPLES))

    @property
    def draw_seed(self) -> int:
        """Seed of the draws from the data set's sources."""
        return seed_from(self.seed, "bootstrap", self.dataset)

    def folds(self, source: np.ndarray) -> np.ndarray:
        """The `folds` of items by their sources, drawn for the data set."""
        return folds(source, seed_from(self.seed, "folds", self.dataset))

    def row(
        self,
        names: Mapping[str, Any],
        measured: Resampled | Mapping[str, Any],
        counts: Mapping[str, Any] = _NOTHING,
        value: str = "value",
        **details: Any,
    ) -> Row:
        """A row of a result; the columns of several rows where the statistic has several values.

        Args:
            names: the columns between data set and metric and the statistic, such as the method.
            measured: the statistic, shown as its value, `low`, `high`, `sources` and `note` (why
                there is no interval); or several by name, with sources and note of the first one.
            counts: the columns after its interval, such as p-values and numbers of edits.
            value: the column of a single statistic.
            details: the columns after the note.

        Returns:
            The columns in this order, then the signature, unless it is among the details; each
            further statistic has `_low` and `_high` after its name.
        """
        if isinstance(measured, Resampled):
            first = measured
            measured = measured.columns(value)
        else:
            first = next(one for one in measured.values() if isinstance(one, Resampled))
        about = {"dataset": self.dataset, "metric": self.metric}
        row: Row = {name: text for name, text in about.items() if text}
        basis = {"sources": first.sources, "note": first.note}
        for name, one in {**names, **measured, **counts, **basis, **details}.items():
            row |= (
                one.columns(name, f"{name}_")
                if isinstance(one, Resampled)
                else {name: one}
            )
        return {**row, "signature": row.get("signature", self.signature)}
