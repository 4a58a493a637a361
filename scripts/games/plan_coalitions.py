"""Plan the sentence pairs that a study's methods need on a data set, each once."""

from typing import Any

import numpy as np

from gec_attribution.attribution import load_method
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.games.coalitions import Masks, lattice_masks, plan_coalitions, write_plan
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.seeds import sentence_seed


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs and each system's coalitions."""
    params = snakemake.params
    methods = [
        load_method(name, entry, **params.coalitions) for name, entry in params.methods.items()
    ]

    # The whole lattice, whatever the methods: consistency asks for groups that φ will name.
    def masks_of(n: int, seed: int) -> Masks:
        if n <= params.coalitions["max_edits"]:
            return lattice_masks(n)
        return np.concatenate([method.masks(n, seed) for method in methods])

    def seed_of(source: str, hypothesis: str) -> int:
        return sentence_seed(params.seed, source, hypothesis)

    edits = map(iter_edits, snakemake.input.edits)
    plan = plan_coalitions(dict(zip(params.systems, edits, strict=True)), masks_of, seed_of)
    write_plan(plan, snakemake.output.pairs, snakemake.output.coalitions)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
