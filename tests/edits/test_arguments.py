"""Mistakes in edits that people hand over are named with their sentence."""

import pytest

from gec_attribution import Explainer
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError

GOOD = ("a b", "a c")
EDIT = Edit(1, 2, "c", "X")


@pytest.fixture(scope="module")
def explainer():
    return Explainer(lambda _, hypotheses: [float(len(text)) for text in hypotheses])


@pytest.mark.parametrize(
    ("pair", "problem"),
    [
        (
            ("a b", None),
            "sentence 2, hypothesis: found None; it must be a valid string",
        ),
        ((3, "a"), "sentence 2, source: found 3; it must be"),
        (
            ("a", "b", "c"),
            r"sentence 2: found \('a', 'b', 'c'\); it must have at most 2 items",
        ),
        ("ab", "sentence 2: found 'ab'; it must be a valid tuple"),
        (("", "a"), "sentence 2, source: is empty"),
    ],
)
@pytest.mark.parametrize("tokenise", [False, True])
def test_what_is_no_pair_of_texts_is_named_with_its_sentence(
    explainer, pair, problem, tokenise
):
    explainer.tokenise = tokenise
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_pairs([GOOD, pair]))
    explainer.tokenise = False


@pytest.mark.parametrize(
    ("edited", "problem"),
    [
        ((" ", []), "sentence 2, source: is empty"),
        (
            ("a b", None),
            "sentence 2, edits: found None; it must be an instance of Sequence",
        ),
        (("a b", "c"), "sentence 2, edits: found 'c'; 'str' instances are not allowed"),
        (
            ("a b", [EDIT, 3]),
            "sentence 2, edits: found 3; it must be an instance of Edit",
        ),
    ],
)
def test_what_are_no_edits_is_named_with_its_sentence(explainer, edited, problem):
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_edits([("a b", [EDIT]), edited]))


@pytest.mark.parametrize(
    ("references", "problem"),
    [
        (["a c", None], "sentence 2: found None; it must be a valid tuple"),
        (
            ["a c", ["a c", None]],
            "sentence 2, reference 2: found None; it must be a valid string",
        ),
        (["a c", [" "]], "sentence 2, reference 1: is empty"),
        (["a c", []], "sentence 2 has no reference; give one at least for each"),
    ],
)
def test_what_is_no_reference_is_named_with_its_sentence(
    explainer, references, problem
):
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_pairs([GOOD, GOOD], references=references))
    edited = [("a b", [EDIT])] * 2
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_edits(edited, references=references))
