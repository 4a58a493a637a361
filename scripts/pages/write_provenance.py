"""Write what a study's results were made from.

Reads: the configuration; params.files (the configuration's files), params.alone (false in a module
of another workflow); what the jobs of the study wrote into its folder. Writes: output[0].
"""

import json
from pathlib import Path
from typing import Any

from gec_attribution.pipeline.opening import open_study
from gec_attribution.pipeline.provenance import provenance_of
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.files import write_atomically


def main(snakemake: Any) -> None:
    """Unpack the rule and write the file."""
    params = snakemake.params
    study = open_study(
        snakemake.config, params.files, within=Path.cwd(), alone=params.alone
    )
    with write_atomically(snakemake.output[0]) as temporary:
        text = json.dumps(provenance_of(study), indent=1, ensure_ascii=False)
        temporary.write_text(text + "\n", encoding="utf-8")


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
