import itertools

import numpy as np
import pandas as pd
import pytest
from explained import explained
from scipy.stats import pearsonr, spearmanr

from gec_attribution.errors import InputError
from gec_attribution.experiments.description_ratings.compute import (
    rating_agreement,
    read_ratings,
    sentence_similarities,
)
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.judging.text_similarity import similarity

SYSTEMS = [("model", name) for name in "abcd"]


def ratings_of(people, annotator="ann"):
    """Rows of ratings from (systems, lines) numbers."""
    return pd.DataFrame(
        [
            (*SYSTEMS[system], line + 1, annotator, float(people[system, line]))
            for system, line in itertools.product(*map(range, people.shape))
        ],
        columns=["explainer", "correction", "line", "annotator", "rating"],
    )


def agreement_table(ratings, scores):
    similarities = {
        rated: np.repeat(row[:, None], 5, axis=1)
        for rated, row in zip(SYSTEMS, scores, strict=False)
    }
    table = rating_agreement(Evaluation("d", resamples=200), ratings, similarities)
    return table.set_index(["level", "measure", "statistic"])


def test_correlations_over_systems_and_over_sentences_are_those_of_scipy():
    random = np.random.default_rng(3)
    quality = np.array([20, 40, 60, 90])[:, None]
    people = quality + random.normal(0, 25, (4, 30))
    scores = quality / 100 + random.normal(0, 0.4, (4, 30))
    table = agreement_table(ratings_of(people), scores)
    means = people.mean(axis=1), scores.mean(axis=1)
    for statistic, expected in (("pearson", pearsonr), ("spearman", spearmanr)):
        over_systems = table.loc[("system", "bleu", statistic)]
        assert over_systems["value"] == pytest.approx(expected(*means).statistic)
        assert over_systems["low"] <= over_systems["value"] + 1e-9
        assert over_systems["systems"] == 4
        over_sentences = table.loc[("sentence", "rouge_l", statistic), "value"]
        assert over_sentences == pytest.approx(
            expected(people.ravel(), scores.ravel()).statistic
        )


def test_the_order_of_two_systems_in_a_sentence():
    people = np.array([[1, 5, 3], [2, 5, 1.0]])
    scores = np.array([[0.3, 0.1, 0.4], [0.4, 0.9, 0.4]])
    # Line 1 alike, line 2 rated the same, line 3 a tie of the scores.
    row = agreement_table(ratings_of(people), scores).loc[("sentence", "bleu", "order")]
    assert row["value"] == pytest.approx(0.75)
    assert row["sources"] == 2


def test_annotators_are_compared_with_each_other():
    people = np.random.default_rng(0).normal(50, 20, (4, 12))
    both = pd.concat([ratings_of(people), ratings_of(2 * people - 7, "ben")])
    table = agreement_table(both, people / 100)
    for level, statistic in itertools.product(
        ("system", "sentence"), ("pearson", "spearman")
    ):
        row = table.loc[(level, "ann v. ben", statistic)]
        assert [row["value"], row["low"], row["high"]] == pytest.approx([1, 1, 1])
    # The mean of both is compared with the scores, which order all as they do.
    assert table.loc[("sentence", "meteor", "order"), "value"] == 1


def test_a_sentences_score_is_the_mean_over_its_hits():
    other = (3, 4, "", "词语冗余", 1, "戊己庚辛")
    expected, found = (
        explained(
            "我门去了好", "我们去好", (1, 2, "们", "词语误用", 1, description), other
        )
        for description in ("甲乙丙丁", "甲乙丙子")
    )
    gold = [expected, explained("好", "好")]
    written = [found, explained("好", "好啊", (1, 1, "啊", "词语丢失", 1))]
    scores = sentence_similarities(written, gold)
    of_hits = [similarity("甲乙丙子", "甲乙丙丁"), similarity("戊己庚辛", "戊己庚辛")]
    assert scores[0] == pytest.approx(np.mean(of_hits, axis=0))
    assert np.isnan(scores[1]).all()


HEADER = "explainer,correction,line,annotator,rating\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "x.csv: cannot be read as a CSV table: No columns to parse from file"),
        ("explainer,line,annotator,rating\n", "x.csv:1: there is no column correction"),
        (f"{HEADER}m,a,0,n,5\n", "x.csv:2: line is '0'"),
        (f"{HEADER}m,a,1,n,5\nm,a,2,n,good\n", "x.csv:3: rating is 'good'"),
    ],
)
def test_bad_ratings_name_file_and_line(tmp_path, content, problem):
    path = tmp_path / "x.csv"
    path.write_text(content)
    with pytest.raises(InputError) as error:
        read_ratings(path)
    assert problem in str(error.value)
