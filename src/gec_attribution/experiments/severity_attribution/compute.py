"""Whether attributions follow the severity of errors, and which types of error a metric feels.

The edits are those of systems (of an annotator's correction, say) that are also in an explained
reference, with the same place and the same correction: there people accepted a type and a severity
(Ye et al., EXCGEC, arXiv 2407.00924), and here there is a φ.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import signature_of, the_one
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.records import (
    ExplainedSentence,
    correction_of,
    read_explanations_of,
)
from gec_attribution.explanations.taxonomy import LABELS, SEVERITIES
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.signs import signs_of

COLUMNS = ["by", "group", "measure", "value", "low", "high", "p", "edits", "sources", "note"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`severity_attribution` under every metric and method, corrected together."""
    language = inputs.language
    sources = [language.join(language.tokenize(line)) for line in inputs.sources()]
    gold = read_explanations_of(inputs.files["gold"][0], sources).sentences
    tables = [
        severity_attribution(
            attributions,
            gold,
            systems=inputs.options["systems"],
            min_frequency=inputs.options["min_frequency"],
            **inputs.resampling,
        )
        for attributions in inputs.attributions()
    ]
    return with_correction(pd.concat(tables, ignore_index=True))


def with_severities(
    attributions: pd.DataFrame,
    explained: Sequence[ExplainedSentence],
    systems: Sequence[str] | None = None,
) -> pd.DataFrame:
    """The attributed edits that are in the explained reference, with its type and severity.

    Args:
        attributions: those of one metric and method on a data set.
        explained: the reference of each line.
        systems: the systems whose edits are taken; None takes all.

    Returns:
        Rows of `attributions` with the columns label and severity.
    """
    known = {
        (line, explained.edit.start, explained.edit.end, correction_of(explained.edit)): (
            explained.explanation.type,
            explained.explanation.severity,
        )
        for line, sentence in enumerate(explained, start=1)
        for explained in sentence.edits
    }
    if systems is not None:
        attributions = attributions[attributions["system"].isin(systems)]
    corrections = attributions["correction"].str.split().str.join("")
    keys = zip(
        attributions["line"], attributions["start"], attributions["end"], corrections, strict=True
    )
    explanations = [known.get(key) for key in keys]
    kept = np.array([explanation is not None for explanation in explanations], dtype=bool)
    labels, severities = zip(*filter(None, explanations), strict=True) if kept.any() else ((), ())
    return attributions[kept].assign(
        label=np.array(labels, dtype=object), severity=np.array(severities, dtype=np.int64)
    )


