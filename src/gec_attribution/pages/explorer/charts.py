"""The study's figures as the explorer's overview has them: tables whose cells open sentences.

A cell has the number of the figure and `view`, the filters that list the sentences it is made from,
as the explorer's addresses name them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.edits.error_types import describe_type, main_type
from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.pages.explorer.columns import Corrected
from gec_attribution.pages.explorer.form import Cell, Chart, Labels
from gec_attribution.statistics.bootstrap import SIGNIFICANCE

# The fewest edits of a type in the table of disagreements, and the most edits told apart in the
# table of edit counts.
MIN_EDITS = 5
MAX_COUNT = 10


def disagreement_charts(datasets: Sequence[Corrected], labels: Labels) -> Iterator[Chart]:
    """How often two metrics judge an edit in opposite ways, by error type; one table per data set.

    Both judgements are signs of φ by the study's first method; an edit that one of them gives no
    effect or no value is left out.

    Args:
        datasets: the corrections of the study.
        labels: what readers call each data set, metric and method.
    """
    for dataset in datasets:
        if len(dataset.attributions) > 1:
            yield from _disagreement(dataset, labels, len(datasets))


def figure_charts(
    tables: Mapping[str, pd.DataFrame], labels: Labels, methods: Mapping[str, str]
) -> Iterator[Chart]:
    """The figures of a study, from the tables behind them; those without a table are left out.

    Args:
        tables: rows of the evaluations `bias`, `agreement`, `precision` and `edit_counts`.
        labels: what readers call each data set, system, metric and method.
        methods: the method of `bias` and of `precision`.
    """
    made: dict[str, Callable[[pd.DataFrame, Labels, str], Iterator[Chart]]] = {
        "bias": _bias,
        "agreement": _agreement,
        "precision": _precision,
        "edit_counts": _edit_counts,
    }
    for name, make in made.items():
        if name in tables and not tables[name].empty:
            yield from make(tables[name], labels, methods.get(name, ""))


def _disagreement(dataset: Corrected, labels: Labels, count: int) -> Iterator[Chart]:
    name = dataset.name
    method = next(iter(next(iter(dataset.attributions.values()))))
    signs = {
        metric: by_method[method].edits["sign"]
        for metric, by_method in dataset.attributions.items()
    }
    types = main_type(pd.Series([edit.type for some in dataset.edits for edit in some], dtype=str))
    shares = []
    for metric, against in combinations(signs, 2):
        product = signs[metric] * signs[against]
        opposite = pd.Series(product < 0)[np.abs(product) == 1]
        share = opposite.groupby(types).agg(["mean", "size"]).reset_index(names="type")
        shares.append(share.assign(metric=metric, against=against, pair=f"{metric} {against}"))
    table = pd.concat(shares, ignore_index=True)
    table = table[table["size"] >= MIN_EDITS]
    if not table.empty:
        called = labels["metric"]
        yield _chart(
            f"disagreement-{name}",
            f"Where metrics disagree{_of(name, labels, count)}",
            "Share of the edits of an error type that one metric rewards and the other punishes, "
            f"by {labels['method'][method]}. A cell lists the sentences where the two disagree "
            f"most on such an edit. Types with at least {MIN_EDITS} edits that both judge.",
            corner="Error type",
            rows=_frequent(table, "size"),
            columns={
                f"{metric} {against}": f"{called[metric]} and {called[against]}"
                for metric, against in combinations(signs, 2)
            },
            cells=_cells(
                table,
                ("type", "pair"),
                lambda row: _cell(
                    row["mean"],
                    f"{row['mean']:.0%}",
                    f"of {row['size']} edits",
                    dataset=name,
                    type=row["type"],
                    sort="metrics",
                    metric=row["metric"],
                    method=method,
                    against=row["against"],
                ),
            ),
            order=table["pair"].unique(),
            limit=1.0,
        )


def _bias(table: pd.DataFrame, labels: Labels, method: str) -> Iterator[Chart]:
    for (dataset,), rows in table.dropna(subset="mean").groupby(["dataset"], sort=False):
        yield _by_type(
            rows,
            labels,
            method,
            value="mean",
            column="metric",
            name=f"bias-{dataset}",
            title="Figure 6: what each metric rewards"
            f"{_of(dataset, labels, len(set(table['dataset'])))}",
            caption="Mean normalised φ of the edits of an error type, with its 95 % interval; * "
            "differs from 0 after Holm's correction. A cell lists the sentences with such an edit, "
            "the largest |φ| first.",
            limit=rows["mean"].abs().max() or 1.0,
        )


def _agreement(table: pd.DataFrame, labels: Labels, _: str) -> Iterator[Chart]:
    whole = table[(table["threshold"] == 1) & (table["protocol"] == "best-agreeing")]
    whole = whole.dropna(subset="agreement")
    for dataset, rows in whole.groupby("dataset", sort=False):
        yield _chart(
            f"agreement-{dataset}",
            "Figure 4: how often φ agrees with the references"
            f"{_of(dataset, labels, len(set(whole['dataset'])))}",
            "Share of edits whose φ has the sign that the reference which agrees best gives them, "
            "with its 95 % interval. A bar lists the sentences with an edit whose φ disagrees with "
            "all references, the largest first.",
            kind="bars",
            corner="Metric",
            rows={name: labels["metric"][name] for name in _known(rows, "metric", labels)},
            columns=labels["method"],
            cells=_cells(
                rows,
                ("metric", "method"),
                lambda row: _cell(
                    row["agreement"],
                    with_interval(
                        row["agreement"], row["low"], row["high"], 2, sources=row["sources"]
                    ),
                    f"{row['edits']} edits of {row['sentences']} corrected sentences",
                    dataset=row["dataset"],
                    metric=row["metric"],
                    min="2",
                    method=row["method"],
                    references="differ",
                    sort="references",
                ),
            ),
            order=_known(rows, "method", labels),
            limit=1.0,
        )


def _precision(table: pd.DataFrame, labels: Labels, method: str) -> Iterator[Chart]:
    defined = table.dropna(subset="precision")
    for (dataset, metric), rows in defined.groupby(["dataset", "metric"], sort=False):
        yield _by_type(
            rows,
            labels,
            method,
            value="precision",
            column="system",
            name=f"precision-{dataset}-{metric}",
            title=f"Figure 7: precision as {labels['metric'][metric]} sees it"
            f"{_of(dataset, labels, len(set(table['dataset'])))}",
            caption="Share of the normalised |φ| of a system's edits of a type that is positive, "
            "with its 95 % interval. A cell lists the sentences with such an edit, the largest |φ| "
            "first.",
            limit=1.0,
        )


def _by_type(
    rows: pd.DataFrame,
    labels: Labels,
    method: str,
    *,
    value: str,
    column: str,
    name: str,
    title: str,
    caption: str,
    limit: float,
) -> Chart:
    """A chart of a number for each error type and each metric, or each system of one metric.

    Args:
        rows: those of one chart, with `value`, its interval, `edits` and `sources`; a mean that is
            tested has its `p_holm`.
        labels: what readers call each metric and system.
        method: whose φ the sentences behind a cell are sorted by.
        value: the column of the number.
        column: `metric` or `system`, what the columns of the chart are.
        name: as in `_chart`, like `title`, `caption` and `limit`.
        title: its heading.
        caption: what its numbers are.
        limit: the number of the strongest colour.
    """
    tested = "p_holm" in rows
    return _chart(
        name,
        title,
        caption,
        corner="Error type",
        rows=_frequent(rows, "edits"),
        columns=labels[column],
        cells=_cells(
            rows,
            ("type", column),
            lambda row: _cell(
                row[value],
                with_interval(
                    row[value], row["low"], row["high"], 2, sources=row["sources"], signed=tested
                )
                + ("*" if tested and row["p_holm"] < SIGNIFICANCE else ""),
                f"{row['edits']} edits of {row['sources']} source sentences",
                dataset=row["dataset"],
                type=row["type"],
                sort="phi",
                metric=row["metric"],
                method=method,
                **({"system": row["system"]} if column == "system" else {}),
            ),
        ),
        order=_known(rows, column, labels),
        limit=limit,
    )


def _edit_counts(table: pd.DataFrame, labels: Labels, _: str) -> Iterator[Chart]:
    for dataset, rows in table[table["edits"] <= MAX_COUNT].groupby("dataset", sort=False):
        counts = sorted(rows["edits"].unique().tolist())
        yield _chart(
            f"edit-counts-{dataset}",
            "Figure 2: how many edits the systems make"
            f"{_of(dataset, labels, len(set(table['dataset'])))}",
            f"Corrected sentences with so many edits, up to {MAX_COUNT}. A cell lists them.",
            corner="System",
            rows={name: labels["system"][name] for name in _known(rows, "system", labels)},
            columns={count: str(count) for count in counts},
            cells=_cells(
                rows[rows["sentences"] > 0],
                ("system", "edits"),
                lambda row: _cell(
                    row["sentences"],
                    f"{row['sentences']:,}",
                    f"{numeral(row['ratio'], 2)} of all have at most so many",
                    dataset=row["dataset"],
                    system=row["system"],
                    min=str(row["edits"]),
                    max=str(row["edits"]),
                ),
            ),
            order=counts,
            limit=float(rows["sentences"].max()),
        )


def _chart(
    name: str,
    title: str,
    caption: str,
    *,
    corner: str,
    rows: Mapping[Any, str],
    columns: Mapping[Any, str],
    cells: Mapping[tuple[Any, Any], Cell],
    order: Iterable[Any],
    limit: float,
    kind: str = "shades",
) -> Chart:
    """A table.

    Args:
        name: its identifier in the page.
        title: its heading.
        caption: what its numbers are and what a cell opens.
        corner: what its rows are.
        rows: the name of each row and what readers call it, in order.
        columns: the same of columns.
        cells: a cell for some (row, column).
        order: the columns that it has.
        limit: the value of the strongest colour, or of the longest bar.
        kind: `shades` or `bars`.
    """
    shown = list(order)
    return {
        "id": name,
        "title": title,
        "caption": caption,
        "kind": kind,
        "corner": corner,
        "rows": list(rows.values()),
        "columns": [columns[column] for column in shown],
        "cells": [[cells.get((row, column)) for column in shown] for row in rows],
        "limit": limit,
    }


def _cells(
    table: pd.DataFrame, keys: tuple[str, str], make: Callable[[dict], Cell]
) -> dict[tuple[Any, Any], Cell]:
    rows = table.to_dict("records")
    return {(row[keys[0]], row[keys[1]]): make({str(k): v for k, v in row.items()}) for row in rows}


def _cell(value: float, text: str, detail: str, **view: str) -> Cell:
    return {"value": float(value), "text": text, "detail": detail, "view": view}


def _frequent(table: pd.DataFrame, size: str) -> dict[Any, str]:
    """The categories of error types in words, those that stand for most first."""
    most = (
        table.groupby("type")[size].max().sort_index().sort_values(ascending=False, kind="stable")
    )
    return {category: _in_words(str(category)) for category in most.index}


def _in_words(category: str) -> str:
    name = describe_type(f"R:{category}").name or describe_type(category).name
    return f"{name} ({category})" if name else category


def _known(table: pd.DataFrame, kind: str, labels: Labels) -> list[str]:
    """The names of a column in the order of the study."""
    present = set(table[kind])
    return [name for name in labels[kind] if name in present]


def _of(dataset: Any, labels: Labels, count: int) -> str:
    return f", {labels['dataset'][str(dataset)]}" if count > 1 else ""
