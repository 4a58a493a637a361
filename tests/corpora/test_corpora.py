import hashlib
import http.server
import json
import re
import traceback
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from project import ROOT, load_script, write_files
from serving import serving

from gec_attribution.corpora.downloads import fetch
from gec_attribution.corpora.files import (
    Reading,
    read_corrections,
    read_hypotheses,
    read_sources,
)
from gec_attribution.corpora.forms import format_of
from gec_attribution.corpora.system_names import named_files
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.errors import ConfigError, DownloadError, InputError
from gec_attribution.languages.edit_files import EditFile, read_edit_file
from gec_attribution.languages.en import ENGLISH
from gec_attribution.languages.zh import CHINESE
from gec_attribution.pipeline.opening import load_study

CONTENT = "A sentence .\nAnother .\n"
PINNED = hashlib.sha256(CONTENT.encode()).hexdigest()


@pytest.fixture
def file(tmp_path):
    """Writes a file, and gives its path."""

    def file(content: str, name="x.txt"):
        path = tmp_path / name
        path.write_bytes(content.encode())
        return path

    return file


@pytest.mark.parametrize(
    ("content", "line", "count"),
    [("a\nb\n", 2, 2), ("a\nb\nc\nd\n", 4, 4)],
    ids=["fewer", "more"],
)
def test_another_number_of_lines_names_file_line_and_both_counts(
    file, content, line, count
):
    path = file(content)
    with pytest.raises(
        InputError, match=f"^{path}:{line}: corrected sentences: {count}, sources: 3"
    ):
        read_hypotheses(path, expected=3)


def test_blank_corrections_are_kept_and_counted(file, caplog):
    path = file("a\n\nc\n \n\n")
    assert read_hypotheses(path, expected=4) == ["a", "", "c", ""]
    assert caplog.messages == [f"{path}: 2 of 4 corrections delete their sentence"]


@pytest.fixture
def m2(tmp_path):
    path = tmp_path / "x.m2"
    unsure = Edit(0, 1, "", "UNK")
    edits = {0: (unsure, Edit(1, 2, "is", "R:VERB")), 2: (Edit(0, 2, "", "U:OTHER"),)}
    write_m2(
        path, [AnnotatedSentence("He  are", edits), AnnotatedSentence("Yes", {2: ()})]
    )
    return path


def corrections(path, entry=None, expected=2, **reading):
    """The texts of the corrections of each line."""
    read = read_corrections(path, entry, expected=expected, **reading)
    return [[correction.text for correction in line.corrections] for line in read]


def test_m2_gives_sources_and_each_coders_corrections(m2):
    assert read_sources(m2) == ["He are", "Yes"]
    assert corrections(m2) == [["He is", ""], ["Yes"]]
    assert corrections(m2, {"coder": 0}) == [["He is"], []]
    assert read_hypotheses(m2, {"coder": 2}, expected=2) == ["", "Yes"]
    with pytest.raises(
        InputError, match=r"x\.m2:1: the sentence has 2 corrections; a system has"
    ):
        read_hypotheses(m2, expected=2)
    with pytest.raises(InputError, match=r"unknown coder 1; there are 0, 2"):
        read_hypotheses(m2, {"coder": 1}, expected=2)


def test_references_are_found_by_their_sources(file, m2):
    by_source = {"coder": 0, "by_source": True}
    wanted = ["Yes", "He are", "Yes"]
    assert corrections(m2, by_source, 3, corrects=wanted) == [[], ["He is"], []]
    with pytest.raises(
        InputError, match=r"x\.m2: there is no sentence 'No' .* \(and 1 more\)"
    ):
        read_hypotheses(m2, by_source, expected=3, corrects=["No", "Yes", "Never"])
    with pytest.raises(
        ConfigError, match=r"x\.m2: only references are found `by_source`"
    ):
        read_hypotheses(m2, by_source, expected=2)
    text = file("a\n")
    with pytest.raises(
        ConfigError, match=r"x\.txt: this text file has no sources by which"
    ):
        read_hypotheses(text, {"by_source": True}, expected=1, corrects=["a"])


