"""Scores of a user's own files of corrections or explanations, against files of references."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gec_attribution.corpora.files import Reading, read_corrections, read_sources
from gec_attribution.corpora.forms import Corrected
from gec_attribution.edits.chunks import MERGE_DISTANCE
from gec_attribution.errors import InputError
from gec_attribution.judging.evaluation import TYPES, Evaluation
from gec_attribution.judging.f_scores import ByMeasure, Scores
from gec_attribution.languages import Language, load_language
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics.bootstrap import Resampling
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature

if TYPE_CHECKING:
    from gec_attribution.corpora.ordinary_text import PlainText
    from gec_attribution.explanations.records import ExplainedSentence

RESAMPLES = 1000
SEED = 0
RESAMPLING = Resampling(resamples=RESAMPLES, seed=seed_from(SEED, "bootstrap"))


class Judge(NamedTuple):
    """Functions for the corrections of a language.

    Attributes:
        versions: reads the corrections of each line of a file as edits, or as texts of Chinese.
        score: scores those of a system against those of references.
        dependencies: everything in the language that the scores depend on.
    """

    versions: Callable[[Path, Sequence[Corrected]], list[list[Any]]]
    score: Callable[..., Any]
    dependencies: Mapping[str, object]


logger = logging.getLogger(__name__)


def evaluate_corrections(
    language: str,
    sources: Path,
    hypotheses: Sequence[Path],
    references: Sequence[Path],
    confusions: Path | None = None,
    *,
    tokenise: bool = False,
) -> list[Evaluation]:
    """The scores of the corrections of each system; they are resampled alike.

    Args:
        language: code of their language: Chinese for CLEME and ChERRANT, others for ERRANT's
            scores and GLEU.
        sources: a file of sentences.
        hypotheses: a file of corrections of each system: one sentence per line, M2, or the JSON of
            EXCGEC.
        references: a file for each set of references, in the same forms; an M2 file has one for
            each coder, `.para` one in each further column, and an empty line of a text is no
            reference.
        confusions: file of confusion sets, for Chinese; see `Lexicons`.
        tokenise: whether the texts are ordinary, as in `I don't know.`; M2 has tokens.

    Raises:
        InputError: a file cannot be used, or files do not belong together.
        ModelError: a package or model is missing.
    """
    if not references:
        raise InputError("references: there is no file; name one at least")
    evaluated = load_language(language)
    plain_text: PlainText = "keep" if tokenise else "warn"
    written = read_sources(sources, None, Reading(evaluated, plain_text=plain_text))
    if evaluated.annotation == "cherrant":
        judge = _cherrant(written, confusions)
    else:
        judge = _errant(evaluated, written, tokenise)
    plain_text = "tokenise" if tokenise else "warn"
    reading = Reading(evaluated, plain_text=plain_text, written=written)
    read = partial(read_corrections, entry=None, reading=reading, expected=len(written))
    proposed = []
    for path in hypotheses:
        lines = judge.versions(path, read(path, blank_deletes=True))
        proposed.append(_single_corrections(path, lines))
    files = [judge.versions(path, read(path)) for path in references]
    right = [list(chain.from_iterable(line)) for line in zip(*files, strict=True)]
    if [] in right:
        raise InputError(
            f"sentence {right.index([]) + 1} has no reference in any of the files"
        )
    signature = _signature(language, judge.dependencies)
    evaluations = []
    for corrections in proposed:
        measures = judge.score(corrections, right, sampling=RESAMPLING)
        evaluations.append(Evaluation(measures, signature))
    return evaluations


def _single_corrections(path: Path, lines: Sequence[Sequence[Any]]) -> list[Any]:
    """The correction of each line of a system's file."""
    for number, corrections in enumerate(lines, start=1):
        if len(corrections) != 1:
            raise InputError(
                f"{path}: sentence {number} has {len(corrections)} corrections; a system has one"
            )
    return [correction for (correction,) in lines]


