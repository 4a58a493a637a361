"""Make IMPARA's training pairs from sources and their references."""

from typing import Any

from gec_attribution.languages import load_extractor
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import read_lines
from gec_study.scripts import run_script
from gec_training.encoder.impara import make_pairs
from gec_training.loop.text_model import load_encoder


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table of pairs."""
    params = snakemake.params
    sources = read_lines(snakemake.input.sources)
    parallel = [
        pair
        for references in snakemake.input.references
        for pair in zip(sources, read_lines(references), strict=True)
    ]
    edits = load_extractor(params.language, params.pipeline).extract(parallel)
    # The encoder is a folder that a rule made, or one named in the configuration.
    encoder = snakemake.input.get("encoder", params.get("encoder"))
    pairs = make_pairs(
        [(source, own) for (source, _), own in zip(parallel, edits, strict=True)],
        load_encoder(encoder, device=params.device, revision=params.get("revision")).vectors,
        pairs=params.pairs,
        pairs_a_sentence=params.pairs_a_sentence,
        seed=params.seed,
    )
    with write_atomically(snakemake.output[0]) as temporary:
        pairs.to_parquet(temporary, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
