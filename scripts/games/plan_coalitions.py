"""Plan the sentence pairs that a study's methods and experiments need on a data set, each once.

Reads: input.edits (one M2 file per system), input.extraction (what each depends on, as JSON),
input.references (one M2 file per reference; empty unless their edits are planned);
params.settings (`ExperimentStudy.plan_settings`); the wildcard dataset.
Writes: output.pairs, output.coalitions, output.games, which has the settings among its attributes.
"""

from typing import Any

from gec_attribution.attribution import load_method
from gec_attribution.edits.m2 import edits_of, read_references
from gec_attribution.errors import InputError
from gec_attribution.games.plan import (
    lattice_need,
    plan_coalitions,
    reference_players,
    write_plan,
)
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import read_json


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs and each system's coalitions."""
    inputs = snakemake.input
    settings = snakemake.params.settings
    output = snakemake.output
    needs = []
    for name, entry in settings["methods"].items():
        method = load_method(name, entry, **settings["coalitions"])
        needs.append(method.masks)
    needs += [lattice_need(*limits) for limits in settings["lattices"].values()]
    names = settings["systems"]
    systems = dict(zip(names, map(edits_of, inputs.edits), strict=True))
    most = settings["most_reference_edits"]
    references = {}
    if inputs.references:
        sources = [source for source, _ in edits_of(inputs.references[0])]
        references = reference_players(
            sources, read_references(inputs.references), most
        )
    language = load_language(settings["language"])
    plan = plan_coalitions(
        systems,
        needs,
        language,
        settings["seed"],
        references=references,
        reference_needs=[lattice_need(1, most)],
    )
    of_systems = plan.games.loc[plan.games["system"].isin(names), "edits"]
    if not of_systems.map(len).any():
        raise InputError(
            f"datasets.{snakemake.wildcards.dataset}: no system ({', '.join(names)}) "
            "makes an edit in it, so there is nothing to attribute; leave it out, or correct it by "
            "another system"
        )
    signatures = dict(zip(names, map(read_json, inputs.extraction), strict=True))
    plan.games.attrs |= {"signatures": signatures, "settings": settings}
    write_plan(plan, output.pairs, output.coalitions, output.games)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
