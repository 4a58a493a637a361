"""Malformed files in bulk: valid ones, mutated, and bytes at random.

Whatever is read is taken or refused with an error of this package, which names the file and the
line or the key; nothing else is raised, and no output is left half-written. A well-formed file is
never refused.
"""

import contextlib
import copy
import io
import json
import random
import re
from pathlib import Path

import pytest
import yaml
from edit_strategies import ODD, SPACES, annotated_sentences
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from project import ROOT
from study.test_config import SMALL

from gec_attribution import cli
from gec_attribution.corpora.files import read_hypotheses, read_sources, write_sentences
from gec_attribution.edits.m2 import edits_of, read_m2, write_m2
from gec_attribution.errors import ConfigError, GecAttributionError
from gec_study.config import load_study, validate_study

STUDIES = {
    path.name: path.read_bytes()
    for path in sorted((ROOT / "config").glob("*.yaml"))
    if path.name != "training.yaml"
}
M2 = """\
S This are a example with to many word .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 2 3|||R:DET|||an|||REQUIRED|||-NONE-|||0
A 5 6|||R:SPELL|||too|||REQUIRED|||-NONE-|||0

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S I likes
A 1 2|||R:VERB:SVA|||like|||REQUIRED|||-NONE-|||0
A 2 2|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0

"""
CORPORA = {
    "x.txt": ("This are a sentence .\nIt is fine .\nI likes\n", {}),
    "x.tsv": ("id\ttext\n1\tThis are a sentence .\n2\tIt is fine .\n3\tI likes\n", {"column": 1}),
    "x.jsonl": (
        "".join(json.dumps({"id": 1, "text": text}) + "\n" for text in ("He go .", "Yes", "a b")),
        {"column": "text"},
    ),
    "x.m2": (M2, {}),
}


