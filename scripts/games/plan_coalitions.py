"""Plan the sentence pairs that a study's methods and experiments need on a data set, each once.

Reads: input.edits (one M2 file per system); params.systems (their names), params.methods (name to
configuration entry), params.coalitions, params.experiments (those that need coalitions, name to
options), params.language, params.seed. Writes: output.pairs, output.coalitions.
"""

from typing import Any

from gec_attribution.attribution import load_method
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.evaluation.needs import experiment_needs
from gec_attribution.games.plan import plan_coalitions, write_plan
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs and each system's coalitions."""
    params = snakemake.params
    methods = [
        load_method(name, entry, **params.coalitions) for name, entry in params.methods.items()
    ]
    needs = [method.masks for method in methods] + experiment_needs(params.experiments)
    systems = dict(zip(params.systems, map(iter_edits, snakemake.input.edits), strict=True))
    plan = plan_coalitions(systems, needs, load_language(params.language), params.seed)
    write_plan(plan, snakemake.output.pairs, snakemake.output.coalitions)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
