"""Write the pages of the documentation whose numbers come from the results of studies.

    python -m tools.claims docs/written docs

A page is written by hand, as a Jinja2 template. It looks numbers of results up and says how each is
rounded. A claim about numbers (an order, a sign, a significance) stands with its condition:

    {% set paper = results("pretrained") %}
    {% set area = paper.row("tables/chance", metric="PPL", part="all", measure="auc") %}
    {% call claim(area.low > 0.5) %}
    Under PPL it is better than chance: {{ area | estimate(3) }}.
    {% endcall %}

A number from training is typed, as in a model's card (`tools.cards`), in a claim about the model
files it was measured with (`files_of("encoder")`).

If a condition fails, the page is not written, and all claims that are no longer true are listed. A
page about a study without results in this folder stays as it is.
"""

import argparse
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, TemplateError

from gec_attribution.errors import GecAttributionError, InputError
from gec_attribution.formatting.numerals import numeral
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.storage.files import write_atomically
from tools.cards import files_of

MADE = "<!-- made by `make docs` from {source}, which is the file to edit -->\n\n"

MODELS = Path(__file__).parents[1] / "models"

Row = Mapping[str, Any]


class NotRunError(GecAttributionError):
    """A study has no results in the folder."""


class Results:
    """Results of a study: the CSV files of its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tables: dict[str, Any] = {}

    def rows(self, table: str, **where: object) -> list[Row]:
        """The rows of a table whose cells have the given values, in the table's order.

        Args:
            table: path of the CSV file in the study's folder, without its ending.
            where: a column, and the value that its cells have, or a list of those they may have.

        Returns:
            Each row as a mapping from column to value; an empty cell is None.

        Raises:
            InputError: there is no such table, column or value.
        """
        if table not in self._tables:
            self._tables[table] = read_tables([self.folder / f"{table}.csv"])
        rows = self._tables[table]
        for column, allowed in where.items():
            if column not in rows:
                raise InputError(
                    f"{table}.csv has no column {column!r}; there are {', '.join(rows)}"
                )
            values = allowed if isinstance(allowed, list) else [allowed]
            for value in values:
                if not (rows[column] == value).any():
                    there = ", ".join(sorted({repr(cell) for cell in rows[column]}))
                    raise InputError(
                        f"{table}.csv has no row with {column} {value!r} that was asked for by "
                        f"{where}; there are {there}"
                    )
            rows = rows[rows[column].isin(values)]
        return rows.astype(object).where(rows.notna(), None).to_dict("records")

    def row(self, table: str, **where: object) -> Row:
        """The only row of a table whose cells have the given values.

        Raises:
            InputError: as `rows`, and where several rows have them.
        """
        rows = self.rows(table, **where)
        if len(rows) > 1:
            raise InputError(f"{table}.csv has {len(rows)} rows with {where}; say which")
        return rows[0]


def page(source: Path, results: Path) -> str:
    """The text of a page, whose template's numbers are looked up in the results of studies.

    Raises:
        NotRunError: it is about a study that has no results.
        InputError: it asks for a missing number, or makes a claim against the results.
    """
    stale: list[str] = []

    def claim(holds: object, caller: Callable[[], str]) -> str:
        sentence = caller()
        if not holds:
            stale.append(" ".join(sentence.removeprefix("- ").split()))
        return sentence

    @cache
    def study(name: str) -> Results:
        if not (results / name / "tables").is_dir():
            raise NotRunError(
                f"the study {name} has no results in {results}; `snakemake --cores all "
                "--configfile` with its file makes them"
            )
        return Results(results / name)

    # No escaping: the templates are this repository's own Markdown.
    environment = Environment(  # noqa: S701
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "fixed": numeral,
        "percent": percent,
        "estimate": estimate,
        "span": span,
    }
    environment.globals |= {"results": study, "claim": claim, "leads": leads}
    environment.globals["files_of"] = lambda model: files_of(MODELS / model)
    try:
        text = environment.from_string(source.read_text(encoding="utf-8")).render()
    except NotRunError:
        raise
    except (GecAttributionError, TemplateError, TypeError) as error:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == "<template>"
        ]
        raise InputError(f"{source}, line {lines[0] if lines else '?'}: {error}") from error
    if stale:
        listed = "\n".join(f"- {sentence}" for sentence in stale)
        raise InputError(f"{source}: no longer true:\n{listed}")
    return text.strip() + "\n"


def percent(share: float, decimals: int = 0) -> str:
    """A share of 1 in percent, as in `72 %`."""
    return f"{numeral(100 * share, decimals)} %"


def estimate(
    row: Row, decimals: int, column: str = "value", *, unit: str = "", signed: bool = False
) -> str:
    """A number of a row and its 95 % interval, if it has one, as in `0.586 [0.551, 0.620]`."""
    if row[column] is None:
        raise InputError(f"{column} is undefined in {dict(row)}")
    # Bounds of the column itself (`recall_low`), else the row's `low` and `high`.
    prefix = f"{column}_" if f"{column}_low" in row else ""
    scale = 100 if unit == "%" else 1
    number, low, high = (
        None if cell is None else numeral(scale * cell, decimals, signed=signed)
        for cell in (row[column], row[f"{prefix}low"], row[f"{prefix}high"])
    )
    written = f"{number} {unit}".strip()
    return written if low is None or high is None else f"{written} [{low}, {high}]"


def leads(rows: Iterable[Row], per: Iterable[str], column: str = "value", **who: object) -> bool:
    """Whether the row with these values, as `method="Shapley"`, leads in each group of rows.

    The columns `per` name a group; a row without a number takes no part.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        if row[column] is not None:
            groups.setdefault(tuple(row[name] for name in per), []).append(row)
    greatest = [max(group, key=lambda row: float(row[column])) for group in groups.values()]
    return all(row[name] == value for row in greatest for name, value in who.items())


def span(rows: Iterable[Row], decimals: int, column: str = "value", *, unit: str = "") -> str:
    """The least and the greatest number of some rows, as in `55 to 62 %`; one if alike."""
    scale = 100 if unit == "%" else 1
    numbers = [scale * row[column] for row in rows if row[column] is not None]
    if not numbers:
        raise InputError(f"no row has a {column}")
    ends = dict.fromkeys(numeral(end, decimals) for end in (min(numbers), max(numbers)))
    return f"{' to '.join(ends)} {unit}".strip()


def main() -> None:
    """Write each page, or say why it stays as it is; what is no longer true is an error."""
    parser = argparse.ArgumentParser(description="Write pages whose numbers come from results.")
    parser.add_argument("written", type=Path, help="the folder of the templates")
    parser.add_argument("pages", type=Path, help="the folder of the pages")
    parser.add_argument(
        "--results", type=Path, default=Path("results"), help="the folder of the studies' results"
    )
    options = parser.parse_args()
    errors = []
    for source in sorted(options.written.glob("*.md")):
        made = options.pages / source.name
        try:
            text = page(source, options.results)
        except NotRunError as error:
            sys.stderr.write(f"{made} stays as it is: {error}\n")
        except InputError as error:
            errors.append(str(error))
        else:
            with write_atomically(made) as temporary:
                temporary.write_text(MADE.format(source=source) + text, encoding="utf-8")
    sys.exit("\n".join(errors) or 0)


if __name__ == "__main__":
    main()
