"""Chinese: every character is a token, and edits are found by aligning characters."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from gec_attribution.edits.model import Edit, m2_text
from gec_attribution.errors import ConfigError
from gec_attribution.languages.base import Extractor, Language, Tokens

# What an edit does to its characters, as ERRANT and ChERRANT write it.
OPERATIONS = {"insert": "M", "delete": "U", "replace": "R"}


class Chinese(Language):
    """Text without spaces; those that a corpus has are left out."""

    code = "zh"

    def tokenize(self, text: str) -> list[str]:
        """The characters, except for white space."""
        return [character for character in text if not character.isspace()]

    def join(self, tokens: Iterable[str]) -> str:
        """The tokens, with nothing between them."""
        return "".join(tokens)

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """See `CharacterExtractor`."""
        return CharacterExtractor(pipeline)


CHINESE = Chinese()


class CharacterExtractor(Extractor):
    """The stretches of characters in which a source and its hypothesis differ, typed `M`, `R`, `U`.

    Args:
        pipeline: `auto`; characters are aligned without a pipeline.

    Raises:
        ConfigError: another pipeline is asked for.
    """

    language = CHINESE

    def __init__(self, pipeline: str | Path = "auto") -> None:
        if pipeline != "auto":
            raise ConfigError(
                f"pipeline: found {str(pipeline)!r}; Chinese edits are found without a pipeline, "
                "so leave it at auto"
            )

    def signature(self) -> dict[str, str]:
        """The alignment, which has no parts of its own."""
        return {"alignment": "characters"}

    def find_edits(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterator[Iterator[Edit]]:
        """See `Extractor.find_edits`."""
        for source, hypothesis in pairs:
            yield self._differences(source, hypothesis)

    def _differences(self, source: Tokens, hypothesis: Tokens) -> Iterator[Edit]:
        matcher = SequenceMatcher(None, source, hypothesis, autojunk=False)
        for operation, start, end, first, last in matcher.get_opcodes():
            if operation != "equal":
                yield Edit(start, end, m2_text(hypothesis[first:last]), OPERATIONS[operation])
