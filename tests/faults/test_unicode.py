"""One view of every text in every stage: what is accepted, what is normalised, what is refused.

Accepted as they are: all characters but line ends, unnormalised, NUL and lone marks included.
Normalised: line ends, one byte order mark, outer white space; between tokens, coalition sentences
have one space. Refused: bytes that are not UTF-8, blank sources, sentences too long to align.
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from difflib import SequenceMatcher
from pathlib import Path
from shutil import which

import pandas as pd
import pytest
import yaml
from edit_strategies import ODD, SPACES
from experiments.bias.synthetic import bias
from hypothesis import given, settings
from hypothesis import strategies as st
from pages.test_html import Page
from project import ROOT, STUDY
from toy_games import english_game

from gec_attribution.corpora.files import read_hypotheses, read_sources, write_sentences
from gec_attribution.edits.m2 import edits_of, read_m2, write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.formatting.control_characters import visible
from gec_attribution.games.coalitions import full_mask
from gec_attribution.languages import Extractor, load_extractor
from gec_attribution.languages.base import MAX_CHARACTERS, MAX_TOKENS
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.csv_files import read_tables, write_csv
from gec_attribution.storage.text import read_lines
from gec_study.experiments.bias import figure as bias_figure
from gec_study.experiments.case_study import table as case_study_table
from gec_study.experiments.case_study.compute import case_study, list_sentences
from gec_study.figure_files import draw_figure
from gec_study.tables.render import write_table

WHITE_SPACE = [character for character in map(chr, range(0x110000)) if character.isspace()]
# What str.splitlines would cut at, and csv or XML stumble over.
BREAKS = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


class Differ(Extractor):
    """Finds edits as difflib does: quick, and in the order of the sentence."""

    language = ENGLISH

    def __init__(self, pipeline="auto"):
        pass

    def signature(self):
        return {}

    def find_edits(self, pairs):
        for source, hypothesis in pairs:
            codes = SequenceMatcher(None, source, hypothesis, autojunk=False).get_opcodes()
            yield [
                Edit(start, end, " ".join(hypothesis[low:high]), "R:OTHER")
                for tag, start, end, low, high in codes
                if tag != "equal"
            ]


def through_the_stages(folder: Path, source: str, hypothesis: str, extractor=None):
    """A pair of texts, from files through edits and coalitions to sentences, by files alone.

    Returns:
        The tokens of the sentences of the empty coalition and of the full one.
    """
    write_sentences(folder / "sources.txt", read_sources(written(folder / "x.src", source)))
    given_sources = read_lines(folder / "sources.txt")
    corrections = read_hypotheses(written(folder / "x.hyp", hypothesis), expected=1)
    write_sentences(folder / "system.txt", corrections)
    edits = (extractor or Differ()).extract(
        zip(given_sources, read_lines(folder / "system.txt"), strict=True)
    )
    annotated = [
        AnnotatedSentence(each, {0: own}) for each, own in zip(given_sources, edits, strict=True)
    ]
    write_m2(folder / "edits.m2", annotated)
    assert read_m2(folder / "edits.m2") == annotated
    ((text, own),) = edits_of(folder / "edits.m2")
    ends = english_game(text, own).texts([0, full_mask(len(own))])
    table = pd.DataFrame({"sentence": ends}, dtype="str")
    table.to_parquet(folder / "pairs.parquet")
    assert pd.read_parquet(folder / "pairs.parquet").equals(table)
    return tuple(end.split(" ") for end in ends)


def written(path: Path, text: str) -> Path:
    path.write_bytes(f"{text}\n".encode())
    return path


TEXTS = {
    "combining marks": ("the cafe\u0301 \u0301 are", "the caf\u00e9 \u0301 is"),
    "right to left": ("\u200f\u05d4\u05d5 \u05d4\u05dc", "\u05d4\u05d5 \u05d4\u05dc\u05da"),
    "override": ("a \u202edesrever\u202c word", "a \u202ereversed\u202c words"),
    "emoji": ("i 👩\u200d👩\u200d👧 👍🏽 you", "I 👩\u200d👩\u200d👦 👍🏽 you"),
    "zero width": ("a\u200bb \u200b \u2060c", "ab \u200b c"),
    "byte order marks": ("\ufeff\ufeffa \ufeff b\ufeff", "\ufeff\ufeffa b\ufeff"),
    "NUL and controls": ("a \x00 \x1b[31mb \x07", "a\x00 \x1b[31mc \x7f"),
    "astral and unassigned": ("\U0001d518 \U000e0001 \uffff a", "\U0001d518 \ue000 a"),
    "M2's own signs": ("S A ||| -NONE- noop", "A ||| |||0 REQUIRED|||-NONE-|||1 S"),
    "JSON and HTML": ('"\\u0041" <b> &amp;', "'A' </b> &lt;"),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_characters_are_kept_in_every_stage(tmp_path, name):
    source, hypothesis = TEXTS[name]
    source_tokens, hypothesis_tokens = through_the_stages(tmp_path, source, hypothesis)
    # One byte order mark begins the file and is no text.
    assert source_tokens == source.removeprefix("\ufeff").split()
    assert hypothesis_tokens == hypothesis.removeprefix("\ufeff").split()


@pytest.mark.parametrize("space", WHITE_SPACE, ids=lambda space: f"U+{ord(space):04X}")
def test_white_space_separates_tokens_in_every_stage(tmp_path, space):
    if space == "\n":
        return
    source_tokens, hypothesis_tokens = through_the_stages(
        tmp_path, f"a{space}b c", f"a b{space}{space}d"
    )
    assert source_tokens == ["a", "b", "c"]
    assert hypothesis_tokens == ["a", "b", "d"]


@pytest.mark.parametrize("space", [*BREAKS, "\r"])
def test_only_a_line_feed_ends_a_line(tmp_path, space):
    text = f"a{space}b"
    assert len(read_lines(written(tmp_path / "x.txt", text))) == 1
    assert len(read_sources(tmp_path / "x.txt")) == 1
    assert len(read_m2(written(tmp_path / "x.m2", f"S {text}\n"))) == 1
    tsv = written(tmp_path / "x.tsv", f"1\t{text}\n2\tc")
    assert len(read_sources(tsv, {"column": 1})) == 2
    record = json.dumps({"text": text}, ensure_ascii=False)
    if space in "\x85\u2028\u2029":  # JSON must escape the others
        assert m2_tokens(read_sources(written(tmp_path / "x.jsonl", record), {"column": "text"})[0])


@settings(max_examples=50)
@given(st.lists(st.sampled_from(ODD + SPACES), min_size=1), st.lists(st.sampled_from(ODD + SPACES)))
def test_any_mixture_comes_through(tmp_path_factory, source, hypothesis):
    source, hypothesis = "a" + "".join(source), "".join(hypothesis)
    folder = tmp_path_factory.getbasetemp()
    if not m2_tokens(hypothesis.removeprefix("\ufeff")):
        hypothesis = "a"
    source_tokens, hypothesis_tokens = through_the_stages(folder, source, hypothesis)
    assert (source_tokens, hypothesis_tokens) == (
        source.split(),
        hypothesis.removeprefix("\ufeff").split(),
    )


def test_no_stage_has_a_view_of_its_own():
    """Lines of corpora come from `text`, and tokens from `str.split()`."""
    library = ROOT / "src" / "gec_attribution"
    stages = ("corpora", "edits", "languages", "games", "metrics", "pages", "storage")
    paths = [path for stage in stages for path in (library / stage).rglob("*.py")]
    paths.remove(library / "storage" / "files.py")  # lines of sums are no sentences
    paths += STUDY.rglob("*.py")
    for path in [*paths, *ROOT.glob("scripts/*/*.py"), *ROOT.glob("*/scripts/*.py")]:
        found = re.findall(r"""splitlines\(|\.split\(["'] ["']""", path.read_text(encoding="utf-8"))
        assert not found, path


FORMS = {
    "x.txt": ("a b\n", "c\n", {}),
    "x.tsv": ("text\na b\n", "c\n", {"column": "text"}),
    "x.jsonl": ('{"text": "a b"}\n', '{"text": "c"}\n', {"column": "text"}),
    "x.m2": ("S a b\n\n", "S c\n", {}),
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "bom"])
@pytest.mark.parametrize("ends_line", [True, False], ids=["", "no last line end"])
def test_files_may_begin_and_end_as_they_like(tmp_path, name, ending, mark, ends_line):
    first_line, last_line, entry = FORMS[name]
    text = mark + first_line + (last_line if ends_line else last_line.removesuffix("\n"))
    (tmp_path / name).write_bytes(text.replace("\n", ending).encode())
    assert read_sources(tmp_path / name, entry) == ["a b", "c"]
    assert read_hypotheses(tmp_path / name, entry, expected=2) == ["a b", "c"]


@pytest.mark.parametrize("name", ["x.txt", "x.jsonl", "x.m2"])
@pytest.mark.parametrize("content", ["", "\ufeff", "\n", "\r\n\r\n", " \n"])
def test_empty_files_are_refused(tmp_path, name, content):
    (tmp_path / name).write_bytes(content.encode())
    with pytest.raises(InputError, match=rf"{re.escape(name)}:1: there are no sentences in it"):
        read_sources(tmp_path / name, FORMS[name][2])
    with pytest.raises(
        InputError, match=rf"{re.escape(name)}:\d: corrected sentences: ., sources: 3"
    ):
        read_hypotheses(tmp_path / name, FORMS[name][2], expected=3)
    if name == "x.m2":
        with pytest.raises(InputError, match=r"x\.m2:1: there are no sentences in it"):
            edits_of(tmp_path / name)


@pytest.mark.parametrize("name", ["x.txt", "x.tsv", "x.jsonl", "x.m2"])
@pytest.mark.parametrize(
    "raw", [b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80"]
)
def test_other_encodings_are_refused_with_the_line(tmp_path, name, raw):
    first_line, last_line, entry = FORMS[name]
    content = first_line.encode() + last_line.encode().replace(b"c", raw)
    (tmp_path / name).write_bytes(content)
    line = content.split(raw)[0].count(b"\n") + 1
    with pytest.raises(InputError, match=rf"{re.escape(name)}:{line}: byte \d+ of"):
        read_sources(tmp_path / name, entry)


def test_utf_16_is_refused(tmp_path):
    (tmp_path / "x.txt").write_text("a b\n", encoding="utf-16")
    with pytest.raises(InputError, match=r"x\.txt:1: byte 1 of the line, 0xff, is not UTF-8"):
        read_sources(tmp_path / "x.txt")


# Long lines


def test_ten_thousand_tokens_come_through_all_but_extraction(tmp_path):
    source = " ".join(map(str, range(10_000)))
    edits = tuple(Edit(k, k + 1, "x", "R:OTHER") for k in range(0, 10_000, 500))
    write_m2(tmp_path / "x.m2", [AnnotatedSentence(source, {0: edits})])
    ((text, read),) = edits_of(tmp_path / "x.m2")
    assert read_sources(tmp_path / "x.m2") == [source]
    (hypothesis,) = english_game(text, read).texts([full_mask(len(read))])
    assert hypothesis.count("x") == 20
    assert len(hypothesis.split()) == 10_000
    with pytest.raises(
        InputError, match=rf"sentence 7: the source has 10000 tokens; .* {MAX_TOKENS}"
    ):
        Differ().extract([(source, hypothesis)], first=7)
    assert Differ().extract([(source, source)]) == [()]


@pytest.mark.parametrize(
    "part", ["x", "ab ", "\u0301", "'"], ids=["word", "words", "marks", "signs"]
)
def test_a_line_may_have_as_many_characters_as_a_sentence_and_no_more(tmp_path, part):
    text = (part * MAX_CHARACTERS)[:MAX_CHARACTERS].strip()
    path = written(tmp_path / "x.txt", text)
    assert read_sources(path) == [text]
    assert read_hypotheses(path, expected=1) == [text]
    write_m2(tmp_path / "x.m2", [AnnotatedSentence("a b", {0: (Edit(0, 2, text, "R:X"),)})])
    assert read_hypotheses(tmp_path / "x.m2", expected=1) == [" ".join(text.split())]
    path = written(tmp_path / "long.txt", f"a\n{part * 2**20}\n")
    with pytest.raises(InputError, match=r"long\.txt:2: the sentence has .* at most 100,000"):
        read_sources(path)
    with pytest.raises(InputError, match=r"long\.txt:2: the sentence has .* at most 100,000"):
        read_hypotheses(path, expected=2)
    with pytest.raises(InputError, match=r"sentence 7: the hypothesis has .* at most 100,000"):
        Differ().extract([("a", "x" * (MAX_CHARACTERS + 1))], first=7)


def test_half_a_character_is_refused():
    with pytest.raises(InputError, match="sentence 2: the hypothesis has half a character"):
        Differ().extract([("a", "b"), ("a", "b\udcff")])


# End to end, with ERRANT


@pytest.fixture(scope="module")
def errant():
    return load_extractor("en", ROOT / "models" / "spacy-en")


@pytest.mark.parametrize("name", TEXTS)
def test_errant_finds_the_edits_of_any_text(errant, tmp_path, name):
    source, hypothesis = TEXTS[name]
    source_tokens, hypothesis_tokens = through_the_stages(tmp_path, source, hypothesis, errant)
    assert source_tokens == source.removeprefix("\ufeff").split()
    assert hypothesis_tokens == hypothesis.removeprefix("\ufeff").split()


HOSTILE = {
    "markup": ("<script>alert(1)</script> go", "<img src=x onerror=alert(1)> goes"),
    "attributes": ('a"onmouseover="x go', "a'onmouseover='x goes"),
    "terminal": ("\x1b]0;title\x07 [red]go[/red]", "\x1b[2J [/] goes"),
    "LaTeX": (r"\input{/etc/passwd} 100% go", r"\write18{x} $\frac{ goes & ^^M ~ #1"),
}


@pytest.fixture(scope="module")
def study(tmp_path_factory) -> Path:
    config = {
        "study": "small",
        "pipeline": str(ROOT / "models" / "spacy-en"),
        "datasets": {"d": {"sources": "d.txt"}},
        "systems": {"s": {"type": "outputs", "files": {"d": "s.txt"}}},
        "metrics": {"overlap": {"type": "token_overlap"}},
        "methods": {"shapley": {"type": "shapley"}},
    }
    path = tmp_path_factory.mktemp("study") / "study.yaml"
    path.write_text(yaml.safe_dump(config))
    return path


@pytest.fixture(scope="module")
def explained(study, tmp_path_factory) -> Path:
    """The page and the output of the command on all texts; files page.html, table and json."""
    folder = tmp_path_factory.mktemp("explained")
    texts = [*HOSTILE.values(), *TEXTS.values()]
    write_sentences(folder / "sources", ["first", *(source for source, _ in texts)])
    write_sentences(folder / "hypotheses", ["last", *(hypothesis for _, hypothesis in texts)])
    command = [sys.executable, "-m", "gec_attribution.cli", "explain", "--config", study]
    command += ["--metric", "overlap", "--sources", folder / "sources"]
    command += ["--hypotheses", folder / "hypotheses"]
    for name, more in (("table", []), ("json", ["--json", "--html", folder / "page.html"])):
        done = subprocess.run([*command, *more], capture_output=True, check=True)
        (folder / name).write_bytes(done.stdout)
    return folder


def test_a_page_shows_markup_and_has_none_of_it(explained):
    text = (explained / "page.html").read_text(encoding="utf-8")
    page = Page(text)
    assert not page.all("script") + page.all("img") + page.all("b", "x")
    assert not any(name.startswith("on") for _, names, _ in page.elements for name in names)
    assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f]", text)
    shown = " ".join(sentence for _, sentence in page.all("p", "sentence"))
    assert "<script>alert(1)</script>" in shown
    assert "<img src=x onerror=alert(1)>" in shown
    assert visible("\x1b]0;title\x07") in shown


def test_a_terminal_is_not_steered(explained):
    text = (explained / "table").read_bytes().decode()
    assert not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", text)
    for part in ("[red]go[/red]", "<script>", visible("\x1b]0;title\x07"), r"\input{/etc/passwd}"):
        assert part in text


def test_json_has_the_texts_as_they_are(explained):
    lines = (explained / "json").read_bytes().decode().removesuffix("\n").split("\n")
    records = [json.loads(line) for line in lines]
    texts = [("first", "last"), *HOSTILE.values(), *TEXTS.values()]
    assert [(record["source"], record["hypothesis"]) for record in records] == [
        (" ".join(source.split()), " ".join(hypothesis.split())) for source, hypothesis in texts
    ]


def attributions(source: str, hypothesis: str, errant) -> pd.DataFrame:
    (edits,) = errant.extract([(source, hypothesis)])
    rows = [
        {
            "dataset": "d",
            "system": "s",
            "line": 1,
            "metric": "m",
            "method": "shapley",
            "edit": index,
            "n_edits": len(edits),
            "start": edit.start,
            "end": edit.end,
            "correction": edit.correction,
            "type": edit.type,
            "phi": 0.5,
            "phi_normalised": 0.5,
            "stderr": 0.0,
            "baseline": 0.0,
            "score": 1.0,
            "evaluations": 2,
            "seed": 0,
            "exact": True,
            "scale": 1.0,
            "signature": "metric:m|v:1",
        }
        for index, edit in enumerate(edits)
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize("name", [*HOSTILE, "right to left", "NUL and controls", "emoji"])
def test_listings_and_tables_hold_any_text(errant, tmp_path, name):
    source, hypothesis = (HOSTILE | TEXTS)[name]
    rows = attributions(source, hypothesis, errant)
    listing = list_sentences(rows, [source], ENGLISH)
    write_csv(listing, tmp_path / "list.csv")
    (sentence,) = pd.read_csv(tmp_path / "list.csv")["sentence"]
    for token in hypothesis.split():
        assert token in sentence
    table = case_study(rows, [source], system="s", line=1, language=ENGLISH)
    write_csv(table, tmp_path / "case.csv")
    table = read_tables([tmp_path / "case.csv"])
    assert " ".join(filter(None, table["source"])).split() == source.split()
    assert " ".join(filter(None, table["correction"])).split() == hypothesis.split()
    cells = case_study_table.tabulate(table)
    write_table(cells, tmp_path / "case", f"The sentence {source}.", table)
    for suffix in ("tex", "md"):
        document = (tmp_path / f"case.{suffix}").read_text(encoding="utf-8")
        assert not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", document)
        assert "<script" not in document.replace("\\<", "")


@pytest.mark.skipif(which("pdflatex") is None, reason="needs pdflatex")
def test_latex_typesets_a_table_of_hostile_text(errant, tmp_path):
    source, hypothesis = HOSTILE["LaTeX"]
    rows = attributions(source, hypothesis, errant)
    table = case_study(rows, [source], system="s", line=1, language=ENGLISH)
    cells = case_study_table.tabulate(table)
    write_table(cells, tmp_path / "case", "One sentence.", table)
    (tmp_path / "all.tex").write_text(
        r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{booktabs,adjustbox}"
        r"\begin{document}\input{case}\end{document}"
    )
    done = subprocess.run(
        [
            which("pdflatex"),
            "-no-shell-escape",
            "-interaction=nonstopmode",
            "-halt-on-error",
            "all.tex",
        ],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


@pytest.mark.parametrize(
    "text", ["$\\frac{$", "a$b$c", "<script>&\"'", "%s {x}", "\u05e9\u05dc", "_"]
)
def test_a_figure_draws_any_type_letter_for_letter(tmp_path, text):
    table = bias(types=("DET", text))
    write_csv(table, tmp_path / "bias.csv")
    drawn = []

    def plot(rows):
        drawn.append(bias_figure.plot(rows, 31))
        return drawn[0]

    labels = {"dataset": {"JFLEG": text}}
    draw_figure(plot, [tmp_path / "bias.csv"], labels, tmp_path / "figure")
    ET.parse(tmp_path / "figure.svg")  # noqa: S314
    shown = [label.get_text() for label in drawn[0].axes[0].get_yticklabels()]
    assert text.replace("$", r"\$") in shown
