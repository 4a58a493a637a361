"""English edits by ERRANT (Bryant et al. 2017), reading a spaCy pipeline."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import spacy
from errant.annotator import Annotator
from errant.edit import Edit as ErrantEdit
from errant.en import classifier, merger
from rapidfuzz.distance import LCSseq
from spacy.language import Language as SpacyPipeline
from spacy.tokens import Doc

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import ModelError
from gec_attribution.languages.base import Extractor, Language, Tokens
from gec_attribution.languages.pipelines import (
    EMBEDDED_PIPELINE,
    is_installed,
    no_pipeline,
    pipeline_for,
)
from gec_attribution.storage.files import altered_file
from gec_attribution.storage.signatures import folder_digest

# ERRANT looks for moved words along every stretch without a common token, and for edits to merge in
# every part of such a stretch. Its time grows with the fourth power of the stretch: 50 tokens that
# become 50 others take half a second, 150 a minute. Nothing is aligned where a stretch has a higher
# product of the tokens removed and added, or a pair more changed tokens in all.
MAX_STRETCH = 50 * 50
MAX_CHANGED = 300
# ERRANT's rules read tags, dependency labels and lemmas; either of the first two gives coarse tags.
_NEEDED = {"tagger", "parser", "lemmatizer"}


class ErrantExtractor(Extractor):
    """ERRANT with its default alignment, rule-based merging and English error types.

    Args:
        language: English.
        pipeline: a spaCy pipeline: an installed package, a folder, or `auto` for en_core_web_sm,
            which ERRANT usually reads, where it is installed, else the embedded one.

    Raises:
        ModelError: the pipeline cannot be loaded, or has no tagger, parser or lemmatizer.
    """

    def __init__(self, language: Language, pipeline: str | Path = "auto") -> None:
        self.language = language
        pipeline = pipeline_for(language.code, pipeline)
        self._nlp = _load(pipeline)
        # The embedded pipeline has no digest: its version names one release, checked by SHA256SUMS.
        folder = Path(pipeline)
        has_own = folder.is_dir() and folder.resolve() != EMBEDDED_PIPELINE.resolve()
        self._content = f"-{folder_digest(pipeline)}" if has_own else ""
        # errant.load would leave the pipeline in a global of the classifier, for the next to find.
        self._annotator = Annotator("en", self._nlp, merger, classifier)

    def signature(self) -> dict[str, str]:
        """Versions of ERRANT and spaCy; the pipeline's name, version and, of a folder, content."""
        meta = self._nlp.meta
        return {
            "errant": version("errant"),
            "spacy": version("spacy"),
            "pipeline": f"{meta['lang']}_{meta['name']}-{meta['version']}{self._content}",
        }

    def can_align(self, source: Tokens, hypothesis: Tokens, /) -> bool:
        """Whether the tokens that differ are few enough: see `MAX_STRETCH`."""
        if len(source) * len(hypothesis) <= MAX_STRETCH:
            return True
        common = LCSseq.opcodes(source, hypothesis).as_matching_blocks()
        changed = len(source) + len(hypothesis) - 2 * sum(block.size for block in common)
        source_end = hypothesis_end = largest = 0
        for block in common:
            largest = max(largest, (block.a - source_end) * (block.b - hypothesis_end))
            source_end, hypothesis_end = block.a + block.size, block.b + block.size
        return changed <= MAX_CHANGED and largest <= MAX_STRETCH

    def find_edits(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterator[Iterator[Edit]]:
        """Parse each distinct sentence once, then align, merge and classify each pair."""
        parsed = self._parse(sentence for pair in pairs for sentence in pair)
        for source, hypothesis in pairs:
            yield self._annotate(parsed[source], parsed[hypothesis])

    def classify(
        self, corrections: Iterable[tuple[Tokens, Sequence[Edit]]]
    ) -> Iterator[tuple[Edit, ...]]:
        """Parse each distinct sentence once, then classify each edit by ERRANT's rules."""
        sentences = [
            (source, tuple(apply_edits(source, edits)), edits) for source, edits in corrections
        ]
        parsed = self._parse(text for sentence in sentences for text in sentence[:2])
        for source, hypothesis, edits in sentences:
            shift, typed = 0, []
            for edit in edits:
                start = edit.start + shift
                shift += len(edit.tokens) - (edit.end - edit.start)
                spans = [edit.start, edit.end, start, edit.end + shift]
                untyped = ErrantEdit(parsed[source], parsed[hypothesis], spans)
                typed.append(replace(edit, type=self._annotator.classify(untyped).type))
            yield tuple(typed)

    def _parse(self, sentences: Iterable[Tokens]) -> dict[Tokens, Doc]:
        distinct = list(dict.fromkeys(sentences))
        docs = (Doc(self._nlp.vocab, words=list(sentence)) for sentence in distinct)
        return dict(zip(distinct, self._nlp.pipe(docs), strict=True))

    def _annotate(self, source: Doc, hypothesis: Doc) -> Iterator[Edit]:
        # Aligning looks at every pair of tokens, and a list finds its items faster than a Doc;
        # the later steps need the Docs, whose slices are spans.
        alignment = self._annotator.align(list(source), list(hypothesis))
        alignment.orig, alignment.cor = source, hypothesis
        for merged in self._annotator.merge(alignment):
            edit = self._annotator.classify(merged)
            yield Edit(edit.o_start, edit.o_end, edit.c_str, edit.type)


def _load(pipeline: str | Path) -> SpacyPipeline:
    if not Path(pipeline).is_dir() and not is_installed(pipeline):
        raise ModelError(no_pipeline(pipeline))
    if file := altered_file(pipeline):
        raise ModelError(
            f"{file}: is not the file listed in {pipeline}/SHA256SUMS; restore the pipeline's "
            "folder, or update that list if the change is intended"
        )
    try:
        nlp = spacy.load(pipeline, exclude=["ner"])
    except (OSError, ValueError) as error:
        raise ModelError(
            f"the spaCy pipeline {str(pipeline)!r} cannot be loaded: {error}"
        ) from error
    missing = sorted(_NEEDED - set(nlp.pipe_names))
    if missing:
        raise ModelError(
            f"the spaCy pipeline {str(pipeline)!r} has no {', '.join(missing)}, which ERRANT reads"
        )
    return nlp