def test_an_empty_line_of_a_text_is_no_reference(file):
    path = file("a\n\nc\n")
    assert corrections(path, expected=3) == [["a"], [], ["c"]]


def test_cherrants_parallel_text_has_several_corrections(file):
    path = file("1\t我门去\t我们去\t我们走\n2\t好\t好\t\n", "x.para")
    assert read_sources(path, reading=Reading(CHINESE)) == ["我门去", "好"]
    assert corrections(path, reading=Reading(CHINESE)) == [["我们去", "我们走"], ["好"]]
    bad = file("1\t好\n", "y.para")
    with pytest.raises(
        InputError, match=r"y\.para:1: a line is 'id<TAB>source<TAB>target'"
    ):
        read_sources(bad)


def test_tabs_within_a_text_are_said(file, caplog):
    path = file("a\tb\nc\n")
    assert read_hypotheses(path, expected=2) == ["a\tb", "c"]
    assert "1 lines have a tab, the first is line 1" in caplog.text
    table = file("1\ta\tb\n\n2\tc\td\n", "y.txt")
    with pytest.raises(InputError, match=r"y\.txt:1: every line has a tab"):
        read_hypotheses(table, expected=3)


def test_what_errant_does_not_count_is_said(file, caplog):
    lines = "A 0 1|||UNK|||She|||R|||N|||0\nA 1 2|||Um||||||R|||N|||0\n"
    path = file(f"S He go\n{lines}", "x.m2")
    assert read_hypotheses(path, expected=1) == ["She go"]
    assert f"{path}: 1 edits have the type UNK; as ERRANT does" in caplog.text
    assert (
        f"{path}: 1 edits of the types Um and UNK mark an error without" in caplog.text
    )


def test_tsv_columns_by_name_and_by_number(file):
    path = file('id\ttext\r\n1\t "quoted" \r\n2\tb\r\n\r\n', "x.tsv")
    assert read_sources(path, {"column": "text"}) == ['"quoted"', "b"]
    assert read_sources(path, {"column": 1}) == ["text", '"quoted"', "b"]
    assert read_hypotheses(path, {"column": "text"}, expected=3) == [
        '"quoted"',
        "b",
        "",
    ]


@pytest.mark.parametrize(
    ("content", "column", "problem"),
    [
        ("id\ttext\n", "sentence", r"x\.tsv:1: unknown column 'sentence'"),
        (
            "id\ttext\n1\ta\n2\n",
            "text",
            r"x\.tsv:3: there are 1 fields, none for column 1",
        ),
        ("id\ttext\n1\t\n2\tb", "text", r"x\.tsv:2: the source is empty"),
    ],
)
def test_bad_tsv_names_file_and_line(file, content, column, problem):
    with pytest.raises(InputError, match=problem):
        read_sources(file(content, "x.tsv"), {"column": column})


def test_jsonl_takes_a_key(file):
    lines = [{"text": " a\nb\r\nc "}, {"text": "d", "more": 1}]
    path = file("\n".join(map(json.dumps, lines)), "x.jsonl")
    assert read_sources(path, {"column": "text"}) == ["a b c", "d"]


@pytest.mark.parametrize(
    "line", ['{"other": "a"}', '{"text": 1}', "text", "[" * 100_000]
)
def test_bad_jsonl_names_file_and_line(file, line):
    path = file(f'{{"text": "a"}}\n{line}\n', "x.jsonl")
    with pytest.raises(
        InputError, match=r"x\.jsonl:2: a line must be a JSON object with a text"
    ):
        read_sources(path, {"column": "text"})