def examples(count):
    """Settings of a test that tries `count` examples, and more in the profile that explores."""
    return settings(
        max_examples=count * settings.default.max_examples // 100,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


# Mutations of bytes: a mutation is a name and a seed, so that examples are small and shrink.

PIECES = [
    *(piece.encode() for piece in [*ODD, *SPACES, "\r", "\n", "\ufeff", "|||", "\t", "{", "}"]),
    *(
        b"[" * 2000,
        b'{"text":' * 500,
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"9" * 5000,
        b"-1",
        b"NaN",
    ),
    *(b'"\\ud800"', b"null", b"1e999", b"S ", b"A ", b"noop", b"\x00", b"a" * 10_000, b"&a", b"*a"),
]


def _replaced(data, r, length, piece):
    start = r.randrange(len(data) + 1)
    return data[:start] + piece + data[start + length :]


def _with_lines(data, r, change):
    lines = data.split(b"\n")
    change(lines, r.randrange(len(lines)))
    return b"\n".join(lines)


def _swap(lines, index, r):
    separator = r.choice([b"\t", b"|||", b" ", b":", b","])
    fields = lines[index].split(separator)
    r.shuffle(fields)
    lines[index] = separator.join(fields)


def _with_number(data, r):
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data + b"1"
    chosen = r.choice(numbers)
    others = [b"-1", b"0", b"99", b"9" * 5000, b"1.5", b".nan", b"1e9", b"x", b"", b"0x_", b"1_0"]
    return data[: chosen.start()] + r.choice(others) + data[chosen.end() :]


MUTATIONS = {
    "flip": lambda data, r: _replaced(data, r, 1, bytes([r.randrange(256)])),
    "cut": lambda data, r: data[: r.randrange(len(data) + 1)],
    "drop": lambda data, r: _replaced(data, r, r.randrange(1, 20), b""),
    "insert": lambda data, r: _replaced(data, r, 0, r.choice(PIECES)),
    "replace": lambda data, r: _replaced(data, r, r.randrange(1, 8), r.choice(PIECES)),
    "drop line": lambda data, r: _with_lines(data, r, lambda lines, i: lines.pop(i)),
    "repeat line": lambda data, r: _with_lines(data, r, lambda lines, i: lines.insert(i, lines[i])),
    "swap lines": lambda data, r: _with_lines(
        data, r, lambda lines, i: lines.insert(0, lines.pop(i))
    ),
    "swap columns": lambda data, r: _with_lines(data, r, lambda lines, i: _swap(lines, i, r)),
    "number": _with_number,
}


mutations = st.lists(
    st.tuples(st.sampled_from(sorted(MUTATIONS)), st.integers(0, 2**32)), min_size=1, max_size=4
)


def mutated(data: bytes, chosen) -> bytes:
    for name, seed in chosen:
        data = MUTATIONS[name](data, random.Random(seed))  # noqa: S311
    return data


def outcome(read, *arguments, names, **options):
    """What `read` gives, or None where it refuses in the way that is promised."""
    try:
        return read(*arguments, **options)
    except GecAttributionError as error:
        message = str(error)
    assert any(re.search(name, message) for name in names), message[:300]
    return None


def place(path: Path) -> str:
    """A pattern of the file and a line of it, which errors begin with."""
    return rf"^{re.escape(str(path))}:( sentence )?\d+"


# Corpora and M2


def check_corpus(path: Path, entry) -> None:
    """Both readers take the file or refuse it; what they take can be written and read again."""
    copy_of = path.with_name("copy.txt")
    copy_of.unlink(missing_ok=True)
    sources = outcome(read_sources, path, entry, names=[place(path)])
    if sources is None:
        assert not copy_of.exists()
    else:
        write_sentences(copy_of, sources)
        assert read_sources(copy_of) == sources
    hypotheses = outcome(read_hypotheses, path, entry, expected=3, names=[place(path), r"no coder"])
    assert hypotheses is None or len(hypotheses) == 3
    assert not list(path.parent.glob(".partial-*"))


@examples(500)
@given(st.sampled_from(sorted(CORPORA)), mutations)
def test_mutated_corpora(folder, name, chosen):
    content, entry = CORPORA[name]
    path = folder / name
    path.write_bytes(mutated(content.encode(), chosen))
    check_corpus(path, entry)


@examples(300)
@given(st.sampled_from(sorted(CORPORA)), st.binary(max_size=200))
def test_random_bytes_as_corpora(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    check_corpus(path, CORPORA[name][1])


def check_m2(path: Path) -> None:
    """A reader takes the file or refuses it; what it takes is written and read back equal."""
    rewritten = path.with_name("rewritten.m2")
    rewritten.unlink(missing_ok=True)
    sentences = outcome(read_m2, path, names=[place(path)])
    outcome(edits_of, path, names=[place(path)])
    if sentences is not None:
        write_m2(rewritten, sentences)
        assert read_m2(rewritten) == sentences
    assert rewritten.exists() == (sentences is not None)


@examples(500)
@given(mutations)
def test_mutated_m2(folder, chosen):
    path = folder / "edits.m2"
    path.write_bytes(mutated(M2.encode(), chosen))
    check_m2(path)


fields = st.sampled_from(["A 0 1", "A 1 0", "A -1 -1", "A 0", "R:X", "", "noop", "0", "-1", "\x00"])
m2_lines = st.one_of(
    st.lists(fields, max_size=8).map("|||".join),
    st.text(max_size=10).map("S {}".format),
    st.tuples(st.integers(-2, 4), st.integers(-2, 4), st.integers(0, 1)).map(
        lambda span: "A {} {}|||R:X|||c|||REQUIRED|||-NONE-|||{}".format(*span)
    ),
)


@examples(300)
@given(st.lists(m2_lines, max_size=6))
def test_random_m2(folder, lines):
    path = folder / "edits.m2"
    path.write_bytes("\n".join(["S a b c", *lines]).encode(errors="replace"))
    check_m2(path)


@examples(100)
@given(st.lists(annotated_sentences(), min_size=1, max_size=3))
def test_a_well_formed_m2_is_never_refused(folder, sentences):
    path = folder / "good.m2"
    write_m2(path, sentences)
    assert read_m2(path) == sentences


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=20)


@examples(100)
@given(st.lists(words.filter(lambda text: text.split() and text[0] != "\ufeff"), min_size=1))
def test_a_well_formed_corpus_is_never_refused(folder, texts):
    stripped = [text.strip() for text in texts]
    contents = {
        "x.txt": "\n".join(texts),
        "x.jsonl": "\n".join(json.dumps({"text": text}) for text in texts),
        "x.tsv": "\n".join(["text", *(text.replace("\t", " ") for text in texts)]),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content.encode())
        entry = {} if name == "x.txt" else {"column": "text"}
        read = read_sources(folder / name, entry)
        assert [text.split() for text in read] == [text.split() for text in stripped]


# Configurations


def check_config(path: Path) -> None:
    line = rf"^{re.escape(str(path))}:\d+: "
    key = rf"^{re.escape(str(path))}: (the top level|\w[^:]*): "
    outcome(load_study, path, names=[line, key])


@examples(150)
@given(st.sampled_from(sorted(STUDIES)), mutations)
def test_mutated_studies(folder, name, chosen):
    path = folder / name
    path.write_bytes(mutated(STUDIES[name][:3000], chosen))
    check_config(path)


SMALL_YAML = yaml.safe_dump(SMALL, sort_keys=False).encode()


@examples(400)
@given(mutations)
def test_mutated_yaml(folder, chosen):
    path = folder / "small.yaml"
    path.write_bytes(mutated(SMALL_YAML, chosen))
    check_config(path)


yaml_pieces = st.sampled_from(
    [
        *(
            "a: ",
            "- ",
            "? ",
            ": ",
            "[",
            "]",
            "{",
            "}",
            "\n",
            "  ",
            "&a ",
            "*a",
            "<<: ",
            "!!int ",
            "|\n",
        ),
        *("!!python/name:os.system", "!!set ", "!!binary ", "!!timestamp ", "!!float ", "!!bool "),
        *(
            "'",
            '"',
            "\\0",
            "\\ud800",
            "2024-13-45",
            ".nan",
            ".inf",
            "0x_",
            "0b",
            "1:99",
            "9" * 5000,
        ),
        *(
            "0x" + "f" * 5000,
            "=",
            "~",
            "---\n",
            "%YAML 1.1\n",
            "#",
            ">-\n",
            "\t",
            "\x00",
            "\u2028",
            "@",
        ),
        *("study: a\n", "datasets: ", "metrics: ", "seed: ", "type: some\n", "yes", "é"),
    ]
)


@examples(400)
@given(st.lists(yaml_pieces, max_size=12).map("".join))
def test_random_yaml(folder, content):
    path = folder / "random.yaml"
    path.write_bytes(content.encode())
    check_config(path)


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([2**63, -(2**70), 10**4000, -1, 0, 1.0, float("nan"), float("inf"), -1e308]),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        ["", "\0", "\ud800", "a\n", "../x", "some", "shapley", "x" * 10_000, b"", ("a",)]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3),
    max_leaves=8,
)


