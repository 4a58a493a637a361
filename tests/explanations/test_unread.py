"""Unread answers of a model are counted for the reader of its scores."""

from gec_attribution.explanations.corpus import Explained
from gec_attribution.explanations.parsing import NO_TARGET, parse
from gec_attribution.explanations.tasks import Task
from gec_attribution.explanations.unread import WARNINGS, unread_answers

SOURCE = "我西欢鱼。"
READ = '{"target": "我西欢鱼。", "edits": [], "explanations": []}'


def report_of(*answers):
    parsed = [parse(Task.POST_EXPLAINING, text, SOURCE) for text in answers]
    return Explained.of_parsed(parsed).report()


def test_answers_without_a_correction_are_counted_by_explainer():
    read, unread = READ, "I am a language model."
    rows = unread_answers(
        [
            ("qwen", "own", report_of(read, unread)),
            ("qwen", "own", report_of(unread, unread)),
            ("llama", "own", report_of(read, read)),
            ("deepseek", "own", report_of(unread, read)),
        ]
    )
    assert (
        WARNINGS[NO_TARGET],
        4,
        8,
        "qwen (own) 3 of 4, deepseek (own) 1 of 2",
    ) in rows
    assert not any("llama" in where for *_, where in rows)
