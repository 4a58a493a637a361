"""Models that write corrections and explanations, by the algorithm COTE and its alternatives.

COTE (Correct-Then-Explain; Ye et al. 2025, arXiv 2407.00924, Algorithm 1): beam search finds the
target, its edits are extracted and put into the answer, and the model goes on with sampled
explanations. Without COTE (Table 6) it writes the edits as well. A target or explanations from
elsewhere (Table 4) stand in the answer from the start.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gec_attribution.explanations.base import Explainer, ExplainerInput
from gec_attribution.explanations.damaged_json import Repair, is_loop, shortened
from gec_attribution.explanations.parsing import NO_TARGET, Parsed, parse, parse_target
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.explanations.records import (
    ExplainedSentence,
    PlacedEdit,
    explanation_to_json,
)
from gec_attribution.explanations.tasks import (
    Task,
    edits_to_json,
    place_edits,
    task_input,
)
from gec_attribution.languages import Extractor
from gec_attribution.languages.zh import CHINESE

# Explanations are sampled at this temperature, from this share of the probability.
TEMPERATURE = 0.6
TOP_P = 0.9

REFUSED = "the model refused, or a filter broke its answer off"
TOO_LONG = "longer than the model reads"
EMPTY = "empty answer"
LOOPING = "went on with the same few characters"
UNENDED = "went on to the greatest length"


class Written(NamedTuple):
    """Text that a model wrote.

    Attributes:
        text: its answer, with the beginning from its prompt.
        ended: whether the model ended it, or wrote the marker after the correction.
        failure: reason for a missing answer, a constant of this module; else empty.
        raw: the model's own part of the text, as it wrote it; None if that is all of the text.
    """

    text: str
    ended: bool = True
    failure: str = ""
    raw: str | None = None

    @property
    def own(self) -> str:
        """The model's own part of the text."""
        if self.raw is None:
            return self.text
        return self.raw


class _Target(NamedTuple):
    """A sentence with its correction, and what a model wrote for it."""

    target: str
    edits: tuple[PlacedEdit, ...]
    repairs: tuple[Repair, ...] = ()
    answers: tuple[str, ...] = ()


