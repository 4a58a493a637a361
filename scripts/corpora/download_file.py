"""Fetch a pinned file, from its URL or from a mirror."""

from typing import Any

from gec_attribution.corpora.downloads import fetch, mirror_folder
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and fetch the file."""
    mirror = mirror_folder(snakemake.config.get("mirror"))
    fetch(snakemake.params.spec, snakemake.output[0], mirror)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