def test_the_json_of_excgec_gives_sources_and_targets(file):
    excgec, chinese = {"format": "excgec"}, Reading(CHINESE)
    samples = [{"source": "我门去", "target": "我们去", "edits": []}]
    for content in ({"metadata": {}, "samples": samples}, samples):
        path = file(json.dumps(content, ensure_ascii=False), "x.json")
        assert read_sources(path, reading=chinese) == ["我门去"]
        assert read_hypotheses(path, expected=1, reading=chinese) == ["我们去"]
    written = [
        {
            "input": "我门去",
            "output": {"target": "我们去", "edits": [], "explanations": []},
        }
    ]
    path = file(json.dumps(written), "x.out")
    assert read_hypotheses(path, excgec, expected=1, reading=chinese) == ["我们去"]
    # The training part has targets alone.
    path = file(json.dumps([{"input": "我门去", "output": "我们去"}]), "x.out")
    assert read_sources(path, excgec, chinese) == ["我门去"]
    assert read_hypotheses(path, excgec, expected=1, reading=chinese) == ["我们去"]


def test_a_pinned_file_is_checked_when_it_is_read(file, tmp_path):
    path = file(CONTENT)
    assert read_sources(path, {"sha256": PINNED}) == ["A sentence .", "Another ."]
    with pytest.raises(
        DownloadError, match=rf"x\.txt: its SHA-256 is {PINNED}, but 0+ is pinned"
    ):
        read_sources(path, {"sha256": "0" * 64})
    with pytest.raises(DownloadError, match=r"none\.txt: cannot be read: No such file"):
        read_sources(tmp_path / "none.txt", {"sha256": PINNED})


def test_the_files_of_an_address_with_ranges_are_joined(tmp_path, server):
    names = ("by1/0.txt", "by1/1.txt", "by2/0.txt", "by2/1.txt")
    write_files(tmp_path / "served", {name: f"text of {name}" for name in names})
    joined = "".join(f"==> {name} <==\ntext of {name}\n" for name in names)
    pattern = "by{1..2}/{0..1}.txt"
    sha256 = hashlib.sha256(joined.encode()).hexdigest()
    entry = {
        "url": f"{server}/{pattern}",
        "sha256": sha256,
        "mirror": f"served/{pattern}",
    }
    for name, mirror in (("downloaded", None), ("copied", tmp_path)):
        path = tmp_path / name / "joined.txt"
        fetch(entry, path, mirror)
        assert path.read_text() == joined
        with pytest.raises(
            DownloadError, match=rf"^{re.escape(entry['url'])}: its SHA-256 is"
        ):
            fetch({**entry, "sha256": "0" * 64}, path, mirror)
        assert [path.read_text() for path in path.parent.iterdir()] == [joined]
    (tmp_path / "served" / "by2" / "1.txt").unlink()
    for mirror, problem in (
        (None, r"by2/1\.txt: cannot be down"),
        (tmp_path, r"1\.txt: cannot be read"),
    ):
        with pytest.raises(DownloadError, match=problem):
            fetch(entry, tmp_path / "none" / "joined.txt", mirror)
    assert list((tmp_path / "none").iterdir()) == []


