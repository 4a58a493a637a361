"""Files of users, malformed, odd or hostile: each reader takes a file or refuses it with its place.

Accepted as they are: all characters but line ends. Normalised: line ends, one byte order mark,
outer white space. Refused: bytes that are not UTF-8, blank sources, overlong sentences.
"""

import contextlib
import copy
import json
import re
from pathlib import Path

import pytest
import yaml
from edit_strategies import ODD, SPACES, annotated_sentences
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from project import ROOT
from written_study import SMALL, changed

from gec_attribution.corpora.files import read_hypotheses, read_sources, write_sentences
from gec_attribution.edits.m2 import read_m2, write_m2
from gec_attribution.errors import GecAttributionError, InputError
from gec_attribution.formatting.control_characters import visible
from gec_attribution.languages.base import MAX_CHARACTERS
from gec_attribution.languages.pipelines import EMBEDDED_PIPELINE
from gec_attribution.pipeline.opening import checked

M2 = """\
S This are a example with to many word .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 2 3|||R:DET|||an|||REQUIRED|||-NONE-|||0
A 5 6|||R:SPELL|||too|||REQUIRED|||-NONE-|||0

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S I likes
A 2 2|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0

"""
CORPORA = {
    "x.txt": ("This are a sentence .\nIt is fine .\nI likes\n", {}),
    "x.tsv": (
        "id\ttext\n1\tThis are a sentence .\n2\tIt is fine .\n3\tI likes\n",
        {"column": 1},
    ),
    "x.jsonl": (
        "".join(
            json.dumps({"id": 1, "text": text}) + "\n"
            for text in ("He go .", "Yes", "a b")
        ),
        {"column": "text"},
    ),
    "x.m2": (M2, {}),
}


def examples(count):
    """Settings of a test with `count` examples, or more in the profile that explores."""
    return settings(
        max_examples=count * settings.default.max_examples // 100,
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.too_slow,
        ],
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("readers")


# Mutations of bytes: some stretches are replaced by pieces that readers may stumble over.

PIECES = [
    piece.encode()
    for piece in [*ODD, *SPACES, "\r", "\n", "\ufeff", "|||", "\t", "{", "}"]
]
PIECES += [
    b"[" * 2000,
    b"\xff",
    b"\xed\xa0\x80",
    b"NaN",
    b'"\\ud800"',
    b"null",
    b"1e999",
    b"1.5",
]
PIECES += [
    b"9" * 5000,
    b"99",
    b"0",
    b"-1",
    b"x",
    b"S ",
    b"A ",
    b"noop",
    b"\x00",
    b"a" * 10_000,
]
# What is replaced begins a line, is a number, or is any stretch of bytes.
STRETCHES = [
    rb"(?m)^.*\n?",
    rb"\d+",
    rb"(?s).",
    rb"(?s).{8}",
    rb"(?s).{20}",
    rb"(?s).+",
]
mutations = st.lists(
    st.tuples(
        st.sampled_from(STRETCHES),
        st.integers(0, 400),
        st.sampled_from([b"", *PIECES]),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)


def mutated(data: bytes, chosen) -> bytes:
    for stretch, number, piece, twice in chosen:
        found = list(re.finditer(stretch, data))
        if not found:
            continue
        replaced = found[number % len(found)]
        kept = replaced[0] * 2 if twice else b""
        data = data[: replaced.start()] + kept + piece + data[replaced.end() :]
    return data


def outcome(read, *arguments, names, **options):
    """Result of `read`, or None where it refuses with an error that names the place."""
    try:
        return list(read(*arguments, **options))
    except GecAttributionError as error:
        message = str(error)
    assert any(re.search(name, message) for name in names), message[:300]
    return None


def place(path: Path) -> str:
    """Pattern of a file and a line, with which errors begin."""
    return rf"^{re.escape(str(path))}:( sentence )?\d+"


# Corpora and M2


@examples(500)
@given(st.sampled_from(sorted(CORPORA)), mutations)
def test_a_malformed_corpus_is_read_or_refused_with_the_line(folder, name, chosen):
    content, entry = CORPORA[name]
    path = folder / name
    path.write_bytes(mutated(content.encode(), chosen))
    # A damaged text may be in another script than the corpus.
    foreign = rf"^{re.escape(str(path))}: .* are plainly not in the language"
    sources = outcome(read_sources, path, entry, names=[place(path), foreign])
    if sources is not None:
        write_sentences(folder / "copy.txt", sources)
        assert read_sources(folder / "copy.txt") == sources
    hypotheses = outcome(
        read_hypotheses, path, entry, expected=3, names=[place(path), r"no coder"]
    )
    assert hypotheses is None or len(hypotheses) == 3
    assert not list(folder.glob(".partial-*"))


@examples(100)
@given(st.lists(annotated_sentences(), min_size=1, max_size=3))
def test_well_formed_m2_is_never_refused(folder, sentences):
    write_m2(folder / "good.m2", sentences)
    assert list(read_m2(folder / "good.m2")) == sentences


FORMS = {
    "x.txt": ("a b\n", "c\n", {}),
    "x.tsv": ("text\na b\n", "c\n", {"column": "text"}),
    "x.jsonl": ('{"text": "a b"}\n', '{"text": "c"}\n', {"column": "text"}),
    "x.m2": ("S a b\n\n", "S c\n", {}),
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "bom"])
def test_files_may_begin_and_end_as_they_like(tmp_path, name, ending, mark):
    first_line, last_line, entry = FORMS[name]
    whole = mark + first_line + last_line
    for text in (whole, whole.rstrip(), f"{whole}\n \n"):
        (tmp_path / name).write_bytes(text.replace("\n", ending).encode())
        assert read_sources(tmp_path / name, entry) == ["a b", "c"]
        assert read_hypotheses(tmp_path / name, entry, expected=2) == ["a b", "c"]


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("raw", [b"\xff", b"\xed\xa0\x80", b"\xc0\x80"])
def test_other_encodings_are_refused_with_the_line(tmp_path, name, raw):
    first_line, last_line, entry = FORMS[name]
    content = first_line.encode() + last_line.encode().replace(b"c", raw)
    (tmp_path / name).write_bytes(content)
    line = content.split(raw)[0].count(b"\n") + 1
    with pytest.raises(InputError, match=rf"{re.escape(name)}:{line}: byte \d+ of"):
        read_sources(tmp_path / name, entry)


