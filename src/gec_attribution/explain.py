"""The library's main entry point: from a source and a hypothesis to each edit's attribution."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.records import record_of
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.game import Game, Score, play
from gec_attribution.languages import Extractor, load_extractor, load_language
from gec_attribution.languages.given import GIVEN
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.metrics.base import Metric
from gec_attribution.pages.notebook import ExplainedCorrection
from gec_attribution.scores.engine import score_pairs
from gec_attribution.scores.functions import Function, FunctionMetric
from gec_attribution.study.config import (
    DEFAULT_CONFIG,
    TO_EXPLAIN,
    languages_of,
    load_config,
    metric_and_column,
    validate_config,
)
from gec_attribution.study.places import places_of, resolve_paths
from gec_attribution.study.plugins import unknown_types

# Sentences explained together: enough to fill batches, few enough to see them come.
SENTENCES_AT_ONCE = 16

Edited = tuple[str, Sequence[Edit]]
Names = str | Sequence[str]
"""A name, or several."""

MetricObject = Metric | Function
"""A metric, or a function from sources and hypotheses to scores."""

Study = str | Path | Mapping[str, Any] | MetricObject


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
        progress: whether to show progress bars on standard error; None shows them on a terminal.
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

    def explain(
        self, source: str, hypothesis: str, metric: str | None = None, method: str | None = None
    ) -> ExplainedCorrection:
        """Attribute the score of one hypothesis to its edits, which the language finds.

        Args:
            source: the learner's sentence, in English tokenised with spaces, unless the explainer
                does it (`tokenise`).
            hypothesis: its correction likewise.
            metric: a metric of the study, or a component of one, as in `some.fluency`; by default
                the study's first.
            method: an attribution method of the study; by default its first.

        Raises:
            ConfigError: the study has no such metric or method.
        """
        return next(self.explain_pairs([(source, hypothesis)], metric, method))

    def explain_pairs(
        self,
        pairs: Iterable[tuple[str, str]],
        metric: Names | None = None,
        method: Names | None = None,
    ) -> Iterator[ExplainedCorrection]:
        """Like `explain` for many (source, hypothesis) pairs, scored together and streamed.

        Under several metrics or methods a sentence has a record for each metric and method, one
        after the other, before those of the next sentence.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: the edits of a pair cannot be found, or there are more than `MAX_EDITS`;
                names the sentence.
        """

        def with_edits(batch: Sequence[tuple[str, str]], first: int) -> Iterable[Edited]:
            edits = self.extractor.extract(batch, first=first, progress=self.progress)
            return zip((source for source, _ in batch), edits, strict=True)

        def explain(pairs: Iterable[tuple[str, str]]) -> Iterator[ExplainedCorrection]:
            return self._explain(pairs, with_edits, ways, extracted=True)

        ways = self._ways(metric, method)
        return self._as_written(pairs, explain, len(ways)) if self.tokenise else explain(pairs)

    def _as_written(
        self,
        pairs: Iterable[tuple[str, str]],
        explain: Callable[[Iterable[tuple[str, str]]], Iterator[ExplainedCorrection]],
        ways: int,
    ) -> Iterator[ExplainedCorrection]:
        """The records of pairs of ordinary text, `ways` of each, with the texts as they are."""
        tokens = self.language.from_plain_text
        written, given = itertools.tee(pairs)
        records = explain((tokens(source), tokens(hypothesis)) for source, hypothesis in given)
        for source, hypothesis in written:
            for record in itertools.islice(records, ways):
                yield replace(record, source_text=source, hypothesis_text=hypothesis)

    def explain_edits(
        self,
        sentences: Iterable[Edited],
        metric: Names | None = None,
        method: Names | None = None,
    ) -> Iterator[ExplainedCorrection]:
        """Like `explain_pairs` for many (source, edits), whose edits are known already.

        Raises:
            ConfigError: as for `explain`, before anything is loaded.
            InputError: there are more edits than `MAX_EDITS`; names the sentence.
        """

        def as_given(batch: Sequence[Edited], first: int) -> Iterable[Edited]:
            del first
            return batch

        return self._explain(sentences, as_given, self._ways(metric, method), extracted=False)

    def count_ways(self, metric: Names | None = None, method: Names | None = None) -> int:
        """How many records a sentence has under these metrics and methods.

        Raises:
            ConfigError: as for `explain`.
        """
        return len(self._ways(metric, method))

    def _ways(self, metric: Names | None, method: Names | None) -> list["_Way"]:
        """Each metric with each method, checked; no model is loaded."""
        metrics, methods = (
            [next(iter(self.config[kind]))] if names is None else _several(names)
            for kind, names in (("metrics", metric), ("methods", method))
        )
        for name in metrics:
            self._check_language(name, self._metric_entry(name))
        return [_Way(name, self._method(other)) for name in metrics for other in methods]

    def _explain(
        self,
        items: Iterable,
        with_edits: Callable[[Sequence, int], Iterable[Edited]],
        ways: Sequence["_Way"],
        *,
        extracted: bool,
    ) -> Iterator[ExplainedCorrection]:
        scores = self._load(ways, extracted=extracted)
        first = 1
        iterator = iter(items)
        while batch := list(itertools.islice(iterator, SENTENCES_AT_ONCE)):
            games = [
                self._game(number, source, edits)
                for number, (source, edits) in enumerate(with_edits(batch, first), start=first)
            ]
            played = [self._play(games, way, scores[way.metric], extracted) for way in ways]
            yield from itertools.chain.from_iterable(zip(*played, strict=True))
            first += len(batch)

    def _load(self, ways: Sequence["_Way"], *, extracted: bool) -> dict[str, "_Scoring"]:
        """What scores each metric, loaded while the extractor is, if that is needed."""
        metrics = dict.fromkeys(way.metric for way in ways)
        with ThreadPoolExecutor(max_workers=1) as pool:
            extractor = pool.submit(lambda: self.extractor) if extracted else None
            scores = {metric: self._scoring(metric) for metric in metrics}
            if extractor:
                extractor.result()
        return scores

    def _scoring(self, metric: str) -> "_Scoring":
        entry = self._metric_entry(metric)
        scorer = self._metric(entry.get("of", metric))
        column = _column(metric, entry.get("component"), scorer)
        component = {} if column == "score" else {"component": column}
        store = None if isinstance(scorer, FunctionMetric) else self.store

        def score(sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
            table = score_pairs(scorer, sources, texts, store, progress=self.progress)
            return table[column].to_numpy()

        return _Scoring(score, {**scorer.signature(), **component})

    def _play(
        self, games: Sequence[Game], way: "_Way", scoring: "_Scoring", extracted: bool
    ) -> list[ExplainedCorrection]:
        """The records of some sentences under one metric and method."""

        @functools.cache
        def signature(exact: bool) -> str:
            return record_signature(
                metric=way.metric,
                scored_by=scoring.signature,
                method=way.method,
                language=self.language.code,
                edits=self.extractor.identity() if extracted else GIVEN,
                # Where nothing was sampled, the seed moved nothing.
                seed=None if exact else self.config["seed"],
            )

        askings = [way.method.asking(game.n, game.seed) for game in games]
        return [
            ExplainedCorrection.of(
                record_of(
                    game,
                    outcome,
                    metric=way.metric,
                    method=way.method.name,
                    signature=signature(outcome.result.exact),
                )
            )
            for game, outcome in zip(games, play(games, askings, scoring.score), strict=True)
        ]

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

    @functools.cache  # noqa: B019  (an explainer lives as long as its models are wanted)
    def _metric(self, name: str) -> Metric:
        if name in self._objects:
            return self._objects[name]
        runtime = cast("dict[str, Any]", runtime_options(self.config["scoring"]))
        return load_metric(name, self._entry("metrics", name), **runtime)

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


class _Scoring(NamedTuple):
    """A metric that is loaded, and what its scores depend on."""

    score: Score
    signature: Mapping[str, object]


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


def _column(metric: str, component: str | None, scorer: Metric) -> str:
    """The column of the scores that holds the metric."""
    if component is None:
        return "score"
    known = scorer.columns()
    if component not in known:
        raise ConfigError(
            f"metrics.{metric}.component: {component!r} is not a component of the metric; "
            f"there are: {', '.join(known)}"
        )
    return component
