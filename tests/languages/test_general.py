"""Languages without rules of their own: tokens, ordinary text, and edits."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from gec_attribution.edits.model import Edit, apply_edits, m2_text
from gec_attribution.errors import PackageError
from gec_attribution.languages import load_extractor, load_language

# Words and marks in five scripts, few so that sentences have much in common.
SCRIPTS = {
    "fr": "le Le chat L' homme n' a -t -il peut-être , . « » ?",
    "uk": "він Він м’яч будь-хто у школу школі , . — « »",
    "el": "ο Ο γάτος το παιδί σχολείο ; · , .",
    "ar": "ذهب ذهبت إلى المدرسة مدرسة ، ؟ .",
    "hi": "वह मैं स्कूल गया गई है । , ?",
}
pairs_of_sentences = st.sampled_from(sorted(SCRIPTS)).flatmap(
    lambda code: st.tuples(
        st.just(code),
        *[st.lists(st.sampled_from(SCRIPTS[code].split()), max_size=7)] * 2,
    )
)
extractors = {code: load_extractor(code) for code in SCRIPTS}


@settings(max_examples=200)
@given(drawn=pairs_of_sentences)
def test_edits_give_the_hypothesis_without_overlap(drawn):
    code, source, hypothesis = drawn
    (edits,) = extractors[code].extract([(m2_text(source), m2_text(hypothesis))])
    assert apply_edits(source, edits) == hypothesis
    for edit, following in pairwise(edits):
        assert edit.end <= following.start


@settings(max_examples=200)
@given(drawn=pairs_of_sentences)
def test_tokens_survive_as_ordinary_text(drawn):
    code, tokens, _ = drawn
    language = load_language(code)
    text, spans = language.ordinary(tokens)
    assert [text[start:end] for start, end in spans] == tokens
    assert "".join(language.from_plain_text(text).split()) == "".join(tokens)
    assert language.tokenize(language.join(tokens)) == tokens


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "fr",
            "L'homme n'a qu'une idée : aujourd'hui, c'est-à-dire demain ? A-t-il dit « oui » ?",
        ),
        ("it", "L'amico dell'uomo c'è, un po' dopo."),
        ("ca", "L'home d'en Joan, anem-hi."),
        (
            "uk",
            'М\'яч і п’ять: з-під 2020 р., будь-хто - Київ — це. "Так" «ні» та/або т. д.',
        ),
        ("ru", "Кто-то из-за дома - это т.е. так."),
        ("de", "Das ist z.B. ein „Test“ und Bahn-Card, 3-mal."),
        ("cs", "Je-li to tak, např. 5. května."),
        ("es", '¿Qué es "eso"? ¡No!'),
        ("el", "Πήγα στο σχολείο, γιατί; Ναι· όχι."),
        ("ar", "ذهبت إلى المدرسة، وكتبت؟ نعم."),
        ("hi", "मैं स्कूल गया। वह, नहीं?"),
    ],
)
def test_ordinary_text_comes_back_as_it_was_written(code, text):
    language = load_language(code)
    tokens = language.from_plain_text(text).split()
    assert language.ordinary(tokens)[0] == text
    assert language.to_plain_text(m2_text(tokens), text) == text


def test_elisions_clitics_and_compounds_are_tokens():
    french = load_language("fr")
    assert french.from_plain_text("L'ami vient-il peut-être, aujourd'hui?") == (
        "L' ami vient -il peut-être , aujourd'hui ?"
    )


@pytest.mark.parametrize(
    ("source", "hypothesis", "expected"),
    [
        ("der hund bellt", "Der Hund bellt", [(0, 2, "R:ORTH")]),
        ("ein Haus Tür", "eine Haustür", [(0, 1, "R:OTHER"), (1, 3, "R:ORTH")]),
        ("er heute geht", "er geht heute", [(1, 3, "R:WO")]),
        ("er geht", "er geht .", [(2, 2, "M:PUNCT")]),
        ("er geht , wir bleiben", "er geht . Wir bleiben", [(2, 4, "R:PUNCT")]),
        ("er geht sehr", "er geht", [(2, 3, "U:OTHER")]),
    ],
)
def test_types_without_a_pipeline(source, hypothesis, expected):
    (edits,) = load_extractor("de").extract([(source, hypothesis)])
    assert [(edit.start, edit.end, edit.type) for edit in edits] == expected


def test_words_of_a_list_are_spelt_right(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("Haus\nHund\n", encoding="utf-8")
    extractor = load_extractor("de", words)
    edits = extractor.extract([("das Haws", "das Haus"), ("das Haus", "das Hund")])
    assert edits == [(Edit(1, 2, "Haus", "R:SPELL"),), (Edit(1, 2, "Hund", "R:OTHER"),)]
    assert extractor.signature()["words"].startswith("words.txt-")
    assert load_extractor("de").signature()["words"] == "none"


def pipeline_of(folder, code, words):
    """A pipeline whose rules give their parts of speech and lemmas to some words."""
    nlp = spacy.blank(code)
    ruler = nlp.add_pipe("attribute_ruler")
    for word, (kind, lemma) in words.items():
        ruler.add([[{"LOWER": word}]], {"POS": kind, "LEMMA": lemma})
    nlp.meta.update(name="rules", version="1.0.0")
    nlp.to_disk(folder)
    return folder


def test_types_by_a_trained_pipeline(tmp_path):
    words = dict.fromkeys(("geht", "gehen"), ("VERB", "gehen"))
    words |= {"läuft": ("VERB", "laufen"), "hund": ("NOUN", "Hund")}
    extractor = load_extractor("de", pipeline_of(tmp_path / "rules", "de", words))
    pairs = [("er gehen", "er geht"), ("er geht", "er läuft"), ("er geht", "er geht Hund"),
             ("er geht", "er Hund")]  # fmt: skip
    types = [[edit.type for edit in edits] for edits in extractor.extract(pairs)]
    assert types == [["R:MORPH"], ["R:VERB"], ["M:NOUN"], ["R:OTHER"]]
    assert extractor.signature()["pipeline"].startswith("de_rules-1.0.0-")


def test_a_language_that_needs_a_package_says_which():
    with pytest.raises(PackageError, match="sudachipy"):
        load_language("ja").from_plain_text("日本語。")
    with pytest.raises(PackageError, match="natto-py"):
        load_language("ko").from_plain_text("한국어.")


def test_ordinary_text_is_noticed_but_for_abbreviations():
    german = load_language("de")
    assert german.stuck_tokens("Das Haus, usw. ist z.B. gut. Dr. Nein") == [
        "Haus,",
        "gut.",
    ]


def test_russian_edits_have_the_spans_of_ru_errant(tmp_path):
    document, made = (
        json.loads(
            (Path(__file__).parent / f"russian_{name}.json").read_text(encoding="utf-8")
        )
        for name in ("pairs", "spans")
    )
    words = document["words"] | {mark: ("PUNCT", mark) for mark in ".,"}
    extractor = load_extractor("ru", pipeline_of(tmp_path / "rules", "ru", words))
    extracted = extractor.extract(document["pairs"])
    for pair, edits, expected in zip(
        document["pairs"], extracted, made["spans"], strict=True
    ):
        found = [[edit.start, edit.end, edit.correction] for edit in edits]
        assert found == expected, pair
