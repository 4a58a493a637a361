"""Reading the files that a study names before its first job, each as its jobs will read it.

Otherwise the jobs would refuse them one after the other, perhaps after hours.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gec_attribution.config.files import File
from gec_attribution.corpora.downloads import addresses, check_pinned
from gec_attribution.corpora.files import (
    Reading,
    read_authors,
    read_corrections,
    read_hypotheses,
    read_sources,
)
from gec_attribution.corpora.forms import format_of
from gec_attribution.errors import ConfigError, GecAttributionError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.inputs import Texts
from gec_attribution.experiments.loading import module_of
from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.languages import load_language
from gec_attribution.languages.edit_files import EditFile, read_edit_file
from gec_attribution.pipeline.study import ExperimentStudy

if TYPE_CHECKING:
    from gec_attribution.corpora.ordinary_text import PlainText

Content = TypeVar("Content")


def check_inputs(
    study: ExperimentStudy, mirror: Path | None = None
) -> tuple[list[str], list[str]]:
    """Lines about a study: files that its jobs would refuse, and causes of strange numbers.

    Downloads are looked at if they are here, or in the folder `mirror`, other files if they exist.

    Returns:
        The problems, and remarks on systems' outputs with blank lines and on metrics that count the
        tokens of another language.
    """
    problems = list(_missing_style(study))
    remarks = list(_foreign_tokens(study))

    def content(
        key: str, file: File, read: Callable[..., Content], *arguments: Any
    ) -> Content | None:
        """The content of a file; None if it cannot be used, which is noted, or is not here yet."""
        path = _here(file, mirror)
        if not path:
            return None
        try:
            return read(path, file.spec, *arguments)
        except GecAttributionError as error:
            problems.append(f"{key}: {error}")
        return None

    with _unlogged():
        datasets = {}
        references: dict[str, list[list[int]]] = {}
        for name, entry in study.datasets.items():
            texts = Texts(
                load_language(entry.language), None, {}, entry.lines, entry.tokenise
            )
            sources = content(
                f"datasets.{name}.sources", entry.sources, _sources, texts
            )
            datasets[name] = replace(texts, sources=sources)
            references[name] = []
        for key, file, *_ in study.files():
            match key.split("."), file:
                case ["datasets", name, "references", _], File():
                    answered = content(key, file, _references, datasets[name])
                    if answered is not None:
                        references[name].append(answered)
                case ["datasets", name, "authors"], File():
                    content(key, file, _signed, datasets[name])
                case (
                    ["datasets", name, "explanations"]
                    | ["explainers", _, "files", name, _],
                    File(),
                ):
                    content(key, file, _explained, datasets[name])
                case ["systems", system, "files", name], File():
                    texts = datasets[name]
                    outputs = content(key, file, _edited, texts)
                    if outputs is not None:
                        datasets[name] = replace(
                            texts, outputs={**texts.outputs, system: outputs}
                        )
                    remarks += _blank_lines(key, texts.sources or (), outputs or ())
        problems += _unreferenced(study, references)
        problems += _of_experiments(study, datasets)
    return problems, remarks


def _sources(path: Path, spec: Any, texts: Texts) -> list[str]:
    plain_text: PlainText = "tokenise" if texts.tokenise else "refuse"
    return read_sources(path, spec, Reading(texts.language, texts.lines, plain_text))


def _reading(texts: Texts) -> Reading:
    """Way of reading the corrections of texts."""
    plain_text: PlainText = "keep" if texts.tokenise else "refuse"
    return Reading(texts.language, texts.lines, plain_text)


def _expected(texts: Texts) -> int | None:
    """Number of sources, if they are known."""
    if texts.sources is None:
        return None
    return len(texts.sources)


def _references(path: Path, spec: Any, texts: Texts) -> list[int]:
    """Number of references of each source in a file, which may be found by their sources."""
    reading = _reading(texts)
    corrects = texts.sources or []
    corrected = read_corrections(
        path, spec, reading, expected=_expected(texts), corrects=corrects
    )
    return [len(one.corrections) for one in corrected]


def _unreferenced(
    study: ExperimentStudy, references: Mapping[str, Sequence[Sequence[int]]]
) -> Iterator[str]:
    """Problems of sentences that have no reference in any of the files of their data set."""
    for name, files in references.items():
        if not files or len(files) < len(study.datasets[name].references):
            continue
        totals = map(sum, zip(*files, strict=False))
        bare = [str(line) for line, total in enumerate(totals, start=1) if not total]
        if bare:
            lines = ", ".join(bare[:5]) + ", …" * bool(bare[5:])
            yield (
                f"datasets.{name}.references: {len(bare)} sentences have no reference in any file "
                f"({lines}); name a further file, or leave the sentences out"
            )


def _edited(path: Path, spec: Any, texts: Texts) -> list[str]:
    """The corrected sentences of a system, whose file may have the edits, too."""
    corrected = read_hypotheses(path, spec, _reading(texts), expected=_expected(texts))
    form = format_of(path, spec)
    if form in {"m2", "judged"} and texts.sources is not None:
        coder = spec.get("coder") if isinstance(spec, Mapping) else None
        file = EditFile(path, form, texts.lines, coder)
        read_edit_file(file, texts.language, texts.sources, corrected)
    return corrected


def _signed(path: Path, spec: Any, texts: Texts) -> None:
    if texts.sources is not None:
        read_authors(path, spec, expected=len(texts.sources), lines=texts.lines)


def _explained(path: Path, spec: Any, texts: Texts) -> None:
    if texts.sources is not None:
        check_pinned(path, spec if isinstance(spec, Mapping) else {})
        sources = [texts.language.normalise(text) for text in texts.sources]
        read_explanations_of(path, sources, texts.lines)


def _blank_lines(
    key: str, sources: Sequence[str], corrected: Sequence[str]
) -> Iterator[str]:
    """A remark on a system's output with blank lines."""
    pairs = enumerate(zip(sources, corrected, strict=False), start=1)
    blank = [str(line) for line, (source, text) in pairs if source and not text]
    if blank:
        lines = ", ".join(blank[:5]) + ", …" * bool(blank[5:])
        yield f"{key}: has blank lines ({lines}); all tokens of their sources count as deleted"


