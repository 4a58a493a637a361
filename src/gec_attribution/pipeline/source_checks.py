"""Reading the files that a study names before its first job, each as its jobs will read it.

What they would refuse, one after the other and after hours, is then known at once.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from gec_attribution.config.entries import CorrectedOutputs, ExplainedOutputs
from gec_attribution.config.files import File
from gec_attribution.corpora.downloads import addresses, check_pinned
from gec_attribution.corpora.files import format_of, read_hypotheses, read_sources
from gec_attribution.errors import ConfigError, GecAttributionError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.inputs import Texts
from gec_attribution.experiments.loading import module_of
from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.languages import Language, load_language
from gec_attribution.languages.edit_files import read_edit_file
from gec_attribution.pipeline.study import ExperimentStudy

Content = TypeVar("Content")


def check_inputs(study: ExperimentStudy, mirror: Path | None = None) -> tuple[list[str], list[str]]:
    """A line for each file of a study that its jobs would refuse, and for each with blank lines.

    Downloads are looked at where they are on this machine, other files if they exist.

    Args:
        study: a study with its paths found.
        mirror: a folder with copies of what would be downloaded.

    Returns:
        The problems, and remarks on systems' outputs with blank lines.
    """
    remarks = []
    problems = list(_missing_style(study))
    with _unlogged():
        datasets = {}
        for name in study.datasets:
            read = _Read(study, name, mirror)
            datasets[name] = read.texts
            problems += read.problems
            remarks += read.remarks
        problems += _of_experiments(study, datasets)
    return problems, remarks


class _Read:
    """The texts of a data set and of those who corrected it.

    Attributes:
        sources: its sources as the jobs make them; None where they cannot be read, or not yet.
        texts: the sources with the systems' corrections.
        problems: mistakes in its files, a line each.
        remarks: outputs of systems with blank lines, a line each.
    """

    def __init__(self, study: ExperimentStudy, name: str, mirror: Path | None) -> None:
        self.problems: list[str] = []
        self._mirror = mirror
        self._entry = study.datasets[name]
        self._language: Language = load_language(self._entry.language)
        self.sources = self._read(
            f"datasets.{name}.sources",
            self._entry.sources,
            lambda path, spec: read_sources(
                path,
                spec,
                language=self._language,
                lines=self._entry.lines,
                plain_text="tokenise" if self._entry.tokenise else "refuse",
            ),
        )
        for number, spec in enumerate(self._entry.references):
            self._read(f"datasets.{name}.references.{number}", spec, self._reference)
        if self._entry.explanations is not None:
            key = f"datasets.{name}.explanations"
            self._read(key, self._entry.explanations, self._explained)
        outputs = {
            system: self._read(f"systems.{system}.files.{name}", entry.files[name], self._edited)
            for system, entry in study.systems.items()
            if isinstance(entry, CorrectedOutputs) and name in entry.files
        }
        self.remarks = []
        for system, corrected in outputs.items():
            pairs = enumerate(zip(self.sources or (), corrected or (), strict=False), start=1)
            if blank := [str(line) for line, (source, text) in pairs if source and not text]:
                listed = ", ".join(blank[:5]) + ", …" * bool(blank[5:])
                self.remarks.append(
                    f"systems.{system}.files.{name}: has blank lines ({listed}); all tokens of "
                    "their sources count as deleted"
                )
        for explainer, explained in study.explainers.items():
            files = explained.files if isinstance(explained, ExplainedOutputs) else {}
            for correction, file in files.get(name, {}).items():
                key = f"explainers.{explainer}.files.{name}.{correction}"
                self._read(key, file, self._explained)
        self.texts = Texts(
            self._language,
            self.sources,
            {system: corrected for system, corrected in outputs.items() if corrected is not None},
            self._entry.lines,
            self._entry.tokenise,
        )

    def _read(self, key: str, file: File, read: Callable[[Path, Any], Content]) -> Content | None:
        """The content of a file; None if it cannot be used, which is noted, or is not here yet."""
        path = _here(file, self._mirror)
        try:
            return read(path, file.spec) if path else None
        except GecAttributionError as error:
            self.problems.append(f"{key}: {error}")
        return None

    def _reference(self, path: Path, spec: Any) -> list[str]:
        return self._corrected(path, spec, corrects=self.sources or [])

    def _corrected(self, path: Path, spec: Any, corrects: Sequence[str] | None = None) -> list[str]:
        return read_hypotheses(
            path,
            spec,
            expected=None if self.sources is None else len(self.sources),
            language=self._language,
            lines=self._entry.lines,
            plain_text="keep" if self._entry.tokenise else "refuse",
            corrects=corrects,
        )

    def _edited(self, path: Path, spec: Any) -> list[str]:
        """The corrected sentences of a system, whose file may have the edits, too."""
        corrected = self._corrected(path, spec)
        form = format_of(path, spec)
        if form in {"m2", "judged"} and self.sources is not None:
            parts = (self._language, self.sources, form, self._entry.lines)
            read_edit_file(path, *parts, corrected=corrected)
        return corrected

    def _explained(self, path: Path, spec: Any) -> None:
        if self.sources is not None:
            check_pinned(path, spec if isinstance(spec, Mapping) else {})
            tokenize = self._language.tokenize
            sources = ["".join(tokenize(text)) for text in self.sources]
            read_explanations_of(path, sources, self._entry.lines)


def _here(file: File, mirror: Path | None) -> Path | None:
    """Where a file of a study, or the copy of it that would be taken, is on this machine."""
    path, copied = Path(file.local), file.mirror
    if path.exists():
        return path
    if mirror and copied and len(addresses(copied)) == 1 and (mirror / copied).exists():
        return mirror / copied
    return None


def _missing_style(study: ExperimentStudy) -> Iterator[str]:
    """A style file that is nowhere, or none."""
    if study.style:
        from gec_attribution.figures.style import settings_of  # matplotlib is slow to import

        try:
            settings_of(study.style)
        except ConfigError as error:
            yield f"style: {error}"


def _of_experiments(study: ExperimentStudy, datasets: Mapping[str, Texts]) -> Iterator[str]:
    """Options of experiments that do not fit to the texts."""
    for name, experiment in experiments().items():
        options = study.entry(name)
        if options is not None and experiment.checks_texts:
            for line in module_of(f"{name}.checks").check(options, datasets):
                yield f"evaluation.{name}.{line}"


@contextmanager
def _unlogged() -> Iterator[None]:
    """Without the warnings that belong into the logs of the jobs."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
