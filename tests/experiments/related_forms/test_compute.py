import numpy as np
import pytest
from attributed import attributions
from experiment_inputs import related_forms as further
from small_study import inputs_of, write_study
from toy_games import english_game, method

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.related_forms.compute import (
    SAME_METRIC,
    Weights,
    compute,
    look_up,
    related_forms,
    weigh,
)
from gec_attribution.timing.direct_scoring import DrawnSentence


def sentence(line, n=2):
    edits = [Edit(k, k + 1, "x", "R:NOUN") for k in range(n)]
    return DrawnSentence(line, english_game("a b c d", edits))


def value(table, form, metric, measure):
    rows = table[(table["form"] == form) & (table["metric"] == metric)]
    (found,) = rows[rows["measure"] == measure]["value"]
    return found


def test_pt_m2_is_what_each_edit_alone_adds_and_imparas_impact_what_is_lost_without_it():
    # A similarity that counts the edits applied, and 10 more where both are there.
    def score(_sources, texts):
        applied = np.array([text.split().count("x") for text in texts], dtype=float)
        return applied + 10 * (applied == 2)

    def weights(kind):
        return weigh([sentence(1)], method(kind, rescale=False), score, "s")

    assert weights("add").phi.tolist() == [1, 1]
    assert weights("sub").phi.tolist() == [11, 11]
    assert weights("sub").sign.tolist() == [1, 1]


def test_stored_attributions_are_found_by_line_and_edits():
    table = attributions([("one", 1, [1.0, -2.0]), ("two", 1, [5.0]), ("two", 2, [3.0, 0.0])])
    looked_up = look_up([sentence(2), sentence(1), sentence(3)], table)
    np.testing.assert_array_equal(looked_up.phi, [3, 0, 1, -2, np.nan, np.nan])
    np.testing.assert_array_equal(looked_up.sign, [1, 0, 1, -1, np.nan, np.nan])


def test_sentences_without_exact_values_are_not_drawn(tmp_path):
    study = write_study(tmp_path)
    fields = further(study, tmp_path)
    most = {"coalitions": {"max_edits": 3, "above_max_edits": "skip"}}
    inputs = inputs_of("related_forms", study, **fields | {"settings": fields["settings"] | most})
    table = compute(inputs)
    # One sentence with two edits and one with three.
    assert (table["missing"] + table.query("measure == 'spearman'")["edits"]).dropna().eq(5).all()


def test_without_sentences_of_several_edits_no_value_is_defined():
    weights = weigh([], method("add"), lambda _, texts: np.zeros(len(texts)), "s")
    stored = look_up([], attributions([("one", 1, [1.0])]))
    table = related_forms(Evaluation(), [], {"f": weights}, {"f": {"m": stored}})
    assert table["value"].isna().all()
    assert table["edits"].tolist() == [0, 0]


def test_forms_are_compared_with_shapley_values_edit_by_edit():
    def weights(*phi):
        return Weights(np.array(phi), np.sign(phi), "s")

    sentences = [sentence(line) for line in (1, 2)]
    form = weights(1.0, 2.0, -3.0, np.nan)
    shapley = {
        SAME_METRIC: weights(10.0, 20.0, -30.0, 1.0),
        "m": weights(-1.0, 2.0, 3.0, 4.0),
        "zero": weights(1.0, 0.0, 3.0, 4.0),
    }
    table = related_forms(Evaluation("d"), sentences, {"f": form}, {"f": shapley})
    assert value(table, "f", SAME_METRIC, "spearman") == pytest.approx(1)
    assert value(table, "f", SAME_METRIC, "sign_agreement") == 1
    # Ranks 2 3 1 against 1 2 3.
    assert value(table, "f", "m", "spearman") == pytest.approx(-0.5)
    assert value(table, "f", "m", "sign_agreement") == pytest.approx(1 / 3)
    # An edit without a sign says nothing.
    assert value(table, "f", "zero", "sign_agreement") == pytest.approx(1 / 2)
    assert table["edits"].tolist() == [3, 3, 3, 3, 3, 2]
    assert (table["missing"] == 1).all()
    assert table["note"].str.startswith("no interval: 2 of").all()