def _foreign_tokens(study: ExperimentStudy) -> Iterator[str]:
    """Remarks on metrics that count the tokens of another language than a data set's."""
    for dataset, data in study.datasets.items():
        for name in study.metrics_of(dataset):
            counted = getattr(study.metrics[name], "language", None) or data.language
            if counted != data.language:
                yield (
                    f"metrics.{name}.language: counts the tokens of {counted} in "
                    f"datasets.{dataset}, which is in {data.language}; give that language a metric "
                    "of its own"
                )


def _here(file: File, mirror: Path | None) -> Path | None:
    """Path of a file, or of the copy that would be taken, if it is on this machine."""
    path = Path(file.local)
    copied = file.mirror
    if path.exists():
        return path
    if mirror and copied and len(addresses(copied)) == 1 and (mirror / copied).exists():
        return mirror / copied
    return None


def _missing_style(study: ExperimentStudy) -> Iterator[str]:
    """Problem of a style file that is missing or cannot be read."""
    if study.style:
        # Matplotlib is slow to import.
        from gec_attribution.figures.style import settings_of

        try:
            settings_of(study.style)
        except ConfigError as error:
            yield f"style: {error}"


def _of_experiments(
    study: ExperimentStudy, datasets: Mapping[str, Texts]
) -> Iterator[str]:
    """Problems of experiments' options that do not fit the texts."""
    for name, experiment in experiments().items():
        options = study.entry(name)
        if options is not None and experiment.checks_texts:
            for line in module_of(f"{name}.checks").check(options, datasets):
                yield f"evaluation.{name}.{line}"


@contextmanager
def _unlogged() -> Iterator[None]:
    """Silence warnings that belong in the logs of the jobs."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
