"""The record of one explained sentence: the form in which it is printed, shown and tabulated.

`record.schema.json` next to this file describes its JSON. Text in a record is as readers see it,
its tokens joined as the record's language joins them; the attributions table, which is for later
stages, has corrections as in M2.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, NamedTuple, Self

from pydantic import TypeAdapter

from gec_attribution.attribution.base import Estimate, normalise
from gec_attribution.edits.model import Edit, Explanation
from gec_attribution.games.game import Game
from gec_attribution.languages import Language, load_language


@dataclass(frozen=True, slots=True)
class AttributedEdit:
    """An edit with its attribution.

    Attributes:
        start: first token of the source that the edit replaces, from 0.
        end: the token after the last one; equal to `start` for an insertion.
        original: the text replaced; empty for an insertion.
        correction: the new text; empty for a deletion.
        type: error type.
        phi: attribution score φ, in units of the metric (equation 1); NaN where it is undefined.
        phi_normalised: φ divided by the sum of the sentence's |φ| (equation 5), in [-1, 1].
        stderr: standard error of φ; 0 where nothing was sampled, NaN where it is unknown.
    """

    start: int
    end: int
    original: str
    correction: str
    type: str
    phi: float
    phi_normalised: float
    stderr: float

    @property
    def key(self) -> tuple[int, int, str]:
        """As of an edit (`edits.model.Edit.key`)."""
        return self.start, self.end, self.correction


@dataclass(frozen=True)
class Interaction:
    """Joint effect of two edits beyond the effect of each; see `interactions`.

    Attributes:
        edits: the numbers of the two edits, from 0, the lower first.
        shapley: their Shapley interaction index, in the metric's unit.
        taylor: their Shapley–Taylor index.
    """

    edits: tuple[int, int]
    shapley: float
    taylor: float


@dataclass(frozen=True)
class Component:
    """Contributions of the edits of a sentence to a component of the metric's score.

    Attributes:
        name: its name.
        weight: its weight in the sum.
        baseline: the component of the source.
        score: the component of the hypothesis.
        phi: the contribution of each edit, by the record's method.
    """

    name: str
    weight: float
    baseline: float
    score: float
    phi: tuple[float, ...]


@dataclass(frozen=True)
class Missed:
    """Edits of a reference beyond the hypothesis, and their worth to the metric.

    Attributes:
        reference: the reference that suits the hypothesis best, by ERRANT's F0.5.
        made: the numbers of the edits, from 0, that the reference has, too.
        score: the score of the hypothesis with all the edits that it missed.
        exact: as in `Record`.
        evaluations: as in `Record`.
        edits: the edits that the hypothesis neither has nor touches; φ is what each would add to
            the hypothesis, beside the others. They count the tokens of the source.
        otherwise: the edits that touch a different edit of the hypothesis; no sentence can have
            both, and φ is undefined.
        scale: as in `Record`.
    """

    reference: str
    made: tuple[int, ...]
    score: float
    exact: bool
    evaluations: int
    edits: tuple[AttributedEdit, ...]
    otherwise: tuple[AttributedEdit, ...]
    scale: float = 1.0

    def rescaling(self, hypothesis: float) -> str | None:
        """Note as `Record.rescaling`.

        Args:
            hypothesis: the score of the hypothesis without these edits.
        """
        return _rescaling(self.scale, self.score - hypothesis)


class Chunk(NamedTuple):
    """A piece of a sentence.

    Attributes:
        source: its text in the source; empty for an insertion.
        correction: its text in the hypothesis; empty for a deletion.
        edit: the number of the edit that changed it, from 0; None where nothing was edited.
        gap: the text between what stands before and this piece; nothing before the first one.
    """

    source: str
    correction: str
    edit: int | None
    gap: str = ""


@dataclass(frozen=True)
class InWords:
    """The edits of a correction, explained in words.

    Attributes:
        explainer: name of the explainer in the study.
        signature: everything that the words depend on.
        edits: the explanation of each edit, in the order of the edits.
    """

    explainer: str
    signature: str
    edits: tuple[Explanation, ...]


@dataclass(frozen=True, kw_only=True)
class Record:
    """Contributions of the edits of one hypothesis to its score.

    Attributes:
        dataset: the data set the sentence is from; None where it is from none.
        system: the system that corrected it; None where that is not known.
        line: its line in the data set or file, from 1; None where it is from none.
        source: the learner's sentence.
        hypothesis: the corrected sentence.
        source_text: the learner's sentence as it was written, where it was tokenised for this.
        hypothesis_text: the corrected sentence as it was written.
        language: code of their language; it defines the tokens.
        metric: name of the metric.
        metric_label: its label in the study, with its model; None where it has none.
        method: name of the attribution method.
        baseline: M(S|S), the score of the source.
        score: M(H|S), the score of the hypothesis.
        exact: whether φ was computed from every coalition the method asks for, without sampling.
        scale: the factor of section 4.2 by which raw differences were multiplied.
        evaluations: coalitions whose score was read.
        seed: seed of the sample, below 2^53.
        signature: everything that these numbers depend on.
        edits: the edits, in the order of the sentence.
        interactions: interactions of all pairs of edits; None with fewer than two edits, or if some
            coalition has no score.
        note: why the metric's scores are what they are, where it says so; None where not.
        components: terms of the metric's sum; None where it sums none.
        references: corrections by people, where they were given; None where not.
        missed: the edits of one reference beyond the hypothesis.
        in_words: the edits explained in words; None where nothing explains them.
    """

    dataset: str | None = None
    system: str | None = None
    line: int | None = None
    source: str
    hypothesis: str
    source_text: str | None = None
    hypothesis_text: str | None = None
    language: str = "en"
    metric: str
    metric_label: str | None = None
    method: str
    baseline: float
    score: float
    exact: bool
    scale: float = 1.0
    evaluations: int
    seed: int
    signature: str
    edits: tuple[AttributedEdit, ...]
    interactions: tuple[Interaction, ...] | None = None
    note: str | None = None
    components: tuple[Component, ...] | None = None
    references: tuple[str, ...] | None = None
    missed: Missed | None = None
    in_words: InWords | None = None

    @property
    def shown_metric(self) -> str:
        """Label of the metric; its name where it has none."""
        return self.metric_label or self.metric

    @property
    def flipped(self) -> bool:
        """True if the rescaling of section 4.2 gave every φ the opposite sign of its difference."""
        return self.scale < 0

    @property
    def rescaling(self) -> str | None:
        """Note on a rescaling that misleads readers of φ; None where it does not."""
        return _rescaling(self.scale, self.score - self.baseline)

    def to_dict(self) -> dict:
        """The record as JSON values, as its schema describes them.

        Undefined numbers are None. Where a sentence is from no data set, or its system is not
        known, those keys are left out.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            key: _as_json(value) for key, value in values.items() if value is not None
        }

    @classmethod
    def from_dict(cls, record: Mapping) -> Self:
        """The record of which `record` is the `to_dict`."""
        kind: Any = cls
        return _reader(kind).validate_python(_from_json(record))

    def chunks(self) -> Iterator[Chunk]:
        """The sentence in order, cut before and after each edit; as it was written, if known."""
        language = load_language(self.language)
        joint = ""
        ends = [0, 0]
        for chunk in self._pieces(language):
            if self.source_text is None or self.hypothesis_text is None:
                yield chunk._replace(gap=joint)
                joint = language.join(["", ""])
                continue
            gap = ""
            parts = (
                (self.source_text, chunk.source),
                (self.hypothesis_text, chunk.correction),
            )
            for side, (text, part) in enumerate(parts):
                if part:
                    start = text.index(part, ends[side])
                    gap = text[ends[side] : start]
                    ends[side] = start + len(part)
            yield chunk._replace(gap=gap)

    def tokens_of_edits(self) -> Iterator[tuple[list[str], list[str]]]:
        """The tokens that each edit replaces, and the new ones."""
        language = load_language(self.language)
        source = language.tokenize(self.source)
        hypothesis = language.tokenize(self.hypothesis)
        shift = 0
        for edit in self.edits:
            length = len(language.tokenize(edit.correction))
            after = edit.start + shift
            yield source[edit.start : edit.end], hypothesis[after : after + length]
            shift += length - (edit.end - edit.start)

    def _pieces(self, language: Language) -> Iterator[Chunk]:
        """The pieces of `chunks`, not knowing what stands between them."""
        source = _slices(self.source, self.source_text, language)
        hypothesis = _slices(self.hypothesis, self.hypothesis_text, language)
        position = 0
        shift = 0
        for number, edit in enumerate(self.edits):
            before = position + shift
            after = edit.start + shift
            unchanged = source(position, edit.start)
            if unchanged:
                yield Chunk(unchanged, hypothesis(before, after), None)
            length = len(language.tokenize(edit.correction))
            correction = edit.correction
            if self.hypothesis_text is not None:
                correction = hypothesis(after, after + length)
            yield Chunk(source(edit.start, edit.end), correction, number)
            position = edit.end
            shift += length - (edit.end - edit.start)
        unchanged = source(position, None)
        if unchanged:
            yield Chunk(unchanged, hypothesis(position + shift, None), None)


