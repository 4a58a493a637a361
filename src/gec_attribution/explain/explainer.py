"""Explainer of many sentences, which loads the models of a study once and keeps them."""

import copy
import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence, Sized
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, cast

from gec_attribution.attribution import Method
from gec_attribution.attribution.records import InWords
from gec_attribution.config.places import DEFAULT_CONFIG
from gec_attribution.config.study import Study
from gec_attribution.corpora.ordinary_text import (
    check_language,
    refuse_tokenised,
    warn_of_untokenised,
)
from gec_attribution.edits.arguments import check_pair
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError
from gec_attribution.explain.loaded_study import (
    LoadedStudy,
    MetricObject,
    NamedMetric,
    Names,
    StudySource,
)
from gec_attribution.explain.played import Played, ScorerWrapper, play_sentences
from gec_attribution.explain.progress import ExplainProgress
from gec_attribution.explain.scored_metric import Origin, ScoredMetric
from gec_attribution.explain.sentences import (
    CheckedSentence,
    Edited,
    Pair,
    Sentence,
    checked_edits,
    checked_pairs,
    checked_sentence,
    sentences_of,
)
from gec_attribution.games.coalitions import EXACT_UP_TO
from gec_attribution.games.game import Game
from gec_attribution.languages import Extractor, load_extractor, load_language
from gec_attribution.languages.edit_files import edits_identity
from gec_attribution.pages.notebook import ExplainedCorrection
from gec_attribution.storage.signatures import format_signature

if TYPE_CHECKING:
    from gec_attribution.explanations.base import EditExplainer

# Sentences explained together: few at first, so that the first records come soon, then twice as
# many each time until there are enough to fill a metric's batches.
FIRST_SENTENCES = 16
MOST_SENTENCES = 256


class _Asked(NamedTuple):
    """A request about some sentences.

    Attributes:
        metrics: the metrics.
        methods: the methods.
        sentences: how many sentences there are, if that is known.
        left_out: gets those that cannot be explained; None where they are errors.
        given: whether their edits are given.
        aligned: whether edits, theirs or those of references, are found by the language.
    """

    metrics: Sequence[NamedMetric]
    methods: Sequence[Method]
    sentences: int | None
    left_out: dict[int, str] | None
    given: bool
    aligned: bool


