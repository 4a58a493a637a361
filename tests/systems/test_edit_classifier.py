import json
import shutil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import fingerprint
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.confusion_sets import confusions
from gec_attribution.systems.correction import correct_corpus
from gec_attribution.systems.edit_features import NAMES, features
from gec_attribution.systems.edit_table import MAX_TOKENS, learn_table, load_table

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
    proposed = table.edits(sentence.split())
    return {(each.start, each.end, each.correction): counts for each, counts in proposed.items()}


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


def entry(**options):
    models = {"model": str(SHIPPED), "language_model": str(LANGUAGE_MODEL)}
    return {"type": "edit_classifier", **models, **options}


@pytest.fixture(scope="module")
def classifier():
    return load_system("c", entry(), Settings(device="cpu"))


SOURCES = ["she like mats .", "he like many books", "the cat sat", "It like it"]


def test_a_correction_depends_on_its_sentence_alone(classifier):
    together = classifier.correct(SOURCES)
    assert [classifier.correct([source])[0] for source in SOURCES] == together
    assert correct_corpus(classifier, SOURCES * 2, chunk_size=3) == together * 2


def test_nothing_changes_where_nothing_beats_the_threshold():
    strict = load_system("c", entry(threshold=1), Settings(device="cpu"))
    assert strict.correct(SOURCES) == SOURCES


def test_a_long_sentence_is_left_as_it_is_and_counted():
    patient = load_system("c", entry(), Settings(device="cpu"))
    long = " ".join(["she like many book"] * 150)
    assert patient.correct([long]) == [long]
    assert patient.counts == {"longer than the language model reads, left as it is": 1}


def test_another_language_model_or_a_damaged_folder_is_refused(tmp_path):
    without_sums = shutil.ignore_patterns("SHA256SUMS")
    other_model = shutil.copytree(LANGUAGE_MODEL, tmp_path / "gpt2", ignore=without_sums)
    settings = json.loads((other_model / "config.json").read_text())
    (other_model / "config.json").write_text(json.dumps(settings | {"other": 1}))
    with pytest.raises(ModelError, match="is not the language model that"):
        load_system("c", entry(language_model=str(other_model)))
    with pytest.raises(ModelError, match=r"has no config\.json"):
        load_system("c", entry(model=str(tmp_path)))
    damaged = shutil.copytree(SHIPPED, tmp_path / "damaged", ignore=without_sums)
    (damaged / "model.safetensors").write_bytes(b"no")
    with pytest.raises(ModelError, match="is not the folder of an edit classifier"):
        load_system("c", entry(model=str(damaged)))
    config = json.loads((SHIPPED / "config.json").read_text())
    (damaged / "config.json").write_text(json.dumps(config | {"features": ["gain"]}))
    shutil.copy(SHIPPED / "model.safetensors", damaged)
    with pytest.raises(ModelError, match="other features"):
        load_system("c", entry(model=str(damaged)))


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
