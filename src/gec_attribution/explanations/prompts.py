"""What models are told, from `prompts.yaml` next to this module."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import yaml

from gec_attribution.explanations.records import ExplainedSentence, from_json
from gec_attribution.explanations.tasks import (
    Task,
    begin,
    linearise,
    placed,
    task_input,
)

PROMPTS = "prompts.yaml"


@dataclass(frozen=True)
class Prompt:
    """What a model is asked to go on with.

    Attributes:
        task: what it is asked for.
        source: the sentence, which limits the length of a target.
        shown: the task's input: the source, or a JSON object.
        known: keys of the answer that stand already, in the task's order.
        next: the key to go on with; none for correct-only, whose answer is no JSON.
    """

    task: Task
    source: str
    shown: str
    known: Mapping[str, Any] = field(default_factory=dict)
    next: str | None = None

    def question(self, *, trained: bool) -> str:
        """What the model is told: the instruction, and the input.

        Args:
            trained: whether it was trained for the tasks; another one is also told what types,
                severities and keys there are, and shown two examples.
        """
        text = _text()
        told = [text["instructions"][self.task]]
        if not trained:
            told += [*_explained_terms(self.task), *_examples(self.task)]
        told.append(f"{text['input_title']}{self.shown}")
        return "\n".join(told) if trained else "\n\n".join([*told, text["output_title"]])

    def begun(self, marker: str) -> str:
        """The beginning of the answer, which the model continues.

        Args:
            marker: what parts correction and explanation, if the model knows it.
        """
        return "" if self.next is None else begin(self.task, self.known, self.next, marker)

    def conversation(self) -> list[dict[str, str]]:
        """The same for a model whose answer cannot be begun for it: in turns."""
        turns = [{"role": "user", "content": self.question(trained=False)}]
        if self.known and self.next:
            known = json.dumps(self.known, ensure_ascii=False)
            turns += [
                {"role": "assistant", "content": known},
                {"role": "user", "content": _text()["continue"][self.next]},
            ]
        return turns


def _explained_terms(task: Task) -> list[str]:
    """What types, severities and keys mean, for a task that has them."""
    if task == Task.CORRECT_ONLY:
        return []
    text = _text()
    types = "\n".join(f"{label}：{meaning}" for label, meaning in text["types"].items())
    severities = "\n".join(f"{level}：{text['severities'][level]}" for level in text["severities"])
    return [
        f"{text['types_title']}\n{types}",
        f"{text['severities_title']}\n{severities}",
        text["guidance"],
        text["format"] if task != Task.EXPLAIN_ONLY else text["format_explaining"],
    ]


def _examples(task: Task) -> list[str]:
    text = _text()
    shown = [
        f"{text['input_title']}{task_input(task, one.source, one.target, placed(one))}\n"
        f"{text['output_title']}{linearise(task, one)}"
        for one in examples()
    ]
    return [text["examples_title"], *shown]


@functools.cache
def examples() -> tuple[ExplainedSentence, ...]:
    """The sentences that models are shown."""
    samples = _text()["examples"]
    return tuple(from_json(sample, PROMPTS)[0] for sample in samples)


@functools.cache
def _text() -> dict[str, Any]:
    file = resources.files("gec_attribution.explanations").joinpath(PROMPTS)
    return yaml.safe_load(file.read_text("utf-8"))
