"""What every explainer of edits does: give each its type, severity and description."""

import dataclasses
import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import ExplainedSentence, Explanation
from gec_attribution.storage.files import sha256_of_file


class EditExplainer(ABC):
    """Says of each edit what it corrects.

    Its options in the configuration are the keyword arguments of its constructor.

    Attributes:
        name: the key of the explainer in the configuration.
        options: the explainer's configuration entry without its type.
    """

    name: str = ""
    options: Mapping[str, object] = {}

    @abstractmethod
    def explain(self, source: str, target: str, edits: Sequence[Edit]) -> list[Explanation]:
        """Explain the edits of a correction.

        Args:
            source: a sentence without white space.
            target: its correction, likewise.
            edits: what changes in it, of the source's characters.

        Returns:
            An explanation for each edit, in the order given: a type of `taxonomy.LABELS`, a
            severity of `taxonomy.SEVERITIES`, and a description that is not empty.
        """

    def signature(self) -> dict[str, object]:
        """What the explanations depend on, as JSON values.

        By default the explainer's type, the content of its module and its options.
        """
        return {
            "explainer": type(self).__module__.rpartition(".")[2],
            "code": sha256_of_file(inspect.getfile(type(self)))[:16],
            **self.options,
        }


def explained_by(explainer: EditExplainer, sentence: ExplainedSentence) -> ExplainedSentence:
    """A sentence with the same edits, explained by `explainer`."""
    explanations = explainer.explain(
        sentence.source, sentence.target, [explained.edit for explained in sentence.edits]
    )
    edits = (
        dataclasses.replace(explained, explanation=explanation)
        for explained, explanation in zip(sentence.edits, explanations, strict=True)
    )
    return dataclasses.replace(sentence, edits=tuple(edits))
