"""Put a study's figures and tables into a page of docs.

Reads: input.figures (PNG) and input.tables (Markdown), params.titles (name to title), params.page,
params.command, params.models (metric or system to its models). Writes: params.page and pictures
next to it; output[0] says when.
"""

from importlib.metadata import version
from pathlib import Path
from typing import Any

from gec_attribution.pages.results import update_page
from gec_attribution.running.scripts import run_script

LIBRARIES = ("torch", "transformers", "spacy", "errant", "numpy", "scipy", "matplotlib", "seaborn")


def main(snakemake: Any) -> None:
    """Unpack the rule and rewrite the page."""
    inputs, params = snakemake.input, snakemake.params

    def titled(paths: list[str]) -> list[tuple[str, Path]]:
        return [(params.titles[Path(path).stem.split(".")[0]], Path(path)) for path in paths]

    facts = {
        "command": f"`{params.command}`",
        "models": ", ".join(f"{name}: {model}" for name, model in params.models.items()),
        "versions": ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
    }
    figures, tables = titled(inputs.figures), titled(inputs.tables)
    update_page(Path(params.page), snakemake.rule, facts, figures, tables)
    Path(snakemake.output[0]).touch()


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
