import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.systems import load_system
from gec_attribution.systems.correction import correct_corpus


@pytest.fixture(scope="module")
def speller():
    return load_system("speller", {"type": "spelling"})


@pytest.mark.parametrize(
    ("source", "corrected"),
    [
        ("They beleive him .", "They believe him ."),
        # The capital of a sentence's beginning is kept; after another sentence, too.
        ("Somthing is here . Becuse of it .", "Something is here . Because of it ."),
        # A doubled letter alone is the likeliest slip: not "total".
        ("It is totaly new .", "It is totally new ."),
        # Words run into one.
        ("We go alot there .", "We go a lot there ."),
        ("We dont know .", "We do n't know ."),
    ],
)
def test_unknown_words_become_known_ones(speller, source, corrected):
    assert speller.correct([source]) == [corrected]


@pytest.mark.parametrize(
    "source",
    [
        "We met Beleive and McDonnald in Thailnd .",  # names
        "The NAASA and the OEDC met .",
        "I ca n't , wo n't , she 's , they 've .",
        "The 3rdd of h8rd , 12years .",
        "It costs 12,50 ... -- `` really '' ?!",
        "well-knwon e-mial x.y",
        "a travelling cat , a traveling colour",
        "he xqzvwk it",  # resembles nothing
        "hte ofr",  # too short to tell
        "naïvete déjà",
    ],
)
def test_all_else_stays_as_it_is(speller, source):
    assert speller.correct([source]) == [source]


tokens = st.text(st.characters(blacklist_categories=("Z", "C")), min_size=1, max_size=8)


@given(st.lists(tokens, min_size=1, max_size=8))
def test_other_tokens_are_kept_and_a_second_pass_changes_nothing(speller, words):
    source = " ".join(" ".join(words).split())
    (corrected,) = correct_corpus(speller, [source])
    assert speller.correct([corrected]) == [corrected]
    assert other_tokens(corrected) == other_tokens(source)


def other_tokens(sentence):
    return [
        word for word in sentence.split() if not (word.isascii() and word.isalpha())
    ]
