import json
import re
from itertools import chain

import pytest
from explained import explained as explained_sentence
from project import write_lines

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.errors import InputError
from gec_attribution.explanations.records import write_explanations
from gec_attribution.judging.evaluate import evaluate_corrections

SOURCES = ["我昨天去学校学习。", "他很喜欢苹果", "这本书很好看。"] * 5
HYPOTHESES = ["我昨天去了学校学习。", "他很喜欢吃苹果。", "这本书很好看。"] * 5
REFERENCES = ["我昨天去学校学习了。", "他很喜欢苹果。", "这本书很好看。"] * 5


def with_bounds(scores):
    return {f"{name}{end}" for name in scores for end in ("", "_low", "_high")}


COUNTED = {"tp", "fp", "fn"} | with_bounds(["precision", "recall", "f0_5"])
COUNTS = {"edits", "reference_edits", "hits"}
MEASURES = {"hit", "miss", "miss_nonoverlapping", "accuracy", "macro_f1", "mae"}
MEASURES |= {"bleu", "meteor", "rouge_1", "rouge_2", "rouge_l"}
MEASURES |= {
    "micro_precision",
    "micro_recall",
    "micro_f1",
    "macro_precision",
    "macro_recall",
}
EXPLAINED = COUNTS | with_bounds(MEASURES) | {"types"}


@pytest.fixture
def lines(tmp_path):
    """Writes sentences into a file, and gives its path."""
    return lambda name, sentences: write_lines(tmp_path / name, sentences)


@pytest.fixture
def evaluated(command):
    """JSON that a command prints where it succeeds."""
    return lambda *arguments: json.loads(command(*arguments, "--json").out)


@pytest.fixture
def call(lines):
    """The call about sentences, which are written into files."""

    def call(language="en", **sentences):
        files = [
            [f"--{name}", lines(f"{name}.txt", each)]
            for name, each in sentences.items()
        ]
        return ["evaluate", "--language", language, *chain.from_iterable(files)]

    return call


@pytest.fixture
def chinese(call):
    return call("zh", sources=SOURCES, hypotheses=HYPOTHESES, references=REFERENCES)


def test_chinese_corrections_as_json(evaluated, chinese):
    printed = evaluated(*chinese)
    assert printed.keys() == {"cleme", "cherrant"}
    cleme = printed["cleme"]
    assert cleme.keys() == {"dependent", "independent"}
    assert cleme["dependent"].keys() == {"corpus", "sentence"}
    assert cleme["dependent"]["corpus"].keys() == {"unweighted", "weighted"}
    counts = cleme["dependent"]["corpus"]["unweighted"]
    assert counts.keys() == COUNTED | {"tn"}
    # Two of three insertions are elsewhere or longer; one full stop is right.
    assert [counts[kind] for kind in ("tp", "fp", "fn")] == [5, 10, 5]
    assert printed["cherrant"].keys() == {"all", "first"}
    pooled = printed["cherrant"]["all"]
    assert [pooled[kind] for kind in ("tp", "fp", "fn")] == [5, 10, 5]
    assert [pooled[score] for score in ("precision", "recall")] == [1 / 3, 1 / 2]
    assert pooled["f0_5"] == pytest.approx(
        1.25 * 1 / 3 * 1 / 2 / (0.25 * 1 / 3 + 1 / 2)
    )


@pytest.mark.parametrize("columns", ["80", "200"])
def test_a_table_has_the_intervals_and_the_signature(
    command, evaluated, chinese, monkeypatch, columns
):
    monkeypatch.setenv("COLUMNS", columns)
    out = command(*chinese).out
    # With one reference, both assumptions of CLEME are the same numbers.
    same = "cleme dependent corpus unweighted, cleme independent corpus unweighted: TP"
    assert same in " ".join(out.split())
    counted = evaluated(*chinese)["cherrant"]["all"]
    low, high = (100 * counted[f"f0_5_{end}"] for end in ("low", "high"))
    assert f"35.71 [{low:.2f}, {high:.2f}]" in out
    assert "cilin:" in out
    assert "|resamples:1000|seed:0|" in out.replace("\n", "")


