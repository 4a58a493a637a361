import json

import excgec_oracle
import pytest
from explained import explained_sentences
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.explanations import records
from gec_attribution.explanations.records import (
    Explanation,
    read_explanations,
    read_explanations_of,
    write_explanations,
)
from gec_attribution.explanations.taxonomy import ERROR_TYPES, LABELS, OTHER
from gec_attribution.languages.chinese_alignment import SPACE

EDIT = {
    "src_interval": [4, 5],
    "tgt_interval": [4, 5],
    "src_content": "园",
    "tgt_content": "圆",
    "error_type": "字音混淆错误",
    "error_severity": 2,
    "error_description": "【园】是公园的园，形状应写作{圆}。",
}
SAMPLE = {
    "index": 7,
    "domain": "own",
    "source": "月亮真的园。",
    "target": "月亮真的圆。",
    "edits": [EDIT],
}


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "explanations.json"
        path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        return path

    return write


def changed(**fields):
    edit = {name: value for name, value in (EDIT | fields).items() if value is not ...}
    return [SAMPLE | {"edits": [edit]}]


def about(corpus):
    return [note.about for note in corpus.notes]


def test_a_file_without_spaces_takes_those_of_the_sources_and_counts_none(write):
    # I(0) l(1) o v e(4): the interval counts characters, as EXCGEC does.
    texts = {"source": "Iloveyou", "target": "Ilikeyou"}
    contents = {"src_content": "love", "tgt_content": "like"}
    edit = EDIT | contents | {"src_interval": [1, 5], "tgt_interval": [1, 5]}
    corpus = read_explanations_of(
        write([SAMPLE | texts | {"edits": [edit]}]), ["I love you"]
    )
    (sentence,) = corpus.sentences
    assert (sentence.source, sentence.target) == ("I love you", "I like you")
    assert sentence.edits[0].original == "love"
    assert corpus.notes == ()


def test_a_sample_is_read(write):
    corpus = read_explanations(
        write({"metadata": {"version": "1"}, "samples": [SAMPLE]})
    )
    (sentence,) = corpus.sentences
    (edit,) = sentence.edits
    assert edit.edit == Edit(4, 5, "圆", "S")
    assert (edit.original, edit.target) == ("园", (4, 5))
    assert edit.explanation == Explanation("字音混淆错误", 2, EDIT["error_description"])
    assert (sentence.index, sentence.domain, corpus.version) == (7, "own", "1")
    assert corpus.notes == ()


@pytest.mark.parametrize(
    ("name", "numbers"), [("test", (8, 11, 13)), ("valid", (5, 6, 7))]
)
def test_the_published_files_come_back_and_their_oddities_are_counted(
    shared, tmp_path, name, numbers
):
    path = shared / f"datasets/excgec/{name}.json"
    corpus = read_explanations(path)
    kinds = (
        records.OTHER_SOURCE_CONTENT,
        records.OTHER_TARGET_CONTENT,
        records.OTHER_TARGET,
    )
    assert {kind: about(corpus).count(kind) for kind in about(corpus)} == dict(
        zip(kinds, numbers, strict=True)
    )
    again = tmp_path / "again.json"
    write_explanations(again, corpus.sentences, corpus.version)
    published, written = (
        json.loads(file.read_text(encoding="utf-8")) for file in (path, again)
    )
    assert published == written


def test_what_models_write_is_read(write):
    explanation = {name: EDIT[name] for name in EDIT if name.startswith("error_")}
    edit = {name: EDIT[name] for name in EDIT if name not in explanation}
    output = {
        "target": SAMPLE["target"],
        "edits": [edit],
        "explanations": [explanation],
    }
    written = [{"instruction": "解释", "input": SAMPLE["source"], "output": output}]
    corpus = read_explanations(write(written))
    assert (
        corpus.sentences[0].edits
        == read_explanations(write([SAMPLE])).sentences[0].edits
    )
    output["explanations"] = []
    with pytest.raises(
        InputError, match="sample 1: its `output` has 1 `edits` but 0 `expl"
    ):
        read_explanations(write(written))


@pytest.mark.parametrize(
    ("content", "kinds"),
    [
        (changed(error_type="词语缺失"), [records.UNKNOWN_TYPE]),
        (changed(error_severity=7), [records.UNKNOWN_SEVERITY]),
        (changed(error_description=" \n\u3000"), [records.EMPTY_DESCRIPTION]),
        (changed(src_content="元"), [records.OTHER_SOURCE_CONTENT]),
        (
            changed(tgt_content="元"),
            [records.OTHER_TARGET_CONTENT, records.OTHER_TARGET],
        ),
        (changed(src_content=...), [records.MISSING_FIELD]),
    ],
)
def test_what_is_odd_is_kept_and_noted(write, content, kinds):
    path = write(content)
    corpus = read_explanations(path)
    assert about(corpus) == kinds
    assert len(corpus.sentences[0].edits) == len(content[0]["edits"])
    assert all(note.where.startswith(f"{path}: sample 1") for note in corpus.notes)
    assert len(corpus.summary()) == len(set(kinds))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "text",
            "must be EXCGEC's JSON, a list of samples or an object with that list",
        ),
        ([3], "sample 1: must be an object; found 3"),
        ([SAMPLE | {"source": " "}], 'sample 1: `source`: is empty; found " "'),
        ([SAMPLE, {"source": "我", "edits": []}], "sample 2: `target`: is missing"),
        (changed(src_interval=...), "sample 1, edit 1: `src_interval`: is missing"),
        (
            changed(src_interval=[5, 4]),
            "`src_interval`: must be two integers, 0 ≤ start ≤ end",
        ),
        (
            changed(error_severity=True),
            "`error_severity`: Input should be a valid integer; found t",
        ),
        (
            [{"input": "我", "output": {"edits": []}}],
            "`output` needs `edits` and `explanations`",
        ),
    ],
)
def test_what_cannot_be_used_is_an_error(write, content, message):
    path = write(content)
    with pytest.raises(InputError) as error:
        read_explanations(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"[{", "is not JSON in UTF-8: Expecting property name"),
        (
            b"\xff",
            "is not JSON in UTF-8: 'utf-8' codec can't decode byte 0xff in position 0",
        ),
        (b"[" * 100_000, "is not JSON in UTF-8: maximum recursion depth"),
    ],
)
def test_what_is_no_json_is_an_error(tmp_path, raw, message):
    path = tmp_path / "broken.json"
    path.write_bytes(raw)
    with pytest.raises(InputError, match=message):
        read_explanations(path)


# White space of Chinese is left out, and so is the character that stands for a space in tokens.
characters = st.characters(
    exclude_categories=["Cs", "Z", "Cc"], exclude_characters=SPACE
).filter(lambda one: not one.isspace())


@given(st.lists(explained_sentences(characters), max_size=3))
def test_any_sentences_come_back(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("records") / "some.json"
    write_explanations(path, written)
    corpus = read_explanations(path)
    assert corpus.sentences == tuple(written)
    assert set(about(corpus)) <= {records.OTHER_TARGET}


def test_the_taxonomy_is_that_of_the_authors_code():
    assert list(LABELS) == excgec_oracle.load()["meta"]["error_types"]


def test_the_taxonomy_is_that_of_the_paper(shared):
    assert len(LABELS) == 17
    assert LABELS[-1] == OTHER
    assert len({error_type.major for error_type in ERROR_TYPES.values()} - {OTHER}) == 5
    paper = (shared / "papers/excgec.txt").read_text(encoding="utf-8")
    unspaced = "".join(paper.split())
    for error_type in ERROR_TYPES.values():
        assert "".join(error_type.english.split()) in unspaced
