import json
import runpy
import shutil
from types import SimpleNamespace

import numpy as np
import project
import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit, apply_edits
from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import fingerprint
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.confusion_sets import confusions
from gec_attribution.systems.correction import correct_corpus
from gec_attribution.systems.edit_classifier import probabilities
from gec_attribution.systems.edit_features import NAMES, features
from gec_attribution.systems.edit_table import MAX_TOKENS, learn_table, load_table
from gec_attribution.training.edit_classifier import Recipe, _best_threshold, _fit, _Sentence

SHIPPED = ROOT / "models" / "edit-classifier"
LANGUAGE_MODEL = ROOT / "models" / "gpt2-embedded"


def edit(start, end, correction):
    return Edit(start, end, correction, "X")


INFORMATIONS = [
    ("many informations here", [[edit(0, 2, "much information")], [edit(1, 2, "information")]]),
    ("Informations help", [[edit(0, 1, "Information")], []]),
    ("of informations", [[], []]),
]


def learn(annotated):
    return learn_table([(source.split(), references) for source, references in annotated])


def suggested(table, sentence):
    found = table.edits(sentence.split())
    return {(each.start, each.end, each.correction): counts for each, counts in found.items()}


def test_what_two_sentences_correct_is_learnt_with_its_counts():
    table = learn(INFORMATIONS)
    # Three sentences with two annotators each; "many informations" is corrected in one alone.
    assert table.corrections == {"informations": {"information": 2}}
    assert table.occurrences == {"informations": 6}
    assert suggested(table, "We like informations .") == {(2, 3, "information"): (2, 6)}
    assert suggested(table, "Informations help") == {(0, 1, "Information"): (2, 6)}
    assert suggested(table, "no INFORMATIONS") == {}


def test_insertions_are_found_by_either_neighbour():
    annotated = [
        (f"{first} however {last}", [[edit(2, 2, ",")]]) for first, last in ("ab", "cd", "ef")
    ]
    table = learn(annotated)
    assert table.corrections == {"however": {"however ,": 3}}
    assert suggested(table, "x however y") == {(2, 2, ","): (3, 3)}
    assert suggested(table, "However y") == {(1, 1, ","): (3, 3)}


def test_deletions_and_capitals_are_learnt():
    annotated = [(f"{word} i the {word}", [[edit(1, 2, "I"), edit(2, 3, "")]]) for word in "abc"]
    table = learn(annotated)
    assert suggested(table, "x i y") == {(1, 2, "I"): (3, 3)}
    assert suggested(table, "x the y") == {(1, 2, ""): (3, 3)}


sentences = st.lists(st.sampled_from(["a", "b", "C", "d"]), min_size=1, max_size=6)


@st.composite
def annotated_sentences(draw):
    tokens = draw(sentences)
    start = draw(st.integers(0, len(tokens)))
    end = draw(st.integers(start, len(tokens)))
    text = draw(st.sampled_from(["", "x", "X y", "x y z", "x y z w"]))
    references = [[edit(start, end, text)], []] if (start < end or text) else [[], []]
    return tokens, references


@given(st.lists(annotated_sentences(), max_size=8), sentences)
def test_a_table_suggests_short_real_changes(annotated, tokens):
    table = learn_table(annotated, min_sentences=1)
    for phrase, corrections in table.corrections.items():
        for correction, count in corrections.items():
            assert len(phrase.split()) <= MAX_TOKENS >= len(correction.split())
            assert phrase != correction
            assert 0 < count <= table.occurrences[phrase]
    for change in table.edits(tokens):
        assert apply_edits(tokens, [change]) != tokens


def test_a_table_survives_its_file(tmp_path):
    table = learn(INFORMATIONS)
    table.save(tmp_path / "table.json")
    assert load_table(tmp_path / "table.json") == table
    (tmp_path / "table.json").write_text("[1]")
    with pytest.raises(ModelError, match=r"table\.json: is not a table of edits"):
        load_table(tmp_path / "table.json")


