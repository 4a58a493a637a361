import dataclasses
import json

import pytest
from explained import GOLD, explained_sentences
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.model import Edit
from gec_attribution.explanations import damaged_json as damage
from gec_attribution.explanations import parsing
from gec_attribution.explanations.parsing import parse
from gec_attribution.explanations.records import (
    UNKNOWN_SEVERITY,
    UNKNOWN_TYPE,
    ExplainedSentence,
)
from gec_attribution.explanations.tasks import (
    TARGET_MARKER,
    Task,
    linearise,
    place_edits,
)

EXPLAINING = (Task.POST_EXPLAINING, Task.PRE_EXPLAINING, Task.EXPLAIN_ONLY)


def parse_as(task, text, sentence):
    """Parse a text, its model having been shown what the task shows."""
    if task == Task.EXPLAIN_ONLY:
        return parse(task, text, sentence.source, sentence.target, sentence.edits)
    return parse(task, text, sentence.source)


def without_origin(sentence, task):
    edits = () if task == Task.CORRECT_ONLY else sentence.edits
    return dataclasses.replace(sentence, index=None, domain=None, edits=edits)


def about(parsed):
    return [repair.about for repair in parsed.repairs]


sentences = explained_sentences(st.sampled_from("我了的好\"，{}“”’'[]\\:<"))


@given(sentences, st.sampled_from(Task), st.sampled_from(["", TARGET_MARKER]))
def test_any_sentence_comes_back(sentence, task, marker):
    parsed = parse_as(task, linearise(task, sentence, marker), sentence)
    if task == Task.CORRECT_ONLY and sentence.target.startswith('{"target'):
        return
    assert parsed.sentence == without_origin(sentence, task)
    assert parsed.repairs == ()


DAMAGES = {
    "nothing": lambda text: text,
    "single quotes": lambda text: text.replace('"', "'"),
    "full-width quotes": lambda text: text.replace('"', "＂"),
    "curly quotes": lambda text: text.replace('"', "“"),
    "no commas": lambda text: text.replace(", ", " "),
    "full-width punctuation": lambda text: text.replace('": ', '"：').replace(
        '", ', '"，'
    ),
    "inner quotes": lambda text: text.replace("【", '"').replace("】", '"'),
    "no brackets between": lambda text: text.replace("}, {", ", {"),
    "fence": lambda text: f"好的：\n```json\n{text}\n```",
    "trailing text": lambda text: text + "\n以上是修改。",
    "commas too many": lambda text: text.replace("}", ",}").replace("]", ",]"),
}


@pytest.mark.parametrize("damaged", DAMAGES)
@pytest.mark.parametrize("task", EXPLAINING)
def test_truncation_never_invents(task, damaged):
    three = (one for one in GOLD if len(one.edits) == 3)
    sentence = min(three, key=lambda one: len(linearise(task, one)))
    whole = DAMAGES[damaged](linearise(task, sentence, TARGET_MARKER))
    expected = parse_as(task, whole, sentence).sentence
    assert len(expected.edits) == len(sentence.edits)
    numbers = set()
    for end in range(0, len(whole), 1 if damaged == "nothing" else 3):
        read = parse_as(task, whole[:end], sentence).sentence
        assert read.edits == expected.edits[: len(read.edits)]
        assert read.target in (expected.target, sentence.source)
        numbers.add(len(read.edits))
    assert numbers >= {0, 1, 2}


@given(sentences, st.sampled_from(Task), st.data())
def test_no_damage_is_fatal(sentence, task, data):
    text = linearise(task, sentence, TARGET_MARKER)
    start, end = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    junk = data.draw(st.text(st.sampled_from("{}[]\":,\\“”＂'`\n<0好"), max_size=4))
    read = parse_as(task, text[:start] + junk + text[end:], sentence)
    json.dumps(read.sentence.target).encode()


SOURCE, TARGET = "他们明天去了学校", "他们昨天去了学校"
EDIT = {
    "src_interval": [2, 3],
    "tgt_interval": [2, 3],
    "src_tokens": ["明"],
    "tgt_tokens": ["昨"],
}
WHY = {
    "error_type": "词语误用",
    "error_severity": 2,
    "error_description": "【明天】{昨天}",
}


