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
        (("a b", None), r"sentence 2: the hypothesis is None, and has to be a text"),
        ((3, "a"), r"sentence 2: the source is 3, and"),
        (("a", "b", "c"), r"sentence 2 is \('a', 'b', 'c'\), and has to be a source with its hyp"),
        ("ab", r"sentence 2 is 'ab', and"),
        (("", "a"), r"sentence 2: the source is empty"),
    ],
)
@pytest.mark.parametrize("tokenise", [False, True])
def test_what_is_no_pair_of_texts_is_named_with_its_sentence(explainer, pair, problem, tokenise):
    explainer.tokenise = tokenise
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_pairs([GOOD, pair]))
    explainer.tokenise = False


@pytest.mark.parametrize(
    ("edited", "said"),
    [
        ((None, [EDIT]), r"sentence 2: the source is None, and"),
        ((" ", []), r"sentence 2: the source is empty"),
        (("a b", None), r"sentence 2: the edits are None, and have to be a list of Edit"),
        (("a b", "c"), r"sentence 2: the edits are 'c', and"),
        (("a b", [EDIT, 3]), r"sentence 2: the edits are \[Edit.*, 3\], and"),
        (("a b", [EDIT], 1), r"sentence 2 is \('a b', .*\), and has to be a source with its edits"),
    ],
)
def test_what_are_no_edits_is_named_with_its_sentence(explainer, edited, said):
    with pytest.raises(InputError, match=said):
        list(explainer.explain_edits([("a b", [EDIT]), edited]))


@pytest.mark.parametrize(
    ("references", "problem"),
    [
        (["a c", None], r"sentence 2: the references are None, and have to be one text or several"),
        (["a c", ["a c", None]], r"sentence 2: the reference is None, and has to be a text"),
        (["a c", [" "]], r"sentence 2: the reference is empty"),
        (["a c", []], r"sentence 2 has no reference; give one at least for each"),
    ],
)
def test_what_is_no_reference_is_named_with_its_sentence(explainer, references, problem):
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_pairs([GOOD, GOOD], references=references))
    edited = [("a b", [EDIT])] * 2
    with pytest.raises(InputError, match=problem):
        list(explainer.explain_edits(edited, references=references))
