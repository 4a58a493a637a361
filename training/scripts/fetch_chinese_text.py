"""Fetch the commit of a repository that Chinese sentences are gathered from."""

from pathlib import Path
from typing import Any

from gec_study.scripts import run_script
from gec_training.data.chinese_text import fetch_commit


def main(snakemake: Any) -> None:
    """Unpack the rule; fetch the commit."""
    fetch_commit(snakemake.params.url, snakemake.params.commit, Path(snakemake.output[0]))


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
