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

If a condition fails, the page is not written, and all claims that are no longer true are listed.

The tables that pages read are copied to `docs/tables`, so that a reader can look numbers up. There
a signature is its digest, and `signatures.csv` beside the tables of a study has it in full. Where
this folder has no results of a study, pages read these copies; a page whose tables are in neither
place stays as it is.
"""

import argparse
import hashlib
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, StrictUndefined, TemplateError

from gec_attribution.errors import GecAttributionError, InputError
from gec_attribution.formatting.numerals import numeral
from gec_attribution.storage.csv_files import read_tables, write_csv
from gec_attribution.storage.files import write_atomically
from gec_attribution.tables.lookup import UnansweredError, rows_where, with_bounds
from tools.cards import files_of

MADE = "<!-- made by `make docs` from {source}, which is the file to edit -->\n\n"

MODELS = Path(__file__).parents[1] / "models"

SIGNATURES = "signatures.csv"

Row = Mapping[str, Any]


class NotRunError(GecAttributionError):
    """A table of a study is neither among the results nor among the copies."""


class Results:
    """Results of a study: the CSV files of its folder, or their copies.

    Attributes:
        read: the tables that were read, by path.
    """

    def __init__(self, name: str, results: Path, copies: Path) -> None:
        self.name = name
        self.folder = results / name
        self.copies = copies / name
        self.has_run = (self.folder / "tables").is_dir()
        if not self.has_run and not self.copies.is_dir():
            raise NotRunError(
                f"the study {name} has no results in {results}; `snakemake --cores all "
                "--configfile` with its file makes them"
            )
        self.read: dict[str, Any] = {}
        # The rows that pages have asked for, of which copies are kept.
        self.asked: dict[str, set[int]] = {}

    def rows(self, table: str, **where: object) -> list[Row]:
        """The rows of a table whose cells have the given values, in the table's order.

        Args:
            table: path of the CSV file in the study's folder, without its ending.
            where: a column, and the value that its cells have, or a list of those they may have.

        Returns:
            Each row as a mapping from column to value; an empty cell is None.

        Raises:
            NotRunError: the study has no results, and there is no copy of the table.
            InputError: there is no such table, column or value.
        """
        rows = self._table(table)
        for column, allowed in where.items():
            if column not in rows:
                raise InputError(
                    f"{table}.csv has no column {column!r}; it has {', '.join(rows)}"
                )
            # Each of the values must be there, not only one of them.
            for value in allowed if isinstance(allowed, list) else [allowed]:
                try:
                    rows_where(rows, f"{table}.csv", {column: value})
                except UnansweredError as error:
                    there = ", ".join(sorted({repr(cell) for cell in rows[column]}))
                    raise InputError(
                        f"{error}, asked for by {where}; there are {there}"
                    ) from error
            rows = rows_where(rows, table, {column: allowed})
        self.asked.setdefault(table, set()).update(rows.index)
        return rows.astype(object).where(rows.notna(), None).to_dict("records")

    def row(self, table: str, **where: object) -> Row:
        """The only row of a table whose cells have the given values.

        Raises:
            InputError: as `rows`, and where several rows have them.
        """
        rows = self.rows(table, **where)
        if len(rows) > 1:
            raise InputError(
                f"{table}.csv has {len(rows)} rows with {where}; say which"
            )
        return rows[0]

    def _table(self, table: str) -> Any:
        if table not in self.read:
            path = (self.folder if self.has_run else self.copies) / f"{table}.csv"
            if not self.has_run and not path.is_file():
                raise NotRunError(
                    f"the study {self.name} has no results here, nor {path}"
                )
            self.read[table] = read_tables([path])
        return self.read[table]

    def keep(self) -> None:
        """Copy the rows that were asked for from results, with digests of their signatures."""
        if not self.has_run:
            return
        file = self.copies / SIGNATURES
        signatures: dict[str, str] = {}
        if file.is_file():
            known = read_tables([file], ["digest"])
            signatures = dict(zip(known["digest"], known["signature"], strict=True))
        for name, whole in self.read.items():
            table = whole.loc[sorted(self.asked[name])]
            for column in _signature_columns(table):
                texts = table[column].dropna()
                digests = texts.map(_digest)
                signatures |= dict(zip(digests, texts, strict=True))
                table = table.assign(**{column: digests})
            path = self.copies / f"{name}.csv"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_csv(table, path)
        # Of tables that were written anew, the former signatures go.
        named = self._digests_named()
        kept = [item for item in sorted(signatures.items()) if item[0] in named]
        write_csv(pd.DataFrame(kept, columns=["digest", "signature"]), file)

    def _digests_named(self) -> set[str]:
        """Digests of signatures that the copied tables name."""
        named = set[str]()
        for path in self.copies.rglob("*.csv"):
            if path.name != SIGNATURES:
                table = read_tables([path])
                for column in _signature_columns(table):
                    named.update(table[column])
        return named


def _signature_columns(table: pd.DataFrame) -> list[str]:
    return [column for column in table if column.endswith("signature")]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def page(
    source: Path, results: Path, copies: Path, studies: dict[str, Results] | None = None
) -> str:
    """The text of a page, whose template's numbers are looked up in the results of studies.

    Args:
        source: the template.
        results: the folder of the studies' results.
        copies: the folder of the copies of their tables.
        studies: takes the studies that were asked for, by name.

    Raises:
        NotRunError: it is about a study that has no such results, and no copies of them.
        InputError: it asks for a missing number, or makes a claim against the results.
    """
    stale: list[str] = []
    known = {} if studies is None else studies

    def study(name: str) -> Results:
        if name not in known:
            known[name] = Results(name, results, copies)
        return known[name]

    def claim(holds: object, caller: Callable[[], str]) -> str:
        sentence = caller()
        if not holds:
            stale.append(" ".join(sentence.removeprefix("- ").split()))
        return sentence

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
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == "<template>"]
        raise InputError(f"{source}, line {[*lines, '?'][0]}: {error}") from error
    if stale:
        listed = "\n".join(f"- {sentence}" for sentence in stale)
        raise InputError(f"{source}: no longer true:\n{listed}")
    return text.strip() + "\n"


def percent(share: float, decimals: int = 0) -> str:
    """A share of 1 in percent, as in `72 %`."""
    return f"{numeral(100 * share, decimals)} %"


def estimate(
    row: Row,
    decimals: int,
    column: str = "value",
    *,
    unit: str = "",
    signed: bool = False,
) -> str:
    """A number of a row and its 95 % interval, if it has one, as in `0.586 [0.551, 0.620]`."""
    if row[column] is None:
        raise InputError(f"{column} is undefined in {dict(row)}")
    value, low, high = with_bounds(row, column)
    scale = 100 if unit == "%" else 1
    written = f"{numeral(scale * value, decimals, signed=signed)} {unit}".strip()
    if low is None or high is None:
        return written
    bounds = [numeral(scale * bound, decimals, signed=signed) for bound in (low, high)]
    return f"{written} [{', '.join(bounds)}]"


def leads(
    rows: Iterable[Row], per: Iterable[str], column: str = "value", **who: object
) -> bool:
    """Whether the row with these values, as `method="Shapley"`, leads in each group of rows.

    The columns `per` name a group; a row without a number takes no part.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        if row[column] is not None:
            groups.setdefault(tuple(row[name] for name in per), []).append(row)
    for group in groups.values():
        greatest = max(group, key=lambda row: float(row[column]))
        if any(greatest[name] != value for name, value in who.items()):
            return False
    return True


