from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT
from transformers import AutoTokenizer, GPT2LMHeadModel

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import edit_likelihoods, load_system
from gec_attribution.systems.confusion_sets import confusions, spelling_ranks
from gec_attribution.systems.correction import correct_corpus
from gec_attribution.systems.edit_likelihoods import RIGHT_CONTEXT, EditLikelihoods
from gec_attribution.systems.language_model import accept

SOURCES = ["the cat sat", "a mat likes she", "she like many book .", "It likes"]


def changes(sentence):
    return {
        (edit.start, edit.end, edit.correction, edit.type) for edit in confusions(sentence.split())
    }


def test_words_are_confused_with_others_of_their_kind():
    possible = changes("She go in school")
    assert {(1, 2, form, "inflection") for form in ("goes", "going", "gone", "went")} <= possible
    assert (2, 3, "to", "preposition") in possible
    assert (2, 3, "", "preposition") in possible
    assert (3, 3, "the", "determiner") in possible
    assert (3, 3, "to", "preposition") not in possible
    assert (1, 1, "of", "preposition") in possible
    assert not any(start == 0 for start, *_ in possible)


def test_the_capital_of_the_beginning_is_kept():
    possible = changes("The childs beleive")
    assert (0, 1, "A", "determiner") in possible
    assert (0, 2, "Childs", "determiner") in possible
    assert (2, 3, "believe", "spelling") in possible
    assert changes("Walks end") >= {(0, 1, "Walked", "inflection")}


@pytest.mark.parametrize("sentence", ["Paris", "12 %", "'s n't", "!", "the"])
def test_names_numbers_and_marks_are_confused_with_nothing(sentence):
    possible = {change for change in changes(f"we . {sentence}") if change[0] >= 2}
    assert {kind for *_, kind in possible} <= {"determiner"}
    assert (2, 3, "", "determiner") not in possible


def test_respellings_are_ranked():
    edits = [Edit(0, 1, word, "spelling") for word in "ab"] + [Edit(0, 1, "c", "inflection")]
    assert spelling_ranks([*edits, Edit(1, 2, "d", "spelling")]) == [0, 1, 0, 0]


@pytest.fixture(scope="module")
def likelihoods(tiny_models):
    return EditLikelihoods(tiny_models / "gpt2", Settings(device="cpu"))


def expected_losses(folder, tokens, edit):
    """The four losses by transformers alone, one text at a time."""
    model = GPT2LMHeadModel.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)

    def pieces(words):
        return tokenizer("".join(f" {word}" for word in words))["input_ids"]

    before = pieces([".", *tokens[: edit.start]])
    after = pieces(tokens[edit.end :])[:RIGHT_CONTEXT]
    losses = []
    for middle in (tokens[edit.start : edit.end], edit.correction.split()):
        text = torch.tensor([before + pieces(middle) + after])
        with torch.no_grad():
            logs = model(text).logits.log_softmax(-1)[0, :-1]
        loss = -logs[torch.arange(len(logs)), text[0, 1:]]
        cut = len(before) - 1
        inside = len(pieces(middle))
        losses += [loss[cut : cut + inside].sum(), loss[cut + inside :].sum()]
    return np.array([float(loss) for loss in losses])


@pytest.mark.parametrize(
    "edit",
    [
        Edit(1, 2, "dog", ""),
        Edit(1, 2, "", ""),
        Edit(0, 2, "They", ""),
        Edit(2, 2, "on the", ""),
        Edit(3, 3, "yesterday", ""),
        Edit(2, 3, "sat down", ""),
    ],
)
def test_losses_are_those_of_whole_texts(tiny_models, likelihoods, monkeypatch, edit):
    monkeypatch.setattr(edit_likelihoods, "MARGIN", np.inf)
    monkeypatch.setattr(edit_likelihoods, "INSERTION_MARGIN", np.inf)
    tokens = ["the", "cat", "sat"]
    other_edits = [Edit(1, 2, "cats", ""), Edit(0, 1, "a", "")]
    kept, losses = likelihoods.compare(tokens, [other_edits[0], edit, other_edits[1]])
    assert kept == [other_edits[0], edit, other_edits[1]]
    expected = expected_losses(tiny_models / "gpt2", tokens, edit)
    np.testing.assert_allclose(losses[1], expected, atol=1e-4)