def evaluate_explanations(
    hypotheses: Sequence[Path], references: Path
) -> list[Evaluation]:
    """The scores of the explanations of each system; they are resampled alike.

    Oddities of the files are logged.

    Args:
        hypotheses: a file of sentences in EXCGEC's JSON of each system.
        references: the reference, with the same sources in the same order.

    Raises:
        InputError: a file cannot be used, or the sources differ.
        ModelError: a package is missing.
    """
    from gec_attribution.judging.explanation_scores import score_explanations

    expected = _read_explained(references)
    packages = {name: version(name) for name in ("nltk", "rouge-chinese")}
    signature = _signature(CHINESE.code, {"matched": "inclusive", **packages})
    evaluations = []
    for path in hypotheses:
        scores = score_explanations(_read_explained(path), expected, RESAMPLING)
        if scores.empty_descriptions:
            logger.warning(
                "%s: %d of %d hits have an empty description on one side; they score 0",
                path,
                scores.empty_descriptions,
                scores.hits,
            )
        counts = {
            "edits": scores.edits,
            "reference_edits": scores.reference_edits,
            "hits": scores.hits,
        }
        measures: ByMeasure = {(): Scores(counts, scores.measures)}
        for label, of_type in scores.types.items():
            measures[TYPES, label] = of_type
        evaluations.append(Evaluation(measures, signature))
    return evaluations


def _cherrant(sources: Sequence[str], confusions: Path | None) -> Judge:
    from gec_attribution.judging.correction_scores import chinese_scores
    from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
    from gec_attribution.languages.chinese_lexicons import Lexicons

    def versions(path: Path, corrected: Sequence[Corrected]) -> list[list[Any]]:
        _check_sources(path, corrected, sources, characters)
        lines = []
        for one in corrected:
            annotations: list[Any] = [
                each.alignments or each.text for each in one.corrections
            ]
            if one.source is not None and not annotations:
                # All coders of M2 say that the sentence cannot be corrected.
                annotations.append(None)
            lines.append(annotations)
        return lines

    lexicons = Lexicons(confusions)
    texts = [CHINESE.unspaced(text) for text in sources]
    score = partial(chinese_scores, texts, aligner=ChineseAligner(lexicons))
    dependencies = {
        "merge_distance": MERGE_DISTANCE,
        "opencc": version("opencc"),
        **lexicons.signature(),
    }
    return Judge(versions, score, dependencies)


def _read_explained(path: Path) -> Sequence["ExplainedSentence"]:
    from gec_attribution.explanations.records import read_explanations

    corpus = read_explanations(path)
    for line in corpus.summary():
        logger.warning("%s", line)
    return corpus.sentences


def _errant(language: Language, written: Sequence[str], tokenise: bool) -> Judge:
    from gec_attribution.judging.correction_scores import errant_scores

    extractor = language.extractor()
    sources = list(map(language.from_plain_text, written)) if tokenise else written

    def versions(path: Path, corrected: Sequence[Corrected]) -> list[list[Any]]:
        _check_sources(path, corrected, sources, language.tokenize)
        to_align = []
        for source, one in zip(sources, corrected, strict=True):
            texts = [each.text for each in one.corrections if not each.alignments]
            to_align += [(source, text) for text in texts]
        extracted = iter(extractor.extract(to_align))
        lines = []
        for one in corrected:
            found = [each.alignments or (next(extracted),) for each in one.corrections]
            lines.append([alignments[0] for alignments in found])
        return lines

    score = partial(errant_scores, list(map(language.tokenize, sources)))
    return Judge(versions, score, extractor.signature())


def _check_sources(
    path: Path,
    corrected: Sequence[Corrected],
    sources: Sequence[str],
    tokens: Callable[[str], Sequence[str]],
) -> None:
    """Check that the edits of an M2 file count the tokens of the sources."""
    differing = []
    lines = zip(corrected, sources, strict=True)
    for number, (one, expected) in enumerate(lines, start=1):
        if one.source is None:
            continue
        found = tokens(one.source)
        wanted = tokens(expected)
        if len(found) != len(wanted):
            raise InputError(
                f"{path}:{one.line}: sentence {number} is {one.source!r}, but the source is "
                f"{expected!r}; the edits of an M2 file count the sources' tokens"
            )
        if found != wanted:
            differing.append(number)
    if differing:
        logger.warning(
            "%s: %d sentences have other tokens than their source, the first is sentence %d; their "
            "edits are taken to be of the source",
            path,
            len(differing),
            differing[0],
        )


def _signature(language: str, dependencies: Mapping[str, object]) -> str:
    """Signature of scores, whose intervals depend on the resamples as well."""
    sampling = {"resamples": RESAMPLES, "seed": SEED}
    return format_signature({"language": language, **dependencies, **sampling})
