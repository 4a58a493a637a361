"""Prompts of models, from `prompts.yaml` next to this module."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import yaml

from gec_attribution.explanations.records import ExplainedSentence, from_json
from gec_attribution.explanations.tasks import Task, begin, linearise, task_input

PROMPTS = "prompts.yaml"


@dataclass(frozen=True)
class Prompt:
    """Beginning of a text that a model continues.

    Attributes:
        task: the task of the model.
        source: the sentence, which limits the length of a target.
        answered: keys of the answer that are settled, in the task's order.
        next: the key to go on with; none for correct-only, whose answer is no JSON.
        task_text: the task's input where that is not the source: the JSON object of explain-only.
        edits: number of the edits to explain that stand in `task_text`.
    """

    task: Task
    source: str
    answered: Mapping[str, Any] = field(default_factory=dict)
    next: str | None = None
    task_text: str = ""
    edits: int | None = None

    def question(self, *, trained: bool, rationalized: bool = False) -> str:
        """Instruction and input as one text.

        Args:
            trained: whether the model was trained for the tasks; any other one also gets the types,
                severities and keys, and two examples.
            rationalized: whether an untrained model also gets, for each type, a form of description
                and an explained edit.
        """
        text = _text()
        parts = [text["instructions"][self.task]]
        if not trained:
            parts += [*_explained_terms(self.task, rationalized), *_examples(self.task)]
        parts.append(f"{text['input_title']}{self.task_text or self.source}")
        return (
            "\n".join(parts) if trained else "\n\n".join([*parts, text["output_title"]])
        )

    def answer_start(self, marker: str) -> str:
        """The beginning of the answer, which the model continues.

        Args:
            marker: marker between correction and explanation, if the model knows one.
        """
        return (
            ""
            if self.next is None
            else begin(self.task, self.answered, self.next, marker)
        )

    def conversation(self, *, rationalized: bool = False) -> list[dict[str, str]]:
        """Prompt in turns, for a model that cannot go on from the beginning of an answer."""
        question = self.question(trained=False, rationalized=rationalized)
        turns = [{"role": "user", "content": question}]
        if self.answered and self.next:
            answered = json.dumps(self.answered, ensure_ascii=False)
            turns += [
                {"role": "assistant", "content": answered},
                {"role": "user", "content": _text()["continue"][self.next]},
            ]
        return turns


def _explained_terms(task: Task, rationalized: bool) -> list[str]:
    """Meanings of types, severities and keys, for a task that has them."""
    if task == Task.CORRECT_ONLY:
        return []
    text = _text()
    return [
        _rationalized_types() if rationalized else _defined("types"),
        _defined("severities"),
        text["guidance"],
        text["format"] if task != Task.EXPLAIN_ONLY else text["format_explaining"],
    ]


def _defined(kind: str) -> str:
    """List of the types, or of the severities, with their definitions."""
    text = _text()
    meanings = (f"{name}：{meaning}" for name, meaning in text[kind].items())
    return "\n".join([text[f"{kind}_title"], *meanings])


def _rationalized_types() -> str:
    """Types with the form of a type's description, and an edit with its explanation."""
    text = _text()
    prompt = text["rationalization"]
    types = []
    for label, meaning in text["types"].items():
        lines = [
            label,
            f"{prompt['definition_title']}{meaning}",
            f"{prompt['template_title']}{prompt['types'][label]['template']}",
            f"{prompt['demonstration_title']}{_demonstrated(demonstration(label))}",
        ]
        types.append("\n".join(lines))
    return "\n\n".join([prompt["title"], *types])


def _demonstrated(sentence: ExplainedSentence) -> str:
    """A sentence with one explained edit, in one line: the JSON of answers is shown elsewhere."""
    names = _text()["rationalization"]["parts"]
    [edit] = sentence.edits
    explanation = edit.explanation
    parts = (
        sentence.source,
        sentence.target,
        explanation.severity,
        explanation.description,
    )
    return " ".join(f"{name}{part}" for name, part in zip(names, parts, strict=True))


def demonstration(label: str) -> ExplainedSentence:
    """The sentence with an error of a type that models are shown.

    Raises:
        KeyError: it is no type.
    """
    prompt = _text()["rationalization"]["types"][label]
    before, original, correction, after = prompt["demonstration"]
    start = len(before)
    sample = {"source": before + original + after}
    edit = {
        "src_interval": [start, start + len(original)],
        "tgt_interval": [start, start + len(correction)],
        "src_content": original,
        "tgt_content": correction,
        "error_type": label,
        "error_severity": prompt["severity"],
        "error_description": prompt["description"],
    }
    sample |= {"target": before + correction + after, "edits": [edit]}
    return from_json(sample, PROMPTS)[0]


def _examples(task: Task) -> list[str]:
    text = _text()
    parts = [text["examples_title"]]
    for sentence in examples():
        asked = task_input(task, sentence.source, sentence.target, sentence.edits)
        question = f"{text['input_title']}{asked}"
        parts.append(f"{question}\n{text['output_title']}{linearise(task, sentence)}")
    return parts


@functools.cache
def examples() -> tuple[ExplainedSentence, ...]:
    """The sentences that models are shown."""
    samples = _text()["examples"]
    return tuple(from_json(sample, PROMPTS)[0] for sample in samples)


@functools.cache
def told() -> tuple[str, ...]:
    """Beginnings of the parts of a prompt that are no sentence: instructions and titles."""
    text = _text()
    titles = [text[name] for name in ("input_title", "output_title", "examples_title")]
    return (*text["instructions"].values(), *titles)


@functools.cache
def _text() -> dict[str, Any]:
    file = resources.files("gec_attribution.explanations").joinpath(PROMPTS)
    return yaml.safe_load(file.read_text("utf-8"))
