"""Put a study's figures and tables into a page of docs.

Reads: input.figures (PNG) and input.tables (JSON), params.titles (name to title), params.labels (of
data sets and metrics, for figures of one of each), params.page, params.command, params.models
(metric or system to its models). Writes: params.page and its pictures, in a folder of its name;
output[0] says when.
"""

from importlib.metadata import version
from pathlib import Path
from typing import Any

from gec_study.scripts import run_script
from tools.documentation.results import update_page

PICTURES = Path("docs/figures")
LIBRARIES = ("torch", "transformers", "spacy", "errant", "numpy", "scipy", "matplotlib", "seaborn")


def main(snakemake: Any) -> None:
    """Unpack the rule and rewrite the page."""
    inputs, params = snakemake.input, snakemake.params

    def titled(paths: list[str]) -> list[tuple[str, Path]]:
        return [(_title(Path(path), params), Path(path)) for path in paths]

    facts = {
        "command": f"`{params.command}`",
        "models": ", ".join(f"{name}: {model}" for name, model in params.models.items()),
        "versions": ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
    }
    figures = titled(inputs.figures)
    tables = distinct(titled(inputs.tables), figures)
    # Studies have figures of the same names.
    pictures = PICTURES / Path(params.page).stem
    update_page(Path(params.page), snakemake.rule, facts, figures, tables, pictures=pictures)
    Path(snakemake.output[0]).touch()


def distinct(tables: list[tuple[str, Path]], figures: list[tuple[str, Path]]) -> list:
    """The tables, with a longer title where a figure has the same; a page's headings are links."""
    drawn = {title for title, _ in figures}
    return [(f"{title}: the numbers" if title in drawn else title, path) for title, path in tables]


def _title(path: Path, params: Any) -> str:
    """The title of a result; of a figure of one data set and metric with their labels."""
    name, *about = path.stem.split(".", 1)
    dataset, _, metric = about[0].partition(".") if about else ("", "", "")
    names = {"dataset": dataset, "metric": metric}
    shown = [params.labels[kind].get(name, name) for kind, name in names.items() if name]
    return ": ".join([params.titles[name], *filter(None, [", ".join(shown)])])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
