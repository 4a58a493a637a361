"""Plan the sentence pairs that a study's methods need on a data set, each once."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution import load_method
from gec_attribution.coalitions import Masks, lattice_masks, plan_coalitions
from gec_attribution.edits import edits_of
from gec_attribution.files import write_atomically
from gec_attribution.scripting import run_script
from gec_attribution.seeds import sentence_seed


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

    edits = map(edits_of, snakemake.input.edits)
    plan = plan_coalitions(dict(zip(params.systems, edits, strict=True)), masks_of, seed_of)
    coalitions = pd.concat(plan.coalitions, names=["system"]).reset_index(level="system")
    _write(plan.pairs, snakemake.output.pairs)
    _write(coalitions, snakemake.output.coalitions)


def _write(table: pd.DataFrame, path: str | Path) -> None:
    with write_atomically(path) as temporary:
        table.to_parquet(temporary, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
