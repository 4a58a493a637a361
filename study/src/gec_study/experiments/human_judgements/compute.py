"""Whether attributions agree with people who judged each edit of a correction.

The judgements are those of SEEDA (Kobayashi et al. 2024). An attribution tells valid edits from
invalid ones as well as the area under its ROC curve says: the
probability that a valid edit, drawn at random, has a higher attribution than an invalid one, ties
counted half (Hanley and McNeil 1982). 0.5 is chance.
"""

import logging
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import signature_of, the_one
from gec_attribution.edits.error_types import main_type
from gec_attribution.edits.judged import JudgedCorrection, read_judged
from gec_attribution.judging.judged_edits import judged_edits, with_judgements
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.classification import area_under_curve
from gec_attribution.statistics.differences import differences
from gec_attribution.statistics.signs import signs_of
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature
from gec_study.experiments.inputs import Inputs

ALL = "all"
# What the rows of people are called, who are neither a metric nor a method.
PEOPLE, ANOTHER = "people", "another annotator"
MEASURES = ("auc", "auc_normalised", "positive_valid", "positive_invalid", "agreement")


logger = logging.getLogger(__name__)


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """`human_judgements`, and the differences between methods and between metrics."""
    (file,) = inputs.files["judged"]
    judged = read_judged(file, inputs.settings["lines"])
    logger.info(
        "%s: %d corrections, of which %d cannot be read; %d distinct ones with an edit",
        *(file, judged.lines, judged.unreadable, len(judged.corrections)),
    )
    table = human_judgements(
        list(inputs.attributions()),
        judged.corrections,
        min_frequency=inputs.options["min_frequency"],
        **inputs.resampling,
    )
    compared = differences(statistics(table), keys=["measure"])
    return {"human_judgements": table, "differences/human_judgements": compared}


