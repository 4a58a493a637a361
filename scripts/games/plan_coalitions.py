"""Plan the sentence pairs that a study's methods and experiments need on a data set, each once.

Reads: input.edits (one M2 file per system), input.references (one per reference; empty unless
their edits are planned); params.systems (their names), params.methods (name to configuration
entry), params.coalitions, params.lattices (for each experiment on whole lattices, the fewest and
the most edits of a sentence), params.played_references (the most edits of a planned reference, or
None), params.language, params.seed. Writes: output.pairs, output.coalitions.
"""

from typing import Any

from gec_attribution.attribution import load_method
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.games.plan import (
    REFERENCE,
    OtherGames,
    lattice_need,
    plan_coalitions,
    reference_games,
    write_plan,
)
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs and each system's coalitions."""
    params = snakemake.params
    methods = [
        load_method(name, entry, **params.coalitions) for name, entry in params.methods.items()
    ]
    needs = [method.masks for method in methods]
    needs += [lattice_need(*limits) for limits in params.lattices.values()]
    systems = dict(zip(params.systems, map(iter_edits, snakemake.input.edits), strict=True))
    language = load_language(params.language)
    others = {}
    if params.played_references:
        most = params.played_references
        for number, path in enumerate(snakemake.input.references):
            games = reference_games(iter_edits(path), most, language, params.seed)
            others[f"{REFERENCE}{number}"] = OtherGames(games, [lattice_need(1, most)])
    plan = plan_coalitions(systems, needs, language, params.seed, others)
    write_plan(plan, snakemake.output.pairs, snakemake.output.coalitions)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