@pytest.fixture
def server(tmp_path):
    """The address of a web server that has one file, `x.txt`."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "x.txt").write_text(CONTENT)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = partial(Quiet, directory=folder)
    with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as httpd:
        yield f"http://127.0.0.1:{httpd.server_address[1]}"


def test_a_download_is_checked(tmp_path, server):
    path = tmp_path / "downloads" / "x.txt"
    with pytest.raises(
        DownloadError, match=r"^http.*x\.txt: its SHA-256 is .* is pinned"
    ):
        fetch({"url": f"{server}/x.txt", "sha256": "0" * 64}, path, None)
    with pytest.raises(DownloadError, match=r"none\.txt: cannot be downloaded: 404"):
        fetch({"url": f"{server}/none.txt", "sha256": PINNED}, path, None)
    with pytest.raises(DownloadError, match=r"␛\[2J: cannot be downloaded: 404"):
        fetch({"url": f"{server}/\x1b[2J", "sha256": PINNED}, path, None)
    assert not path.exists()
    # A mirror in which the entry has no place is no reason not to download.
    fetch({"url": f"{server}/x.txt", "sha256": PINNED}, path, tmp_path)
    assert path.read_text() == CONTENT


def test_no_error_of_a_download_has_a_password(tmp_path):
    for port in ("9", "port"):
        entry = {"url": f"http://me:s3cret@127.0.0.1:{port}/x.txt", "sha256": PINNED}
        with pytest.raises(
            DownloadError, match=r"http://127.0.0.1:\w+/x.txt: cannot be"
        ) as caught:
            fetch(entry, tmp_path / "x.txt", None)
        assert "s3cret" not in "".join(traceback.format_exception(caught.value))


def test_the_papers_files_are_in_the_mirror_and_in_step(shared, tmp_path, monkeypatch):
    monkeypatch.delenv("GEC_MIRROR", raising=False)
    study = load_study(ROOT / "config" / "paper.yaml")
    config = {"mirror": str(shared / "datasets")}

    def fetched(entry):
        path = tmp_path / "fetched.txt"
        rule = SimpleNamespace(
            params=SimpleNamespace(spec=entry), config=config, output=[path]
        )
        load_script("download_file").main(rule)
        return path

    lines = {}
    for name, dataset in study.datasets.items():
        # Sentences written for this project are in the repository.
        spec = dataset.sources.spec
        if isinstance(spec, str):
            continue
        sources = read_sources(fetched(spec), spec)
        lines[name] = len(sources)
        for reference in dataset.references:
            entry = reference.spec
            read_corrections(
                fetched(entry), entry, expected=lines[name], corrects=sources
            )
    assert lines == {"conll14": 1312, "jfleg-dev": 754, "seeda-judged": 1799}
    for system in study.specs("systems").values():
        for name, entry in system.get("files", {}).items():
            if name in lines:
                read_hypotheses(fetched(entry), entry, expected=lines[name])


# CoNLL-2014 marks what it cannot correct with `Um`, ERRANT with `UNK`.
MARKED = """S He go to the the school .
A 1 2|||Vform|||goes|||REQUIRED|||-NONE-|||0
A 3 4|||Um||||||REQUIRED|||-NONE-|||0
A 5 6|||UNK|||school|||REQUIRED|||-NONE-|||0

S So .