def test_several_files_of_references_and_lines_without_one(evaluated, chinese, lines):
    printed = evaluated(
        *chinese, lines("second.txt", [HYPOTHESES[0], "", REFERENCES[2]] * 5)
    )
    assert printed["cherrant"]["all"]["tp"] == 10
    assert printed["cleme"]["independent"]["corpus"]["unweighted"]["tp"] == 10


@pytest.fixture
def explained(tmp_path):
    """Writes a file in which one edit of each sentence is explained, with a type for each."""

    def explained(
        name, types=("词语丢失",) * 12, severity=2, description="应添加{了}。"
    ):
        sentences = []
        for label in types:
            edit = (2, 2, "了", label, severity, description)
            sentences.append(explained_sentence("他去公园", "他去了公园", edit))
        write_explanations(tmp_path / name, sentences)
        return tmp_path / name

    return explained


def test_explanations_as_json_and_as_a_table(command, explained):
    call = ("evaluate-explanations", "--references", explained("r.json"))
    call += ("--hypotheses", explained("h.json"))
    out, err = command(*call, "--json")
    printed = json.loads(out)
    assert err == ""
    assert printed.keys() == EXPLAINED
    assert (printed["hit"], printed["accuracy"], printed["mae"], printed["bleu"]) == (
        1,
        1,
        0,
        1,
    )
    assert (printed["micro_f1"], printed["macro_f1"]) == (1, pytest.approx(1 / 17))
    table = command(*call).out
    assert "100.00 [100.00, 100.00] %" in table
    assert re.search(r"词语丢失 +12 +0 +0 +100\.00 ", table)
    assert "词语误用" not in table
    assert "macro means are over all 17 types" in " ".join(table.split())
    assert "rouge-chinese:" in table.replace("\n", "")


def test_several_explainers_are_compared_with_the_first(evaluated, explained):
    right, wrong = ["词语丢失"], ["词语误用"]
    half_right = explained("half.json", right * 10 + wrong * 10, severity=3)
    all_right = explained("right.json", right * 20)
    gold = explained("gold.json", right * 20)
    call = ("evaluate-explanations", "--references", gold, "--hypotheses")
    printed = evaluated(*call, half_right, all_right)
    assert list(printed) == ["half", "right"]
    difference = printed["right"].pop("difference")
    assert printed == {
        "half": evaluated(*call, half_right),
        "right": evaluated(*call, all_right),
    }
    assert difference.pop("to") == "half"
    assert difference.keys() == MEASURES | {"types"}
    # All severities differ by the same, so no resample does; of the types only half are changed.
    severity = difference["mae"]
    assert [severity[key] for key in ("value", "low", "high")] == [-1, -1, -1]
    types = difference["accuracy"]
    assert 0 < types["low"] < types["value"] == 0.5 < types["high"] < 1
    assert types["p"] < 0.05
    assert (difference["hit"]["value"], difference["hit"]["p"]) == (0, 1)


def test_what_is_odd_in_a_file_is_said(evaluated, explained, caplog):
    odd = explained("h.json", description=" ")
    call = (
        "evaluate-explanations",
        "--references",
        explained("r.json"),
        "--hypotheses",
        odd,
    )
    assert evaluated(*call)["rouge_l"] == 0
    assert f"empty description: 12, the first at {odd}: sample 1, edit 1" in caplog.text
    assert f"{odd}: 12 of 12 hits have an empty description" in caplog.text


def test_english_corrections(evaluated, command, call, lines, tmp_path):
    sources = ["He go to school .", "I likes it ."] * 6
    goes = Edit(1, 2, "goes", "R:VERB:SVA")
    like = Edit(1, 2, "like", "R:VERB:SVA")
    liked = Edit(1, 2, "liked", "R:VERB")
    references, edits = tmp_path / "reference.m2", tmp_path / "hypothesis.M2"
    both_coders = [{0: (goes,), 1: (goes,)}, {0: (like,), 1: ()}] * 6
    write_m2(references, list(map(AnnotatedSentence, sources, both_coders)))
    write_m2(
        edits, list(map(AnnotatedSentence, sources, [{0: (goes,)}, {0: (liked,)}] * 6))
    )
    given = [*call(sources=sources), "--references", references, "--hypotheses"]
    printed = evaluated(
        *given, lines("texts.txt", ["He goes to school .", "I liked it ."] * 6)
    )
    assert printed.keys() == {"errant", *with_bounds(["gleu"])}
    assert printed["errant"].keys() == COUNTED
    assert [printed["errant"][kind] for kind in ("tp", "fp", "fn")] == [6, 6, 0]
    assert 0 < printed["gleu"] < 1
    # A system's corrections may be M2 as well.
    assert evaluated(*given, edits) == printed
    assert command(*given, edits).out.startswith("errant: TP 6, FP 6, FN 0\n")


