"""The library's main entry point: from a source and a hypothesis to each edit's attribution."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.records import Record, record_of
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.game import Game, play
from gec_attribution.languages import Extractor, load_extractor, load_language
from gec_attribution.languages.given import GIVEN
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.metrics.base import Metric
from gec_attribution.scores.engine import score_pairs
from gec_attribution.study.config import (
    DEFAULT_CONFIG,
    languages_of,
    load_config,
    metric_and_column,
)

# Sentences explained together: enough to fill batches, few enough to hold all their coalitions.
SENTENCES_AT_ONCE = 64

Edited = tuple[str, Sequence[Edit]]


class Explainer:
    """Explains corrections with the models of a study.

    Models are loaded when they are first needed, and kept.

    Args:
        config: a study's configuration file; by default the default study's.
        language: code of the sentences' language; by default the study's.
        tolerance: for sentences whose attributions are estimates; subsets are scored until half the
            width of each edit's 95 % interval is at most this part of the sum of |φ|. By default as
            the study's methods say.

    Raises:
        ConfigError: the configuration is not valid, or there is no such language.
    """

    def __init__(
        self,
        config: str | Path = DEFAULT_CONFIG,
        language: str | None = None,
        tolerance: float | None = None,
    ) -> None:
        self.config = load_config(config)
        self.language = load_language(language or self.config["language"])
        self.tolerance = tolerance

    def explain(self, source: str, hypothesis: str, metric: str, method: str = "shapley") -> Record:
        """Attribute the score of one hypothesis to its edits, which the language finds.

        Args:
            source: the learner's sentence, in English tokenised with spaces.
            hypothesis: its correction, tokenised likewise.
            metric: a metric of the configuration, or a component of one, as in `some.fluency`.
            method: an attribution method of the configuration.

        Raises:
            ConfigError: the configuration has no such metric or method.
        """
        return next(self.explain_pairs([(source, hypothesis)], metric, method))

    def explain_pairs(
        self, pairs: Iterable[tuple[str, str]], metric: str, method: str = "shapley"
    ) -> Iterator[Record]:
        """Like `explain` for many (source, hypothesis) pairs, scored together and streamed.

        Raises:
            InputError: the edits of a pair cannot be found, or there are more than `MAX_EDITS`;
                names the sentence.
        """

        def with_edits(batch: Sequence[tuple[str, str]], first: int) -> Iterable[Edited]:
            edits = self.extractor.extract(batch, first=first)
            return zip((source for source, _ in batch), edits, strict=True)

        return self._explain(pairs, with_edits, metric, method, extracted=True)

    def explain_edits(
        self, sentences: Iterable[Edited], metric: str, method: str = "shapley"
    ) -> Iterator[Record]:
        """Like `explain` for many (source, edits), whose edits are known already.

        Raises:
            InputError: there are more edits than `MAX_EDITS`; names the sentence.
        """

        def as_given(batch: Sequence[Edited], first: int) -> Iterable[Edited]:
            del first
            return batch

        return self._explain(sentences, as_given, metric, method, extracted=False)

    def _explain(
        self,
        items: Iterable,
        with_edits: Callable[[Sequence, int], Iterable[Edited]],
        metric: str,
        method: str,
        *,
        extracted: bool,
    ) -> Iterator[Record]:
        entry = self._metric_entry(metric)
        self._check_language(metric, entry)
        attributor = self._method(method)
        scorer = self._metric(entry.get("of", metric))
        column = _column(metric, entry.get("component"), scorer)
        component = {} if column == "score" else {"component": column}
        signature = record_signature(
            metric=metric,
            scored_by={**scorer.signature(), **component},
            method=attributor,
            language=self.language.code,
            edits=self.extractor.identity() if extracted else GIVEN,
            seed=self.config["seed"],
        )

        def score(sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
            return score_pairs(scorer, sources, texts)[column].to_numpy()

        first = 1
        iterator = iter(items)
        while batch := list(itertools.islice(iterator, SENTENCES_AT_ONCE)):
            games = [
                self._game(number, source, edits)
                for number, (source, edits) in enumerate(with_edits(batch, first), start=first)
            ]
            askings = [attributor.asking(game.n, game.seed) for game in games]
            for game, outcome in zip(games, play(games, askings, score), strict=True):
                yield record_of(game, outcome, metric=metric, method=method, signature=signature)
            first += len(batch)

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
