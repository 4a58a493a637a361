"""Train the embedded GECToR on synthetic errors and on learners' sentences."""

from pathlib import Path
from typing import Any

from gec_attribution.languages import load_extractor
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines
from gec_attribution.systems import load_system
from gec_attribution.systems.correction import correct_corpus
from gec_study.scripts import run_script
from gec_training.data.corpus import read_paragraphs
from gec_training.encoder.grammar import read_sentences
from gec_training.gector.recipe import Learners, errant_score, train_gector


def main(snakemake: Any) -> None:
    """Unpack the rule; write the model's folder and its scores with all thresholds."""
    inputs, params = snakemake.input, snakemake.params
    recipe = dict(params.recipe)
    sources = read_lines(inputs.sources)
    references = zip(*map(read_lines, inputs.references), strict=True)
    # As in a study, where it corrects the output of a spelling corrector.
    spelt = correct_corpus(load_system("spelling", {"type": "spelling"}), sources)
    figures = train_gector(
        Path(inputs.start),
        read_sentences(read_paragraphs(inputs.corpus), recipe.pop("sentences"), recipe["seed"]),
        Learners(sources, spelt, list(references)),
        Path(snakemake.output.model),
        Path(params.work),
        score=errant_score(load_extractor(params.language, params.pipeline)),
        **recipe,
        device=params.device,
    )
    write_csv(figures, snakemake.output.figures, decimals=4)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
