"""The library's main entry point: from a source and a hypothesis to each edit's attribution."""

import copy
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import numpy as np
from rich.console import Console
from rich.progress import track

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.base import Estimate
from gec_attribution.attribution.records import (
    Component,
    EditInWords,
    InWords,
    Missed,
    attributed_edits,
    record_of,
    unattributed_edits,
)
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.corpora.files import warn_of_untokenised
from gec_attribution.edits.given import check_edited, check_pair
from gec_attribution.edits.matching import best_reference, matches
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.game import Game, Outcome, Score, play
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Extractor, load_extractor, load_language
from gec_attribution.languages.given import GIVEN
from gec_attribution.languages.zh import CHINESE
from gec_attribution.metrics import load_metric, metric_class, runtime_options
from gec_attribution.metrics.base import Metric
from gec_attribution.pages.notebook import ExplainedCorrection
from gec_attribution.scores.engine import score_columns, signature_of_scores
from gec_attribution.scores.functions import Function, FunctionMetric
from gec_attribution.storage.signatures import format_signature
from gec_attribution.study.config import (
    DEFAULT_CONFIG,
    TO_EXPLAIN,
    languages_of,
    load_config,
    metric_and_column,
    reads_references,
    validate_config,
)
from gec_attribution.study.places import places_of, resolve_paths
from gec_attribution.study.types import unknown_types

if TYPE_CHECKING:
    from gec_attribution.explanations.base import EditExplainer

# Sentences explained together: enough to fill batches, few enough to see them come.
SENTENCES_AT_ONCE = 16
# Explainers in words are for this language alone.
EXPLAINED = CHINESE.code

Edited = tuple[str, Sequence[Edit]]
Names = str | Sequence[str]
"""A name, or several."""

MetricObject = Metric | Function
"""A metric, or a function from sources and hypotheses to scores."""

Study = str | Path | Mapping[str, Any] | MetricObject


class Played(NamedTuple):
    """A record with the game that it is of, and the scores that its numbers were read off."""

    record: ExplainedCorrection
    table: ValueTable
    game: Game


