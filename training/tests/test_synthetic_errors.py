import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_encoder import SENTENCES

from gec_attribution.edits.model import Edit, apply_edits
from gec_training.data.synthetic_errors import (
    LABELS,
    apply_labelled,
    draw_errors,
    inflections,
    learn_lexicon,
)
from gec_training.encoder.grammar import draw_copies, join_clitics

LEXICON = learn_lexicon(SENTENCES, 50)

sentences = st.sampled_from(SENTENCES)
seeds = st.integers(0, 2**32)


@given(sentences, st.integers(1, 6), seeds)
def test_errors_change_the_sentence_and_do_not_touch(tokens, count, seed):
    errors = draw_errors(tokens, count, LEXICON, np.random.default_rng(seed))
    assert len(errors) <= count
    assert all(tokens[error.start : error.end] != error.correction.split() for error in errors)
    assert all(a.end < b.start for a, b in itertools.pairwise(errors))
    assert {error.type for error in errors} <= set(LABELS[1:])


@given(sentences, seeds, st.data())
def test_any_subset_of_errors_gives_the_edited_sentence(tokens, seed, data):
    errors = draw_errors(tokens, 4, LEXICON, np.random.default_rng(seed))
    some = [error for error in errors if data.draw(st.booleans())]
    wrong, labels = apply_labelled(tokens, some)
    assert wrong == apply_edits(tokens, some)
    assert len(labels) == len(wrong)
    assert (max(labels, default=0) == 0) <= all(error.end == len(tokens) for error in some)


@given(sentences, seeds)
def test_the_same_seed_draws_the_same_errors(tokens, seed):
    first, second = (draw_errors(tokens, 3, LEXICON, np.random.default_rng(seed)) for _ in "ab")
    assert first == second


def test_labels_say_what_is_wrong_and_where():
    tokens = ["He", "goes", "to", "the", "school", "."]
    errors = [Edit(1, 2, "go", "inflection"), Edit(3, 4, "", "article")]
    wrong, labels = apply_labelled(tokens, errors)
    assert wrong == ["He", "go", "to", "school", "."]
    assert [LABELS[label] for label in labels] == [
        "correct",
        "inflection",
        "correct",
        "missing",
        "correct",
    ]


def test_inflections_are_the_other_forms():
    assert {"goes", "went", "gone", "going"} <= set(inflections("go"))
    assert "go" not in inflections("go")
    assert "child" in inflections("children")


def test_a_better_copy_has_fewer_wrong_tokens_than_its_worse_copy():
    correct, copies = draw_copies(SENTENCES, LEXICON, np.random.default_rng(1))
    better, worse = copies[: len(correct)], copies[len(correct) :]
    wrong = [[sum(map(bool, labels)) for _, labels in side] for side in (better, worse)]
    assert len(better) == len(worse) == len(correct)
    assert all(few <= many for few, many in zip(*wrong, strict=True))
    assert 0.4 < np.mean([few == 0 for few in wrong[0]]) < 0.9


@pytest.mark.parametrize(
    ("tokens", "joined"), [("We do n't .", "We don't ."), ("Ann 's dog", "Ann's dog"), ("'s", "'s")]
)
def test_clitics_join_their_word(tokens, joined):
    assert " ".join(join_clitics(tokens.split())) == joined