def test_features_describe_an_edit():
    tokens = ["he", "have", "an", "beleif"]
    edits = [Edit(1, 2, "has", "inflection"), Edit(2, 3, "", "determiner")]
    losses = np.array([[4.0, 9.0, 2.0, 8.0], [1.0, 5.0, 0.0, 7.0]])
    table = {Edit(1, 2, "has", "table"): (3, 8)}
    rows = [dict(zip(NAMES, row, strict=True)) for row in features(tokens, edits, losses, table)]
    assert rows[0]["gain"] == 3
    assert rows[0]["gain of the span"] == 2
    assert rows[0]["gain after the span"] == 1
    # The deletion touches it, and gains -1; so nothing is the best rival.
    assert rows[0]["lead over the best rival"] == 3
    assert rows[1]["lead over the best rival"] == -4
    assert rows[0]["in the table"] == 1
    assert rows[0]["log-odds in the table"] == pytest.approx(np.log(3.5 / 5.5))
    assert rows[1]["in the table"] == 0
    assert rows[0]["inflection"] == rows[0]["substitution"] == rows[0]["VBZ changes"] == 1
    assert rows[0]["VB changes"] == -1
    assert rows[0]["singular pronoun before"] == rows[0]["article after"] == 1
    assert rows[1]["deletion"] == rows[1]["have before"] == 1
    assert rows[0]["gain of the left pair"] > 0


def test_there_are_no_features_of_nothing():
    assert features(["a"], [], np.zeros((0, 4)), {}).shape == (0, len(NAMES))
    assert len(set(NAMES)) == len(NAMES)


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


SOURCES = ["she like mats .", "he like many books", "the cat sat", "It like it"]


def test_a_toy_classifier_learns_its_lesson(trained, classifier):
    figures = json.loads((trained / "figures.json").read_text())
    assert figures["f"] > 0.9
    assert figures["threshold"] == classifier.threshold
    assert classifier.correct(SOURCES[:1]) == ["she likes mats ."]


def test_a_correction_depends_on_its_sentence_alone(classifier):
    together = classifier.correct(SOURCES)
    assert [classifier.correct([source])[0] for source in SOURCES] == together
    assert correct_corpus(classifier, SOURCES * 2, chunk_size=3) == together * 2


def test_nothing_changes_where_nothing_beats_the_threshold(trained, tiny_models):
    strict = load_system("c", entry(trained, tiny_models, threshold=1), Settings(device="cpu"))
    assert strict.correct(SOURCES) == SOURCES


def test_a_long_sentence_is_left_as_it_is_and_counted(trained, tiny_models):
    patient = load_system("c", entry(trained, tiny_models), Settings(device="cpu"))
    long = " ".join(["she like many book"] * 5)
    assert patient.correct([long]) == [long]
    assert patient.counts == {"longer than the language model reads, left as it is": 1}


def test_another_language_model_or_a_damaged_folder_is_refused(trained, tiny_models, tmp_path):
    other = shutil.copytree(tiny_models / "gpt2", tmp_path / "gpt2")
    settings = json.loads((other / "config.json").read_text())
    (other / "config.json").write_text(json.dumps(settings | {"other": 1}))
    with pytest.raises(ModelError, match="is not the language model that"):
        load_system("c", entry(trained, tiny_models, language_model=str(other)))
    with pytest.raises(ModelError, match=r"has no config\.json"):
        load_system("c", entry(trained, tiny_models, model=str(tmp_path)))
    damaged = shutil.copytree(trained / "model", tmp_path / "damaged")
    (damaged / "model.safetensors").write_bytes(b"no")
    with pytest.raises(ModelError, match="is not the folder of an edit classifier"):
        load_system("c", entry(trained, tiny_models, model=str(damaged)))
    config = json.loads((trained / "model" / "config.json").read_text())
    (damaged / "config.json").write_text(json.dumps(config | {"features": ["gain"]}))
    shutil.copy(trained / "model" / "model.safetensors", damaged)
    with pytest.raises(ModelError, match="other features"):
        load_system("c", entry(trained, tiny_models, model=str(damaged)))


def test_the_shipped_classifier_fits_the_shipped_language_model():
    config = json.loads((SHIPPED / "config.json").read_text())
    assert config["features"] == list(NAMES)
    assert config["language_model"] == fingerprint(LANGUAGE_MODEL)
    table = load_table(SHIPPED / "edits.json")
    for phrase, corrections in table.corrections.items():
        assert all(len(text.split()) <= MAX_TOKENS for text in (phrase, *corrections))
    spec = {"type": "edit_classifier", "model": str(SHIPPED)}
    system = load_system("c", spec | {"language_model": str(LANGUAGE_MODEL)})
    source = "We beleive that it is good ."
    assert confusions(source.split())
    assert system.correct([source]) == ["We believe that it is good ."]
