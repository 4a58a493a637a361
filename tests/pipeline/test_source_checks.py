"""Everything that a study's jobs would refuse is named before the first of them, at once."""

import json
import re

import pytest
from explained import explained
from written_study import changed

from gec_attribution.explanations.records import to_json
from gec_attribution.pipeline.opening import checked
from gec_attribution.pipeline.source_checks import check_inputs

SOURCES = "He go home .\nI have a cat .\nShe like it .\n"
CORRECTED = "He goes home .\nI have a cat .\nShe likes it .\n"
EDITED = """S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I have a cat .

S She like it .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0

"""
EXPLAINED = to_json(explained("他去家", "他回家", (1, 2, "回", "词汇错误-词语误用", 3)))
STUDY = {
    "study": "small",
    "datasets": {"essays": {"sources": "sources.txt", "references": ["reference.txt"]}},
    "systems": {
        "anna": {"type": "outputs", "files": {"essays": "anna.txt"}},
        "edited": {"type": "outputs", "files": {"essays": "edited.m2"}},
    },
    "metrics": {
        "some": {"type": "some", "model": "m"},
        "meaning": {"of": "some", "component": "meaning"},
        "gleu": {"type": "gleu"},
    },
    "methods": {"shapley": {"type": "shapley"}},
    "evaluation": {
        "case_study": {
            "dataset": "essays",
            "system": "anna",
            "line": 1,
            "metrics": ["some.fluency", "meaning"],
        },
    },
}


@pytest.fixture
def problems(tmp_path, monkeypatch):
    """Lines about the study with other contents of files, and other values of keys."""
    monkeypatch.chdir(tmp_path)
    files = {
        "sources.txt": SOURCES,
        "reference.txt": CORRECTED,
        "anna.txt": CORRECTED,
        "edited.m2": EDITED,
    }

    def check(contents=(), mirror=None, *, remarks=False, **keys) -> list[str]:
        for name, content in (files | dict(contents)).items():
            raw = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name).write_bytes(raw)
        return check_inputs(checked(changed(STUDY, **keys)), mirror)[remarks]

    return check


def line_of(found: list[str]) -> str:
    (line,) = found
    return line


def test_what_is_right_is_not_named(problems):
    assert problems() == []


def test_blank_lines_of_an_output_are_named(problems):
    first, _, third = CORRECTED.splitlines()
    assert problems(remarks=True) == []
    (line,) = problems({"anna.txt": f"{first}\n\n{third}\n"}, remarks=True)
    assert line.startswith("systems.anna.files.essays: has blank lines (2); all ")


def test_a_metric_that_counts_tokens_of_another_language_is_named(problems):
    gleu = {"type": "gleu", "language": "en", "languages": ["en", "zh"]}
    keys = {
        "metrics": {"gleu": gleu},
        "datasets__essays__language": "zh",
        "evaluation": {},
    }
    assert line_of(problems(remarks=True, **keys)) == (
        "metrics.gleu.language: counts the tokens of en in datasets.essays, which is in zh; give "
        "that language a metric of its own"
    )


def test_references_among_others_are_found_by_their_sources(problems):
    keys = {"datasets__essays__references": [{"path": "more.m2", "by_source": True}]}
    more = f"S Another one .\n\n{EDITED}"
    assert problems({"more.m2": more}, **keys) == []
    line = line_of(problems({"more.m2": more.replace("He go", "He walk")}, **keys))
    assert line.startswith(
        "datasets.essays.references.0: more.m2: there is no sentence 'He go "
    )


def test_sentences_without_a_reference_are_named(problems):
    keys = {"datasets__essays__references": ["reference.txt", "second.txt"]}
    first, _, third = CORRECTED.splitlines()
    bare = {"reference.txt": f"{first}\n\n{third}\n", "second.txt": f"{first}\n\n\n"}
    line = line_of(problems(bare, **keys))
    assert line.startswith(
        "datasets.essays.references: 1 sentences have no reference in any file"
    )
    assert problems({**bare, "second.txt": CORRECTED}, **keys) == []


def test_a_coder_of_a_systems_m2_file_is_chosen(problems):
    two = EDITED.replace(
        "|||0", "|||0\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"
    )
    line = line_of(problems({"edited.m2": two}))
    assert "edited.m2:1: the sentence has 2 corrections; a system has one" in line
    chosen = {"systems__edited__files__essays": {"path": "edited.m2", "coder": 0}}
    assert problems({"edited.m2": two}, **chosen) == []


