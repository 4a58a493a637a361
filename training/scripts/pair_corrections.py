"""Make IMPARA's training pairs from sources and their references."""

from typing import Any

from gec_attribution.languages import load_extractor
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import read_lines
from training.impara import make_pairs, sentence_vectors
from training.recipes import Pairs


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table of pairs."""
    recipe = Pairs(**snakemake.params.recipe)
    sources = read_lines(snakemake.input.sources)
    parallel = [
        pair
        for references in snakemake.input.references
        for pair in zip(sources, read_lines(references), strict=True)
    ]
    edits = load_extractor("en").extract(parallel)
    pairs = make_pairs(
        [(source, found) for (source, _), found in zip(parallel, edits, strict=True)],
        sentence_vectors(recipe, snakemake.params.device),
        pairs=recipe.pairs,
        pairs_a_sentence=recipe.pairs_a_sentence,
        seed=recipe.seed,
    )
    with write_atomically(snakemake.output[0]) as temporary:
        pairs.to_parquet(temporary, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
