"""Explaining a corpus with one explainer, in parts that survive a killed run."""

import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import apply_edits, m2_tokens
from gec_attribution.explanations.base import Explainer, ExplainerInput
from gec_attribution.explanations.failures import failures_of
from gec_attribution.explanations.parsing import Parsed
from gec_attribution.explanations.records import (
    OTHER_SOURCE_CONTENT,
    ExplainedCorpus,
    ExplainedSentence,
    Note,
    read_explanations_of,
)
from gec_attribution.explanations.tasks import place_edits
from gec_attribution.explanations.unread import WARNINGS
from gec_attribution.languages import Extractor
from gec_attribution.languages.zh import CHINESE
from gec_attribution.storage.parts import in_parts

# Sentences in a chunk: a killed run loses at most one. A language model takes minutes for it.
CHUNK = 16

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Explained:
    """A corpus that was explained.

    Attributes:
        sentences: one for each correction.
        unexplained: number of edits without an explanation; these are in no sentence.
        repairs: number of sentences by the kind of repair.
        examples: the first finding of each kind of repair.
        unread: number of sentences with one of `unread.WARNINGS`.
        answers: what a model wrote for each correction; nothing where no model writes.
    """

    sentences: tuple[ExplainedSentence, ...]
    unexplained: int
    repairs: Counter[str]
    examples: Mapping[str, str]
    unread: int
    answers: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of_parsed(cls, parsed: Sequence[Parsed]) -> "Explained":
        """Explanations from what models wrote."""
        unexplained = 0
        unread = 0
        repairs: Counter[str] = Counter()
        examples: dict[str, str] = {}
        for answer in parsed:
            findings = {**dict(answer.repairs), **dict(failures_of(answer.sentence))}
            repairs.update(findings.keys())
            # The first finding of each kind is kept.
            examples = findings | examples
            unexplained += len(answer.unexplained)
            unread += not WARNINGS.keys().isdisjoint(findings)
        sentences = tuple(answer.sentence for answer in parsed)
        answers = tuple(answer.answers for answer in parsed)
        if not any(answers):
            answers = ()
        return cls(sentences, unexplained, repairs, examples, unread, answers)

    @classmethod
    def of_corpus(cls, corpus: ExplainedCorpus) -> "Explained":
        """Explanations from a file."""
        notes = list(corpus.notes)
        for number, sentence in enumerate(corpus.sentences, start=1):
            for about, found in failures_of(sentence):
                if about != OTHER_SOURCE_CONTENT:  # noted by the reader
                    notes.append(Note(about, f"sample {number}", found))
        samples: dict[str, set[str]] = {}
        examples: dict[str, str] = {}
        for note in notes:
            sample = note.where.partition(",")[0]
            samples.setdefault(note.about, set()).add(sample)
            examples.setdefault(note.about, f"{note.where}: {note.found}")
        repairs = Counter({about: len(found_in) for about, found_in in samples.items()})
        unread = set().union(*(samples.get(about, ()) for about in WARNINGS))
        return cls(corpus.sentences, 0, repairs, examples, len(unread))

    def report(self) -> dict[str, Any]:
        """The counts as JSON, and answers as written, for a file beside the explanations."""
        explained = sum(len(sentence.edits) for sentence in self.sentences)
        repairs = {}
        for about, number in sorted(self.repairs.items()):
            example = self.examples[about]
            repairs[about] = {"sentences": number, "for_example": example}
        report: dict[str, Any] = {
            "sentences": len(self.sentences),
            "explained_edits": explained,
            "unexplained_edits": self.unexplained,
            "unread": self.unread,
            "repairs": repairs,
        }
        if self.answers:
            report["written"] = [
                {"source": sentence.source, "answers": list(texts)}
                for sentence, texts in zip(self.sentences, self.answers, strict=True)
            ]
        return report


def explain_corpus(
    explainer: Explainer,
    inputs: Sequence[ExplainerInput],
    parts: str | Path | None = None,
    *,
    seed: int = 0,
    extractor: Extractor | None = None,
) -> Explained:
    """Explain every correction; one that occurs twice is explained once.

    Args:
        explainer: the explainer.
        inputs: the corrections.
        parts: folder for the results of an unfinished run; a rerun with the same explainer and
            corrections resumes from there, and the folder is removed at the end. None keeps
            nothing.
        seed: seed of random draws, together with the sentence.
        extractor: see `Explainer.write`.
    """

    def identity() -> dict[str, object]:
        return {
            "explainer": explainer.signature(),
            "seed": seed,
            "extractor": extractor.identity() if extractor else None,
        }

    def write(chunk: Sequence[ExplainerInput]) -> list[Parsed]:
        return explainer.write(chunk, seed, extractor)

    start = time.perf_counter()
    distinct = list(dict.fromkeys(inputs))
    chunks = in_parts(
        distinct,
        write,
        TypeAdapter(list[Parsed]),
        folder=parts,
        identity=identity,
        chunk_size=CHUNK,
        title=explainer.name,
        progress=None,  # a bar on a terminal
    )
    written: dict[ExplainerInput, Parsed] = {}
    for chunk, parsed in chunks:
        written.update(zip(chunk, parsed, strict=True))
    explained = Explained.of_parsed([written[one] for one in inputs])
    logger.info(
        "%s: %d sentences explained in %.1f s",
        explainer.name,
        len(inputs),
        time.perf_counter() - start,
    )
    for about, number in sorted(explained.repairs.items()):
        logger.warning(
            "%s: %s: %d of %d sentences; for example %s",
            explainer.name,
            about,
            number,
            len(inputs),
            explained.examples[about],
        )
    return explained


def corrections_in(m2: str | Path) -> list[ExplainerInput]:
    """The corrections whose edits an M2 file of characters has."""
    inputs = []
    for tokens, edits in edits_of(m2):
        characters = m2_tokens(tokens)
        source = CHINESE.join(characters)
        target = CHINESE.join(apply_edits(characters, edits))
        inputs.append(ExplainerInput(source, target, tuple(place_edits(source, edits))))
    return inputs


def explanations_in(path: str | Path, sources: Sequence[str]) -> list[ExplainerInput]:
    """The explained edits of a file, by which a pre-explaining model corrects each source.

    Raises:
        InputError: as `read_explanations_of`.
    """
    sentences = read_explanations_of(path, sources).sentences
    return [
        ExplainerInput(sentence.source, explained=sentence.edits)
        for sentence in sentences
    ]