def paths_in(value, path=()):
    """The place of every value, as the keys that lead to it."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths_in(item, (*path, key))


PARSED = [yaml.safe_load(content) for content in STUDIES.values()] + [SMALL]
PLACES = [(index, path) for index, study in enumerate(PARSED) for path in paths_in(study) if path]


@examples(400)
@given(st.sampled_from(PLACES), values, st.booleans())
def test_wrong_values(where, value, rename):
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
    outcome(validate_study, config, "study", names=[r"^study: (the top level|[^:]+): "])


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (float("nan"), "found nan; a number must be finite"),
        (float("inf"), "found inf; a number must be finite"),
        (16**10_000, "found a number of more than 64 bits"),
        (2.0, r"found 2\.0; it must be of type integer"),
        (True, "found True; it must be of type integer"),
        ("\ud800", "a text cannot have"),
        ("\0", "a text cannot have"),
        (b"1", "write it in quotes"),
        ({1: 2}, "has a key that is not a text"),
    ],
    ids=range(9),
)
def test_values_that_no_key_takes(value, problem):
    with pytest.raises(ConfigError, match=rf"^study: seed: .*{problem}"):
        validate_study(SMALL | {"seed": value}, "study")


def billion_laughs(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, levels)]
    return "\n".join(lines)


BOMBS = {
    "lists": billion_laughs(12),
    "deep lists": billion_laughs(40),
    "merges": "a0: &a0 {x: 1}\n"
    + "\n".join(f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}], x: 1}}" for i in range(1, 60)),
    "itself": "study: &a [*a]",
    "itself in a mapping": "metrics: &a {x: *a}",
    "depth": "study: " + "[" * 100_000,
    "depth of mappings": "".join(f"{' ' * i}a:\n" for i in range(2000)),
    "a number": "seed: 0x" + "f" * 100_000,
    "a number as a key": f"0x{'f' * 100_000}: 1",
    "a key": f"{'k' * 10**6}: 1",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_do_not_go_off(folder, name):
    path = folder / "bomb.yaml"
    path.write_text(BOMBS[name])
    with pytest.raises(ConfigError) as error:
        load_study(path)
    assert len(str(error.value)) < 20_000
    check_config(path)


@pytest.mark.parametrize("name", sorted(STUDIES))
def test_a_well_formed_study_is_never_refused(folder, name):
    path = folder / name
    for content in (STUDIES[name], b"\xef\xbb\xbf" + STUDIES[name].replace(b"\n", b"\r\n")):
        path.write_bytes(content)
        assert load_study(path)["study"]


# The command, on some of the mutations that its readers get above


@pytest.fixture(scope="module")
def study(folder) -> Path:
    path = folder / "study.yaml"
    path.write_text(yaml.safe_dump(SMALL | {"metrics": {"overlap": {"type": "token_overlap"}}}))
    return path


def explain(*arguments) -> tuple[int, str]:
    """Exit status and standard error of `gec-attribution explain`."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = cli.main(["explain", *map(str, arguments)])
    return status, errors.getvalue()