def test_only_hopeless_edits_are_left_out(likelihoods, monkeypatch):
    tokens = ["she", "like", "many", "book", "."]
    edits = confusions(tokens)
    monkeypatch.setattr(edit_likelihoods, "MARGIN", 1.0)
    monkeypatch.setattr(edit_likelihoods, "INSERTION_MARGIN", 1.0)
    kept, losses = likelihoods.compare(tokens, edits)
    assert 0 < len(kept) < len(edits)
    monkeypatch.setattr(edit_likelihoods, "MARGIN", np.inf)
    monkeypatch.setattr(edit_likelihoods, "INSERTION_MARGIN", np.inf)
    everything, all_losses = likelihoods.compare(tokens, edits)
    assert everything == edits
    places = [edits.index(edit) for edit in kept]
    np.testing.assert_allclose(all_losses[places], losses, atol=1e-4)


def system(tiny_models, threshold):
    entry = {"type": "language_model", "model": str(tiny_models / "gpt2"), "threshold": threshold}
    return load_system("lm", entry, Settings(device="cpu"))


@pytest.fixture(scope="module")
def eager(tiny_models):
    return system(tiny_models, 0.05)


def test_nothing_changes_where_nothing_beats_the_threshold(tiny_models):
    assert system(tiny_models, 1e6).correct(SOURCES) == SOURCES


def test_a_correction_depends_on_its_sentence_alone(eager):
    together = eager.correct(SOURCES)
    assert together != SOURCES
    assert [eager.correct([source])[0] for source in SOURCES] == together
    assert eager.correct(SOURCES[::-1]) == together[::-1]
    assert correct_corpus(eager, SOURCES * 2, chunk_size=3) == together * 2


def test_a_long_sentence_is_left_as_it_is_and_counted(tiny_models):
    long = " ".join(["she like many book"] * 5)
    impatient = system(tiny_models, 0.05)
    assert impatient.correct([long, SOURCES[0]])[0] == long
    assert impatient.counts == {"longer than the language model reads, left as it is": 1}


def test_the_signature_tells_what_moves_corrections(tiny_models, eager):
    assert eager.signature() != system(tiny_models, 0.1).signature()
    assert {"model", "symspellpy", "lemminflect", "torch", "threshold"} <= eager.signature().keys()


edits = st.builds(
    lambda start, length, text: Edit(start, start + length, text, ""),
    st.integers(0, 8),
    st.integers(0, 2),
    st.sampled_from(["x", "y z"]),
)


@given(st.lists(st.tuples(edits, st.floats(-5, 5)), max_size=12), st.floats(-1, 3))
def test_the_best_edits_that_do_not_touch_are_accepted(judged, threshold):
    proposed = [edit for edit, _ in judged]
    merits = np.array([merit for _, merit in judged])
    chosen = accept(proposed, merits, threshold)
    assert all(one.end < other.start for one, other in pairwise(chosen))
    apply_edits(list("abcdefghijk"), chosen)
    good = [edit for edit, merit in judged if merit > threshold]
    assert set(chosen) <= set(good)
    if good:
        assert proposed[int(merits.argmax())] in chosen
    # Each one left out touches one that is taken.
    for edit in good:
        assert any(edit.end >= other.start and other.end >= edit.start for other in chosen)


def test_the_embedded_model_corrects_words():
    entry = {
        "type": "language_model",
        "model": str(ROOT / "models" / "gpt2-embedded"),
        "threshold": 0.2,
    }
    corrector = load_system("lm", entry, Settings(device="cpu"))
    assert corrector.correct(["We beleive that he have an answer ."]) == [
        "We believe that he has an answer ."
    ]
