"""The embedded Chinese learner corpus: its form and that of its explained edits."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from gec_attribution.storage.project import PROJECT
from gec_attribution.storage.text import read_lines

CORPUS = PROJECT / "data" / "learner-zh"
EXPLAINED = {"gold": "reference.0", "strong": "strong", "weak": "weak"}
"""Files of explanations, and the text file that has the same corrections."""
TEXTS = ("sources", "reference.0", "reference.1", "strong", "weak")

# The labels of EXCGEC, Table 1, in its order.
TYPES = (
    *("标点冗余", "标点丢失", "标点误用"),
    *("字音混淆错误", "字形混淆错误", "词内部字符异位错误", "命名实体拼写错误"),
    *("词语冗余", "词语丢失", "词语误用"),
    *("词序不当", "逻辑不通", "句式杂糅"),
    *("照应错误", "歧义错误", "语气不协调"),
    "其他错误",
)
SEVERITIES = range(1, 6)

CHINESE = "[\u4e00-\u9fff]|[，。、：？！“”《》]"
# What learners mix in: another alphabet and its punctuation.
FOREIGN = "[a-z]|[.,<>]"

Sample = dict
Table = dict[str, list[Sample]]


def lines_of(name: str) -> list[str]:
    return read_lines(CORPUS / f"{name}.txt")


@pytest.fixture(scope="module")
def documents() -> dict[str, dict]:
    return {name: json.loads((CORPUS / f"{name}.json").read_text("utf-8")) for name in EXPLAINED}


@pytest.fixture(scope="module")
def samples(documents) -> Table:
    """The samples of every file of explanations, by its name."""
    return {name: document["samples"] for name, document in documents.items()}


@pytest.fixture(params=EXPLAINED)
def name(request) -> str:
    return request.param


def edits_of(samples: list[Sample]) -> Iterator[tuple[Sample, dict]]:
    """Every edit, after the sample that it belongs to."""
    return ((sample, edit) for sample in samples for edit in sample["edits"])


def corrected(sample: Sample) -> str:
    """The source with the edits applied, as their intervals in the source say."""
    pieces, end = [], 0
    for edit in sample["edits"]:
        start, after = edit["src_interval"]
        pieces += sample["source"][end:start], edit["tgt_content"]
        end = after
    return "".join(pieces) + sample["source"][end:]


def shown(sample: Sample, edit: dict) -> tuple:
    """An edit as a failing test should show it."""
    return sample["index"], edit["src_content"], edit["tgt_content"], edit["error_description"]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_have_a_sentence_a_line_without_white_space(text):
    lines = lines_of(text)
    assert len(lines) == 128
    characters = re.compile(f"({CHINESE}|{FOREIGN})+")
    assert [line for line in lines if not characters.fullmatch(line)] == []


def test_files_hold_the_same_sources_and_corrections(samples, name):
    assert [sample["index"] for sample in samples[name]] == list(range(128))
    assert [sample["source"] for sample in samples[name]] == lines_of("sources")
    assert [sample["target"] for sample in samples[name]] == lines_of(EXPLAINED[name])


def test_edits_give_the_target(samples, name):
    assert [s["index"] for s in samples[name] if corrected(s) != s["target"]] == []


def test_intervals_hold_their_contents(samples, name):
    for sample, edit in edits_of(samples[name]):
        for side, text in (("src", sample["source"]), ("tgt", sample["target"])):
            content = text[slice(*edit[f"{side}_interval"])]
            assert edit[f"{side}_content"] == content, shown(sample, edit)
            assert edit[f"{side}_tokens"] == list(content), shown(sample, edit)


def test_edits_are_minimal_and_apart(samples, name):
    # As CLEME extracts them: no character in common at an end, and two or more in between.
    for sample, edit in edits_of(samples[name]):
        original, correction = edit["src_content"], edit["tgt_content"]
        assert original != correction, shown(sample, edit)
        if original and correction:
            assert original[0] != correction[0], shown(sample, edit)
            assert original[-1] != correction[-1], shown(sample, edit)
    for sample in samples[name]:
        for before, after in pairwise(sample["edits"]):
            assert after["src_interval"][0] - before["src_interval"][1] >= 2, sample["index"]


def test_types_and_severities_are_those_of_the_benchmark(samples, name):
    for sample, edit in edits_of(samples[name]):
        assert edit["error_type"] in TYPES, shown(sample, edit)
        assert edit["error_severity"] in SEVERITIES, shown(sample, edit)


def test_every_edit_has_a_description(samples, name):
    for sample, edit in edits_of(samples[name]):
        assert edit["error_description"].strip(), shown(sample, edit)
