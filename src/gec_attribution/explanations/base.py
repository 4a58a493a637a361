"""Base of explainers of corrections: each edit gets its type, severity and description."""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from gec_attribution.edits.model import Edit, Explanation
from gec_attribution.errors import ConfigError
from gec_attribution.explanations.parsing import Parsed
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    PlacedEdit,
)
from gec_attribution.languages import Extractor
from gec_attribution.languages.zh import CHINESE
from gec_attribution.plugins.code import class_digest
from gec_attribution.storage.signatures import with_contents


@dataclasses.dataclass(frozen=True, slots=True)
class ExplainerInput:
    """Input of an explainer for a sentence.

    Attributes:
        source: the sentence, as `Chinese.normalise` has it.
        target: its correction in the same form; None for an explainer that corrects by itself.
        edits: the edits from source to target; None for an explainer that finds them.
        explained: the explained edits by which a model is to correct; no target or edits then.
    """

    source: str
    target: str | None = None
    edits: tuple[PlacedEdit, ...] | None = None
    explained: tuple[ExplainedEdit, ...] | None = None

    def correction(self) -> tuple[str, tuple[PlacedEdit, ...]]:
        """Target and edits, for an explainer that needs them.

        Raises:
            ConfigError: the input has none.
        """
        if self.target is None or self.edits is None:
            raise ConfigError(
                "corrections: this explainer makes no corrections of its own; name systems, or "
                "`reference`, in place of `own`"
            )
        return self.target, self.edits


class Explainer(ABC):
    """Explains corrections, and may correct by itself.

    Its options in the configuration are the keyword arguments of its constructor.

    Attributes:
        of_a_service: whether a service runs its model.
        only_task: the task of an explainer without an option `task`.
        draws: whether its explanations depend on the seed.
        name: the key of the explainer in the configuration.
        options: the explainer's configuration entry without its type.
    """

    of_a_service: ClassVar[bool] = False
    only_task: ClassVar[str] = ""
    draws: ClassVar[bool] = True
    name: str = ""
    options: Mapping[str, object] = {}

    @abstractmethod
    def write(
        self,
        inputs: Sequence[ExplainerInput],
        seed: int = 0,
        extractor: Extractor | None = None,
    ) -> list[Parsed]:
        """Explanations of the edits of each correction, and the parts that could not be read.

        Args:
            inputs: distinct sentences; entry i of the result depends on entry i and the seed alone.
            seed: seed of random draws, together with the sentence.
            extractor: finds the edits of the explainer's own corrections; by default the one for
                Chinese.

        Raises:
            ConfigError: a sentence lacks a part that this explainer needs, or has one too many.
        """

    def signature(self) -> dict[str, object]:
        """Dependencies of the explanations as JSON values; names the parts of an unfinished run.

        By default the explainer's type, the digest of its code and its options, in which paths are
        replaced by digests of the content.
        """
        return {
            "explainer": type(self).__module__.rpartition(".")[2],
            "code": class_digest(type(self)),
            **with_contents(self.options),
        }


class EditExplainer(Explainer):
    """An explainer of existing edits whose explanations do not depend on the seed."""

    @abstractmethod
    def explain(
        self, source: str, target: str, edits: Sequence[Edit]
    ) -> list[Explanation]:
        """Explain the edits of a correction.

        Args:
            source: a sentence without white space.
            target: its correction in the same form.
            edits: the edits, of the source's characters.

        Returns:
            An explanation for each edit, in order: a type of `taxonomy.LABELS`, a
            severity of `taxonomy.SEVERITIES`, and a description that is not empty.
        """

    def write(
        self,
        inputs: Sequence[ExplainerInput],
        seed: int = 0,
        extractor: Extractor | None = None,
    ) -> list[Parsed]:
        """See `Explainer.write`."""
        del seed, extractor
        parsed = []
        for one in inputs:
            target, edits = one.correction()
            texts = CHINESE.unspaced(one.source), CHINESE.unspaced(target)
            explanations = self.explain(*texts, [each.edit for each in edits])
            explained = tuple(map(PlacedEdit.explained, edits, explanations))
            parsed.append(Parsed(ExplainedSentence(one.source, target, explained)))
        return parsed
