"""EXCGEC's Tables 3 to 6: score the corrections of a data set and their explanations.

Reads: input.sources, input.references and input.systems (one text each), input.gold, and
input.explanations and input.reports (of every run of every explainer); params.systems (their
names), params.explained (explainer, whose correction, number of runs, whether it corrects itself),
params.language, params.pipeline, params.resamples, params.seed; the wildcard dataset. Writes:
output[0].
"""

import json
from itertools import islice
from pathlib import Path
from typing import Any

from gec_attribution.experiments.explained_systems.compute import Solution, explained_system_scores
from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.languages import load_language
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    language = load_language(params.language)

    def texts(path: str) -> list[str]:
        return [language.join(language.tokenize(line)) for line in read_lines(path)]

    sources = texts(inputs.sources)
    systems = dict(zip(params.systems, map(texts, inputs.systems), strict=True))
    files, reports = iter(inputs.explanations), iter(inputs.reports)
    solutions = []
    for explainer, correction, runs, corrects in params.explained:
        explained = [read_explanations_of(path, sources).sentences for path in islice(files, runs)]
        if corrects:
            corrected = [[sentence.target for sentence in run] for run in explained]
        else:
            corrected = [systems[correction]] if correction in systems else []
        unread = [
            json.loads(Path(path).read_text(encoding="utf-8"))["unread"]
            for path in islice(reports, runs)
        ]
        solutions.append(Solution(explainer, correction, corrected, explained, unread))
    explained_systems = {solution.correction for solution in solutions}
    alone = [
        Solution("", name, [corrected], [])
        for name, corrected in systems.items()
        if name not in explained_systems
    ]
    pipeline = None if params.pipeline == "auto" else Path(params.pipeline)
    table = explained_system_scores(
        snakemake.wildcards.dataset,
        sources,
        list(zip(*map(texts, inputs.references), strict=True)),
        read_explanations_of(inputs.gold, sources).sentences,
        [*solutions, *alone],
        aligner=ChineseAligner(Lexicons(pipeline)),
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
