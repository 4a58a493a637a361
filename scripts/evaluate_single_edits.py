"""Measure how often a reader, and each metric of a study, prefers a sentence with one edit more."""

from typing import Any

import pandas as pd

from gec_attribution.extraction import load_extractor
from gec_attribution.files import write_atomically
from gec_attribution.metrics import load_metric
from gec_attribution.scripting import run_script
from gec_attribution.text import read_lines
from gec_attribution.training.minimal_pairs import (
    ALL_EDITS,
    judged_pairs,
    preference_shares,
    read_judgements,
)


def main(snakemake: Any) -> None:
    """Unpack the rule and write judge (a metric, or the reader), pairs, preferred, share."""
    extractor = load_extractor(snakemake.params.language, snakemake.params.pipeline)
    sources = read_lines(snakemake.input.sources)
    references = [
        extractor.extract(list(zip(sources, read_lines(reference), strict=True)))
        for reference in snakemake.input.references
    ]
    judgements = read_judgements(snakemake.input.judgements)
    pairs = judged_pairs(judgements, sources, references)
    rows = [("reader", len(pairs), sum(judgement.corrected for judgement in judgements))]
    for name, entry in snakemake.params.metrics.items():
        shares = preference_shares(load_metric(name, entry), pairs).set_index("difference")
        rows.append((name, len(pairs), shares.loc[ALL_EDITS, "preferred"]))
    table = pd.DataFrame(rows, columns=["judge", "pairs", "preferred"])
    table["share"] = table["preferred"] / table["pairs"]
    with write_atomically(snakemake.output[0]) as temporary:
        table.to_csv(temporary, index=False, float_format="%.4f", lineterminator="\n")


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
