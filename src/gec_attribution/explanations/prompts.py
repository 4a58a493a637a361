"""Prompts of models, from `prompts.yaml` next to this module."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import yaml

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit, Explanation, m2_text
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    from_json,
)
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
        if trained:
            return "\n".join(parts)
        return "\n\n".join([*parts, text["output_title"]])

    def answer_start(self, marker: str) -> str:
        """The beginning of the answer, which the model continues.

        Args:
            marker: marker between correction and explanation, if the model knows one.
        """
        if self.next is None:
            return ""
        return begin(self.task, self.answered, self.next, marker)

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
    types = _rationalized_types() if rationalized else _defined("types")
    form = "format_explaining" if task == Task.EXPLAIN_ONLY else "format"
    return [types, _defined("severities"), text["guidance"], text[form]]


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
        definition = prompt["definition_title"] + meaning
        template = prompt["template_title"] + prompt["types"][label]["template"]
        shown = prompt["demonstration_title"] + _demonstrated(demonstration(label))
        types.append(f"{label}\n{definition}\n{template}\n{shown}")
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
    span = (start, start + len(original))
    edit = Edit(*span, m2_text(correction), edit_type(original, correction))
    explanation = Explanation(label, prompt["severity"], prompt["description"])
    target_span = (start, start + len(correction))
    explained = ExplainedEdit(edit, original, target_span, explanation)
    source = before + original + after
    return ExplainedSentence(source, before + correction + after, (explained,))


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
def instructions_and_titles() -> tuple[str, ...]:
    """Texts with which the parts of a prompt begin."""
    text = _text()
    titles = [text[name] for name in ("input_title", "output_title", "examples_title")]
    return (*text["instructions"].values(), *titles)


@functools.cache
def _text() -> dict[str, Any]:
    file = resources.files("gec_attribution.explanations").joinpath(PROMPTS)
    return yaml.safe_load(file.read_text("utf-8"))
