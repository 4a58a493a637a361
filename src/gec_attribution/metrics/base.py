"""Base of metrics: score hypotheses given their sources, and name the scores' dependencies."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np

from gec_attribution.plugins.code import class_digest
from gec_attribution.plugins.settings import PROCESSOR_CHUNK
from gec_attribution.storage.signatures import with_contents

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

References = Sequence[Sequence[str]]
"""The references of each of n pairs, at least one for each."""


class Metric(ABC):
    """A sentence-level metric; higher is better.

    The simplest metric overrides only `score`. Its options in the configuration are the keyword
    arguments of its constructor. A metric reads the source unless it says otherwise; one that reads
    references, too, is a `ReferenceMetric`.

    Attributes:
        languages: the only languages that it is for; empty if it is for any.
        usual_languages: languages that it is for where a study does not say; empty for the study's.
        text_language: code of the language of the texts.
        published: the published metrics that its weights may be.
        of_a_service: whether a service runs its model, so that its speed is not its own.
        name: the key of the metric in the configuration.
        options: the metric's configuration entry without its type.
        version: a number to raise whenever the code computes other scores than before; stored
            scores of another version are not used. None or an inherited version stands for the
            digest of the code, so that each change of it makes all scores again.
        components: names of the columns that `evaluate` returns.
        derived: names of the columns that `derive` returns.
        coefficients: weights of the components whose weighted sum the score is; empty for a metric
            that is no such sum.
        needs_source: False if the score does not depend on the source.
        needs_references: True if it depends on references, which are given to it then.
        dependencies: whatever `evaluate` depends on beside the code, as JSON; None stands for the
            options, with digests of the content instead of paths.
        tokenizers: its tokenizers, whose unknown pieces are counted; empty if it has none.
        chunk: how many pairs `evaluate` is given at once; a killed run loses at most one chunk.
        allows_missing: True if NaN means an undefined score; otherwise NaN is an error.
    """

    languages: ClassVar[tuple[str, ...]] = ()
    usual_languages: ClassVar[tuple[str, ...]] = ()
    text_language: str = "en"
    published: ClassVar[tuple[str, ...]] = ()
    of_a_service: ClassVar[bool] = False
    name: str = ""
    options: Mapping[str, object] = {}
    version: ClassVar[int | None] = None
    components: ClassVar[tuple[str, ...]] = ("score",)
    derived: ClassVar[tuple[str, ...]] = ()
    coefficients: Mapping[str, float] = MappingProxyType({})
    needs_source: bool = True
    needs_references: bool = False
    dependencies: Mapping[str, object] | None = None
    tokenizers: "Sequence[PreTrainedTokenizerFast]" = ()
    chunk: int = PROCESSOR_CHUNK
    allows_missing: ClassVar[bool] = False

    def for_language(self, code: str) -> Self:
        """This metric for texts of another language; both have their models in common."""
        if code == self.text_language:
            return self
        metric = copy(self)
        metric.text_language = code
        return metric

    @abstractmethod
    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """The scores of `hypotheses`, float64 of shape (n,); entry i depends only on pair i."""

    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> dict[str, np.ndarray]:
        """The expensive part of `score`, which the score store keeps: `components`, each (n,)."""
        return {"score": self.score(sources, hypotheses)}

    def expect(self, sources: Sequence[str], hypotheses: Sequence[str]) -> None:
        """Look at all pairs that `evaluate` will be given in chunks, before the first chunk.

        A metric that costs money may refuse them.
        """
        del sources, hypotheses

    def derive(self, columns: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Further columns that follow from those of `evaluate`: `derived`, each (n,)."""
        del columns
        return {}

    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """The score from the columns of `evaluate`, float64 of shape (n,)."""
        return columns["score"]

    def read_beside(self, source: str, references: Sequence[str] = ()) -> str:
        """All that the metric reads beside a hypothesis of `source`, as one text.

        The score store tells pairs by it.
        """
        read = source if self.needs_source else ""
        # A line end separates texts, since no sentence contains one.
        if self.needs_references:
            return "\n".join([read, *references])
        return read

    @classmethod
    def columns(cls) -> list[str]:
        """Names of the components of the score that can stand for it, measured and derived."""
        return [*cls.components, *cls.derived]

    @classmethod
    def titled(cls, label: str, options: Mapping[str, object]) -> str:
        """A label of this metric with some options, as figures and tables show it.

        A metric whose label leaves open what a score is, such as its sign, adds it.
        """
        del options
        return label

    def note(self, columns: Mapping[str, np.ndarray], /) -> str:
        """Explanation of the scores of one sentence; empty where there is nothing to say.

        Args:
            columns: the metric's `columns`, each with the source, what else was scored, and last
                the hypothesis.
        """
        del columns
        return ""

    def store_signature(self) -> dict[str, object]:
        """Dependencies of `evaluate`, as JSON: scores of equal signatures are interchangeable.

        They are the metric's type, the version of its code, and its `dependencies`.
        """
        depends_on = self.dependencies
        if depends_on is None:
            depends_on = with_contents(self.options)
        return {**self.code_signature(), **depends_on}

    def texts_signature(self) -> dict[str, str]:
        """Language of the texts, for a metric that reads their tokens; empty for English."""
        is_usual = self.text_language == Metric.text_language
        if is_usual:
            return {}
        return {"language": self.text_language}

    def code_signature(self) -> dict[str, object]:
        """Code in `store_signature`: `metric` and `version`."""
        version = vars(type(self)).get("version")
        return {
            "metric": type(self).__module__.rpartition(".")[2],
            "version": class_digest(type(self)) if version is None else version,
        }

    def signature(self) -> dict[str, object]:
        """Dependencies of `score` beside its arguments: `store_signature`, and how it combines."""
        return self.store_signature()


class ReferenceMetric(Metric):
    """A metric that reads references; like others, the simplest overrides only `score`."""

    needs_references = True

    @abstractmethod
    def score(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> np.ndarray:
        """See `Metric.score`.

        Args:
            sources: the sources, (n,).
            hypotheses: their corrections, (n,).
            references: references of each pair, (n,), at least one.
        """

    def evaluate(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> dict[str, np.ndarray]:
        """See `Metric.evaluate`."""
        return {"score": self.score(sources, hypotheses, references)}


class ComparingMetric(ReferenceMetric):
    """A metric that compares the hypothesis with the source, or else with the references."""

    def __init__(self, against: Literal["source", "references"]) -> None:
        self.needs_references = against == "references"
        self.needs_source = not self.needs_references

    @abstractmethod
    def evaluate(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> dict[str, np.ndarray]:
        """See `ReferenceMetric.evaluate`."""

    def score(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> np.ndarray:
        """See `ReferenceMetric.score`."""
        return self.evaluate(sources, hypotheses, references)["score"]

    def compared(self, sources: Sequence[str], references: References) -> References:
        """The texts that the hypothesis of each pair is compared with."""
        if self.needs_references:
            return references
        return [(source,) for source in sources]


class ComposedMetric(Metric):
    """A metric that combines several measured columns; overrides `evaluate` and `combine`."""

    @abstractmethod
    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> dict[str, np.ndarray]:
        """See `Metric.evaluate`."""

    @abstractmethod
    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """See `Metric.combine`."""

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`."""
        return self.combine(self.evaluate(sources, hypotheses))
