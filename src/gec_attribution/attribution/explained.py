"""The one path from a game and its scores to records: what the package is about, on a page.

A metric has given values to coalitions of a sentence's edits. Each method divides the difference
between hypothesis and source among the edits. A record says so, with a note on the scores, the
components that they sum, and the interactions of every two edits.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from gec_attribution.attribution.base import Method
from gec_attribution.attribution.interactions import interactions_of, pairs_of
from gec_attribution.attribution.records import (
    Component,
    Interaction,
    Record,
    attributed_edits,
)
from gec_attribution.games.game import Game
from gec_attribution.games.values import ValueTable

Tables = Mapping[str, ValueTable]
"""Value tables of one game, by column of the metric's scores; all have the same coalitions."""


def no_note(columns: Mapping[str, np.ndarray], /) -> str:
    """Say nothing about the scores of a sentence."""
    del columns
    return ""


@dataclass(frozen=True, kw_only=True)
class ScoredBy:
    """The metric behind value tables, as its records name it.

    Attributes:
        name: its name.
        label: its label in the study; None where it has none.
        column: the column whose values are attributed: its score, or a component of it.
        weights: weights of the components that the score sums; empty where it sums none.
        note: the explanation of a sentence's scores, as `Metric.note`.
        signature: everything that attributions depend on, for a method and whether it was exact.
    """

    name: str
    label: str | None = None
    column: str = "score"
    weights: Mapping[str, float] = field(default_factory=dict)
    note: Callable[[Mapping[str, np.ndarray]], str] = no_note
    signature: Callable[[Method, bool], str]

    @classmethod
    def signed(cls, name: str, signature: str) -> Self:
        """A metric of this name whose records have one signature."""
        return cls(name=name, signature=lambda _method, _exact: signature)


def explained(
    game: Game, tables: Tables, methods: Sequence[Method], metric: ScoredBy
) -> Iterator[Record]:
    """The record of a corrected sentence by each method.

    Args:
        game: the corrected sentence.
        tables: values of the coalitions that the methods ask for, in `metric.column`; and, with the
            same coalitions, the other columns of the metric as far as they are known.
        methods: the attribution methods.
        metric: the metric that scored the sentence.
    """
    values = tables[metric.column]
    note = metric.note({name: table.values for name, table in tables.items()})
    interactions = _interactions(values)
    for method in methods:
        estimate = method.attribute(values, game.seed)
        notes = [note]
        if np.isnan(estimate.phi).any():
            notes.insert(0, method.why_undefined(game.n))
        yield Record(
            source=game.source,
            hypothesis=game.grand_text,
            language=game.language.code,
            metric=metric.name,
            metric_label=metric.label,
            method=method.name,
            baseline=values.baseline,
            score=values.score,
            exact=estimate.exact,
            scale=float(estimate.scale),
            evaluations=estimate.evaluations,
            seed=game.seed,
            signature=metric.signature(method, estimate.exact),
            edits=attributed_edits(game, game.edits, estimate),
            interactions=interactions,
            note="; ".join(filter(None, notes)) or None,
            components=_components(game, tables, method, metric.weights),
        )


def _interactions(table: ValueTable) -> tuple[Interaction, ...] | None:
    """The interactions of a sentence with two edits or more, if all its values are defined."""
    if table.n < 2 or not table.is_complete or np.isnan(table.values).any():
        return None
    found = interactions_of(table)
    pairs = map(tuple, pairs_of(table.n).tolist())
    return tuple(map(Interaction, pairs, found.shapley.tolist(), found.taylor.tolist()))


def _components(
    game: Game, tables: Tables, method: Method, weights: Mapping[str, float]
) -> tuple[Component, ...] | None:
    """Attribution of each component that the score sums; None where it sums none.

    None also where a component was not scored, or not for a coalition that the method needs.
    """
    components = []
    for name, weight in weights.items():
        try:
            values = tables[name]
            estimate = method.attribute(values, game.seed)
        except KeyError:
            return None
        phi = tuple(estimate.phi.tolist())
        components.append(Component(name, weight, values.baseline, values.score, phi))
    return tuple(components) or None
