"""Form of the explorer's JSON, with the meaning of each key.

`sentences` makes it from records, for the explorer of a study and for the playground; the page's
scripts read it. Undefined numbers are null.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

Labels = Mapping[str, Mapping[str, str]]
"""Labels of each `dataset`, `system`, `metric`, `method` and `explainer`, by its name."""

Number = float | None


class TypeInWords(TypedDict):
    """An error type; see `edits.error_types.ErrorType`."""

    type: str
    """The type itself, as in M2."""
    operation: str
    """The letter before its first colon; empty where it has no category."""
    category: str
    """The rest; the whole type where it has no colon."""
    name: str
    """A short name of the category; empty where it is not known."""
    meaning: str
    """A sentence; empty where it is not known."""


class DatasetInIndex(TypedDict):
    """A data set."""

    name: str
    """Its key in the study."""
    label: str
    """Label for readers."""
    language: str
    """Code of its language."""
    gap: str
    """Text between two tokens: none where characters are the tokens."""
    systems: Sequence[str]
    """Names of its systems."""
    references: int
    """Most references of a line."""
    signatures: Mapping[str, Mapping[str, str]]
    """Dependencies of the attributions, by metric and method."""
    lines: int
    """Number of lines."""
    lines_per_chunk: int
    """Number of lines of a chunk; the last one may have fewer."""


class Index(TypedDict):
    """First line of the index; a `ListedSentence` for each line of each data set follows.

    Two further files have as many lines: `texts` the `Texts` of each, and `search` a list of its
    source and its hypotheses as people would write them. A file of each metric, `numbers.METRIC`,
    has a line for each data set: its `Numbers`, or null where it has none.
    """

    study: str
    """The study's name."""
    version: str
    """The version of this package."""
    labels: Labels
    """Labels for readers."""
    metrics: Sequence[str]
    """Names of the metrics, in the study's order."""
    methods: Sequence[str]
    """Names of the attribution methods, in the study's order."""
    operations: Mapping[str, str]
    """Names of the operations of error types, by their letters."""
    types: Sequence[TypeInWords]
    """The error types."""
    datasets: Sequence[DatasetInIndex]
    """The data sets."""


class ListedEdit(TypedDict):
    """An edit, whose words are among the `Texts`."""

    start: int
    """The first token of the source that it replaces."""
    end: int
    """The token after its last one."""
    type: str
    """Its type."""
    referenced: NotRequired[bool]
    """Of a correction: whether a reference has it, if one does."""
    judged: NotRequired[str]
    """Of a correction: what people said of it, `valid` or `invalid`, if they did."""
    untouched: NotRequired[bool]
    """Of a reference: whether no system has it, nor touches what it corrects, if that is so."""


class ListedSentence(TypedDict):
    """A line of a data set in the list."""

    length: int
    """Number of tokens."""
    author: str
    """Who wrote it; empty where that is not known."""
    references: list[list[ListedEdit]]
    """The edits of each reference."""
    corrections: list[list[ListedEdit]]
    """The edits of each system, in the order of the systems."""


class Numbers(TypedDict):
    """Numbers of a metric about a data set, by which the list is filtered and sorted."""

    change: list[Number]
    """M(H|S) − M(S|S) of each correction: line by line, in each system by system."""
    phi: dict[str, list[Number]]
    """By method, φ of each edit of each correction; 0 where it is no more than noise."""


Pieces = Sequence[str | Sequence[str]]
"""A sentence in order, cut at its edits: the words between them; of an edit what it replaces, and
its new text."""


class Texts(TypedDict):
    """Texts of a line of a data set, as a list shows them."""

    references: list[Pieces]
    """The sentence with the edits of each reference."""
    corrections: list[Pieces]
    """The sentence with the edits of each system."""
    tokens: NotRequired[Sequence[str]]
    """In the playground: the tokens of the source, each with what stands before it."""
    gaps: NotRequired[Mapping[str, str]]
    """In the playground: what stands before a piece, by its number, if that is not the gap of the
    data set."""
    written: NotRequired[Mapping[str, str]]
    """In the playground: ordinary text with some edits on, by the bit mask of these edits."""


class Values(TypedDict):
    """The scores of a sentence's coalitions under a metric."""

    masks: NotRequired[Sequence[str]]
    """Bit masks of the coalitions in decimal digits; no key where all have a score."""
    scores: Sequence[Number]
    """Their scores, ordered by mask."""


class EditExplanation(TypedDict):
    """An edit explained in words."""

    type: str
    """Its error type as the explainer names it."""
    severity: int
    """From 1 to 5."""
    description: str
    """A text for the learner."""


class EditWithExplanation(EditExplanation):
    """Explanation with its edit, which may differ from the edits of the data set."""

    start: int
    """The first token of the source that it replaces."""
    end: int
    """The token after its last one."""
    original: str
    """The text replaced."""
    correction: str
    """The new text."""


class Details(TypedDict):
    """Everything about a correction, read when somebody looks at it: a line of a chunk."""

    records: Sequence[dict]
    """Its record by each metric and method; see `record.schema.json`."""
    values: Mapping[str, Values]
    """Its value table, by metric."""
    explanations: Mapping[str, Sequence[Sequence[EditExplanation | None]]]
    """By explainer: what each of its runs says of each edit."""
    explained_references: Mapping[str, Sequence[Sequence[EditWithExplanation]]]
    """By explainer: what each of its runs says of the first reference; the empty name stands for
    the data set itself."""