def _rescaling(scale: float, difference: float) -> str | None:
    if scale < 0:
        return (
            "the rescaling flipped every sign, "
            "for the differences sum to the opposite sign of ΔM"
        )
    if scale == 0 and difference != 0:
        return "every φ is 0, for the differences sum to 0, and no factor makes them sum to ΔM"
    return None


def _slices(
    text: str, written: str | None, language: Language
) -> Callable[[int, int | None], str]:
    """Function from one token to another to the text between them, as written if that is known."""
    tokens = language.tokenize(text)
    if written is None:
        return lambda start, end: language.join(tokens[start:end])
    spans = language.spans(tokens, written)

    def cut(start: int, end: int | None) -> str:
        inside = spans[start:end]
        if inside:
            return written[inside[0][0] : inside[-1][1]]
        return ""

    return cut


def attributed_edits(
    game: Game, edits: Sequence[Edit], estimate: Estimate
) -> tuple[AttributedEdit, ...]:
    """Edits of a game's source with their attributions.

    Args:
        game: the game in which they are players.
        edits: the players as edits of the source.
        estimate: the result of a method for them.
    """
    tokens = game.language.tokenize(game.source)
    shares = normalise(estimate.phi)
    attributed = []
    for edit, *numbers in zip(
        edits, estimate.phi, shares, estimate.stderr, strict=True
    ):
        attributed.append(
            attributed_edit(edit, tokens, game.language, *map(float, numbers))
        )
    return tuple(attributed)