class Explainer:
    """Explains corrections with the models of a study.

    Models are loaded when they are first needed, and kept.

    Args:
        study: a study's configuration file, by default the default study's; or a mapping of the
            same keys, of which `metrics` and `methods` are enough (without `methods`, those of the
            default study), and whose metrics may also be objects: a `Metric`, or any function from
            sources and hypotheses to scores; or one such object, named as its class or function.
        language: code of the sentences' language; by default the study's.
        tolerance: for sentences whose attributions are estimates; subsets are scored until half the
            width of each edit's 95 % interval is at most this part of the sum of |φ|. By default as
            the study's methods say.
        store: folder of the scores that are kept, such as a workflow's `results/store`; by default
            none are. Scores of a function are never kept.
        progress: whether to show on standard error how many of several sentences are explained;
            None shows it on a terminal.
        tokenise: whether sentences come as ordinary text, as in `I don't know, sir.`; the language
            makes their tokens, and the records also have the texts as they were given.

    Raises:
        ConfigError: the configuration is not valid, or there is no such language.
    """

    def __init__(
        self,
        study: Study = DEFAULT_CONFIG,
        language: str | None = None,
        tolerance: float | None = None,
        *,
        store: str | Path | None = None,
        progress: bool | None = None,
        tokenise: bool = False,
    ) -> None:
        self.config, self._objects = _read(study)
        if problems := list(unknown_types({"systems": {}, "explainers": {}, **self.config})):
            raise ConfigError("\n".join(problems))
        self.language = load_language(language or self.config["language"])
        self.tolerance = tolerance
        self.store = store
        self.progress = progress
        self.tokenise = tokenise
        self._metrics: dict[str, Metric] = dict(self._objects)

    def for_language(self, code: str) -> Self:
        """This explainer for sentences of another language; both have the metrics in common.

        Raises:
            ConfigError: there is no such language.
        """
        other = copy.copy(self)
        other.language = load_language(code)
        for of_the_language in ("extractor", "explainer_in_words"):
            vars(other).pop(of_the_language, None)
        return other

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

        Args:
            source: the learner's sentence, in English tokenised with spaces, unless the explainer
                does it (`tokenise`).
            hypothesis: its correction likewise.
            metric: a metric of the study, or a component of one, as in `some.fluency`; by default
                the study's first.
            method: an attribution method of the study; by default its first.
            references: corrections of the source by people, one or several, tokenised likewise. The
                record then says what was missed, and metrics that read references read them.

        Raises:
            ConfigError: the study has no such metric or method, or the metric reads references.
            InputError: a sentence is empty or no text, or as for `explain_pairs`.
        """
        check_pair((source, hypothesis), 1)
        if not self.tokenise:
            warn_of_untokenised("source and hypothesis", (source, hypothesis), self.language)
        given = [_several(references)] if references else None
        (found,) = self.explain_pairs([(source, hypothesis)], metric, method, references=given)
        return found

    def explain_pairs(
        self,
        pairs: Iterable[tuple[str, str]],
        metric: Names | None = None,
        method: Names | None = None,
        *,
        references: Iterable[Sequence[str]] | None = None,
    ) -> Iterator[ExplainedCorrection]:
        """Like `explain` for many (source, hypothesis) pairs, scored together and streamed.

        Under several metrics or methods a sentence has a record for each metric and method, one
        after the other, before those of the next sentence. `references` has those of each pair,
        one or several; without it there are none.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: something else than a pair of texts, none of them empty, was given; the
                edits of a pair cannot be found, or there are more than `MAX_EDITS`; names the
                sentence.
        """

        def with_edits(batch: Sequence[tuple[str, str]], first: int) -> Iterable[Edited]:
            edits = self.extractor.extract(batch, first=first, progress=False)
            return zip((source for source, _ in batch), edits, strict=True)

        def explain(pairs: Iterable[tuple[str, str]]) -> Iterator[ExplainedCorrection]:
            checked = map(check_pair, pairs, itertools.count(1))
            return self._explain(checked, references, with_edits, ways, extracted=True)

        ways = self._ways(metric, method, given=references is not None)
        if not self.tokenise:
            return self._shown(explain(pairs), pairs, len(ways))
        checked = map(check_pair, pairs, itertools.count(1))
        if references is not None:
            tokens = self.language.from_plain_text
            written, given = itertools.tee(checked)
            # Too few are an error where they are read.
            references = (
                tuple(tokens(choice, source) for choice in choices)
                for (source, _), choices in zip(given, references, strict=False)
            )
        else:
            written = checked
        return self._shown(self._as_written(written, explain, len(ways)), pairs, len(ways))

    def _as_written(
        self,
        pairs: Iterable[tuple[str, str]],
        explain: Callable[[Iterable[tuple[str, str]]], Iterator[ExplainedCorrection]],
        ways: int,
    ) -> Iterator[ExplainedCorrection]:
        """The records of pairs of ordinary text, `ways` of each, with the texts as they are."""
        tokens = self.language.from_plain_text
        written, given = itertools.tee(pairs)
        records = explain(
            (tokens(source), tokens(hypothesis, source)) for source, hypothesis in given
        )
        for source, hypothesis in written:
            for record in itertools.islice(records, ways):
                yield replace(record, source_text=source, hypothesis_text=hypothesis)

    def explain_edits(
        self,
        sentences: Iterable[Edited],
        metric: Names | None = None,
        method: Names | None = None,
        *,
        references: Iterable[Sequence[str]] | None = None,
    ) -> Iterator[ExplainedCorrection]:
        """Like `explain_pairs` for many (source, edits), whose edits are known already.

        Those of references are found by the language.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: something else than a text that is not empty and its edits was given, or
                there are more edits than `MAX_EDITS`; names the sentence.
        """

        def as_given(batch: Sequence[Edited], first: int) -> Iterable[Edited]:
            del first
            return batch

        ways = self._ways(metric, method, given=references is not None)
        checked = map(check_edited, sentences, itertools.count(1))
        explained = self._explain(checked, references, as_given, ways, extracted=False)
        return self._shown(explained, sentences, len(ways))

    def _shown(
        self, records: Iterator[ExplainedCorrection], items: Iterable, ways: int
    ) -> Iterator[ExplainedCorrection]:
        """The records of several sentences, with a progress bar on standard error."""
        total = ways * len(items) if isinstance(items, Sized) else None
        console = Console(stderr=True)
        shown = console.is_terminal if self.progress is None else self.progress
        hidden = not shown or total == ways
        return iter(track(records, "explaining", total=total, console=console, disable=hidden))

    def play(
        self,
        source: str,
        correction: str | Sequence[Edit],
        metric: Names | None = None,
        method: Names | None = None,
        *,
        around: Callable[[Score], Score] | None = None,
    ) -> list[Played]:
        """The records of one sentence under some metrics and methods, with the scores behind them.

        Args:
            source: the learner's sentence, tokenised.
            correction: the corrected sentence, tokenised, or the edits that lead to it.
            metric: as in `explain_pairs`.
            method: likewise.
            around: makes of what scores sentences what is asked instead, so that scoring can be
                counted or stopped.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: as for `explain_pairs`.
        """
        if isinstance(correction, str):
            check_pair((source, correction), 1)
        else:
            check_edited((source, correction), 1)
        ways = self._ways(metric, method, given=False)
        extracted = isinstance(correction, str)
        scorings = self._load(ways, extracted=extracted)
        if isinstance(correction, str):
            (edits,) = self.extractor.extract([(source, correction)], progress=self.progress)
        else:
            edits = tuple(correction)
        game = self._game(1, source, edits)
        sentences = [_Sentence(game, (), None, self._in_words(game))]
        played = self._play_ways(sentences, ways, scorings, extracted, around)
        return [of_one_sentence for (of_one_sentence,) in played]

    def count_ways(self, metric: Names | None = None, method: Names | None = None) -> int:
        """How many records a sentence has under these metrics and methods.

        Raises:
            ConfigError: as for `explain`.
        """
        return len(self._ways(metric, method, given=True))

    def _ways(self, metric: Names | None, method: Names | None, *, given: bool) -> list["_Way"]:
        """Each metric with each method, checked; no model is loaded.

        Args:
            metric: see `explain_pairs`, as is `method`.
            method: see there.
            given: whether references are.
        """
        metrics, methods = (
            [next(iter(self.config[kind]))] if names is None else _several(names)
            for kind, names in (("metrics", metric), ("methods", method))
        )
        for name in metrics:
            entry = self._metric_entry(name)
            self._check_language(name, entry)
            self._check_component(name, entry)
            if not given:
                self._check_needs_none(name, entry)
        return [_Way(name, self._method(other)) for name in metrics for other in methods]

    def _explain(
        self,
        items: Iterable,
        references: Iterable[Sequence[str]] | None,
        with_edits: Callable[[Sequence, int], Iterable[Edited]],
        ways: Sequence["_Way"],
        *,
        extracted: bool,
    ) -> Iterator[ExplainedCorrection]:
        scorings = self._load(ways, extracted=extracted or references is not None)
        first = 1
        iterator = iter(items)
        choices = itertools.repeat(()) if references is None else map(tuple, references)
        while batch := list(itertools.islice(iterator, SENTENCES_AT_ONCE)):
            games = [
                self._game(number, source, edits)
                for number, (source, edits) in enumerate(with_edits(batch, first), start=first)
            ]
            given = list(itertools.islice(choices, len(games)))
            sentences = self._with_references(games, given, first)
            played = self._play_ways(sentences, ways, scorings, extracted)
            for of_one_sentence in zip(*played, strict=True):
                yield from (each.record for each in of_one_sentence)
            first += len(batch)

    def _load(self, ways: Sequence["_Way"], *, extracted: bool) -> dict[str, "_Scoring"]:
        """What scores each metric, loaded while the extractor is, if that is needed."""
        metrics = dict.fromkeys(way.metric for way in ways)
        with ThreadPoolExecutor(max_workers=1) as pool:
            extractor = pool.submit(lambda: self.extractor) if extracted else None
            scorings = {metric: self._scoring(metric) for metric in metrics}
            if extractor:
                extractor.result()
        return scorings

    def _scoring(self, name: str) -> "_Scoring":
        entry = self._metric_entry(name)
        self._check_component(name, entry)
        metric = self._metric(entry.get("of", name))
        store = None if isinstance(metric, FunctionMetric) else self.store
        return _Scoring(metric, entry.get("component", "score"), store)

    def _with_references(
        self, games: Sequence[Game], references: Sequence[Sequence[str]], first: int
    ) -> list["_Sentence"]:
        """The sentences with their references, and with the game of what they missed."""
        counts = [*map(len, references), 0]
        if references != [()] * len(games) and (number := counts.index(0)) < len(games):
            raise InputError(
                f"sentence {first + number} has no reference; give one at least for each"
            )
        read = [tuple(map(self.language.normalise, choices)) for choices in references]
        pairs = [
            (game.source, text)
            for game, choices in zip(games, read, strict=True)
            for text in choices
        ]
        found = iter(self.extractor.extract(pairs, progress=False) if pairs else [])
        sentences = []
        for game, choices in zip(games, read, strict=True):
            edits = list(itertools.islice(found, len(choices)))
            missed = _missed_by(game, dict(zip(choices, edits, strict=True))) if edits else None
            sentences.append(_Sentence(game, choices, missed, self._in_words(game)))
        return sentences

    def _play_ways(
        self,
        sentences: Sequence["_Sentence"],
        ways: Sequence["_Way"],
        scorings: Mapping[str, "_Scoring"],
        extracted: bool,
        around: Callable[[Score], Score] | None = None,
    ) -> list[list[Played]]:
        """Some sentences under each metric and method; the methods of a metric share its scores."""
        found: dict[tuple[str, str], list[Played]] = {}
        for metric, scoring in scorings.items():
            own = [way for way in ways if way.metric == metric]
            played = self._play(sentences, own, scoring, extracted, around)
            found |= {
                (metric, way.method.name): each for way, each in zip(own, played, strict=True)
            }
        return [found[way.metric, way.method.name] for way in ways]

    def _play(
        self,
        sentences: Sequence["_Sentence"],
        ways: Sequence["_Way"],
        scoring: "_Scoring",
        extracted: bool,
        around: Callable[[Score], Score] | None,
    ) -> list[list[Played]]:
        """Some sentences under one metric and each of some methods."""
        if not scoring.metric.needs_references:
            return self._play_together(sentences, ways, scoring, extracted, around)
        played: dict[int, list[Played]] = {}
        for numbers in _agreeing(sentences):
            together = [sentences[number] for number in numbers]
            found = self._play_together(together, ways, scoring, extracted, around)
            played |= dict(zip(numbers, map(list, zip(*found, strict=True)), strict=True))
        return [[played[number][way] for number in sorted(played)] for way in range(len(ways))]

    def _play_together(
        self,
        sentences: Sequence["_Sentence"],
        ways: Sequence["_Way"],
        scoring: "_Scoring",
        extracted: bool,
        around: Callable[[Score], Score] | None,
    ) -> list[list[Played]]:
        scoring.begin({each.game.source: each.references for each in sentences if each.references})
        missed = [each.missed.game for each in sentences if each.missed]
        games = [*(each.game for each in sentences), *missed]
        askings = [way.method.asking(game.n, game.seed) for way in ways for game in games]
        score = around(scoring.score) if around else scoring.score
        outcomes = iter(play(games * len(ways), askings, score))
        return [
            self._played(
                sentences, list(itertools.islice(outcomes, len(games))), way, scoring, extracted
            )
            for way in ways
        ]

    def _played(
        self,
        sentences: Sequence["_Sentence"],
        outcomes: Sequence[Outcome[Estimate]],
        way: "_Way",
        scoring: "_Scoring",
        extracted: bool,
    ) -> list[Played]:
        """The records of sentences from the outcomes of their games, then of what they missed."""

        @functools.cache
        def signature(exact: bool, source: str, references: tuple[str, ...]) -> str:
            return record_signature(
                metric=way.metric,
                scored_by=scoring.signature(source, references),
                method=way.method,
                language=self.language.code,
                edits=self.extractor.identity() if extracted else GIVEN,
                # Where nothing was sampled, the seed moved nothing.
                seed=None if exact else self.config["seed"],
            )

        def record(each: _Sentence, outcome: Outcome[Estimate]) -> ExplainedCorrection:
            own = record_of(
                each.game,
                outcome,
                metric=way.metric,
                method=way.method.name,
                signature=signature(outcome.result.exact, *scoring.read_of(each)),
            )
            return ExplainedCorrection.of(
                replace(
                    own,
                    note=scoring.note(each.game, outcome.table),
                    components=scoring.components(each.game, outcome.table, way.method),
                    references=each.references or None,
                    missed=each.missed.record(each.game, next(of_missed)) if each.missed else None,
                    in_words=each.in_words,
                )
            )

        of_missed = iter(outcomes[len(sentences) :])
        return [
            Played(record(each, outcome), outcome.table, each.game)
            for each, outcome in zip(sentences, outcomes, strict=False)
        ]

    def _check_needs_none(self, metric: str, entry: Mapping) -> None:
        whole = entry.get("of", metric)
        known = self._objects.get(whole)
        needs = (
            reads_references(self.config["metrics"][whole])
            if known is None
            else known.needs_references
        )
        if needs:
            raise ConfigError(
                f"metrics.{metric}: reads references, and none are given; give some (`references`, "
                "on the command line `--reference`)"
            )

    def _check_component(self, metric: str, entry: Mapping) -> None:
        """Refuse a component that the metric has not, before its models are loaded."""
        if "component" not in entry:
            return
        whole = entry["of"]
        if whole in self._objects:
            known = self._objects[whole].columns()
        else:
            known = metric_class(whole, self.config["metrics"][whole]).columns()
        if entry["component"] not in known:
            raise ConfigError(
                f"metrics.{metric}.component: {entry['component']!r} is not a component of the "
                f"metric; there are: {', '.join(known)}"
            )

    def _check_language(self, metric: str, entry: Mapping) -> None:
        code = self.language.code
        if code not in (languages := languages_of(self.config, entry)):
            others = [
                name
                for name, other in self.config["metrics"].items()
                if code in languages_of(self.config, other)
            ]
            raise ConfigError(
                f"metrics.{metric}: is for {', '.join(languages)}, but the sentences are in "
                f"{code}; metrics for {code}: {', '.join(others) or 'none'} (`languages` of each)"
            )

    def _game(self, number: int, source: str, edits: Sequence[Edit]) -> Game:
        if len(edits) > MAX_EDITS:
            raise InputError(
                f"sentence {number} has {len(edits)} edits; at most {MAX_EDITS} can be attributed, "
                "so split or remove it"
            )
        return Game.of_correction(source, edits, self.language, self.config["seed"])

    @functools.cached_property
    def extractor(self) -> Extractor:
        """The edit extractor of the language."""
        # The study's pipeline is one of its own language.
        own = self.language.code == self.config["language"]
        return load_extractor(self.language.code, self.config["pipeline"] if own else "auto")

    @functools.cached_property
    def explainer_in_words(self) -> "EditExplainer | None":
        """What explains edits of the language in words: the study's first embedded explainer.

        Raises:
            ModelError: its model is missing or of another kind.
        """
        from gec_attribution.explanations import load_explainer

        if self.language.code != EXPLAINED:
            return None
        for name, entry in self.config["explainers"].items():
            if entry["type"] == "embedded":
                return cast("EditExplainer", load_explainer(name, entry))
        return None

    def _in_words(self, game: Game) -> InWords | None:
        explainer = self.explainer_in_words
        if explainer is None or not game.edits:
            return None
        said = explainer.explain(game.source, game.grand_text, game.edits)
        edits = tuple(EditInWords(each.type, each.severity, each.description) for each in said)
        return InWords(explainer.name, format_signature(explainer.signature()), edits)

    def load(self, metric: str) -> None:
        """Load the models of a metric, unless they are there.

        Raises:
            ConfigError: the study has no such metric.
            ModelError: a model is missing or of another kind.
        """
        self._scoring(metric)

    def _metric(self, name: str) -> Metric:
        if name not in self._metrics:
            runtime = cast("dict[str, Any]", runtime_options(self.config["scoring"]))
            self._metrics[name] = load_metric(name, self._entry("metrics", name), **runtime)
        return self._metrics[name]

    def _method(self, name: str) -> Method:
        method = load_method(name, self._entry("methods", name), **self.config["coalitions"])
        return method if self.tolerance is None else method.with_tolerance(self.tolerance)

    def _metric_entry(self, name: str) -> Mapping:
        """The entry of a metric, or what would be that of a component such as `some.fluency`."""
        metric, column = metric_and_column(name)
        if column == "score":
            return self._entry("metrics", name)
        self._entry("metrics", metric)  # for its error
        return {"of": metric, "component": column}

    def _entry(self, kind: str, name: str) -> Mapping:
        try:
            return self.config[kind][name]
        except KeyError:
            known = ", ".join(self.config[kind])
            raise ConfigError(f"{name!r} is not among {kind}: {known}") from None


class _Way(NamedTuple):
    """A metric and a method by which sentences are explained."""

    metric: str
    method: Method


class _Missed(NamedTuple):
    """What a reference has beyond a correction.

    Attributes:
        game: the missed edits as players, on the hypothesis.
        reference: the reference.
        made: the numbers of the correction's edits that it has, too.
        edits: the missed edits, of the source.
        otherwise: its edits that touch others of the correction.
    """

    game: Game
    reference: str
    made: tuple[int, ...]
    edits: tuple[Edit, ...]
    otherwise: tuple[Edit, ...]

    def record(self, correction: Game, outcome: Outcome[Estimate]) -> Missed:
        """What the record of the correction says of it, once the game was played."""
        return Missed(
            reference=self.reference,
            made=self.made,
            score=outcome.table.score,
            exact=outcome.result.exact,
            evaluations=outcome.result.evaluations,
            edits=attributed_edits(correction, self.edits, outcome.result),
            otherwise=unattributed_edits(correction, self.otherwise),
        )


class _Sentence(NamedTuple):
    """A corrected sentence, its references, what the best of them has beyond it, and words."""

    game: Game
    references: tuple[str, ...]
    missed: _Missed | None
    in_words: InWords | None


class _Scoring:
    """A metric that is loaded, and all it has said of the sentences at hand.

    Args:
        metric: the metric.
        column: its score, or a component of it.
        store: as of `Explainer`.
    """

    def __init__(self, metric: Metric, column: str, store: str | Path | None) -> None:
        self.metric = metric
        self._column, self._store = column, store
        self._said: dict[tuple[str, str], dict[str, float]] = {}
        self._references: Mapping[str, Sequence[str]] = {}
        has_notes = type(metric).note is not Metric.note
        self._noted = metric.columns() if has_notes else []

    def begin(self, references: Mapping[str, Sequence[str]]) -> None:
        """Turn to other sentences, whose references may be known."""
        self._said, self._references = {}, references

    def score(self, sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
        """See `Score`."""
        columns = score_columns(
            self.metric, sources, texts, self._store, references=self._references
        )
        if names := [*self.metric.coefficients, *self._noted]:
            rows = zip(*(columns[name].tolist() for name in names), strict=True)
            parts = (dict(zip(names, row, strict=True)) for row in rows)
            self._said.update(zip(zip(sources, texts, strict=True), parts, strict=True))
        return columns[self._column]

    def read_of(self, sentence: _Sentence) -> tuple[str, tuple[str, ...]]:
        """The source and the references that the metric reads; empty where it reads none."""
        if not self.metric.needs_references:
            return "", ()
        return sentence.game.source, sentence.references

    def signature(self, source: str, references: Sequence[str]) -> Mapping[str, object]:
        """What the scores of a sentence depend on."""
        component = {} if self._column == "score" else {"component": self._column}
        return {**signature_of_scores(self.metric, {source: references}), **component}

    def note(self, game: Game, table: ValueTable) -> str | None:
        """What the metric says of the scores of a game; nothing where a component stands for it."""
        if self._column != "score" or not self._noted:
            return None
        said = [self._said[game.source, text] for text in game.texts(table.masks)]
        columns = {name: np.array([parts[name] for parts in said]) for name in self._noted}
        return self.metric.note(columns) or None

    def components(
        self, game: Game, table: ValueTable, method: Method
    ) -> tuple[Component, ...] | None:
        """The same attribution of each component that the score sums; None where it sums none.

        Nor is there any where the method asks for coalitions that the score itself did not need.
        """
        if self._column != "score" or not self.metric.coefficients:
            return None
        said = [self._said[game.source, text] for text in game.texts(table.masks)]
        components = []
        for name, weight in self.metric.coefficients.items():
            values = ValueTable(table.n, table.masks, np.array([parts[name] for parts in said]))
            try:
                phi = method.attribute(values, game.seed).phi
            except KeyError:
                return None
            found = (name, weight, values.baseline, values.score, tuple(phi.tolist()))
            components.append(Component(*found))
        return tuple(components)


def _missed_by(game: Game, references: Mapping[str, Sequence[Edit]]) -> _Missed:
    """What the reference that suits a correction best has beyond it.

    Args:
        game: the correction.
        references: the edits of each reference, at least one.
    """
    from gec_attribution.games.missed import missed_edits, missed_game

    number, _ = best_reference(game.edits, list(references.values()))
    text, edits = list(references.items())[number]
    missed, otherwise = missed_edits(game.edits, edits)
    made = np.flatnonzero(matches(game.edits, edits))
    played = missed_game(game.source, game.edits, missed, game.language, game.study_seed)
    return _Missed(played, text, tuple(made.tolist()), missed, otherwise)


def _agreeing(sentences: Sequence[_Sentence]) -> list[list[int]]:
    """The numbers of the sentences in parts, in each of which a source has the same references."""
    parts: list[tuple[dict[str, tuple[str, ...]], list[int]]] = []
    for number, sentence in enumerate(sentences):
        source = sentence.game.source
        for references, numbers in parts:
            if references.setdefault(source, sentence.references) == sentence.references:
                numbers.append(number)
                break
        else:
            parts.append(({source: sentence.references}, [number]))
    return [numbers for _, numbers in parts]


def _several(names: Names) -> list[str]:
    return [names] if isinstance(names, str) else list(dict.fromkeys(names))


def _read(study: Study) -> tuple[dict[str, Any], dict[str, Metric]]:
    """The configuration of a study, and those of its metrics that are objects, by name."""
    if isinstance(study, str | Path):
        return load_config(study, required=TO_EXPLAIN), {}
    if isinstance(study, Mapping):
        given = dict(study)
    elif isinstance(study, Metric) or (callable(study) and not isinstance(study, type)):
        given = {"metrics": {_name_of(study): study}}
    else:
        raise ConfigError(
            "an Explainer takes the path of a study, a mapping, a Metric, or a function from "
            f"sources and hypotheses to scores; found {type(study).__name__} {study!r}"
        )
    metrics = given.get("metrics")
    metrics = metrics if isinstance(metrics, Mapping) else {}
    objects = {name: each for name, each in metrics.items() if callable(each) or _is_metric(each)}
    if objects:
        rest = {name: entry for name, entry in metrics.items() if name not in objects}
        given = {**given, "metrics": rest} if rest else _without(given, "metrics")
    given.setdefault("methods", load_config(required=TO_EXPLAIN)["methods"])
    required = [key for key in TO_EXPLAIN if key != "metrics" or not objects]
    config = resolve_paths(validate_config(given, "study", required=required), places_of())
    config["metrics"] |= {name: {} for name in objects}
    return config, {name: _as_metric(name, each) for name, each in objects.items()}


def _is_metric(value: object) -> bool:
    return isinstance(value, Metric)


def _name_of(metric: MetricObject) -> str:
    name = metric.name if isinstance(metric, Metric) else getattr(metric, "__name__", "")
    return name or type(metric).__name__


def _as_metric(name: str, value: MetricObject) -> Metric:
    metric = value if isinstance(value, Metric) else FunctionMetric(value)
    metric.name = metric.name or name
    return metric


def _without(mapping: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in mapping.items() if name != key}
