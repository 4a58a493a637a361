"""Scores of a user's own files of corrections or explanations, against files of references."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gec_attribution.corpora.files import PlainText, format_of, read_hypotheses, read_sources
from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.errors import InputError
from gec_attribution.judging.evaluation import Evaluation
from gec_attribution.judging.f_scores import Scores
from gec_attribution.languages import Language, load_language
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics.bootstrap import Resampling
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature

if TYPE_CHECKING:
    from gec_attribution.explanations.records import ExplainedSentence

RESAMPLES = 1000
SEED = 0
RESAMPLING = Resampling(resamples=RESAMPLES, seed=seed_from(SEED, "bootstrap"))

# A text, or the edits that give it.
Version = TypeVar("Version")
# Functions that read the versions of each line, score a system's, and say what scores depend on.
Judge = tuple[
    Callable[..., list[list[Any]]], Callable[..., Any], Callable[[], Mapping[str, object]]
]

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
        references: likewise, a file for each set of references; an M2 file has one for each coder,
            and an empty line of a text is no reference.
        confusions: for Chinese, the file of confusion sets; see `Lexicons`.
        tokenise: whether the texts are ordinary, as in `I don't know.`; M2 has tokens.

    Raises:
        InputError: a file cannot be used, or files do not belong together.
        ModelError: a package or model is missing.
    """
    plain_text: PlainText = "keep" if tokenise else "warn"
    evaluated = load_language(language)
    texts = read_sources(sources, language=evaluated, plain_text=plain_text)
    is_cherrant = evaluated.annotation == "cherrant"
    judge = _cherrant(texts, confusions) if is_cherrant else _errant(evaluated, texts, tokenise)
    versions, score, parts = judge
    proposed = []
    for path in hypotheses:
        lines = versions(path, right=False)
        for number, corrections in enumerate(lines, start=1):
            if len(corrections) != 1:
                raise InputError(
                    f"{path}: sentence {number} has {len(corrections)} corrections; a system has "
                    "one"
                )
        proposed.append([correction for (correction,) in lines])
    files = [versions(path, right=True) for path in references]
    right = [list(chain.from_iterable(line)) for line in zip(*files, strict=True)]
    if [] in right:
        raise InputError(f"sentence {right.index([]) + 1} has no reference in any of the files")
    if not is_cherrant and len({len(choices) for choices in right}) > 1:
        logger.warning("GLEU is undefined: the sources do not have equally many references")
    signature = _signature(language, **parts())
    return [
        Evaluation(score(corrections, right, sampling=RESAMPLING), signature)
        for corrections in proposed
    ]


def evaluate_explanations(hypotheses: Sequence[Path], references: Path) -> list[Evaluation]:
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
    signature = _signature(CHINESE.code, matched="inclusive", nltk=None, **{"rouge-chinese": None})
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
        counts = {name: getattr(scores, name) for name in ("edits", "reference_edits", "hits")}
        evaluations.append(Evaluation({(): Scores(counts, scores.measures)}, signature))
    return evaluations


def _cherrant(sources: Sequence[str], confusions: Path | None) -> Judge:
    from gec_attribution.judging import cleme
    from gec_attribution.judging.cherrant_scores import read_annotations
    from gec_attribution.judging.correction_scores import chinese_scores
    from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
    from gec_attribution.languages.chinese_lexicons import Lexicons

    def versions(path: Path, *, right: bool) -> list[list[Any]]:
        if format_of(path) == "m2":
            return _checked(path, read_annotations(path), sources, characters)
        return _read_texts(path, sources, CHINESE, right=right)

    def parts() -> dict[str, object]:
        return {"merge_distance": cleme.MERGE_DISTANCE, "opencc": None, **lexicons.signature()}

    lexicons = Lexicons(confusions)
    texts, aligner = [CHINESE.normalise(text) for text in sources], ChineseAligner(lexicons)
    return versions, partial(chinese_scores, texts, aligner=aligner), parts


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

    def versions(path: Path, *, right: bool) -> list[list[tuple[Edit, ...]]]:
        if format_of(path) == "m2":
            annotated = [(sentence.source, _coders(sentence)) for sentence in read_m2(path)]
            return _checked(path, annotated, sources, language.tokenize)
        texts = _read_texts(path, written, language, right=right, tokenise=tokenise)
        lines = zip(sources, texts, strict=True)
        extracted = iter(
            extractor.extract((source, text) for source, line in lines for text in line)
        )
        return [[next(extracted) for _ in line] for line in texts]

    score = partial(errant_scores, list(map(language.tokenize, sources)))
    return versions, score, extractor.signature


def _coders(sentence: AnnotatedSentence) -> list[tuple[Edit, ...]]:
    """The corrections of each coder; a sentence without any coder is left as it is by one."""
    return [
        tuple(edit for edit in edits if edit.corrects)
        for _, edits in sorted(sentence.coders.items())
    ] or [()]


def _checked(
    path: Path,
    annotated: Sequence[tuple[str, list[Version]]],
    sources: Sequence[str],
    tokens: Callable[[str], Sequence[str]],
) -> list[list[Version]]:
    """Edits of an M2 file for each source, after a check of the sources."""
    if len(annotated) != len(sources):
        raise InputError(
            f"{path}: sentences: {len(annotated)}, sources: {len(sources)}; there must be one for "
            "each, in the same order"
        )
    differing = []
    for number, ((source, _), expected) in enumerate(zip(annotated, sources, strict=True), start=1):
        if len(tokens(source)) != len(tokens(expected)):
            raise InputError(
                f"{path}: sentence {number} is {source!r}, but the source is {expected!r}; the "
                "edits of an M2 file count the sources' tokens"
            )
        if tokens(source) != tokens(expected):
            differing.append(number)
    if differing:
        logger.warning(
            "%s: %d sentences have other tokens than their source, the first is sentence %d; their "
            "edits are taken to be of the source",
            path,
            len(differing),
            differing[0],
        )
    return [versions for _, versions in annotated]


def _read_texts(
    path: Path, sources: Sequence[str], language: Language, *, right: bool, tokenise: bool = False
) -> list[list[str]]:
    """The correction in each line of a file; in that of references, an empty line has none."""
    texts = read_hypotheses(
        path,
        expected=len(sources),
        language=language,
        plain_text="tokenise" if tokenise else "warn",
        sources=sources,
        blank_deletes=not right,
    )
    return [[text] if text or not right else [] for text in texts]


def _signature(language: str, **parts: object) -> str:
    """The parts that the scores depend on; for a package named without one, its version."""
    resolved = {name: version(name) if part is None else part for name, part in parts.items()}
    return format_signature(
        {"language": language, **resolved, "resamples": RESAMPLES, "seed": SEED}
    )
