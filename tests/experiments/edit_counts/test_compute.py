import pytest

from gec_attribution.experiments.edit_counts.compute import edit_counts
from gec_attribution.experiments.edit_counts.figure import plot
from gec_attribution.experiments.evaluation import Evaluation

EVALUATION = Evaluation("d", resamples=100)


def test_ratios_are_cumulative_and_reach_the_sentence_with_most_edits():
    table = edit_counts(EVALUATION, {"one": 3 * [0, 1, 1, 4], "two": 3 * [0, 0, 0, 2]})
    assert table["edits"].tolist() == [0, 1, 2, 3, 4] * 2
    many_edits, few_edits = (rows for _, rows in table.groupby("system"))
    assert many_edits["sentences"].tolist() == [3, 6, 0, 0, 3]
    assert many_edits["ratio"].tolist() == [0.25, 0.75, 0.75, 0.75, 1]
    assert few_edits["ratio"].tolist() == [0.75, 0.75, 1, 1, 1]
    assert (table["low"] <= table["ratio"]).all()
    assert (table["ratio"] <= table["high"]).all()
    assert many_edits["low"].iloc[-1] == 1
    assert (table["dataset"] == "d").all()
    assert table["signature"].str.startswith("resamples:100|seed:0|v:").all()


@pytest.mark.parametrize(("most", "beyond"), [([13, 13], "13"), ([13, 20], "13–20")])
def test_a_figure_says_how_many_edits_it_does_not_show(most, beyond):
    (panel,) = plot(edit_counts(EVALUATION, {"one": [0] * 198 + most}), 10).axes
    assert panel.get_title() == f"d (200 sentences)\n2 with {beyond} edits not shown"
