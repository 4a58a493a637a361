"""A study: its configuration, checked and complete."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

from pydantic import PrivateAttr, model_validator

from gec_attribution.config.coherence import Problem, problems_of
from gec_attribution.config.contents import Contents
from gec_attribution.config.entries import KINDS, Entry
from gec_attribution.config.files import Named, files_in, located
from gec_attribution.config.models import MistakeError, Reading, read_model
from gec_attribution.config.places import DEFAULT_CONFIG, places_of, resolve
from gec_attribution.errors import ConfigError
from gec_attribution.storage.yaml_files import read_yaml


class Study(Contents):
    """A study, from data sets to figures."""

    _places: tuple[Path, ...] = PrivateAttr(())
    _within: Path | None = PrivateAttr(None)
    _absent: Mapping[str, str] = PrivateAttr({})

    @classmethod
    def load(cls, path: str | Path = DEFAULT_CONFIG) -> Self:
        """Read the file of a study, check it, and find the files that it names.

        Raises:
            ConfigError: the file is missing, is not YAML, or has a key or value that is not
                allowed.
        """
        places = places_of(path)
        return cls.read(read_yaml(path), str(path), places).located(places)

    @classmethod
    def read(cls, values: object, name: str = "study", places: Sequence[Path] = ()) -> Self:
        """Check the values of a study; paths are left as they are written.

        Args:
            values: the content of a YAML file.
            name: its name in errors.
            places: the folders in which files with types of one's own are looked for.

        Raises:
            ConfigError: names every wrong key, its value, and the allowed ones.
        """
        return read_model(cls, values, name, Reading(places, *cls.names_in(values)))

    @classmethod
    def names_in(cls, values: object) -> tuple[dict[str, Collection[str]], dict[str, str]]:
        """The names in a study that is not read yet, for its `Reading`.

        Returns:
            The names of its entries by kind, and its data sets' names in the registry.
        """
        given = values if isinstance(values, Mapping) else {}
        entries = {kind: given.get(kind) or {} for kind in ("datasets", *KINDS)}
        names: dict[str, Collection[str]] = {
            kind: list(named) for kind, named in entries.items() if isinstance(named, Mapping)
        }
        registered = {
            name: entry["registered"]
            for name in names.get("datasets", ())
            if isinstance(entry := entries["datasets"][name], Mapping)
            if isinstance(entry.get("registered"), str)
        }
        return names, registered

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Complete the data sets with the study's language, and check the parts together."""
        study = self.completed()
        if problems := list(study.problems()):
            raise MistakeError(problems)
        return study

    def completed(self) -> Self:
        """A copy with a language and a pipeline for every data set."""
        datasets = {}
        for name, entry in self.datasets.items():
            language = entry.language or self.language
            # The study's pipeline is one of its own language.
            pipeline = self.pipeline if language == self.language else "auto"
            known = {"language": language, "pipeline": entry.pipeline or pipeline}
            datasets[name] = entry.model_copy(update=known)
        return self.model_copy(update={"datasets": datasets})

    def problems(self) -> Iterator[Problem]:
        """The keys of parts that do not fit together, each with a text."""
        yield from problems_of(self)

    # Files

    def files(self) -> list[Named]:
        """Every file that the study names, with its key."""
        return files_in(self)

    def located(self, places: Sequence[Path], within: Path | None = None) -> Self:
        """A copy with the places of all files that are found.

        Args:
            places: the folders to look in, of `places_of`.
            within: a folder; paths in it are written relative to it, all others are absolute.
        """
        study = located(self, lambda path: resolve(path, places, within))
        return study.with_private(_places=tuple(places), _within=within)

    def find(self, path: str) -> str:
        """Where a file is that the study does not name; see `located`."""
        return resolve(path, self._places, self._within)

    def without(self, absent: Mapping[str, str]) -> Self:
        """A copy with the missing models: the path of each, and a line about it."""
        return self.with_private(_absent=dict(absent))

    def with_private(self, **values: object) -> Self:
        """A copy that knows more than its keys."""
        study = self.model_copy()
        for name, value in values.items():
            setattr(study, name, value)
        return study

    def files_of(self, entry: Entry) -> list[str]:
        """The files and local models of an entry: what depends on them is made again with them.

        Raises:
            ConfigError: there is no model where the entry names one.
        """
        paths = {named.path for named in files_in(entry) if named.path}
        if absent := self._absent.keys() & paths:
            raise ConfigError("\n".join(self._absent[path] for path in sorted(absent)))
        return entry.named_files()