def test_ordinary_text_is_tokenised_on_request(evaluated, call, lines, caplog):
    texts = {
        "sources": ["He go home, sir.", "I don't likes it."] * 6,
        "hypotheses": ["He goes home, sir.", "I don't likes it."] * 6,
        "references": ["He goes home, sir.", "I don't like it."] * 6,
    }
    given = call(**texts)
    plain = evaluated(*given, "--tokenise")
    assert not caplog.messages
    for name, sentences in texts.items():
        lines(
            f"{name}.txt", [re.sub(r"(n't|[,.])", r" \1", text) for text in sentences]
        )
    assert evaluated(*given) == plain
    assert plain["errant"]["tp"] == 6


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (("hypotheses.txt", HYPOTHESES[:2]), "corrected sentences: 2, sources: 15"),
        (("references.txt", REFERENCES[:2]), "corrected sentences: 2, sources: 15"),
        (
            ("references.txt", [*REFERENCES[:14], ""]),
            "sentence 15 has no reference in any",
        ),
    ],
)
def test_files_must_belong_together(command, chinese, lines, written, message):
    lines(*written)
    out, err = command(*chinese, "--json", status=1)
    assert out == ""
    assert message in err


@pytest.fixture
def english(call, lines):
    sources = ["He go to school .", "I likes it .", "So be it .", "She sing ."] * 5
    references = ["He goes to school .", "I like it .", "So be it .", "She sings ."] * 5
    outputs = {
        "none": sources,
        "some": ["He goes to school .", "I likes it .", "So be it !", "She sings ."]
        * 5,
        "all": references,
    }
    paths = [lines(f"{name}.txt", texts) for name, texts in outputs.items()]
    return [*call(sources=sources, references=references), "--hypotheses"], paths


def test_several_systems_are_compared_with_the_first(evaluated, english):
    call, (none, some, all_right) = english
    printed = evaluated(*call, some, none, all_right)
    assert list(printed) == ["some", "none", "all"]
    worse, better = (printed[name].pop("difference") for name in ("none", "all"))
    alone = {"none": none, "some": some, "all": all_right}
    assert printed == {name: evaluated(*call, path) for name, path in alone.items()}
    for name, difference in (("none", worse), ("all", better)):
        assert difference["to"] == "some"
        change = printed[name]["gleu"] - printed["some"]["gleu"]
        assert difference["gleu"]["value"] == pytest.approx(change)
        change = printed[name]["errant"]["recall"] - printed["some"]["errant"]["recall"]
        assert difference["errant"]["recall"]["value"] == pytest.approx(change)
    # A resample in which all corrections are right is no better than another.
    perfect = better["errant"]["f0_5"]
    assert 0 < perfect["low"] <= perfect["value"] <= perfect["high"] < 1
    assert perfect["p"] < 0.05


def test_in_a_pipe_nothing_is_cut_and_on_a_terminal_no_number(
    command, english, monkeypatch
):
    call, (none, some, _) = english
    long = "a-system-whose-name-is-longer-than-any-table-should-be"
    monkeypatch.setenv("COLUMNS", "40")
    piped = command(*call, f"{long}={none}", some).out
    row = re.search(f"^{long} (.*)", piped, re.MULTILINE)[1]
    assert f"Δ to {long}" in piped
    narrow = command(*call, f"{long}={none}", some, "--columns", "40").out
    cut = re.search("^a-syste… (.*)", narrow, re.MULTILINE)[1]
    assert cut.split() == row.split()
    assert "Δ to a-system-whose-name…" in narrow


def test_corrections_without_any_file_of_references_are_refused(tmp_path):
    text = write_lines(tmp_path / "text.txt", ["He goes ."])
    with pytest.raises(InputError, match="references: there is no file"):
        evaluate_corrections("en", text, [text], [])
