"""Windows of neighbouring systems, and pairs of ranks."""

import numpy as np
import pytest

from gec_attribution.corpora.rankings import Ranking
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.human_rankings.analysis import (
    Judged,
    ranking_pairs,
    ranking_windows,
)
from gec_attribution.experiments.human_rankings.published import SYSTEMS

EVALUATION = Evaluation("seeda", "m", resamples=50)


def test_a_window_is_of_four_neighbours_in_peoples_order():
    # People prefer the last system; the metric has the second to the fifth best in reverse.
    by_people = np.arange(len(SYSTEMS), dtype=float)
    scores = np.tile(by_people[:, None], 12)
    scores[-5:-1] = scores[-2:-6:-1].copy()
    rankings = [Ranking(line, {SYSTEMS[0]: 1, SYSTEMS[1]: 2}) for line in range(1, 13)]
    absent = {"all": set(), "some": {SYSTEMS[3]}}
    table = ranking_windows(
        EVALUATION, scores, [Judged("j", rankings, {"ts": by_people})], absent
    )
    assert table.groupby("systems").size().to_dict() == {"all": 12, "some": 11}
    row = table[(table["systems"] == "all") & (table["first"] == 2)].iloc[0]
    assert row["last"] == 5
    correlations = row[["pearson", "spearman", "spearman_low", "spearman_high"]]
    assert correlations.tolist() == pytest.approx([-1] * 4)


def test_pairs_are_told_apart_by_their_ranks_and_a_tie_is_no_agreement():
    first, second, third = SYSTEMS[:3]
    rankings = [
        Ranking(1, {first: 1, second: 2, third: 3}),
        Ranking(2, {first: 1, second: 2, third: 2}),
        Ranking(3, {first: 2, second: 1}),
    ]
    scores = np.full((len(SYSTEMS), 3), np.nan)
    scores[:3] = [[3.0, 1.0, 5.0], [2.0, 1.0, 4.0], [2.5, np.nan, np.nan]]
    table = ranking_pairs(EVALUATION, scores, [Judged("j", rankings, {})]).set_index(
        ["better", "worse"]
    )
    # Of ranks 1 and 2: line 1 agrees, line 2 is a tie, line 3 disagrees; the third has no score.
    assert table["pairs"].to_dict() == {(1, 2): 3, (1, 3): 1, (2, 3): 1}
    assert table["accuracy"].tolist() == pytest.approx([1 / 3, 1.0, 0.0])
