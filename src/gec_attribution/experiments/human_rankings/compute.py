"""Agreement of a metric's rankings of corrections and systems with people's.

The rankings are SEEDA's (Kobayashi et al. 2024): people compared corrections by their edits
(SEEDA-E) or as sentences (SEEDA-S). Measures and sets of systems are those of its scripts.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.corpora.files import read_corrections
from gec_attribution.corpora.rankings import read_rankings, read_system_scores
from gec_attribution.experiments.evaluation import Evaluation, Results, Row
from gec_attribution.experiments.human_rankings.analysis import (
    Floats,
    Judged,
    leads,
    ranked_pairs,
    ranking_pairs,
    ranking_windows,
)
from gec_attribution.experiments.human_rankings.published import SYSTEMS, UNCORRECTED
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.languages.en import ENGLISH
from gec_attribution.scores.engine import complete_signature
from gec_attribution.statistics.bootstrap import Resampling, with_holm
from gec_attribution.statistics.correlated_means import correlations_of_means
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.text import read_lines

# Sets of systems: those with minimal corrections, and these with the fluent ones added.
BASE = "base"
FLUENT = "+ fluency"
LEFT_OUT = {BASE: {"GPT-3.5", "REF-F", UNCORRECTED}, FLUENT: {UNCORRECTED}}
# Measures of single sentences, then of systems by TrueSkill (ts) and expected wins (ew).
MEASURES = (
    "accuracy",
    "kendall",
    "ts_pearson",
    "ts_spearman",
    "ew_pearson",
    "ew_spearman",
)
JUDGED = ("SEEDA-S", "SEEDA-E")
"""Ways in which people judged: whole sentences, or by their edits."""
RANKED_BY = ("accuracy", "ts_spearman")
"""Kinds of rankings: of single corrections, and of systems."""
PREDICTED = ["predictor", "measure", "truth", "part", "metric", "value"]
"""Columns that are read of the predictors of right edits."""


def compute(inputs: Inputs) -> Results:
    """`human_rankings` under every metric, windows and pairs, correlations and mean scores."""
    texts = [
        list(map(ENGLISH.normalise, read_lines(path))) for path in inputs.files["texts"]
    ]
    sources = texts[SYSTEMS.index(UNCORRECTED)]
    judgements = []
    files = iter(inputs.files["people"])
    for name, path in zip(JUDGED, inputs.files["rankings"], strict=True):
        people = {
            by: read_system_scores(next(files), len(SYSTEMS)) for by in ("ts", "ew")
        }
        judgements.append(Judged(name, read_rankings(path), people))
    ranked = np.unique(np.concatenate([judged.lines for judged in judgements]))
    compared = []
    windows = []
    pairs = []
    means = [pd.DataFrame(columns=["metric", "system", "score", "signature"])]
    for name, metric, score in inputs.scorers(_references(inputs, sources)):
        whole = name in inputs.settings["published"]
        lines = np.arange(len(sources)) if whole else ranked - 1
        scores = np.full((len(SYSTEMS), len(sources)), np.nan)
        scored = score(
            [sources[line] for _ in SYSTEMS for line in lines],
            [corrected[line] for corrected in texts for line in lines],
        )
        scores[:, lines] = np.reshape(scored, (len(SYSTEMS), -1))
        signed = inputs.evaluation(name).signed(
            scored_parts(name, complete_signature(metric))
        )
        evaluation = replace(signed, dataset="seeda")
        compared.append(
            human_rankings(evaluation.with_test_resamples(), scores, judgements)
        )
        few = evaluation.with_few_resamples()
        windows.append(ranking_windows(few, scores, judgements, LEFT_OUT))
        pairs.append(ranking_pairs(few, scores, judgements))
        if whole:
            means.append(mean_scores(evaluation, scores))
    rankings_agreed = pd.concat(compared, ignore_index=True)
    # A study may leave this experiment out, or have no references and no judges for it.
    predicted = pd.DataFrame(columns=PREDICTED)
    if inputs.files["predicted"]:
        predicted = read_tables(inputs.files["predicted"])
    return {
        "human_rankings": rankings_agreed,
        "ranking_windows": pd.concat(windows, ignore_index=True),
        "ranking_pairs": pd.concat(pairs, ignore_index=True),
        "published_scores": pd.concat(means[1:] or means),
        "ranking_correlations": ranking_correlations(
            inputs.evaluation().with_test_resamples(), rankings_agreed, predicted
        ),
    }


def _references(inputs: Inputs, sources: Sequence[str]) -> dict[str, list[str]]:
    """The official references of CoNLL-2014, whose sources SEEDA's systems corrected."""
    (path,) = inputs.files["references"]
    form = {"format": "m2", "by_source": True}
    corrected = read_corrections(path, form, expected=None, corrects=sources)
    return {
        source: [correction.text for correction in one.corrections]
        for source, one in zip(sources, corrected, strict=True)
    }


