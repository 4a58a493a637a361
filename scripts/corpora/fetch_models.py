"""Download the models of the Hugging Face hub that a study names.

Reads: params.models (id and commit of each), params.taggers (model, revision and the encoder's
revision of each GECToR checkpoint, which names an encoder). They go to the hub's cache.
"""

from typing import Any

from gec_attribution.networks.hub import model_folder
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.systems.gector_model import encoder_config


def main(snakemake: Any) -> None:
    """Unpack the rule and fetch one after the other."""
    for model, revision in snakemake.params.models:
        model_folder(model, revision)
    for model, revision, encoder_revision in snakemake.params.taggers:
        encoder_config(model_folder(model, revision), encoder_revision)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
