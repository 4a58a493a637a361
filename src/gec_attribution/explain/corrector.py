"""A system of a study, together with the systems whose output it corrects."""

from collections.abc import Callable, Sequence

from gec_attribution.config.entries import EXPLAINER, OUTPUTS, SystemEntry
from gec_attribution.config.model_lock import with_commits
from gec_attribution.config.study import Study
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.languages import load_language
from gec_attribution.systems import load_system
from gec_attribution.systems.correction import correct_corpus

# Types of systems whose corrections exist already.
_EXISTING = {OUTPUTS, EXPLAINER}


class Corrector:
    """Corrects sentences with a system of a study.

    Args:
        study: the study.
        name: the system; one that comes after another follows it.
        language: code of the sentences' language; by default the study's.

    Raises:
        ConfigError: the study has no such system, it is of another language, or it has existing
            corrections alone.
        ModelError: a model is missing or of another kind.
    """

    def __init__(self, study: Study, name: str, language: str | None = None) -> None:
        code = language or study.language
        self.language = load_language(code)
        self._systems = []
        for step, entry in cascade_of(study, name).items():
            languages = study.languages_of(entry)
            if code not in languages:
                raise ConfigError(
                    f"systems.{step}: corrects {' and '.join(languages)}, not {code}; all shipped "
                    "correctors are of English, so name your own (docs/systems.md)"
                )
            spec = with_commits(entry).spec
            self._systems.append(load_system(step, spec, study.correction.settings))

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
        sentences = list(sources)
        for system in self._systems:
            before()
            sentences = correct_corpus(
                system, sentences, progress=progress, language=self.language
            )
        return sentences


def correctors_of(study: Study) -> list[str]:
    """The names of the systems that correct sentences themselves, as do those before them."""
    names: list[str] = []
    for name, entry in study.systems.items():
        if entry.type not in _EXISTING and entry.after in {None, *names}:
            names.append(name)
    return names


def cascade_of(study: Study, name: str) -> dict[str, SystemEntry]:
    """The entries of the systems that run for `name`, in their order.

    Raises:
        ConfigError: there is no such system, or one of them has existing corrections alone.
    """
    if name not in study.systems:
        raise ConfigError(unknown("system", name, correctors_of(study)))
    entry = study.systems[name]
    if entry.type in _EXISTING:
        raise ConfigError(
            f"systems.{name}: is of type {entry.type}, which uses existing corrections; "
            "name a system that corrects sentences itself"
        )
    before = cascade_of(study, entry.after) if entry.after else {}
    return {**before, name: entry}
