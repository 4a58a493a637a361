"""Metrics against people's rankings: beside SEEDA's scripts, and on cases done by hand."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from experiment_inputs import human_rankings as study_inputs
from numpy.testing import assert_allclose

from gec_attribution.config.registry import registered_files, registry
from gec_attribution.corpora.rankings import Ranking, read_rankings, read_system_scores
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.human_rankings import (
    published_table as published_scores,
)
from gec_attribution.experiments.human_rankings.analysis import Judged
from gec_attribution.experiments.human_rankings.compute import (
    MEASURES,
    RANKED_BY,
    compute,
    human_rankings,
    mean_scores,
    ranking_correlations,
)
from gec_attribution.experiments.human_rankings.published import SCORES, SYSTEMS
from gec_attribution.experiments.inputs import Inputs

# Output of corr_sentence.py and corr_system.py of tmu-nlp/SEEDA (commit 0c6c07f9). Scores of the
# systems on the 391 ranked sentences are integers below 50 by numpy's generator of seed 0.
OFFICIAL = {
    ("SEEDA-E", "base"): [
        0.512714,
        0.025428,
        -0.839715,
        -0.825175,
        -0.808467,
        -0.769231,
    ],
    ("SEEDA-E", "+ fluency"): [
        0.504601,
        0.009201,
        -0.190016,
        -0.569231,
        -0.324894,
        -0.507692,
    ],
    ("SEEDA-S", "base"): [
        0.522972,
        0.045944,
        -0.815714,
        -0.839161,
        -0.801185,
        -0.825175,
    ],
    ("SEEDA-S", "+ fluency"): [
        0.522140,
        0.044280,
        -0.143858,
        -0.582418,
        -0.326666,
        -0.573626,
    ],
}


def evaluation(metric):
    return Evaluation("seeda", metric, resamples=200)


def test_all_measures_are_those_of_the_official_scripts(shared):
    def file(name):
        return shared / "datasets" / registered_files()[f"seeda/{name}"]["mirror"]

    judgements = []
    for kind in "es":
        people = {
            by: read_system_scores(file(f"{by}-{kind}"), len(SYSTEMS))
            for by in ("ts", "ew")
        }
        rankings = read_rankings(file(f"rankings-{kind}"))
        judgements.append(Judged(f"SEEDA-{kind.upper()}", rankings, people))
    lines = np.union1d(*(judged.lines for judged in judgements))
    scores = np.full((15, 1312), np.nan)
    scores[:, lines - 1] = np.random.default_rng(0).integers(0, 50, (15, 391))
    table = human_rankings(evaluation("m"), scores, judgements)
    indexed = table.set_index(["judged", "systems"])
    assert len(indexed) == len(OFFICIAL)
    for key, expected in OFFICIAL.items():
        assert indexed.loc[key, list(MEASURES)].tolist() == pytest.approx(
            expected, abs=1e-6
        )
    for measure in MEASURES:
        assert (table[f"{measure}_low"] < table[measure]).all()
        assert (table[measure] < table[f"{measure}_high"]).all()
    assert (table["sentences"] == 391).all()
    assert table["ties"].between(1, table["pairs"] // 25).all()


def test_the_registry_has_the_systems_in_the_order_of_the_files():
    entry = registry()["seeda"]
    labels = [system.label for system in entry.outputs.values()]
    assert labels == [name for name in SYSTEMS if name != "INPUT"]
    assert {*entry.outputs, "input"} <= entry.files.keys()


def test_pairs_are_counted_where_a_person_prefers_one_and_both_have_a_score():
    first_system, last_system = SYSTEMS[0], SYSTEMS[-1]
    rankings = [
        Ranking(1, {first_system: 1, last_system: 2}),  # agrees
        Ranking(2, {first_system: 3, last_system: 1}),  # does not
        Ranking(3, {first_system: 2, last_system: 2}),  # says nothing
        # A tie, which the later system wins.
        Ranking(4, {first_system: 1, last_system: 2}),
        Ranking(4, {first_system: 2, last_system: 1}),
        Ranking(5, {first_system: 2, last_system: 1}),  # has no score
        Ranking(6, {first_system: 2, "GPT-3.5": 1}),  # not in this set
    ]
    scores = np.full((len(SYSTEMS), 6), np.nan)
    scores[0], scores[-1] = [2, 2, 2, 1, np.nan, 1], 1
    people = dict.fromkeys(("ts", "ew"), np.arange(15.0))
    row = human_rankings(evaluation("m"), scores, [Judged("j", rankings, people)]).iloc[
        0
    ]
    assert (row["pairs"], row["ties"], row["missing"], row["sentences"]) == (4, 2, 1, 6)
    assert (row["accuracy"], row["kendall"]) == (0.5, 0)
    assert row["note"].startswith("no interval: 3 of")


@pytest.mark.parametrize(
    ("read", "text", "problem"),
    [
        (read_rankings, "<a><ranking-item", "is not XML"),
        (
            read_rankings,
            "<a><ranking-item><t system='T5' rank='1'/></ranking-item></a>",
            "src-id",
        ),
        (partial(read_system_scores, systems=2), "0.5\nNone\n", "not a number"),
    ],
)
def test_a_file_of_another_form_is_named(tmp_path, read, text, problem):
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(InputError, match=problem) as error:
        read(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("shift", "verdict"),
    [(0.0004, "at most 0.0004: the same"), (0.002, "at most 0.0020: not the same")],
)
def test_published_scores_are_told_from_others(shift, verdict):
    known = np.array(list(SCORES["some"].values()))
    scores = np.column_stack([known + shift, known + shift, np.full(15, np.nan)])
    other_table = mean_scores(evaluation("other"), scores)
    table = mean_scores(evaluation("mine"), scores)
    assert (table["missing"] == 1).all()
    joined = published_scores.join(
        other_table.merge(table, how="outer"), {"mine": "some"}
    )
    assert joined["metric"].unique().tolist() == ["mine"]
    assert joined["difference"].to_numpy() == pytest.approx(np.full(15, shift))
    rows = published_scores.tabulate(joined)
    assert rows.iloc[0]["Published"] == "0.7933"
    assert rows.iloc[-1].tolist() == ["mine", "all", "–", "r = 1.000", verdict]


def test_metrics_are_compared_with_people_who_ranked_with_or_without_right_edits(
    tmp_path,
):
    """Three lines; people prefer the last system, which keeps least of the source, on two."""
    inputs = Inputs(**study_inputs(None, tmp_path), resamples=100)
    files = {**inputs.files, "predicted": []}
    for given in (inputs, replace(inputs, files=files)):
        computed = compute(given)
        table, means = computed["human_rankings"], computed["published_scores"]
        assert (table[["accuracy", "ts_spearman"]] == [0, -1]).all(axis=None)
        assert table["sentences"].tolist() == [2] * 8
        assert means["sentences"].tolist() == [3] * len(SYSTEMS)
        # The source, "y a", and "x y", which has one of its two tokens.
        scores = means.set_index("system")["score"]
        assert scores[["INPUT", "BART"]].tolist() == [1, 0.5]
    assert computed["ranking_correlations"]["metrics"].tolist() == [0] * 8
    assert computed["ranking_correlations"]["spearman"].isna().all()


def test_metrics_in_the_same_order_correlate_wholly():
    order = np.arange(12)
    metrics = [f"m{number}" for number in order]
    ranked_by = dict(zip(RANKED_BY, (order, -order), strict=True))
    ranked = pd.DataFrame({"systems": "base", "metric": metrics, **ranked_by})
    rankings = pd.concat([ranked.assign(judged=judged) for judged in ("S", "E")])
    phi = pd.DataFrame(
        {"metric": metrics, "value": order, "predictor": "phi", "truth": "people"}
    )
    phi = phi.assign(measure="auc", part="all")
    other = phi.assign(value=0.5)
    # By another predictor and by references, then by φ of the first method and of another one.
    predicted = [
        other.assign(predictor="whole"),
        other.assign(truth="references"),
        phi,
        other,
    ]
    table = ranking_correlations(
        Evaluation(resamples=500), rankings, pd.concat(predicted)
    )
    assert table["measure"].tolist() == list(RANKED_BY) * 2
    columns = table[["spearman", "spearman_low", "spearman_high"]].to_numpy()
    assert_allclose(columns, np.outer([1, -1, 1, -1], [1, 1, 1]))
    assert_allclose(table["p"], 1 / 501)
    assert_allclose(table["p_holm"], 4 / 501)