def attributed_edit(
    edit: Edit, tokens: Sequence[str], language: Language, *numbers: float
) -> AttributedEdit:
    """An edit with its attribution, its texts joined as readers see them.

    Args:
        edit: the edit of the source.
        tokens: the tokens of the source.
        language: the language of the sentence.
        numbers: φ, normalised φ, and the standard error of φ.
    """
    original = language.join(tokens[edit.start : edit.end])
    correction = language.join(edit.tokens)
    return AttributedEdit(
        edit.start, edit.end, original, correction, edit.type, *numbers
    )


@cache
def record_schema() -> dict:
    """The JSON schema of a record (draft 2020-12)."""
    file = resources.files("gec_attribution.attribution").joinpath("record.schema.json")
    return json.loads(file.read_text("utf-8"))


@cache
def _reader(kind: type) -> TypeAdapter:
    return TypeAdapter(kind)


def _from_json(value: Any, name: str = "") -> Any:
    """The value of a key with NaN for each undefined number, which is null in JSON."""
    match value:
        case Mapping():
            return {key: _from_json(item, key) for key, item in value.items()}
        case list() | tuple():
            return [_from_json(item, name) for item in value]
        case None if name in _NUMBERS:
            return math.nan
    return value


def _as_json(value: Any) -> Any:
    """The value without NaN, tuples and objects."""
    match value:
        case float():
            if math.isnan(value):
                return None
            return value
        case str() | int() | None:
            return value
        case list() | tuple():
            return [_as_json(item) for item in value]
        case _:
            return {
                field.name: _as_json(getattr(value, field.name))
                for field in fields(value)
            }


_NUMBERS = {
    field.name
    for part in (AttributedEdit, Interaction, Component, Missed, Record)
    for field in fields(part)
    if field.type in {float, tuple[float, ...]}
}
