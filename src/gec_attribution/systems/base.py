"""Base of GEC systems: correct sentences, and name the dependencies of the corrections."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from gec_attribution.plugins.code import class_digest
from gec_attribution.storage.signatures import with_contents


class System(ABC):
    """A GEC system. Its options in the configuration are the keyword arguments of its constructor.

    Attributes:
        languages: the only languages that it is for; empty if it is for any.
        of_a_service: whether a service runs its model, so that its speed is not its own.
        name: the key of the system in the configuration.
        options: the system's configuration entry without its type.
    """

    languages: ClassVar[tuple[str, ...]] = ()
    of_a_service: ClassVar[bool] = False
    name: str = ""
    options: Mapping[str, object] = {}

    @classmethod
    def unpinned_inside(
        cls, options: Mapping[str, Any], *, fetch: bool = False
    ) -> dict[str, str]:
        """Models of the hub that files of its model name, by the options for their commits.

        Those whose commit is among the options are left out.

        Args:
            options: its options.
            fetch: whether to fetch these files of a model of the hub; else those on this machine
                are read.

        Raises:
            ModelError: the files could not be fetched.
        """
        del options, fetch
        return {}

    @abstractmethod
    def correct(self, sources: Sequence[str]) -> list[str]:
        """The correction of each source; entry i depends only on source i.

        Args:
            sources: distinct sentences, their tokens joined as their language joins them (in
                English by one space), none of them empty. A system may batch them in any way.

        Returns:
            As many sentences, in the tokenisation of the sources.
        """

    def expect(self, sources: Sequence[str]) -> None:
        """Look at all sources that `correct` will be given part by part, before the first part.

        A system that costs money may refuse them.
        """
        del sources

    @cached_property
    def counts(self) -> "Counter[str]":
        """Remarks for a user with their number of times: "longer than the model reads": 3."""
        return Counter()

    def signature(self) -> dict[str, object]:
        """Dependencies of the corrections as JSON values; names the parts of an unfinished run.

        By default the system's type, the digest of its code and its options, in which paths are
        replaced by digests of the content.
        """
        return {
            "system": type(self).__module__.rpartition(".")[2],
            "code": class_digest(type(self)),
            **with_contents(self.options),
        }
