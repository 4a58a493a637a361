"""Download the models of the Hugging Face hub that a study names, and compare them with its lists.

Reads: params.models (id and revision of each), params.taggers (model, revision and the encoder's
revision of each GECToR checkpoint, which names an encoder). They go to the hub's cache.
"""

from typing import Any

from gec_attribution.networks.hub import fetch_checked, model_folder
from gec_attribution.systems.gector_model import encoder_config
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule; fetch one after the other, and say what is there."""
    for model, revision in dict.fromkeys(map(tuple, snakemake.params.models)):
        listing = fetch_checked(model, revision)
        size = sum(listing.sizes.values()) / 1e6
        line = f"{model} at {listing.commit}: {size:.1f} MB, as the hub lists them"
        print(line, flush=True)  # noqa: T201  (a person waits for it)
    for model, revision, encoder_revision in snakemake.params.taggers:
        encoder_config(model_folder(model, revision), encoder_revision)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
