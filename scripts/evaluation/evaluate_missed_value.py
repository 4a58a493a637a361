"""What each metric would have given for the edits of the references that systems did not make.

Reads: input.edits (one M2 file per system), input.references (one per reference), input.coalitions,
input.scores and input.attributions (one file per metric each); params.systems and params.metrics
(their names), params.options (method, min_frequency), params.methods, params.coalitions,
params.language, params.resamples, params.seed; the wildcard dataset. Writes: output[0].
"""

from collections.abc import Iterator
from itertools import tee
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution import load_method
from gec_attribution.attribution.base import Method
from gec_attribution.attribution.edit_tables import signature_of
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.edits.model import m2_text
from gec_attribution.edits.references import read_references
from gec_attribution.experiments.missed_value.compute import judged_by_reference, missed_value
from gec_attribution.games.game import Game
from gec_attribution.games.missed import MISSED_BY, missed_games
from gec_attribution.games.values import ValueTable, sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv

COLUMNS = ["system", "line", "edit", "phi", "signature"]


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    options, language = params.options, load_language(params.language)
    name = options["method"]
    method = load_method(name, params.methods[name], **params.coalitions)
    references = read_references(inputs.references)
    paths = dict(zip(params.systems, inputs.edits, strict=True))

    def attributed(system: str, scores: str) -> Iterator[np.ndarray]:
        """φ of the players of each line's game, which is read when it is asked for."""
        games, planned = tee(
            missed_games(iter_edits(paths[system]), references, language, params.seed)
        )
        missed_by = f"{MISSED_BY}{system}"
        bases = ((m2_text(game.base), game.edits) for game in planned)
        values = sentences_with_values({missed_by: bases}, inputs.coalitions, scores)[missed_by]
        for found, game in zip(values, games, strict=True):
            yield phi_of(method, found.table, game)

    tables = []
    for metric, scores, path in zip(
        params.metrics, inputs.scores, inputs.attributions, strict=True
    ):
        attributions = pd.read_parquet(path, columns=COLUMNS)
        edits = [
            judged_by_reference(
                system,
                (found for _, found in iter_edits(paths[system])),
                references,
                attributions[attributions["system"] == system],
                attributed(system, scores),
            )
            for system in params.systems
        ]
        tables.append(
            missed_value(
                snakemake.wildcards.dataset,
                metric,
                pd.concat(edits, ignore_index=True),
                len(references),
                min_frequency=options["min_frequency"],
                resamples=params.resamples,
                seed=params.seed,
                signature=signature_of(attributions) if len(attributions) else "",
            )
        )
    write_csv(pd.concat(tables, ignore_index=True), snakemake.output[0])


def phi_of(method: Method, table: ValueTable, game: Game) -> np.ndarray:
    """φ of the players; NaN where the method asks for values beyond the plan."""
    try:
        return method.attribute(table, game.seed).phi
    except KeyError:
        return np.full(game.n, np.nan)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
