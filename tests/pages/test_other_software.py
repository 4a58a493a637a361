"""Records in the forms of shap and shapiq."""

import itertools
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest

from gec_attribution import ExplainedCorrections, attribute
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError, PackageError

SOURCE = "He go to schools"
EDITS = [
    Edit(1, 2, "goes", "R:VERB:SVA"),
    Edit(2, 2, "back", "M:ADV"),
    Edit(3, 4, "", "U:NOUN"),
]


def game(_sources, hypotheses):
    """1 and 2 for two edits, and 4 more for both; the third is worth nothing."""
    return [
        7.0 + ("goes" in text) + 2 * ("back" in text) + 4 * ("goes back" in text)
        for text in hypotheses
    ]


@pytest.fixture
def record():
    return attribute(game, SOURCE, EDITS)


def test_values_and_base_value_sum_to_the_score(record):
    assert record.values.tolist() == [3, 4, 0]
    assert record.base_value == 7
    assert record.base_value + record.values.sum() == record.score


def test_plots_of_shap_take_records(record):
    shap = pytest.importorskip("shap")
    explanation = record.to_shap()
    assert explanation.feature_names[0] == "go → goes"
    assert explanation.data.tolist() == ["R:VERB:SVA", "M:ADV", "U:NOUN"]
    for plot in (shap.plots.waterfall, shap.plots.bar):
        plot(explanation, show=False)
        plt.close("all")
    shap.plots.force(explanation, matplotlib=True, show=False)
    plt.close("all")
    records = ExplainedCorrections([record, attribute(game, SOURCE, EDITS[:1])])
    together = records.to_shap()
    assert together.feature_names == ["M:ADV", "R:VERB:SVA", "U:NOUN"]
    assert together.values.tolist() == [[4, 3, 0], [0, 1, 0]]
    assert together.data.tolist() == [[1, 1, 1], [0, 1, 0]]
    for plot in (shap.plots.beeswarm, shap.plots.bar):
        plot(together, show=False)
        plt.close("all")
    with pytest.raises(InputError, match="game, add; game, shapley; choose one"):
        ExplainedCorrections(
            [*records, attribute(game, SOURCE, EDITS, "add")]
        ).to_shap()


def test_shapiq_has_the_shapley_values_and_interactions_that_it_computes_itself(record):
    shapiq = pytest.importorskip("shapiq")
    values = record.to_shapiq()

    def scores(coalitions: np.ndarray) -> np.ndarray:
        texts = []
        for applied in coalitions:
            edits = list(itertools.compress(EDITS, applied))
            texts.append(" ".join(apply_edits(SOURCE.split(), edits)))
        return np.array(game(texts, texts))

    theirs = shapiq.ExactComputer(scores, n_players=3)("SII", order=2)
    for players in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)):
        assert values[players] == pytest.approx(theirs[players]), players
    assert (values.index, values.max_order, values.estimated) == ("SII", 2, False)
    alone = attribute(game, SOURCE, EDITS, "add").to_shapiq()
    assert (alone.index, alone.max_order) == ("SV", 1)


def test_shapiq_has_any_order_of_a_complete_table():
    pytest.importorskip("shapiq")

    def three_together(_sources, hypotheses):
        return [
            8.0 * (text == "He goes back to") + ("goes" in text) for text in hypotheses
        ]

    record = attribute(three_together, SOURCE, EDITS)
    values = record.to_shapiq(order=3)
    # What all three do together is the triple's, and half of it each pair's.
    assert values[0, 1, 2] == pytest.approx(8)
    assert [values[0, 1], values[0, 2], values[1, 2]] == pytest.approx([4, 4, 4])
    assert values.max_order == 3
    with pytest.raises(InputError, match="its JSON has no scores of combinations"):
        type(record).from_dict(record.to_dict()).to_shapiq(order=3)


def test_a_missing_package_is_named(record, monkeypatch):
    monkeypatch.setitem(sys.modules, "shap", None)
    with pytest.raises(PackageError, match="needs the package shap"):
        record.to_shap()
