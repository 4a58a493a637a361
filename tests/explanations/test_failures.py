"""Failures of answers: those that show in the text, and those in a sentence with explanations."""

import dataclasses
import json

import pytest
from explained import EDITED, explained

from gec_attribution.explanations import failures
from gec_attribution.explanations.corpus import Explained
from gec_attribution.explanations.damaged_json import is_loop, whole_answer
from gec_attribution.explanations.failures import failures_of
from gec_attribution.explanations.parsing import Parsed
from gec_attribution.explanations.prompts import examples
from gec_attribution.explanations.records import OTHER_SOURCE_CONTENT, ExplainedCorpus
from gec_attribution.explanations.tasks import Task, linearise

SENTENCE = next(sentence for sentence in EDITED if len(sentence.edits) == 2)
POST = linearise(Task.POST_EXPLAINING, SENTENCE)
PRE = linearise(Task.PRE_EXPLAINING, SENTENCE)


@pytest.mark.parametrize("written", [POST, PRE])
def test_an_answer_is_whole_after_the_explanation_of_its_last_edit(written):
    lengths = range(1, len(written) + 1)
    ends = [end for end in lengths if whole_answer(written[:end]) is not None]
    last_description = SENTENCE.edits[-1].explanation.description
    assert ends[0] == written.index(last_description) + len(last_description) + len(
        '"}'
    )
    assert ends == list(range(ends[0], len(written) + 1))
    whole = json.loads(whole_answer(written[: ends[0]]))
    wanted = json.loads(written)
    assert whole == {key: wanted[key] for key in whole}
    assert whole["explanations"] == wanted["explanations"]


def test_more_explanations_than_edits_are_not_waited_for():
    answer = json.loads(POST)
    answer["explanations"] *= 2
    whole = whole_answer(json.dumps(answer, ensure_ascii=False))
    assert json.loads(whole)["explanations"] == answer["explanations"][:2]
    # The number of edits that stand in the prompt.
    alone = {"explanations": answer["explanations"]}
    whole = whole_answer(json.dumps(alone, ensure_ascii=False), 1)
    assert json.loads(whole)["explanations"] == answer["explanations"][:1]


@pytest.mark.parametrize(
    "text",
    [
        '{"explanations": [{"error_description": "应改成{书}',
        '{"explanations": [{"a": "\\"}]}',
        "}",
    ],
)
def test_brackets_in_an_unfinished_description_end_nothing(text):
    assert whole_answer(text, 1) is None


def test_a_list_without_explanations_ends_an_answer():
    written = '{"target": "好", "edits": [], "explanations": []'
    assert whole_answer(written) == written + "}"
    assert whole_answer(written[:-1]) is None


def test_a_loop_is_five_times_the_same():
    assert is_loop("说明：" + "应改成。" * 5)
    assert not is_loop("说明：" + "应改成。" * 4)
    # As Gemma 3 270M goes on.
    edit = (
        '{"src_interval": [13, 13], "tgt_interval": [13, 13], '
        '"src_tokens": ["，", "高", "校"]}, '
    )
    assert is_loop('"edits": [' + edit * 3)
    assert not is_loop('"edits": [' + edit * 2)
    assert not any(
        is_loop(edit.explanation.description) for one in EDITED for edit in one.edits
    )


def failing(**changes):
    """Failures of a sentence of one edit, 门 → 们 in 我门好, with other values."""
    sentence = explained(
        "我门好", "我们好", (1, 2, "们", "字音混淆错误", 2, "【门】应为{们}。")
    )
    (edit,) = sentence.edits
    if "description" in changes:
        explanation = dataclasses.replace(edit.explanation, **changes)
        changes = {"explanation": explanation}
    edits = (dataclasses.replace(edit, **changes),)
    return {
        about for about, _ in failures_of(dataclasses.replace(sentence, edits=edits))
    }


def test_each_failure_shows_in_its_sentence_alone():
    assert failing() == set()
    assert failing(original="们") == {failures.UNCHANGING, failures.FOREIGN_WORDS}
    assert failing(original="好") == {OTHER_SOURCE_CONTENT}
    assert failing(description="It should be men.") == {failures.OTHER_LANGUAGE}
    example = examples()[0].edits[0].explanation.description
    assert failing(description=example) == {failures.COPIED}
    assert not any(failure for one in EDITED for failure in failures_of(one))


def test_failures_are_counted_of_models_and_of_files():
    (copied, *_) = examples()
    for counted in (
        Explained.of_parsed([Parsed(copied, answers=("{}",)), Parsed(SENTENCE)]),
        Explained.of_corpus(ExplainedCorpus((copied, SENTENCE))),
    ):
        report = counted.report()
        assert report["repairs"] == {
            failures.COPIED: {
                "sentences": 1,
                "for_example": counted.examples[failures.COPIED],
            }
        }
    written = Explained.of_parsed([Parsed(SENTENCE, answers=("{", "}"))]).report()[
        "written"
    ]
    assert written == [{"source": SENTENCE.source, "answers": ["{", "}"]}]


@pytest.mark.parametrize(
    ("target", "is_repeated"),
    [
        (
            "请改正下面这句话里的错误，保持原意，能不改的地方不改。只输出改正后的句子。",
            True,
        ),
        ("输入：我骑自行车太小，我很小。", True),
        ("自行车太小，我很大。", False),
    ],
)
def test_the_prompt_in_place_of_a_correction_is_counted(target, is_repeated):
    """Corrections that Gemma 3 270M found by beam search and drew."""
    sentence = dataclasses.replace(
        SENTENCE, source="自行车太小，我很大。", target=target, edits=()
    )
    assert (failures.REPEATED in dict(failures_of(sentence))) == is_repeated