def human_rankings(
    evaluation: Evaluation,
    scores: Floats,
    judgements: Sequence[Judged],
) -> pd.DataFrame:
    """Agreement of a metric's scores with people's rankings.

    Of single sentences: a person prefers one of two corrections of a source. `accuracy` is the
    share of such pairs with the higher score for the same correction, and `kendall` is
    (agreeing - other pairs) / pairs. As in SEEDA's script, a tie of the metric counts as a win of
    the later system. Of systems: Pearson's and Spearman's correlation of the mean score over the
    ranked sentences with the systems' scores from people's rankings.

    The ranked sentences are resampled; people's scores of the systems are taken as they are.

    Args:
        evaluation: evaluation of SEEDA's sentences by a metric.
        scores: (len(SYSTEMS), lines) M(H|S); NaN where undefined, or where people ranked nothing.
        judgements: judgements of each kind.

    Returns:
        A row for each of `judgements` and `LEFT_OUT`: metric, judged, systems, each of `MEASURES`
        with `_low` and `_high`, pairs, ties (of the metric, among them), missing (pairs with an
        undefined score, which are left out), sentences, note, signature.
    """
    rows: list[Row] = []
    for judged in judgements:
        lines = judged.lines
        every_pair = ranked_pairs(judged.rankings)
        for systems, left_out in LEFT_OUT.items():
            chosen = [
                number for number, name in enumerate(SYSTEMS) if name not in left_out
            ]
            pairs = every_pair[every_pair[["system", "rival"]].isin(chosen).all(axis=1)]
            difference = leads(scores, pairs)
            defined = ~np.isnan(difference)
            agrees = (np.where(difference > 0, 1, -1) == pairs["preferred"])[defined]
            both = np.column_stack([agrees, 2 * agrees.astype(int) - 1])
            agreement = evaluation.mean(
                both, pairs["line"].to_numpy()[defined], among=lines
            )
            measured = {"accuracy": agreement.column(0), "kendall": agreement.column(1)}
            ranked = scores[chosen][:, lines - 1]
            for by, people in judged.systems.items():
                correlations = correlations_of_means(evaluation, ranked, people[chosen])
                for name, correlation in correlations.items():
                    measured[f"{by}_{name}"] = correlation
            counts = {
                "pairs": int(defined.sum()),
                "ties": int((difference == 0).sum()),
                "missing": int((~defined).sum()),
                "sentences": len(lines),
            }
            names = {"judged": judged.name, "systems": systems}
            rows.append(evaluation.row(names, measured, counts))
    return pd.DataFrame(rows).drop(columns=["dataset", "sources"])


def mean_scores(evaluation: Evaluation, scores: Floats) -> pd.DataFrame:
    """The mean score of each system over all lines, as SEEDA publishes those of known metrics.

    `scores` are (len(SYSTEMS), lines) M(H|S); undefined ones are left out.

    Returns:
        metric, system, score, sentences, missing (undefined scores), signature.
    """
    missing = np.isnan(scores)
    return pd.DataFrame(
        {
            "metric": evaluation.metric,
            "system": SYSTEMS,
            "score": np.nanmean(scores, axis=1),
            "sentences": scores.shape[1],
            "missing": missing.sum(axis=1),
            "signature": evaluation.signature,
        }
    )


def ranking_correlations(
    evaluation: Evaluation, rankings: pd.DataFrame, predicted: pd.DataFrame
) -> pd.DataFrame:
    """Spearman's correlation of how metrics rank and how their attributions predict valid edits.

    From three metrics, the paper infers: the more a metric agrees with references as a whole, the
    more its attributions agree with them. Metrics of the same numbers are one.

    Of the predictors of right edits (`predicted`), the area under the ROC curve of φ by the first
    method is used, where people judged. As many permutations as resamples are made.

    Returns:
        A row for each way of judging, set of systems and measure (of `RANKED_BY`): judged, systems,
        measure, metrics (their number, those of the same numbers counted once), spearman with
        `_low` and `_high`, p (the share of permutations whose correlation is as far from 0), p_holm
        (over all rows), note, signature.
    """
    evaluation = evaluation.signed()
    used = {"predictor": "phi", "measure": "auc", "truth": "people", "part": "all"}
    by_phi = predicted[(predicted[list(used)] == pd.Series(used)).all(axis=1)]
    areas = by_phi.drop_duplicates("metric")[["metric", "value"]]
    numbers = rankings.merge(areas, on="metric").groupby("metric", sort=False)
    # Three digits, since a batch moves the last ones, which may break a tie.
    rounded = numbers[[*RANKED_BY, "value"]].agg(lambda values: tuple(values.round(3)))
    areas = areas[areas["metric"].isin(rounded.drop_duplicates().index)]
    rows = []
    for (judged, systems), ranked in rankings.groupby(
        ["judged", "systems"], sort=False
    ):
        both = ranked.merge(areas, on="metric")
        for measure in RANKED_BY:
            x = both[measure].to_numpy(dtype=float)
            y = both["value"].to_numpy(dtype=float)
            names = {
                "judged": judged,
                "systems": systems,
                "measure": measure,
                "metrics": len(x),
            }
            rows.append(evaluation.row(names, *_correlation(evaluation, x, y)))
    table = pd.DataFrame(rows).drop(columns="sources")
    table["note"] = table["note"].str.replace("source sentences", "metrics")
    return with_holm(table)


def _correlation(
    evaluation: Evaluation, x: np.ndarray, y: np.ndarray
) -> tuple[Row, Row]:
    """Spearman's correlation over metrics, each of which is resampled as a whole, and its p."""
    resamples = evaluation.resamples
    seed = evaluation.seed
    sampling = Resampling(resamples=resamples, seed=seed_from(seed, "metrics"))
    spearman = sampling.correlations(x, y, np.arange(len(x)))["spearman"]
    random = np.random.default_rng(seed_from(seed, "permutations of metrics"))
    ranks_x = pd.Series(x).rank().to_numpy()
    ranks_y = pd.Series(y).rank().to_numpy()
    orders = random.permuted(np.tile(ranks_y, (resamples, 1)), axis=1)
    # Ranks are halves of integers, so that sums of their products are exact.
    centre = len(x) * ranks_x.mean() * ranks_y.mean() if len(x) else 0.0
    far = np.abs(orders @ ranks_x - centre) >= np.abs(ranks_x @ ranks_y - centre)
    is_defined = not np.isnan(spearman.value)
    p = (1 + far.sum()) / (1 + resamples) if is_defined else np.nan
    return {"spearman": spearman}, {"p": p}