S We is fine .
A 1 2|||SVA|||are|||REQUIRED|||-NONE-|||0
"""
MARKED_SOURCES = ["He go to the the school .", "So .", "We is fine ."]
CORRECTED = ["He goes to the the school .", "So .", "We are fine ."]


@pytest.mark.parametrize(
    ("sources", "corrected", "lines", "problem"),
    [
        (["He go to a the school ."], None, "1-1",
         ":1: it is not the sentence of the data set: token 4 is 'the', expected 'a'"),
        (["We is fine . Yes"], None, "3-3", ":8: it is not .*: token 5 is missing, expected 'Yes'"),
        (MARKED_SOURCES[1:], ["So", CORRECTED[2]], "2-3",
         ":6: its edits do not make .*: token 2 is '.', expected none"),
    ],
)  # fmt: skip
def test_given_edits_of_another_text_are_refused(
    file, sources, corrected, lines, problem
):
    m2 = file(MARKED, "given.m2")
    with pytest.raises(InputError, match=rf"given\.m2{problem}"):
        read_edit_file(EditFile(m2, lines=lines), ENGLISH, sources, corrected)


@pytest.mark.parametrize(
    "name", ["out.errant", "out.M2", "out", "out.m2.char", "out.txt"]
)
def test_m2_is_known_by_its_content_where_the_suffix_does_not_say(tmp_path, name):
    path = tmp_path / name
    edits = {0: (Edit(1, 2, "goes", "R:VERB:SVA"),)}
    write_m2(
        path, [AnnotatedSentence("He go .", edits), AnnotatedSentence("So .", {0: ()})]
    )
    assert format_of(path) == "m2"
    assert read_hypotheses(path, expected=2) == ["He goes .", "So ."]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("When I came home, she left.\n", "33 %"),
        ("When I came home , she left .\n", None),
        ("Mr. Smith of the U.S. left at 5:30 p.m. , etc. .\n", None),
    ],
)
def test_untokenised_text_is_said_to_be(file, caplog, text, share):
    path = file(text)
    read_sources(path)
    read_hypotheses(path, expected=1)
    if share is None:
        assert not caplog.messages
    else:
        assert len(caplog.messages) == 2
        assert (
            f"{share} of the tokens end in punctuation, as 'home,' does"
            in caplog.messages[0]
        )
        assert "`tokenise: true`" in caplog.messages[0]


def test_text_of_another_language_is_said_to_be_such(file, caplog):
    text = "他回家。\nHe goes home.\n我用 Python 写。\n2026 年\nOK\nHe goes to bed.\n"
    path = file(text)
    for language, found in (
        (CHINESE, "zh, as 'He goes home.'"),
        (ENGLISH, "en, as '他回家。'"),
    ):
        caplog.clear()
        read_sources(path, reading=Reading(language))
        assert (
            f"2 of 6 sentences are plainly not in the language {found}"
            in caplog.messages[0]
        )
    for text, language, other in (
        ("a b", CHINESE, ENGLISH),
        ("回家", ENGLISH, CHINESE),
    ):
        said = f"1 of 1 .* not in the language {language.code}, .* `--language {other.code}`"
        with pytest.raises(InputError, match=said):
            read_sources(file(f"{text}\n", "y.txt"), reading=Reading(language))
    ukrainian = file("Я йду .\n", "z.txt")
    with pytest.raises(
        InputError, match=r"not in the language en, as 'Я йду \.'; .*CODE"
    ):
        read_sources(ukrainian, reading=Reading(ENGLISH))


def test_ordinary_text_is_tokenised_on_request_and_m2_never(file, caplog):
    written = file("When I'm home, she's left.\n")
    tokens = "When I 'm home , she 's left ."
    cut = Reading(plain_text="tokenise")
    assert read_sources(written, reading=cut) == [tokens]
    assert read_hypotheses(written, expected=1, reading=cut) == [tokens]
    kept_as_written = read_sources(written, reading=Reading(plain_text="keep"))
    assert kept_as_written == ["When I'm home, she's left."]
    corrected = file("I like it. It is good.\n", "y.txt")
    assert read_hypotheses(corrected, expected=1, reading=cut) == [
        "I like it . It is good ."
    ]
    alike = Reading(plain_text="tokenise", written=["i like it. it is good."])
    assert read_hypotheses(corrected, expected=1, reading=alike) == [
        "I like it. It is good ."
    ]
    m2 = file("S It 's a well-known (odd) token.\n\n", "x.m2")
    kept = "It 's a well-known (odd) token."
    assert read_sources(m2, reading=cut) == [kept]
    assert read_hypotheses(m2, expected=1, reading=cut) == [kept]
    assert not caplog.messages


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["runs/a.txt", "runs/b.txt"], ["a", "b"]),
        (["a.txt", "a.m2"], ["a.txt", "a.m2"]),
        (["one/1/out.txt", "two/1/out.txt"], ["one", "two"]),
        (
            ["/r/x/1/o.txt", "/r/y/1/o.txt", "/r/y/2/o.txt"],
            ["x/1/o.txt", "y/1/o.txt", "y/2/o.txt"],
        ),
        (["mine=one/out.txt", "two/out.txt"], ["mine", "out"]),
    ],
)
def test_a_system_goes_by_the_shortest_part_of_its_path_or_by_its_own_name(
    files, names
):
    assert list(named_files([Path(file) for file in files])) == names
