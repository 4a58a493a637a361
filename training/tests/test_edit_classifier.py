"""The classifier of edits, trained on a toy corpus by its rule."""

import json
import runpy
from types import SimpleNamespace

import numpy as np
import project
import pytest

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.edit_classifier import probabilities
from gec_attribution.systems.edit_features import NAMES
from gec_training.edit_classifier import Recipe, _best_threshold, _fit, _Sentence


def edit(start, end, correction):
    return Edit(start, end, correction, "X")


TOY = {"folds": 2, "trees": 5, "leaves": 4, "edits_a_leaf": 2}
TOY |= {"learning_rate": 0.3, "penalty": 1.0, "seed": 0}


def test_stored_trees_judge_as_they_were_grown(monkeypatch):
    from sklearn.ensemble import HistGradientBoostingClassifier

    grown = []
    fit = HistGradientBoostingClassifier.fit
    monkeypatch.setattr(
        HistGradientBoostingClassifier,
        "fit",
        lambda self, *data: grown.append(fit(self, *data)) or self,
    )
    generator = np.random.default_rng(0)
    rows = generator.normal(size=(300, len(NAMES)))
    right = rows[:, 0] + rows[:, 1] * rows[:, 2] > 0.3
    trees = _fit([_Sentence([], rows, right, [])], Recipe(**TOY))
    unseen = generator.normal(size=(200, len(NAMES)))
    expected = grown[0].predict_proba(unseen)[:, 1]
    assert expected.std() > 0.1
    np.testing.assert_allclose(probabilities(trees, unseen), expected, rtol=1e-12)
    assert probabilities(trees, unseen[:0]).shape == (0,)


def test_the_highest_of_the_good_thresholds_is_taken():
    edits = [edit(place, place + 1, "x") for place in range(0, 10, 2)]
    example = _Sentence(edits, np.empty(0), np.empty(0), [edits[:4]])
    # Above 0.4 the wrong edit is gone, from 0.6 on a right one is missed, too.
    threshold, figures = _best_threshold([example], [np.array([0.9, 0.9, 0.9, 0.6, 0.4])])
    assert threshold == 0.58
    assert figures["precision"] == figures["recall"] == 1


@pytest.fixture(scope="module")
def trained(tiny_models, tmp_path_factory):
    """What the rule makes of a few sentences in which `like` should be `likes`."""
    folder = tmp_path_factory.mktemp("classifier")
    fix = [(edit(1, 2, "likes"),), (edit(1, 2, "likes"),)]
    annotated = [
        AnnotatedSentence(f"she like {noun} {end}", dict(enumerate(fix)))
        for noun in ("books", "mats", "cats")
        for end in (".", "yesterday", "about it", ",")
    ]
    write_m2(folder / "sentences.m2", annotated)
    snakemake = SimpleNamespace(
        input=SimpleNamespace(
            sentences=folder / "sentences.m2", language_model=tiny_models / "gpt2"
        ),
        output=SimpleNamespace(model=folder / "model", figures=folder / "figures.json"),
        params=SimpleNamespace(device="cpu", recipe=TOY),
        log=[folder / "log"],
        threads=1,
        resources={},
    )
    runpy.run_path(
        str(project.script("train_edit_classifier")), init_globals={"snakemake": snakemake}
    )
    return folder


def entry(trained, tiny_models, **options):
    models = {"model": str(trained / "model"), "language_model": str(tiny_models / "gpt2")}
    return {"type": "edit_classifier", **models, **options}


@pytest.fixture(scope="module")
def classifier(trained, tiny_models):
    return load_system("c", entry(trained, tiny_models), Settings(device="cpu"))


def test_a_toy_classifier_learns_its_lesson(trained, classifier):
    figures = json.loads((trained / "figures.json").read_text())
    assert figures["f"] > 0.9
    assert figures["threshold"] == classifier.threshold
    assert classifier.correct(["she like mats ."]) == ["she likes mats ."]