def span(
    rows: Iterable[Row], decimals: int, column: str = "value", *, unit: str = ""
) -> str:
    """The least and the greatest number of some rows, as in `55 to 62 %`; one if alike."""
    scale = 100 if unit == "%" else 1
    numbers = [scale * row[column] for row in rows if row[column] is not None]
    if not numbers:
        raise InputError(f"no row has a {column}")
    ends = dict.fromkeys(numeral(end, decimals) for end in (min(numbers), max(numbers)))
    return f"{' to '.join(ends)} {unit}".strip()


def main() -> None:
    """Write each page, or say why it stays as it is; what is no longer true is an error."""
    parser = argparse.ArgumentParser(
        description="Write pages whose numbers come from results."
    )
    parser.add_argument("written", type=Path, help="the folder of the templates")
    parser.add_argument("pages", type=Path, help="the folder of the pages")
    parser.add_argument(
        "--results",
        type=Path,
        default=Path("results"),
        help="the folder of the studies' results",
    )
    options = parser.parse_args()
    errors = []
    for source in sorted(options.written.glob("*.md")):
        made = options.pages / source.name
        studies: dict[str, Results] = {}
        try:
            text = page(source, options.results, options.pages / "tables", studies)
        except NotRunError as error:
            sys.stderr.write(f"{made} stays as it is: {error}\n")
        except InputError as error:
            errors.append(str(error))
        else:
            with write_atomically(made) as temporary:
                temporary.write_text(
                    MADE.format(source=source) + text, encoding="utf-8"
                )
            for study in studies.values():
                study.keep()
    sys.exit("\n".join(errors) or 0)


if __name__ == "__main__":
    main()