# A Chinese data set with explanations, and explained corrections of it.
CHINESE = {
    "datasets__zh": {"language": "zh", "sources": "zh.txt", "explanations": "a.json"},
    "systems__written": {"type": "outputs", "files": {"zh": "a.json"}},
    "explainers__written": {"type": "outputs", "files": {"zh": {"written": "b.json"}}},
    "metrics__ppl": {"type": "perplexity", "model": "m", "languages": ["zh"]},
}


def chinese_files(*sources):
    """The files of that data set: an explained correction of each source."""
    samples = {"samples": [EXPLAINED | {"source": source} for source in sources]}
    text = json.dumps(samples, ensure_ascii=False)
    return {"zh.txt": "\n".join(sources), "a.json": text, "b.json": text}


def test_explanations_of_other_sentences(problems):
    in_part = {**CHINESE, "datasets__zh__lines": "2-2"}
    right = chinese_files("她去家", "他去家")
    assert problems(right, **in_part) == []
    messages = problems(right | {"zh.txt": "他去家\n她去家\n"}, **in_part)
    keys = ["datasets.zh.explanations", "explainers.written.files.zh.written"]
    assert [line.partition(": ")[0] for line in messages] == keys
    assert all(
        "sample 2: `source` is" in line and "她去家" in line for line in messages
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (4, "found 4; the data set essays has lines 1 to 3"),
        (2, "anna made no edit in line 2; choose another line"),
    ],
)
def test_a_line_that_the_case_study_cannot_show(problems, line, text):
    found = problems(evaluation__case_study__line=line)
    assert found == [f"evaluation.case_study.line: {text}"]


def test_a_style_file_that_is_nowhere(problems):
    line = line_of(problems(style="paper.mplstyle"))
    assert line.startswith(
        "style: paper.mplstyle: cannot be read as a matplotlib style file"
    )


def test_authors_of_more_or_fewer_sentences(problems):
    signed = {"datasets__essays__authors": "authors.txt"}
    assert problems({"authors.txt": "Ana\nBen\nAna\n"}, **signed) == []
    line = line_of(problems({"authors.txt": "Ana\nBen\n"}, **signed))
    assert line.startswith(
        "datasets.essays.authors: authors.txt: authors: 2, sources: 3; "
    )


def test_ratings_of_sentences_that_there_are_not(problems):
    def rated(row, **keys):
        table = f"explainer,correction,line,annotator,rating\n{row}\n"
        keys["evaluation__description_ratings"] = {
            "dataset": "zh",
            "ratings": "ratings.csv",
        }
        return problems(
            chinese_files("他去家") | {"ratings.csv": table}, **CHINESE, **keys
        )

    assert rated("written,written,1,anna,3") == []
    assert rated("written,written,2,anna,3") == [
        "evaluation.description_ratings.ratings: ratings.csv: rates line 2; zh has 1"
    ]
    line = line_of(rated("written,written,2,anna,3", datasets__zh__lines="1-1"))
    assert line.endswith("ratings.csv: rates no sentence of lines 1-1, which are taken")
    assert "ratings.csv:2: rating is 'good'" in line_of(
        rated("written,written,1,anna,good")
    )


def test_all_problems_are_named_at_once(problems, caplog):
    contents = {
        "reference.txt": b"\xff\n",
        "anna.txt": "He goes home.\nI have a cat.\nShe likes it.\n",
        "edited.m2": EDITED.replace("I have a cat", "I had a cat"),
    }
    found = problems(contents, evaluation__case_study__line=7)
    expected = (
        "datasets.essays.references.0: reference.txt:1: byte 1 .* convert the file to UTF-8",
        "systems.anna.files.essays: anna.txt:1: .*this is ordinary text",
        "systems.edited.files.essays: edited.m2:4: it is not the sentence .*expected 'have'",
        "evaluation.case_study.line: found 7",
    )
    for line, pattern in zip(found, expected, strict=True):
        assert re.match(pattern, line)
    assert caplog.messages == []
    first, *_ = problems(datasets__essays__lines="1-4")
    assert first.endswith(
        "sources: sources.txt: has 3 sentences; lines 1-4 are asked for"
    )


def test_a_file_that_another_rule_makes_is_not_missed(problems):
    assert problems(systems__anna__files__essays="later.txt") == []