@examples(50)
@given(mutations)
def test_the_command_on_mutated_m2(folder, study, chosen):
    path, page = folder / "given.m2", folder / "page.html"
    path.write_bytes(mutated(M2.encode(), chosen))
    page.unlink(missing_ok=True)
    status, error = explain("--config", study, "--metric", "overlap", "--m2", path, "--html", page)
    assert page.exists() == (status == 0)
    if status:
        assert status == 1
        assert re.match(rf"gec-attribution: error: ({re.escape(str(path))}:|sentence \d)", error)
        assert error.count("\n") == 1
    assert not list(folder.glob(".partial-*"))


@examples(50)
@given(mutations)
def test_the_command_on_mutated_studies(folder, study, chosen):
    path, given_m2 = folder / "mutated.yaml", folder / "good.m2"
    given_m2.write_text(M2)
    path.write_bytes(mutated(study.read_bytes(), chosen))
    status, error = explain("--config", path, "--metric", "overlap", "--m2", given_m2, "--json")
    if status:
        assert error.startswith("gec-attribution: error: ")
        assert str(path) in error or re.search(r"metrics|methods|language|pipeline", error)


@pytest.mark.parametrize("count", [64, 65, 200])
def test_the_command_names_a_sentence_with_too_many_edits(folder, study, count):
    tokens = " ".join("a" * count)
    edits = "".join(f"A {i} {i + 1}|||R:X|||b|||REQUIRED|||-NONE-|||0\n" for i in range(count))
    path = folder / "many.m2"
    path.write_text(f"S a\n\nS {tokens}\n{edits}\n")
    status, error = explain("--config", study, "--metric", "overlap", "--m2", path, "--json")
    assert status == 1
    assert f"sentence 2 has {count} edits; at most 63 can be attributed" in error