class GeneratingExplainer(Explainer):
    """An explainer that is a language model; subclasses run it.

    Args:
        task: a value of `Task`.
        cote: whether extracted edits are put into the answer, of post-explaining.
        rationalization: whether the prompt of an untrained model has the form of each type's
            descriptions.
    """

    def __init__(self, task: str, *, cote: bool, rationalization: bool = False) -> None:
        self.task = Task(task)
        self.cote = cote
        self.rationalization = rationalization

    @abstractmethod
    def correct(self, prompts: Sequence[Prompt], seed: int) -> list[Written]:
        """Text of the model up to the end of the next target, the likeliest unless it is drawn.

        Entry i depends only on prompt i and the seed.
        """

    @abstractmethod
    def sample(self, prompts: Sequence[Prompt], seed: int) -> list[Written]:
        """Sampled text of the model, up to the end of the answer or to the target.

        Entry i depends only on prompt i and the seed.
        """

    def write(
        self,
        inputs: Sequence[ExplainerInput],
        seed: int = 0,
        extractor: Extractor | None = None,
    ) -> list[Parsed]:
        """See `Explainer.write`.

        A post-explaining model explains the target of its input, if there is one; a pre-explaining
        model corrects by the explanations of its input. After an unreadable answer the sentence
        stays as it is, without explanations.

        Raises:
            ConfigError: an input has no correction, for a model that only explains.
            ServiceError: see the subclass.
        """
        if self.task == Task.CORRECT_ONLY:
            return self._correct(inputs, seed)
        if self.task == Task.PRE_EXPLAINING:
            return self._pre_explain(inputs, seed)
        if self.task == Task.EXPLAIN_ONLY:
            targets = [_Target(*one.correction()) for one in inputs]
            return self._explain(inputs, targets, seed)
        return self._explain(inputs, self._targets(inputs, seed, extractor), seed)

    def _correct(self, inputs: Sequence[ExplainerInput], seed: int) -> list[Parsed]:
        prompts = [Prompt(self.task, one.source) for one in inputs]
        corrected = []
        for one, answer in zip(inputs, self.correct(prompts, seed), strict=True):
            # An unfinished text is no correction.
            text = answer.text if answer.ended else ""
            corrected.append(_noted(parse(self.task, text, one.source), answer))
        return corrected

    def _targets(
        self, inputs: Sequence[ExplainerInput], seed: int, extractor: Extractor | None
    ) -> list[_Target]:
        """The correction of each sentence, from its input or by the model."""
        sources = [one.source for one in inputs if one.target is None]
        written = iter(self._written_targets(sources, seed, extractor))
        targets = []
        for one in inputs:
            target = next(written) if one.target is None else _Target(*one.correction())
            targets.append(target)
        return targets

    def _written_targets(
        self, sources: Sequence[str], seed: int, extractor: Extractor | None
    ) -> list[_Target]:
        prompts = [Prompt(self.task, source, next="target") for source in sources]
        written = self.correct(prompts, seed)
        targets = []
        for source, answer in zip(sources, written, strict=True):
            target, repairs = parse_target(_closed(answer), source)
            repairs += _failures(answer)
            targets.append(_Target(target, (), repairs, (answer.own,)))
        if not self.cote:
            return targets
        extractor = extractor or CHINESE.extractor()
        corrected = [one.target for one in targets]
        found = extractor.extract(zip(sources, corrected, strict=True))
        with_edits = []
        for source, one, edits in zip(sources, targets, found, strict=True):
            placed = tuple(place_edits(source, edits))
            with_edits.append(one._replace(edits=placed))
        return with_edits

    def _explain(
        self, inputs: Sequence[ExplainerInput], targets: Sequence[_Target], seed: int
    ) -> list[Parsed]:
        """Explain the edits of targets; without COTE the model finds the edits, too."""
        forced = self.cote or self.task == Task.EXPLAIN_ONLY
        sources = [one.source for one in inputs]
        prompts = []
        for source, one in zip(sources, targets, strict=True):
            # Nothing is to be explained where there are no edits.
            if one.edits or not forced:
                prompts.append(self._explaining_prompt(source, one, forced=forced))
        answers = iter(self.sample(prompts, seed))
        explained = []
        for source, one in zip(sources, targets, strict=True):
            target, edits, repairs, earlier = one
            if forced and not edits:
                sentence = ExplainedSentence(source, target, ())
                explained.append(Parsed(sentence, repairs=repairs, answers=earlier))
                continue
            answer = next(answers)
            known = edits if forced else None
            parsed = parse(self.task, answer.text, source, target, known)
            all_repairs = (*parsed.repairs, *repairs)
            parsed = replace(parsed, repairs=all_repairs, answers=earlier)
            explained.append(_noted(parsed, answer))
        return explained

    def _explaining_prompt(
        self, source: str, correction: _Target, *, forced: bool
    ) -> Prompt:
        if self.task == Task.EXPLAIN_ONLY:
            return Prompt(
                self.task,
                source,
                next="explanations",
                task_text=task_input(self.task, source, *correction[:2]),
                edits=len(correction.edits),
            )
        answered: dict[str, object] = {"target": correction.target}
        if not forced:
            return Prompt(self.task, source, answered, "edits")
        answered["edits"] = edits_to_json(correction.edits)
        return Prompt(self.task, source, answered, "explanations")

    def _pre_explain(self, inputs: Sequence[ExplainerInput], seed: int) -> list[Parsed]:
        """Explain, and then correct by the explanations."""
        explained = self._explained_first(inputs, seed)
        prompts = []
        for one, parsed in zip(inputs, explained, strict=True):
            answered = _answer_before_target(parsed.sentence)
            prompts.append(Prompt(self.task, one.source, answered, "target"))
        corrected = []
        for parsed, answer in zip(explained, self.correct(prompts, seed), strict=True):
            target, repairs = parse_target(_closed(answer), parsed.sentence.source)
            sentence = replace(parsed.sentence, target=target)
            repairs = (*parsed.repairs, *repairs)
            completed = replace(parsed, sentence=sentence, repairs=repairs)
            corrected.append(_noted(completed, answer))
        return corrected

    def _explained_first(
        self, inputs: Sequence[ExplainerInput], seed: int
    ) -> list[Parsed]:
        """Edits and explanations of each sentence, from its input or by the model."""
        unexplained = [one.source for one in inputs if one.explained is None]
        prompts = [Prompt(self.task, source, next="edits") for source in unexplained]
        answers = iter(self.sample(prompts, seed))
        explained = []
        for one in inputs:
            source = one.source
            if one.explained is not None:
                sentence = ExplainedSentence(source, source, one.explained)
                explained.append(Parsed(sentence))
                continue
            answer = next(answers)
            parsed = parse(self.task, _closed(answer), source)
            # The target is searched for later.
            repairs = [one for one in parsed.repairs if one.about != NO_TARGET]
            parsed = replace(parsed, repairs=tuple(repairs))
            explained.append(_noted(parsed, answer))
        return explained


def _answer_before_target(sentence: ExplainedSentence) -> dict[str, object]:
    """Text of a pre-explaining answer before its target."""
    return {
        "edits": edits_to_json(sentence.edits),
        "explanations": [
            explanation_to_json(one.explanation) for one in sentence.edits
        ],
    }


def _closed(answer: Written) -> str:
    """An answer that the model ended before the object was whole, as an object."""
    text = answer.text.rstrip().rstrip(",")
    if answer.ended and not text.endswith("}"):
        text += "}"
    return text


def _failures(answer: Written) -> tuple[Repair, ...]:
    """Reason, for the report, that an answer is missing or not whole."""
    about = answer.failure
    if not about and not answer.own.strip():
        about = EMPTY
    if not about and not answer.ended:
        about = LOOPING if is_loop(answer.own) else UNENDED
    if not about:
        return ()
    # The end of a text shows how it went on.
    return (Repair(about, shortened(answer.own[-60:])),)


def _noted(parsed: Parsed, answer: Written) -> Parsed:
    """Parsed answer with what the model wrote, and what is wrong with that."""
    repairs = (*parsed.repairs, *_failures(answer))
    return replace(parsed, repairs=repairs, answers=(*parsed.answers, answer.own))
