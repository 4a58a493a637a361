"""Two systems' attributions compared, as tables in the terminal."""

from collections.abc import Mapping, Sequence

import pandas as pd
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gec_attribution.attribution.collection import Records
from gec_attribution.errors import InputError
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import decimals_for, numeral, with_interval
from gec_attribution.statistics.bootstrap import TEST_RESAMPLES
from gec_attribution.tables.columns import probability


def compared_systems(
    records: Mapping[str, Records], by: str | None
) -> dict[tuple[str, str], pd.DataFrame]:
    """`Records.test` of two systems under each metric and method that both have.

    Raises:
        InputError: they have no metric and method in common, or the test refuses the records.
    """
    first, other = records
    choices = {}
    for name, side in records.items():
        choices[name] = dict.fromkeys((record.metric, record.method) for record in side)
    common = [choice for choice in choices[first] if choice in choices[other]]
    if not common:
        found = [f"{name} has {_listed(choices[name])}" for name in records]
        raise InputError(f"no metric and method is in both files: {'; '.join(found)}")
    both = records[first] + records[other]
    tables = {}
    for metric, method in common:
        chosen = both.where(metric=metric, method=method)
        tables[metric, method] = chosen.test(("system", first, other), by)
    return tables


def _listed(choices: Mapping[tuple[str, str], None]) -> str:
    return ", ".join(map(" ".join, choices)) or "no record"


def print_comparison(
    table: pd.DataFrame, names: Sequence[str], title: str, by: str | None
) -> None:
    """Print a row for each group of edits, both systems' numbers in one cell.

    Args:
        table: rows of `Records.test`.
        names: the two systems.
        title: the metric and the method.
        by: the column of the groups, if any.
    """
    console = Console()
    first, other = map(visible, names)
    console.print(Text(f"{visible(title)}: {first} / {other}", style="bold"))
    shown = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column(by or "", no_wrap=True)
    for heading in ("edits", "alone", "Σφ", "difference a sentence", "p"):
        shown.add_column(heading, justify="right", no_wrap=True)
    sums = decimals_for([*table["phi"], *table["other_phi"]])
    means = decimals_for(table["difference"], digits=2)
    for row in table.to_dict("records"):
        group = visible(str(row[by])) if by else "all"
        edits = f"{row['edits']} / {row['other_edits']}"
        alone = f"{row['only']} / {row['other_only']}"
        phi = numeral(row["phi"], sums, signed=True)
        other_phi = numeral(row["other_phi"], sums, signed=True)
        bounds = (row["difference"], row["low"], row["high"])
        difference = with_interval(*bounds, means, sources=row["sources"], signed=True)
        p = probability(row["p_holm"])
        shown.add_row(group, edits, alone, f"{phi} / {other_phi}", difference, p)
    console.print(shown)
    remarks = [
        f"{row['sentences']} sentences, {row['left_out']} left out",
        "alone: edits that only one makes",
        f"95 % intervals and p (Holm) from {TEST_RESAMPLES:,} paired resamples of the sentences",
    ]
    console.print("\n".join(remarks), style="dim", highlight=False)
