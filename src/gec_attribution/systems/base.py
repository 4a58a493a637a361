"""What every GEC system does: correct sentences, and say what moves its corrections."""

import inspect
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from gec_attribution.storage.files import sha256_of_file
from gec_attribution.storage.signatures import with_contents


class System(ABC):
    """A GEC system. Its options in the configuration are the keyword arguments of its constructor.

    Attributes:
        name: the key of the system in the configuration.
        options: the system's configuration entry without its type.
    """

    name: str = ""
    options: Mapping[str, object] = {}

    @abstractmethod
    def correct(self, sources: Sequence[str]) -> list[str]:
        """The correction of each source; entry i depends on source i alone.

        Args:
            sources: distinct sentences, tokens joined by one space, none of them empty. A system
                batches them as suits it.

        Returns:
            As many sentences, in the tokenisation of the sources.
        """

    @cached_property
    def counts(self) -> "Counter[str]":
        """What a user should know, and how often it happened: "longer than the model reads": 3."""
        return Counter()

    def signature(self) -> dict[str, object]:
        """What moves the corrections, as JSON values; it names the parts of an unfinished run.

        By default the system's type, the content of its module and its options, with the
        content of what they name instead of its path.
        """
        return {
            "system": type(self).__module__.rpartition(".")[2],
            "code": sha256_of_file(inspect.getfile(type(self)))[:16],
            **with_contents(self.options),
        }
