"""The embedded Chinese learner corpus: its form, what its edits cover, how far its systems get."""

import json
import re
from collections import Counter
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


def keys(samples: list[Sample]) -> set[tuple[int, int, int, str]]:
    """What identifies each edit: its sentence, its interval and its correction."""
    return {
        (sample["index"], *edit["src_interval"], edit["tgt_content"])
        for sample, edit in edits_of(samples)
    }


def shown(sample: Sample, edit: dict) -> tuple:
    """An edit as a failing test should show it."""
    return sample["index"], edit["src_content"], edit["tgt_content"], edit["error_description"]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_have_a_sentence_a_line_without_white_space(text):
    lines = lines_of(text)
    assert len(lines) == 128
    characters = re.compile(f"({CHINESE}|{FOREIGN})+")
    assert [line for line in lines if not characters.fullmatch(line)] == []


@pytest.mark.parametrize("reference", ["reference.0", "reference.1"])
def test_references_have_chinese_characters_only(reference):
    characters = re.compile(f"({CHINESE})+")
    assert [line for line in lines_of(reference) if not characters.fullmatch(line)] == []


@pytest.mark.parametrize("text", ["sources", "reference.0", "reference.1"])
def test_sentences_are_distinct(text):
    assert [line for line, count in Counter(lines_of(text)).items() if count > 1] == []


def test_files_hold_the_same_sources_and_corrections(samples, name):
    assert [sample["index"] for sample in samples[name]] == list(range(128))
    assert [sample["source"] for sample in samples[name]] == lines_of("sources")
    assert [sample["target"] for sample in samples[name]] == lines_of(EXPLAINED[name])


def test_a_sentence_has_the_same_topic_in_every_file(samples):
    topics = [[sample["domain"] for sample in samples[name]] for name in EXPLAINED]
    assert topics[0] == topics[1] == topics[2]
    assert set(Counter(topics[0]).values()) == {16}


def test_metadata_counts_the_edits(documents, name):
    document = documents[name]
    edits = [edit for _, edit in edits_of(document["samples"])]
    types = Counter(edit["error_type"] for edit in edits)
    severities = Counter(edit["error_severity"] for edit in edits)
    assert document["metadata"] == {
        "number": len(document["samples"]),
        "version": "1.0",
        "type_counter": {label: types[label] for label in TYPES},
        "severity_counter": {str(severity): severities[severity] for severity in SEVERITIES},
    }


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


def test_gold_has_every_type_and_severity(samples):
    edits = [edit for _, edit in edits_of(samples["gold"])]
    types = Counter(edit["error_type"] for edit in edits)
    assert {label: types[label] for label in TYPES if types[label] < 3} == {}
    assert {edit["error_severity"] for edit in edits} == set(SEVERITIES)


def test_gold_has_0_to_6_edits_a_sentence(samples):
    lengths = Counter(len(sample["edits"]) for sample in samples["gold"])
    assert lengths.keys() == set(range(7))
    assert lengths[0] >= 5
    assert lengths[5] + lengths[6] >= 5


def test_correct_sentences_stay_and_the_references_differ_elsewhere():
    rows = zip(*map(lines_of, ("sources", "reference.0", "reference.1")), strict=True)
    for source, first_reference, second_reference in rows:
        assert (first_reference == second_reference) == (source == first_reference), source
        assert (source == first_reference) == (source == second_reference), source


@pytest.mark.parametrize("careful", ["gold", "strong"])
def test_descriptions_quote_the_source_and_the_target(samples, careful):
    for sample, edit in edits_of(samples[careful]):
        description = edit["error_description"]
        evidence = re.findall("【(.+?)】", description)
        corrections = re.findall(r"\{(.+?)\}", description)
        assert evidence, shown(sample, edit)
        assert corrections, shown(sample, edit)
        for quotes, text in ((evidence, sample["source"]), (corrections, sample["target"])):
            # A quotation may leave something out: 【经过……使】.
            parts = [part for quote in quotes for part in quote.split("……")]
            assert [part for part in parts if part not in text] == [], shown(sample, edit)


def test_every_edit_has_a_description(samples, name):
    for sample, edit in edits_of(samples[name]):
        assert edit["error_description"].strip(), shown(sample, edit)


def test_descriptions_are_written_one_by_one(samples):
    counts = Counter(edit["error_description"] for _, edit in edits_of(samples["gold"]))
    assert [description for description, count in counts.items() if count > 1] == []


def test_the_strong_output_is_better_than_the_weak_one(samples):
    gold = keys(samples["gold"])
    shared = {name: len(gold & keys(samples[name])) for name in ("strong", "weak")}
    precision = {name: shared[name] / len(keys(samples[name])) for name in shared}
    assert shared["strong"] > 0.6 * len(gold)
    assert precision["strong"] > 0.6
    assert 0.1 * len(gold) < shared["weak"] < 0.4 * len(gold)
    assert 0.1 < precision["weak"] < 0.4


def test_the_strong_explanations_are_better_than_the_weak_ones(samples):
    gold = {
        (sample["index"], *edit["src_interval"], edit["tgt_content"]): edit
        for sample, edit in edits_of(samples["gold"])
    }
    right_types, deviations, lengths = {}, {}, {}
    for name in ("strong", "weak"):
        pairs = [
            (edit, gold[key])
            for sample, edit in edits_of(samples[name])
            if (key := (sample["index"], *edit["src_interval"], edit["tgt_content"])) in gold
        ]
        right_types[name] = sum(a["error_type"] == b["error_type"] for a, b in pairs) / len(pairs)
        deviations[name] = sum(
            abs(a["error_severity"] - b["error_severity"]) for a, b in pairs
        ) / len(pairs)
        lengths[name] = sum(len(a["error_description"]) for a, _ in pairs) / len(pairs)
    assert right_types["strong"] > right_types["weak"] + 0.15
    assert deviations["strong"] + 0.15 < deviations["weak"]
    assert lengths["strong"] > 2 * lengths["weak"]


def markdown_rows(samples: Table) -> Iterator[str]:
    """The rows of the README's tables."""
    sources = lines_of("sources")
    for text in TEXTS:
        lines = lines_of(text)
        changed = sum(a != b for a, b in zip(lines, sources, strict=True))
        yield f"| {text} | {len(lines)} | {sum(map(len, lines))} | {changed} |"
    edits = {name: [edit for _, edit in edits_of(samples[name])] for name in EXPLAINED}
    lengths = {name: Counter(len(s["edits"]) for s in samples[name]) for name in EXPLAINED}
    for n in range(7):
        yield f"| {n} | " + " | ".join(str(lengths[name][n]) for name in EXPLAINED) + " |"
    for field, values in (("error_type", TYPES), ("error_severity", SEVERITIES)):
        counts = {name: Counter(edit[field] for edit in edits[name]) for name in EXPLAINED}
        for value in values:
            row = " | ".join(str(counts[name][value]) for name in EXPLAINED)
            yield f"| {value if field == 'error_type' else f'severity {value}'} | {row} |"
    yield "| all | " + " | ".join(str(len(edits[name])) for name in EXPLAINED) + " |"
    shared = [len(keys(samples["gold"]) & keys(samples[name])) for name in EXPLAINED]
    yield "| as in gold | " + " | ".join(map(str, shared)) + " |"


def test_readme_has_the_measured_numbers(samples):
    readme = (CORPUS / "README.md").read_text("utf-8").splitlines()
    assert [row for row in markdown_rows(samples) if row not in readme] == []
