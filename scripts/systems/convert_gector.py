"""Write a GECToR checkpoint that its makers published in the format of the system `gector`.

Reads: input.weights, input.labels (its list of tags); params.encoder (id and revision of the model
that was fine-tuned). Writes: output[0], a folder.
"""

from pathlib import Path
from typing import Any

from gec_attribution.networks.hub import description_folder
from gec_attribution.storage.files import write_atomically
from gec_attribution.systems.gector_official import convert_checkpoint
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the folder."""
    encoder = description_folder(*snakemake.params.encoder)
    with write_atomically(snakemake.output[0]) as folder:
        convert_checkpoint(
            Path(snakemake.input.weights), Path(snakemake.input.labels), encoder, folder
        )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
