"""A system of a study, whole: with those whose output it corrects, or those it is combined from."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gec_attribution.errors import ConfigError, unknown
from gec_attribution.languages import Extractor, load_extractor, load_language
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import System, load_system
from gec_attribution.systems.combination import combine
from gec_attribution.systems.correction import correct_corpus


class Corrector:
    """Corrects sentences with a system of a study.

    Args:
        config: the study.
        name: the system; one that comes after another follows it, and a combination asks its parts.
        language: code of the sentences' language; by default the study's.

    Raises:
        ConfigError: the study has no such system, or it has existing corrections alone.
        ModelError: a model is missing or of another kind.
    """

    def __init__(self, config: Mapping[str, Any], name: str, language: str | None = None) -> None:
        settings = Settings(**config["correction"])
        code = language or config["language"]
        self.language = load_language(code)
        self._cascades = cascades_of(config["systems"], name)
        self._systems: dict[str, System] = {
            part: load_system(part, entry, settings)
            for part, entry in dict(itertools.chain.from_iterable(self._cascades)).items()
        }
        entry = config["systems"][name]
        self._votes: int | None = entry["votes"] if entry["type"] == "combination" else None
        # The study's pipeline is one of its own language.
        self._pipeline = config["pipeline"] if code == config["language"] else "auto"
        self._extractor: Extractor | None = None

    def correct(
        self,
        sources: Sequence[str],
        *,
        progress: bool | None = None,
        before: Callable[[], None] = lambda: None,
    ) -> list[str]:
        """The correction of each sentence.

        Args:
            sources: tokenised sentences.
            progress: whether to show progress bars on standard error; None shows them on a
                terminal.
            before: is called before each system begins, and may raise what ends the work.

        Raises:
            CorrectionError: a system did not return one sentence for each.
        """
        corrected: dict[str, list[str]] = {}
        for cascade in self._cascades:
            given = list(sources)
            for name, _ in cascade:
                if name not in corrected:
                    before()
                    corrected[name] = correct_corpus(
                        self._systems[name], given, progress=progress, language=self.language
                    )
                given = corrected[name]
        outputs = [corrected[cascade[-1][0]] for cascade in self._cascades]
        if self._votes is None:
            return outputs[0]
        return self._voted(sources, outputs, self._votes, progress)

    def _voted(
        self,
        sources: Sequence[str],
        outputs: Sequence[Sequence[str]],
        votes: int,
        progress: bool | None,
    ) -> list[str]:
        """The sources with the edits that enough of some systems' corrections have."""
        if self._extractor is None:
            self._extractor = load_extractor(self.language.code, self._pipeline)
        edits = [
            self._extractor.extract(zip(sources, output, strict=True), progress=progress)
            for output in outputs
        ]
        return [
            combine(source, proposals, votes, self.language)
            for source, *proposals in zip(sources, *edits, strict=True)
        ]


def cascades_of(systems: Mapping[str, Mapping], name: str) -> list[list[tuple[str, Mapping]]]:
    """The systems that run for `name`, in their order, for it or for each part of a combination.

    Raises:
        ConfigError: there is no such system, or one of them has existing corrections alone.
    """
    entry = _entry(systems, name)
    parts = entry["of"] if entry["type"] == "combination" else [name]
    return [_cascade(systems, part) for part in parts]


def _cascade(systems: Mapping[str, Mapping], name: str) -> list[tuple[str, Mapping]]:
    """A system after those whose output it corrects, in the order they run, with their entries."""
    entry = _entry(systems, name)
    if entry["type"] in {"outputs", "combination", "explainer"}:
        raise ConfigError(
            f"systems.{name}: is of type {entry['type']}, which uses existing corrections; "
            "name a system that corrects sentences itself"
        )
    before = _cascade(systems, entry["after"]) if "after" in entry else []
    return [*before, (name, entry)]


def _entry(systems: Mapping[str, Mapping], name: str) -> Mapping:
    if name not in systems:
        raise ConfigError(unknown("system", name, systems))
    return systems[name]