class Explainer:
    """Explains corrections with the models of a study.

    Models are loaded when they are first needed, and kept.

    Args:
        study: a study, its configuration file, or the name of one of the package, as `paper`; by
            default the default study; or a mapping of the same keys. In a mapping `metrics` is
            enough (`methods` are then those of the default study without their options), and
            metrics may be objects: a `Metric`, or any function from sources and hypotheses to
            scores. Or one such object, named as its class or function; or the name of a metric of
            the default study, as `some`.
        metric: the metrics that explain where a call names none: names, as in `explain`; with the
            default study, an object, too. By default the study's first for the language.
        language: code of the sentences' language; by default the study's.
        store: folder of the scores that are kept, such as a workflow's `results/store`; by default
            none are. Scores of a function are never kept.
        progress: whether to show on standard error how many of several sentences are explained;
            None shows it on a terminal. The log tells it, too, at the level INFO.
        tokenise: whether sentences come as ordinary text, as in `I don't know, sir.`; the language
            makes their tokens, and the records also have the texts as they were given.

    Raises:
        ConfigError: the configuration is not valid, or there is no such metric, study or language.
    """

    def __init__(
        self,
        study: StudySource = DEFAULT_CONFIG,
        language: str | None = None,
        *,
        metric: Names | MetricObject | None = None,
        store: str | Path | None = None,
        progress: bool | None = None,
        tokenise: bool = False,
    ) -> None:
        self._study = LoadedStudy(study, metric)
        self.language = load_language(language or self.study.language)
        self.store = store
        self.progress = progress
        self.tokenise = tokenise

    @property
    def study(self) -> Study:
        """The study."""
        return self._study.study

    def for_language(self, code: str) -> Self:
        """This explainer for sentences of another language; both have the metrics in common.

        Raises:
            ConfigError: there is no such language.
        """
        explainer = copy.copy(self)
        explainer.language = load_language(code)
        for name in ("extractor", "explainer_in_words"):
            vars(explainer).pop(name, None)
        return explainer

    def explain(
        self,
        source: str,
        hypothesis: str,
        metric: str | None = None,
        method: str | None = None,
        *,
        references: Names = (),
    ) -> ExplainedCorrection:
        """Attribute the score of one hypothesis to its edits, which the language finds.

        Up to ten edits (or the study's `exact_up_to`, if that is more) it is exact.

        Args:
            source: the learner's sentence, in English tokenised with spaces, unless the explainer
                does it (`tokenise`).
            hypothesis: its correction in the same form; a blank one deletes everything.
            metric: a metric of the study, or a component of one, as in `some.fluency`; by default
                the explainer's own.
            method: an attribution method of the study; by default its first.
            references: corrections of the source by people, one or several, in the same form. The
                record then has the missed edits, and metrics with references read them.

        Raises:
            ConfigError: the study has no such metric or method, or the metric reads references.
            InputError: the source is empty, a sentence is no text, both are plainly of another
                language, or as for `explain_pairs`.
        """
        check_language(
            "source and hypothesis", check_pair((source, hypothesis), 1), self.language
        )
        check_spaces = refuse_tokenised if self.tokenise else warn_of_untokenised
        check_spaces("source and hypothesis", (source, hypothesis), self.language)
        choices = [references] if references else None
        pair = (source, hypothesis)
        record, *others = self.explain_pairs(
            [pair], metric, method, references=choices, exact_to=EXACT_UP_TO
        )
        if others:
            raise ConfigError(
                "`explain` takes one metric and method, `explain_pairs` several"
            )
        return record

    def explain_pairs(
        self,
        pairs: Iterable[Pair],
        metric: Names | None = None,
        method: Names | None = None,
        *,
        references: Iterable[Names] | None = None,
        left_out: dict[int, str] | None = None,
        exact_to: int = 0,
    ) -> Iterator[ExplainedCorrection]:
        """Explain many (source, hypothesis) pairs as `explain` does, scored together and streamed.

        Under several metrics or methods a sentence has a record for each metric and method, one
        after the other, before those of the next sentence. `references` has those of each pair,
        one or several; without it there are none. A sentence with more than `MAX_PLAYERS` edits is
        an error, or has no records if there is a `left_out`, which gets its number, from 1, and
        why. Sentences are exact up to `exact_to` edits, if the study's `exact_up_to` is less.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: something else than a pair of texts was given, or its source is empty; the
                edits of a pair cannot be found, or there are more than `MAX_PLAYERS`; names the
                sentence.
        """
        is_referenced = references is not None
        metrics, methods = self._metrics_and_methods(
            metric, method, referenced=is_referenced, exact_to=exact_to
        )
        sentences = checked_pairs(
            pairs, references, self.language, tokenise=self.tokenise
        )
        asked = _Asked(
            metrics, methods, _length(pairs), left_out, given=False, aligned=True
        )
        return self._records(sentences, asked)

    def explain_edits(
        self,
        sentences: Iterable[Edited],
        metric: Names | None = None,
        method: Names | None = None,
        *,
        references: Iterable[Names] | None = None,
        left_out: dict[int, str] | None = None,
    ) -> Iterator[ExplainedCorrection]:
        """Explain many (source, edits), whose edits are known already, as `explain_pairs` does.

        Those of references are found by the language.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: something else than a text that is not empty and its edits was given, or
                there are more edits than `MAX_PLAYERS`; names the sentence.
        """
        is_referenced = references is not None
        metrics, methods = self._metrics_and_methods(
            metric, method, referenced=is_referenced
        )
        checked = checked_edits(sentences, references, self.language)
        number = _length(sentences)
        asked = _Asked(
            metrics, methods, number, left_out, given=True, aligned=is_referenced
        )
        return self._records(checked, asked)

    def play(
        self,
        source: str,
        correction: str | Sequence[Edit],
        metric: Names | None = None,
        method: Names | None = None,
        *,
        wrap_scorer: ScorerWrapper | None = None,
    ) -> list[Played]:
        """The records of one sentence under some metrics and methods, with the scores behind them.

        Args:
            source: the learner's sentence, tokenised.
            correction: the corrected sentence, tokenised, or the edits that lead to it.
            metric: see `explain_pairs`.
            method: see `explain_pairs`.
            wrap_scorer: wraps the scoring function, for example to count or to stop calls.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: as for `explain_pairs`.
        """
        sentence = checked_sentence(source, correction, self.language)
        metrics, methods = self._metrics_and_methods(
            metric, method, referenced=False, exact_to=EXACT_UP_TO
        )
        scored = [self._scored(named) for named in metrics]
        sentences = self._sentences([sentence])
        given = not isinstance(correction, str)
        origin = self._origin(given=given, aligned=not given)
        played = [
            play_sentences(sentences, each, methods, origin, wrap_scorer)
            for each in scored
        ]
        return [record for (of_the_sentence,) in played for record in of_the_sentence]

    def load(self, metric: str) -> None:
        """Load the models of a metric, unless they are there.

        Raises:
            ConfigError: the study has no such metric.
            ModelError: a model is missing or of another kind.
        """
        (named,) = self._study.metrics(metric, self.language.code, referenced=True)
        self._scored(named)

    @functools.cached_property
    def extractor(self) -> Extractor:
        """The edit extractor of the language."""
        # The study's pipeline is one of its own language.
        is_study_language = self.language.code == self.study.language
        return load_extractor(
            self.language.code, self.study.pipeline if is_study_language else "auto"
        )

    @functools.cached_property
    def explainer_in_words(self) -> "EditExplainer | None":
        """Explainer in words for edits of the language: the study's first embedded explainer.

        Raises:
            ModelError: its model is missing or of another kind.
        """
        from gec_attribution.explanations import load_explainer

        if not self.language.is_explained:
            return None
        for name in self.study.of_type("explainers", "embedded"):
            entry = self.study.explainers[name]
            return cast("EditExplainer", load_explainer(name, entry.spec))
        return None

    def _metrics_and_methods(
        self,
        metric: Names | None,
        method: Names | None,
        *,
        referenced: bool,
        exact_to: int = 0,
    ) -> tuple[list[NamedMetric], list[Method]]:
        metrics = self._study.metrics(metric, self.language.code, referenced=referenced)
        return metrics, self._study.methods(method, exact_to=exact_to)

    def _scored(self, named: NamedMetric) -> ScoredMetric:
        return self._study.scored(named, self.language.code, self.store)

    def _origin(self, *, given: bool, aligned: bool) -> Origin:
        edits = edits_identity(self.extractor if aligned else None, given=given)
        return Origin(self.language.code, edits, self.study.seed)

    def _records(
        self, checked: Iterator[CheckedSentence], asked: _Asked
    ) -> Iterator[ExplainedCorrection]:
        """The records of sentences, made together and given one by one."""
        of_a_sentence = len(asked.metrics) * len(asked.methods)
        total = None if asked.sentences is None else asked.sentences * of_a_sentence
        is_several = total != of_a_sentence
        with ExplainProgress(
            total, shown=self.progress, reported=is_several
        ) as progress:
            scored = [self._scored(named) for named in asked.metrics]
            origin = self._origin(given=asked.given, aligned=asked.aligned)
            progress.begin()
            for batch in _batches(checked):
                sentences = self._sentences(batch, asked.left_out)
                played = []
                for metric in scored:
                    played.append(
                        play_sentences(sentences, metric, asked.methods, origin)
                    )
                    progress.made(len(sentences) * len(asked.methods))
                for of_one_sentence in zip(*played, strict=True):
                    yield from (
                        each.record for each in itertools.chain(*of_one_sentence)
                    )

    def _sentences(
        self, checked: Sequence[CheckedSentence], left_out: dict[int, str] | None = None
    ) -> list[Sentence]:
        """Sentences as games, with their edits in words where the language has an explainer."""
        to_align = any(
            isinstance(each.correction, str) or each.references for each in checked
        )
        extractor = self.extractor if to_align else None
        sentences = sentences_of(
            checked, extractor, self.language, self.study.seed, left_out
        )
        explainer = self.explainer_in_words
        if explainer is None:
            return sentences
        return [
            each._replace(in_words=_in_words(explainer, each.game))
            for each in sentences
        ]


def _in_words(explainer: "EditExplainer", game: Game) -> InWords | None:
    if not game.edits:
        return None
    explanations = explainer.explain(game.source, game.grand_text, game.edits)
    return InWords(
        explainer.name, format_signature(explainer.signature()), tuple(explanations)
    )


def _length(items: Iterable) -> int | None:
    if isinstance(items, Sized):
        return len(items)
    return None


def _batches(checked: Iterator[CheckedSentence]) -> Iterator[list[CheckedSentence]]:
    size = FIRST_SENTENCES
    while batch := list(itertools.islice(checked, size)):
        yield batch
        size = min(2 * size, MOST_SENTENCES)
