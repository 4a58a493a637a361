"""Edits by ERRANT's alignment (Bryant et al. 2017) of sentences that a spaCy pipeline reads."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import spacy
from errant.annotator import Annotator
from errant.edit import Edit as ErrantEdit
from rapidfuzz.distance import LCSseq
from spacy.language import Language as SpacyPipeline
from spacy.tokens import Doc

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import ModelError
from gec_attribution.languages.base import Extractor, Language, Tokens
from gec_attribution.languages.pipelines import is_installed, no_pipeline
from gec_attribution.storage.files import altered_file
from gec_attribution.storage.signatures import folder_digest

# ERRANT looks for moved words along every stretch without a common token, and for edits to merge in
# every part of such a stretch. Its time grows with the fourth power of the stretch: 50 tokens that
# become 50 others take half a second, 150 a minute. Nothing is aligned where a stretch has a higher
# product of the tokens removed and added, or a pair more changed tokens in all.
MAX_STRETCH = 50 * 50
MAX_CHANGED = 300


class AnnotatedExtractor(Extractor):
    """ERRANT's alignment; a subclass brings the rules that merge and type edits.

    Args:
        language: the language.
        pipeline: what reads its sentences.
        identity: its name and version, and the digest of one that has no release.
        annotator: ERRANT's annotator with the rules of the language.
    """

    def __init__(
        self,
        language: Language,
        pipeline: SpacyPipeline,
        identity: str,
        annotator: Annotator,
    ) -> None:
        self.language = language
        self._nlp = pipeline
        self._identity = identity
        self._annotator = annotator

    def signature(self) -> dict[str, str]:
        """Versions of ERRANT and spaCy, and the identity of the pipeline."""
        return {
            "errant": version("errant"),
            "spacy": version("spacy"),
            "pipeline": self._identity,
        }

    def can_align(self, source: Tokens, hypothesis: Tokens, /) -> bool:
        """Return whether the tokens that differ are few enough: see `MAX_STRETCH`."""
        if len(source) * len(hypothesis) <= MAX_STRETCH:
            return True
        changed = len(source) + len(hypothesis)
        largest = 0
        end = 0
        hypothesis_end = 0
        for block in LCSseq.opcodes(source, hypothesis).as_matching_blocks():
            changed -= 2 * block.size
            largest = max(largest, (block.a - end) * (block.b - hypothesis_end))
            end = block.a + block.size
            hypothesis_end = block.b + block.size
        return changed <= MAX_CHANGED and largest <= MAX_STRETCH

    def find_edits(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Iterator[Iterator[Edit]]:
        """Parse each distinct sentence once, then align, merge and classify each pair."""
        parsed = self._parse(chain.from_iterable(pairs))
        for source, hypothesis in pairs:
            yield self._annotate(parsed[source], parsed[hypothesis])

    def classify(
        self, corrections: Iterable[tuple[Tokens, Sequence[Edit]]]
    ) -> Iterator[tuple[Edit, ...]]:
        """Parse each distinct sentence once, then classify each edit by the rules."""
        corrections = list(corrections)
        pairs = [
            (source, tuple(apply_edits(source, edits))) for source, edits in corrections
        ]
        parsed = self._parse(chain.from_iterable(pairs))
        for (source, hypothesis), (_, edits) in zip(pairs, corrections, strict=True):
            typed = []
            shift = 0
            for edit in edits:
                start = edit.start + shift
                shift += len(edit.tokens) - (edit.end - edit.start)
                spans = [*edit.span, start, edit.end + shift]
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
        alignment.orig = source
        alignment.cor = hypothesis
        for merged in self._annotator.merge(alignment):
            edit = self._annotator.classify(merged)
            yield Edit(edit.o_start, edit.o_end, edit.c_str, edit.type)


def load_pipeline(pipeline: str | Path, excluded: Sequence[str]) -> SpacyPipeline:
    """A trained pipeline without some of its parts.

    Raises:
        ModelError: it is neither a folder nor installed, or cannot be loaded.
    """
    if not Path(pipeline).is_dir() and not is_installed(pipeline):
        raise ModelError(no_pipeline(pipeline))
    file = altered_file(pipeline)
    if file:
        raise ModelError(
            f"{file}: is not the file listed in {pipeline}/SHA256SUMS; restore the pipeline's "
            "folder, or update that list if the change is intended"
        )
    try:
        return spacy.load(pipeline, exclude=list(excluded))
    except (OSError, ValueError, ImportError) as error:
        raise ModelError(
            f"the spaCy pipeline {str(pipeline)!r} cannot be loaded: {error}"
        ) from error


def pipeline_name(nlp: SpacyPipeline, folder: str | Path | None) -> str:
    """Name and version of a loaded pipeline, and a digest of the folder that has no release."""
    meta = nlp.meta
    content = f"-{folder_digest(folder)}" if folder else ""
    return f"{meta['lang']}_{meta['name']}-{meta['version']}{content}"