def post(**changes):
    return {"target": TARGET, "edits": [EDIT], "explanations": [WHY]} | changes


def text_of(**changes):
    return json.dumps(post(**changes), ensure_ascii=False)


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        (f"```json\n{text_of()}\n```", [damage.CODE_FENCE]),
        (f"修改如下：{text_of()}<|im_end|>", [damage.TEXT_AROUND]),
        (text_of()[:-1], [damage.DAMAGED]),
        (
            text_of(explanations=[WHY | {"error_severity": "2"}]),
            [parsing.NUMBER_AS_TEXT],
        ),
        *(
            (text_of(explanations=[WHY | {"error_type": name}]), [parsing.TYPE_NAME])
            for name in (
                "Word Misuse",
                "词语误用 (Word Misuse)",
                "词语误用\uff08Word Misuse\uff09",
                "word misuse(词语误用)",
            )
        ),
    ],
)
def test_what_is_certain_is_mended(text, repairs):
    parsed = parse(Task.POST_EXPLAINING, text, SOURCE)
    assert sorted(about(parsed)) == sorted(repairs)
    assert parsed.sentence == parse(Task.POST_EXPLAINING, text_of(), SOURCE).sentence
    assert len(parsed.sentence.edits) == 1


@pytest.mark.parametrize(
    ("changes", "repairs", "target", "explained"),
    [
        ({"target": None}, [parsing.NO_TARGET], SOURCE, 1),
        ({"explanations": "无"}, [parsing.NO_LIST, parsing.NO_EXPLANATION], TARGET, 0),
        ({"explanations": [WHY, WHY]}, [parsing.NO_EDIT], TARGET, 1),
        (
            {"edits": [EDIT | {"src_interval": [3, 2]}]},
            [parsing.BAD_EDIT, parsing.NO_EDIT],
            TARGET,
            0,
        ),
        (
            {"explanations": [WHY | {"error_severity": None}]},
            [parsing.BAD_EXPLANATION, parsing.NO_EXPLANATION],
            TARGET,
            0,
        ),
        ({"explanations": [WHY | {"error_type": "错字"}]}, [UNKNOWN_TYPE], TARGET, 1),
        (
            {"explanations": [WHY | {"error_type": "词语误用(Other)"}]},
            [UNKNOWN_TYPE],
            TARGET,
            1,
        ),
        (
            {"explanations": [WHY | {"error_severity": 9}]},
            [UNKNOWN_SEVERITY],
            TARGET,
            1,
        ),
    ],
)
def test_what_is_not_certain_is_counted(changes, repairs, target, explained):
    parsed = parse(Task.POST_EXPLAINING, text_of(**changes), SOURCE)
    assert about(parsed) == repairs
    assert parsed.sentence.target == target
    assert len(parsed.sentence.edits) == explained


def test_an_explanation_belongs_to_the_edit_that_it_names():
    edits = place_edits(SOURCE, [Edit(2, 3, "昨", "S"), Edit(5, 6, "", "R")])
    text = json.dumps([WHY | {"src_interval": [5, 6]}, WHY | {"src_interval": [0, 1]}])
    parsed = parse(Task.EXPLAIN_ONLY, text, SOURCE, "他们昨天去学校", edits)
    assert [one.edit for one in parsed.sentence.edits] == [edits[1].edit]
    assert parsed.unexplained == (edits[0],)
    assert about(parsed) == [parsing.NO_EDIT, parsing.NO_EXPLANATION]


@pytest.mark.parametrize(
    ("text", "target", "repairs"),
    [
        (TARGET, TARGET, []),
        (f"```\n{TARGET}\n```", TARGET, [damage.CODE_FENCE]),
        (f"{TARGET}\n\n把明天改成昨天。", TARGET, [damage.TEXT_AROUND]),
        ('{"target": "他们昨', SOURCE, [damage.CUT_OFF, parsing.NO_TARGET]),
    ],
)
def test_a_correction_alone_is_the_first_line(text, target, repairs):
    parsed = parse(Task.CORRECT_ONLY, text, SOURCE)
    assert parsed.sentence == ExplainedSentence(SOURCE, target, ())
    assert about(parsed) == repairs
