"""English edits by ERRANT (Bryant et al. 2017), reading a spaCy pipeline."""

from pathlib import Path

from errant.annotator import Annotator
from errant.en import classifier, merger

from gec_attribution.errors import ModelError
from gec_attribution.languages.annotated import (
    AnnotatedExtractor,
    load_pipeline,
    pipeline_name,
)
from gec_attribution.languages.base import Language
from gec_attribution.languages.pipelines import EMBEDDED_PIPELINE

# ERRANT's rules read tags, dependency labels and lemmas; either of the first two gives coarse tags.
_NEEDED = {"tagger", "parser", "lemmatizer"}


class ErrantExtractor(AnnotatedExtractor):
    """ERRANT with its default alignment, rule-based merging and English error types.

    Args:
        language: English.
        pipeline: a spaCy pipeline: an installed package, a folder, or `auto` for en_core_web_sm,
            which ERRANT usually reads, where it is installed, else the embedded one.

    Raises:
        ModelError: the pipeline cannot be loaded, or has no tagger, parser or lemmatizer.
    """

    def __init__(self, language: Language, pipeline: str | Path = "auto") -> None:
        pipeline = language.found_pipeline(pipeline)
        nlp = load_pipeline(pipeline, ["ner"])
        missing = sorted(_NEEDED - set(nlp.pipe_names))
        if missing:
            raise ModelError(
                f"the spaCy pipeline {str(pipeline)!r} has no {', '.join(missing)}, which ERRANT "
                "reads"
            )
        # The embedded pipeline has no digest: its version names one release, checked by SHA256SUMS.
        folder = Path(pipeline)
        has_own = folder.is_dir() and folder.resolve() != EMBEDDED_PIPELINE.resolve()
        name = pipeline_name(nlp, pipeline if has_own else None)
        # errant.load would leave the pipeline in a global of the classifier, for the next to find.
        super().__init__(language, nlp, name, Annotator("en", nlp, merger, classifier))
