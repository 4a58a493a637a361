"""Measure how often a reader, and each metric of a study, prefers a sentence with one more edit."""

from typing import Any

import pandas as pd
from scipy.stats import binomtest

from gec_attribution.edits.m2 import read_m2
from gec_attribution.metrics import load_metric
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.probes import (
    ALL_EDITS,
    judged_pairs,
    preference_shares,
    read_judgements,
)


def main(snakemake: Any) -> None:
    """Unpack the rule and write how many pairs each judge got right: a metric, or the reader.

    Columns: judge, preferred, pairs, share, and its 95 % interval (Wilson), low and high.
    """
    judgements = read_judgements(snakemake.input.judgements)
    pairs = judged_pairs(judgements, read_m2(snakemake.input.sentences))
    preferred = {"reader": sum(judgement.corrected for judgement in judgements)}
    for name, entry in snakemake.params.metrics.items():
        shares = preference_shares(load_metric(name, entry), pairs).set_index("difference")
        preferred[name] = int(shares.loc[ALL_EDITS, "preferred"])
    intervals = [
        binomtest(count, len(pairs)).proportion_ci(method="wilson") for count in preferred.values()
    ]
    table = pd.DataFrame({"judge": preferred.keys(), "preferred": preferred.values()})
    table["pairs"] = len(pairs)
    table["share"] = table["preferred"] / table["pairs"]
    table[["low", "high"]] = [(interval.low, interval.high) for interval in intervals]
    write_csv(table, snakemake.output[0], decimals=4)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