def human_judgements(
    attributions: Sequence[pd.DataFrame],
    corrections: Sequence[JudgedCorrection],
    *,
    min_frequency: int = 10,
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """How well each metric and method tells the edits that people find valid from the others.

    The last rows are the ceiling: how well one annotator tells what another finds valid, on the
    corrections that several annotators judged.

    Args:
        attributions: those of each metric and method on the data set, one frame each.
        corrections: what people judged; one for each line of the data set.
        min_frequency: fewest invalid edits, and fewest valid ones, of an error type with own rows.
        resamples: bootstrap resamples of the sources; `enough_to_test` are made.
        seed: the study's seed.

    Returns:
        A row for all edits (type `all`) and for each frequent type of error, of each metric and
        method: dataset, metric, method, edits, invalid (how many of them), and, each with `_low`
        and `_high`: auc (of φ), auc_normalised (of normalised φ), positive_valid (share of valid
        edits whose φ is positive), positive_invalid (of invalid ones), agreement (share of all
        edits that are valid and positive, or neither); p (that auc is 0.5, chance) and p_holm (over
        all metrics and methods, of all edits and of types each), type, sources, note, missing
        (edits without attribution), signature, replicates (of `MEASURES`, for `statistics`).

    Raises:
        InputError: the attributions are not those of the corrections' edits.
    """
    judged = judged_edits(corrections)
    dataset = the_one(attributions[0], "dataset")
    sampling: dict[str, int] = {
        "sources": int(judged["source"].max()) + 1,
        "seed": seed_from(seed, "bootstrap", dataset),
    }
    tested = bootstrap.enough_to_test(resamples)
    rows = []
    for table in attributions:
        edits = with_judgements(table, judged)
        edits = edits.assign(positive=signs_of(edits) > 0, kind=main_type(edits["type"]))
        known = edits.dropna(subset="phi")
        for kind, some in [(ALL, known), *_frequent(known, min_frequency)]:
            rows.append(
                {
                    "metric": the_one(table, "metric"),
                    "method": the_one(table, "method"),
                    "type": kind,
                    **_measures(some, resamples=tested, **sampling),
                    "missing": len(edits) - len(known),
                    "signature": signature_of(table, resamples=resamples),
                }
            )
    people = _measures(_pairs_of_people(corrections, judged), resamples=tested, **sampling)
    names = {"metric": PEOPLE, "method": ANOTHER, "type": ALL, "missing": 0}
    signature = format_signature({"resamples": resamples, "seed": seed})
    rows.append({**names, **people, "signature": signature})
    leading = ["metric", "method", "edits", "invalid"]
    table = pd.DataFrame(rows)
    for whole in (True, False):
        family = (table["metric"] != PEOPLE) & ((table["type"] == ALL) == whole)
        table.loc[family, "p_holm"] = bootstrap.holm(table.loc[family, "p"].to_numpy(dtype=float))
    table = table[[*leading, *table.columns.drop([*leading, "replicates"]), "replicates"]]
    table.insert(0, "dataset", dataset)
    return table


def statistics(table: pd.DataFrame) -> pd.DataFrame:
    """The measures that `differences` compares, one row each, of all edits and every metric."""
    compared = table[(table["type"] == ALL) & (table["metric"] != PEOPLE)]
    return pd.concat(
        compared.assign(
            measure=measure,
            value=compared[measure],
            replicates=[replicates[:, column] for replicates in compared["replicates"]],
        )
        for column, measure in enumerate(MEASURES[:2])
    )


def _frequent(edits: pd.DataFrame, least: int) -> Iterator[tuple[str, pd.DataFrame]]:
    """The edits of each type with so many valid and invalid ones, the most frequent first."""
    kinds = edits["kind"].value_counts()
    for kind in sorted(kinds.index, key=lambda kind: (-kinds[kind], kind)):
        some = edits[edits["kind"] == kind]
        if min(some["valid"].sum(), (~some["valid"].astype(bool)).sum()) >= least:
            yield kind, some


def _pairs_of_people(corrections: Sequence[JudgedCorrection], judged: pd.DataFrame) -> pd.DataFrame:
    """Each edit once for every two annotators in either order: the first judges the second.

    Where somebody judged a correction twice, the first judgement counts.
    """
    sources = judged[judged["edit"] == 0]["source"]
    rows = []
    for source, correction in zip(sources, corrections, strict=True):
        votes_of = dict(
            zip(reversed(correction.annotators), reversed(correction.votes), strict=True)
        )
        for judge, annotator in permutations(votes_of, 2):
            votes = zip(votes_of[judge], votes_of[annotator], strict=True)
            rows += [(source, valid, positive) for valid, positive in votes]
    table = pd.DataFrame(rows, columns=["source", "valid", "positive"])
    sign = table["positive"].astype(float)
    return table.assign(phi=sign, phi_normalised=sign)


def _measures(edits: pd.DataFrame, *, sources: int, resamples: int, seed: int) -> dict[str, Any]:
    """The measures of some edits, with intervals."""
    valid, positive = (edits[name].to_numpy(dtype=bool) for name in ("valid", "positive"))
    cluster = edits["source"].to_numpy(dtype=np.int64)
    options = bootstrap.Resampling(resamples=resamples, seed=seed)
    drawn_on = edits["source"].nunique()
    curves = [
        bootstrap.statistic(
            area_under_curve(edits[name].to_numpy(), valid, cluster),
            sources,
            drawn_on=drawn_on,
            **options,
        )
        for name in ("phi", "phi_normalised")
    ]
    shares = bootstrap.ratio(
        np.column_stack([positive & valid, positive & ~valid, positive == valid]),
        np.column_stack([valid, ~valid, np.ones_like(valid)]),
        cluster,
        among=np.arange(sources),
        **options,
    )
    estimates = np.array([curve.value for curve in curves] + shares.value.tolist())
    low = np.array([curve.low for curve in curves] + shares.low.tolist())
    high = np.array([curve.high for curve in curves] + shares.high.tolist())
    return {
        "edits": len(edits),
        "invalid": int((~valid).sum()),
        **{
            f"{name}{end}": value
            for name, *values in zip(MEASURES, estimates, low, high, strict=True)
            for end, value in zip(("", "_low", "_high"), values, strict=True)
        },
        "p": float(
            bootstrap.Resampled(curves[0].value - 0.5, curves[0].replicates - 0.5, drawn_on).p
        ),
        "p_holm": np.nan,
        "sources": drawn_on,
        "note": curves[0].note,
        "replicates": np.column_stack([*(curve.replicates for curve in curves), shares.replicates]),
    }