def severity_attribution(
    attributions: pd.DataFrame,
    explained: Sequence[ExplainedSentence],
    *,
    systems: Sequence[str] | None = None,
    min_frequency: int = 10,
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """How φ goes with severity, over all edits and by type, and what a metric gives each type.

    Sources are resampled. `share` is the normalised φ of sentences with two edits or more; that of
    an only edit is ±1 whatever it does.

    Args:
        attributions: those of one metric and method on a data set.
        explained: the reference of each line.
        systems: the systems whose edits are taken; None takes all.
        min_frequency: fewest edits of a type, in sentences with two edits or more.
        resamples: bootstrap resamples behind each interval; for `effect`, `enough_to_test`.
        seed: the study's seed.

    Returns:
        dataset, metric, method, and the `COLUMNS`: value and interval of a measure over the edits
        of a group, p of a value of zero (`effect` only). Of all edits (`by` all) and of each type
        (`by` type): `size`, Spearman's correlation of |φ| and severity; `signed`, of φ and
        severity; `share`, of |share| and severity; `weight`, the mean of |share| times the number
        of edits of the sentence, 1 where an edit gets what edits get on average; `effect`, the mean
        share; `zero`, the share of edits with a φ within the noise (`signs`). Of all edits,
        `within`: of the pairs of edits of a sentence with different severities, the share in which
        the more severe has the larger |φ|, ties counted half. Of each severity (`by` severity):
        `rank`, the mean rank of |φ| among all edits, from 0 to 1.
    """
    matched = with_severities(attributions, explained, systems)
    edits = matched[matched["phi"].notna()]
    dataset = the_one(attributions, "dataset")
    resampling = bootstrap.resampling_of(dataset, resamples, seed)
    rows = [
        *_rows_of("all", "all", edits, resampling),
        *_within(edits, resampling),
        *_ranks(edits, resampling),
    ]
    counts = edits.loc[edits["n_edits"] > 1, "label"].value_counts()
    for label in LABELS:
        if counts.get(label, 0) >= min_frequency:
            rows += _rows_of("type", label, edits[edits["label"] == label], resampling)
    return pd.DataFrame(rows, columns=COLUMNS).assign(
        dataset=dataset,
        metric=the_one(attributions, "metric"),
        method=the_one(attributions, "method"),
        missing=len(matched) - len(edits),
        signature=signature_of(
            attributions,
            systems="all" if systems is None else ",".join(systems),
            min_frequency=min_frequency,
            resamples=resamples,
        ),
    )[["dataset", "metric", "method", *COLUMNS, "missing", "signature"]]


def with_correction(table: pd.DataFrame) -> pd.DataFrame:
    """The table with p_holm: Holm's correction over the types, under each metric and method."""
    corrected = table.assign(p_holm=np.nan)
    tested = table[(table["by"] == "type") & (table["measure"] == "effect")]
    for _, family in tested.groupby(["dataset", "metric", "method"], sort=False):
        corrected.loc[family.index, "p_holm"] = bootstrap.holm(family["p"].to_numpy())
    return corrected


def _rows_of(
    by: str, group: str, edits: pd.DataFrame, resampling: bootstrap.Resampling
) -> Iterator[dict[str, Any]]:
    """Every measure of the edits of a group."""
    several = edits[edits["n_edits"] > 1]
    for measure, among, x in (
        ("size", edits, edits["phi"].abs()),
        ("signed", edits, edits["phi"]),
        ("share", several, several["phi_normalised"].abs()),
    ):
        correlation = bootstrap.correlations(
            x.to_numpy(float),
            among["severity"].to_numpy(float),
            among["line"].to_numpy(),
            **resampling,
        )["spearman"]
        yield _row(by, group, measure, correlation, len(among))
    share = several["phi_normalised"].to_numpy()
    enough = bootstrap.enough_to_test(resampling["resamples"])
    testing = bootstrap.Resampling(resamples=enough, seed=resampling["seed"])
    effect = _mean(share, several, testing)
    yield {**_row(by, group, "effect", effect, len(several)), "p": effect.p}
    weight = np.abs(share) * several["n_edits"].to_numpy()
    yield _row(by, group, "weight", _mean(weight, several, resampling), len(several))
    zero = (signs_of(edits) == 0).astype(float)
    yield _row(by, group, "zero", _mean(zero, edits, resampling), len(edits))


def _within(edits: pd.DataFrame, resampling: bootstrap.Resampling) -> Iterator[dict[str, Any]]:
    """How often the more severe of two edits of a sentence has the larger |φ|."""
    agreeing, lines = [], []
    for (_, line), sentence in edits.groupby(["system", "line"], sort=False):
        size, severity = sentence["phi"].abs().to_numpy(), sentence["severity"].to_numpy()
        first, second = np.triu_indices(len(sentence), k=1)
        larger = np.sign(size[first] - size[second])
        worse = np.sign(severity[first] - severity[second])
        pairs = (1 + larger * worse)[worse != 0] / 2
        agreeing += pairs.tolist()
        lines += [line] * len(pairs)
    terms = np.array(agreeing, dtype=float)
    share = bootstrap.mean(terms, np.array(lines, dtype=int), **resampling)
    yield _row("all", "all", "within", share, len(terms))


def _ranks(edits: pd.DataFrame, resampling: bootstrap.Resampling) -> Iterator[dict[str, Any]]:
    """The mean rank of |φ| of the edits of each severity."""
    ranks = edits["phi"].abs().rank(pct=True).to_numpy(float)
    for severity in SEVERITIES:
        members = (edits["severity"] == severity).to_numpy()
        mean_rank = _mean(ranks[members], edits[members], resampling)
        yield _row("severity", str(severity), "rank", mean_rank, int(members.sum()))


def _mean(values: np.ndarray, edits: pd.DataFrame, resampling: bootstrap.Resampling) -> Resampled:
    return bootstrap.mean(values, edits["line"].to_numpy(), **resampling)


def _row(by: str, group: str, measure: str, resampled: Resampled, edits: int) -> dict[str, Any]:
    return {
        "by": by,
        "group": group,
        "measure": measure,
        **resampled.columns(),
        "p": np.nan,
        "edits": edits,
        **resampled.basis(),
    }
