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
    unit: str
    """What its tokens are, in the plural: words or characters."""
    systems: Sequence[str]
    """Names of its systems."""
    references: int
    """How many references its lines have at most."""
    signatures: Mapping[str, Mapping[str, str]]
    """Dependencies of the attributions, by metric and method."""
    lines: int
    """How many lines it has."""
    lines_per_chunk: int
    """How many lines a chunk has, the last one maybe fewer."""


class Index(TypedDict):
    """First line of the index; a `ListedSentence` for each line of each data set follows."""

    study: str
    """The study's name."""
    version: str
    """The version of this package."""
    labels: Labels
    """Labels for readers."""
    metrics: Sequence[str]
    """Names of the metrics, in the study's order."""
    methods: Sequence[str]
    """Names of the attribution methods, likewise."""
    operations: Mapping[str, str]
    """Names of the operations of error types, by their letters."""
    types: Sequence[TypeInWords]
    """The error types."""
    datasets: Sequence[DatasetInIndex]
    """The data sets."""


class ListedEdit(TypedDict):
    """An edit, whose texts are in the pieces of its sentence."""

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


class Marked(TypedDict):
    """A sentence with edits."""

    pieces: Sequence[Sequence[str]]
    """The sentence in order, cut at its edits: the text before each piece (of the first, nothing is
    shown of it) and the piece; of an edit what it replaces, and its new text."""
    edits: Sequence[ListedEdit]
    """The edits, in order."""


class ListedCorrection(Marked):
    """A correction in the list: what is filtered, sorted and shown there."""

    searched: str
    """The hypothesis as people would write it."""
    change: Mapping[str, Number]
    """M(H|S) − M(S|S), by metric."""
    phi: Mapping[str, Mapping[str, Sequence[Number]]]
    """φ of each edit, by metric and method; 0 where it is no more than noise."""


class ListedSentence(TypedDict):
    """A line of a data set in the list."""

    searched: str
    """The source as people would write it."""
    tokens: Sequence[str]
    """The tokens of the source, each with what stands before it."""
    author: str
    """Who wrote it; empty where that is not known."""
    references: Sequence[Marked]
    """What each reference does to it."""
    corrections: Sequence[ListedCorrection]
    """What each system does to it, in the order of the systems."""


class Values(TypedDict):
    """The scores of a sentence's coalitions under a metric."""

    masks: NotRequired[Sequence[str]]
    """Bit masks of the coalitions in decimal digits; no key where all have a score."""
    scores: Sequence[Number]
    """Their scores, ordered by mask."""


class Said(TypedDict):
    """An edit explained in words."""

    type: str
    """Its error type as the explainer names it."""
    severity: int
    """From 1 to 5."""
    description: str
    """A text for the learner."""


class SaidOfEdit(Said):
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
    explanations: Mapping[str, Sequence[Sequence[Said | None]]]
    """By explainer: what each of its runs says of each edit."""
    explained_references: Mapping[str, Sequence[Sequence[SaidOfEdit]]]
    """By explainer: what each of its runs says of the first reference; the empty name stands for
    the data set itself."""
    gaps: Mapping[str, str]
    """What stands between two pieces where some edits are off, if that is not the gap of the second
    one: by the numbers of both pieces, each with + or − for the new text and what it replaces."""
