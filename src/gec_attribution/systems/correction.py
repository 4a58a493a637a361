"""Correcting a corpus with one system: each sentence once, in parts that survive a killed run."""

import logging
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from gec_attribution.errors import CorrectionError
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.parts import in_parts
from gec_attribution.systems.base import System

# Sentences in a chunk, the most that a killed run loses.
CHUNK = 512

# Corrections of a chunk, and counts of remarks about them.
_Part = tuple[list[str], dict[str, int]]

logger = logging.getLogger(__name__)


def correct_corpus(
    system: System,
    sources: Sequence[str],
    parts: str | Path | None = None,
    *,
    progress: bool | None = None,
    language: Language = ENGLISH,
) -> list[str]:
    """The correction of every source.

    A sentence that occurs twice is corrected once; one without tokens stays as it is and is not
    given to the system.

    Args:
        system: the system.
        sources: tokenised sentences.
        parts: folder for the results of an unfinished run; a rerun with the same system and
            sentences resumes from there, and the folder is removed at the end. None keeps nothing.
        progress: whether to show a progress bar on standard error; None shows one on a terminal.
        language: the language of the sentences.

    Returns:
        As many sentences as sources, their tokens joined as the language joins them.

    Raises:
        CorrectionError: the system did not return one sentence for each.
    """
    tokenised = list(map(language.normalise, sources))
    distinct = list(dict.fromkeys(filter(None, tokenised)))

    def correct(chunk: Sequence[str]) -> _Part:
        return _correct(system, chunk, language)

    start = time.perf_counter()
    system.expect(distinct)
    chunks = in_parts(
        distinct,
        correct,
        TypeAdapter(_Part),
        folder=parts,
        identity=lambda: {"system": system.signature()},
        chunk_size=CHUNK,
        title=system.name,
        progress=progress,
    )
    corrections = {"": ""}
    counts: Counter[str] = Counter()
    for chunk, (corrected, counted) in chunks:
        corrections.update(zip(chunk, corrected, strict=True))
        counts.update(counted)
    changed = sum(corrections[source] != source for source in tokenised)
    seconds = time.perf_counter() - start
    logger.info(
        "%s: %d of %d sentences changed, in %.1f s",
        system.name,
        changed,
        len(tokenised),
        seconds,
    )
    for remark, number in sorted(counts.items()):
        logger.warning(
            "%s: %s: %d of %d sentences", system.name, remark, number, len(distinct)
        )
    return [corrections[source] for source in tokenised]


def _correct(system: System, chunk: Sequence[str], language: Language) -> _Part:
    before = system.counts.copy()
    corrections = list(map(language.normalise, system.correct(chunk)))
    if len(corrections) != len(chunk):
        raise CorrectionError(
            f"system {system.name}: returned {len(corrections)} sentences for {len(chunk)}; "
            "it must return one for each"
        )
    return corrections, dict(system.counts - before)
