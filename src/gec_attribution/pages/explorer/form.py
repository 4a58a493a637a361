"""Form of the explorer's JSON, with the meaning of each key.

The reader of a study (`columns`, `chunks`) and the playground fill it by the same functions; the
page's scripts read it. A column is packed: a base64 text of little-endian bytes, since a browser
decodes that many times faster than a list. Undefined numbers are null in lists, NaN in columns.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

Labels = Mapping[str, Mapping[str, str]]
"""Labels of each `dataset`, `system`, `metric`, `method` and `explainer`, by its name."""

Packed = str
"""A column; its format, such as `<f4`, stands with its key."""

NO_REFERENCE = 2**16 - 1
"""A number of edits for a reference that there is not."""


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


class ReferenceColumns(TypedDict):
    """The edits of the references of a data set: line by line, in each reference by reference."""

    reference_edits: Packed
    """`<u2`, how many edits each reference of each line has; `NO_REFERENCE` for those that a line
    of fewer references than others lacks."""
    reference_start: Packed
    """`<u4`, the first token of the source that each edit of a reference replaces."""
    reference_end: Packed
    """`<u4`, the token after its last one."""
    reference_type: Packed
    """`<u2`, the number of its type."""
    reference_corrections: Sequence[str]
    """Its new text, as in M2."""
    untouched: Packed
    """`<u1`, whether no system has it, nor touches what it corrects."""


class Written(TypedDict):
    """The white space of sentences as they were written, by which they are shown."""

    sources: Sequence[Sequence[str]]
    """Text before each token of each source; before the first, the text between two tokens."""
    corrections: Sequence[Sequence[str]]
    """Text before each token of each edit's new text, likewise, and after the last."""


class DatasetColumns(ReferenceColumns):
    """The corrections and edits of a data set.

    Corrections, the pairs of a sentence and a system, are ordered line by line, and for each line
    as the systems are; edits follow the corrections.
    """

    name: str
    """Its key in the study."""
    label: str
    """Label for readers."""
    language: str
    """Code of its language."""
    gap: str
    """Text between two tokens."""
    systems: Sequence[str]
    """Names of its systems."""
    references: int
    """How many references its lines have at most."""
    sources: Sequence[str]
    """The source of each line, as in M2: its tokens with one space between them."""
    corrections: Sequence[str]
    """The new text of each edit, as in M2."""
    edits: Packed
    """`<u2`, how many edits each correction has."""
    start: Packed
    """`<u4`, the first token of the source that each edit replaces."""
    end: Packed
    """`<u4`, the token after its last one."""
    type: Packed
    """`<u2`, the number of its type among those of the index."""
    referenced: Packed
    """`<u1`, whether a reference has it."""
    judged: Packed
    """`<u1`, what people said of it: 0 nothing, 1 that it is valid, 2 that it is not."""
    change: Mapping[str, Packed]
    """`<f4`, M(H|S) − M(S|S) of each correction, by metric."""
    phi: Mapping[str, Mapping[str, Packed]]
    """`<f4`, φ of each edit, by metric and method; 0 where it is no more than noise."""
    authors: Sequence[str]
    """Who wrote the sources, each once; empty where that is not known."""
    author: Packed
    """`<u4`, for each line the number of who wrote it, from 1; 0 where that is not known. Empty
    where there are no authors."""
    written: NotRequired[Written]
    """Where tokens were made of ordinary text, that text; no key where sentences came as tokens."""
    lines_per_chunk: int
    """How many lines a chunk has, the last one maybe fewer."""


class Index(TypedDict):
    """Index that the page reads first."""

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
    """The error types, by their numbers."""
    signatures: Mapping[str, Mapping[str, Mapping[str, str]]]
    """Dependencies of the attributions, by data set, metric and method."""
    datasets: Sequence[DatasetColumns]
    """The data sets."""


class Attributed(TypedDict):
    """Attributions of a method to the edits and corrections of a chunk under a metric."""

    phi: Sequence[float | None]
    """φ of each edit."""
    stderr: Sequence[float | None] | int
    """The standard error of each; 0 where nothing was sampled."""
    exact: Sequence[bool]
    """Whether nothing was sampled for a correction."""
    scale: Sequence[float | None]
    """The factor of section 4.2 of each correction."""
    evaluations: Sequence[int]
    """How many coalitions were read for each correction."""


class Scored(TypedDict):
    """Scores of a metric for the corrections of a chunk."""

    baseline: Sequence[float | None]
    """M(S|S) of each correction."""
    score: Sequence[float | None]
    """M(H|S) of each."""
    values: Packed
    """`<f4`, the scores of all coalitions, correction after correction, in the order of masks."""
    notes: Sequence[str | None]
    """Why each correction has the scores that it has, where the metric says so."""
    methods: Mapping[str, Attributed]
    """By method."""
    pairs: NotRequired[Sequence[Sequence[float | None]]]
    """The Shapley interaction index of each two edits of each correction: (0, 1), (0, 2), …,
    (1, 2), …; no key where interactions were not computed."""


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


class Chunk(TypedDict):
    """Everything about the corrections of some lines, read when somebody looks at one.

    Lists of corrections and edits are ordered as in the columns.
    """

    coalitions: Sequence[int]
    """How many coalitions of each correction have a score."""
    masks: Mapping[int, Sequence[str]]
    """The scored ones as bit masks in decimal digits, of each correction without scores of all; by
    its place in the chunk."""
    seeds: Sequence[int]
    """The seed of each correction's samples; −1 where it has no attributions."""
    metrics: Mapping[str, Scored]
    """By metric."""
    explanations: Mapping[str, Sequence[Sequence[Sequence[Said | None]]]]
    """By explainer: of each of its runs and each correction what it says of each edit."""
    explained_references: Mapping[str, Sequence[Sequence[Sequence[SaidOfEdit]]]]
    """By explainer: of each of its runs and each line what it says of the first reference; the
    empty name stands for the data set itself."""