@pytest.mark.parametrize("content", ["", "\ufeff", "\r\n\r\n", " \n"])
def test_empty_files_are_refused(tmp_path, content):
    for name in ("x.txt", "x.jsonl", "x.m2"):
        (tmp_path / name).write_bytes(content.encode())
        with pytest.raises(
            InputError, match=rf"{name}:1: there are no sentences in it"
        ):
            read_sources(tmp_path / name, FORMS[name][2])


def test_a_sentence_has_a_greatest_length(tmp_path):
    path = tmp_path / "x.txt"
    for part in ("x", "ab ", "\u0301"):
        text = (part * MAX_CHARACTERS)[:MAX_CHARACTERS].strip()
        path.write_text(f"{text}\n", encoding="utf-8")
        assert read_sources(path) == [text]
        path.write_text(f"a\n{part * 2**20}\n", encoding="utf-8")
        with pytest.raises(
            InputError, match=r"x\.txt:2: the sentence has .* at most 100,000"
        ):
            read_sources(path)


@examples(50)
@given(st.lists(st.sampled_from(ODD + SPACES), min_size=1))
def test_any_mixture_of_characters_is_read_as_it_is(folder, pieces):
    text = f"a{''.join(pieces)}"
    (folder / "odd.txt").write_bytes(f"{text}\n".encode())
    assert read_sources(folder / "odd.txt") == [text.strip()]


# The command's page and table


def test_control_characters_reach_neither_terminal_nor_page(tmp_path, command):
    metrics = {"overlap": {"type": "token_overlap"}}
    config = changed(metrics=metrics, pipeline=str(EMBEDDED_PIPELINE))
    study, written = tmp_path / "study.yaml", tmp_path / "page.html"
    study.write_text(yaml.safe_dump(config))
    call = ["explain", "--config", study, "--source", "\x1b]0;title\x07 [red]go[/red]"]
    call += ["--hypothesis", "\x1b[2J [/] \u202egoes\u2066"]
    table = command(*call).out
    assert "[red]go[/red]" in table
    command(*call, "--html", written)
    page = written.read_text(encoding="utf-8")
    for text in (table, page):
        assert visible("\x1b]0;title\x07") in text
        assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]", text)


# Configurations


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(exclude_categories=["C"]), max_size=5),
    st.dates(),
    st.sampled_from([2**63, -1, 1.0, "", "a\n", "../x", "some"]),
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3)
    ),
    max_leaves=8,
)


def paths_in(value, path=()):
    """Place of every value, as the keys that lead to it."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths_in(item, (*path, key))


STUDIES = sorted((ROOT / "config").glob("*.yaml"))
PARSED = [yaml.safe_load(path.read_text("utf-8")) for path in STUDIES] + [SMALL]
PLACES = [
    (index, path)
    for index, study in enumerate(PARSED)
    for path in paths_in(study)
    if path
]


@examples(400)
@given(st.sampled_from(PLACES), values, st.booleans())
def test_a_wrong_value_is_refused_with_the_key(where, value, rename):
    index, (*parents, last_key) = where
    config = copy.deepcopy(PARSED[index])
    holder = config
    for key in parents:
        holder = holder[key]
    if rename and isinstance(holder, dict):
        with contextlib.suppress(TypeError):  # a value that is no key
            holder[value] = holder.pop(last_key)
    else:
        holder[last_key] = value
    outcome(checked, config, "study", names=[r"^study: (the top level|[^:]+): "])
