"""The front door of the library: from a source and a hypothesis to the attribution of each edit."""

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from gec_attribution.attribution import load_method, normalise
from gec_attribution.attribution.base import Method
from gec_attribution.edits.model import Edit, apply_edits, tokenize
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.games.coalitions import MAX_EDITS, coalition_sentences, full_mask
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Extractor, load_extractor
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.metrics.base import Metric
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.seeds import sentence_seed
from gec_attribution.storage.signatures import format_signature
from gec_attribution.study.config import DEFAULT_CONFIG, load_config

# Sentences explained together: enough to fill batches, few enough to hold all their coalitions.
SENTENCES_AT_ONCE = 64


@dataclass(frozen=True)
class AttributedEdit:
    """An edit with its attribution.

    Attributes:
        start: first source token that the edit replaces.
        end: the token after the last one; equal to `start` for an insertion.
        correction: the new tokens, joined by spaces; empty for a deletion.
        type: error type.
        phi: attribution score φ, in units of the metric (equation 1); NaN where it is undefined.
        phi_normalised: φ divided by the sum of the sentence's |φ| (equation 5), in [-1, 1].
        stderr: standard error of φ; 0 where φ is exact.
    """

    start: int
    end: int
    correction: str
    type: str
    phi: float
    phi_normalised: float
    stderr: float


@dataclass(frozen=True)
class Explanation:
    """What each edit of one hypothesis contributed to its score.

    Attributes:
        source: the learner's sentence, tokens joined by spaces.
        hypothesis: the corrected sentence, likewise.
        metric: name of the metric.
        method: name of the attribution method.
        baseline: M(S|S), the score of the source.
        score: M(H|S), the score of the hypothesis.
        exact: whether φ was computed from every coalition the method asks for, without sampling.
        evaluations: coalitions whose score was read.
        seed: seed of the sampled permutations.
        signature: everything that moves these numbers.
        edits: the edits, in the order of the sentence.
    """

    source: str
    hypothesis: str
    metric: str
    method: str
    baseline: float
    score: float
    exact: bool
    evaluations: int
    seed: int
    signature: str
    edits: tuple[AttributedEdit, ...]

    def to_dict(self) -> dict:
        """The explanation as plain numbers, strings and lists; undefined numbers are None."""
        record = asdict(self)
        record["edits"] = [_without_nan(edit) for edit in record["edits"]]
        return _without_nan(record)


class Explainer:
    """Explains corrections with the models of a study.

    Models are loaded when they are first needed, and kept.

    Args:
        config: a study's configuration file; by default the default study's.

    Raises:
        ConfigError: the configuration is not valid.
    """

    def __init__(self, config: str | Path = DEFAULT_CONFIG) -> None:
        self.config = load_config(config)

    def explain(
        self, source: str, hypothesis: str, metric: str, method: str = "shapley"
    ) -> Explanation:
        """Attribute the score of one hypothesis to its edits, which ERRANT finds.

        Args:
            source: the learner's sentence, tokenised with spaces.
            hypothesis: its correction, tokenised likewise.
            metric: a metric of the configuration.
            method: an attribution method of the configuration.

        Raises:
            ConfigError: the configuration has no such metric or method.
        """
        return next(self.explain_pairs([(source, hypothesis)], metric, method))

    def explain_pairs(
        self, pairs: Iterable[tuple[str, str]], metric: str, method: str = "shapley"
    ) -> Iterator[Explanation]:
        """Like `explain` for many (source, hypothesis) pairs, scored together and streamed.

        Raises:
            InputError: the edits of a pair cannot be found, or there are more than can be told
                apart; names the sentence.
        """
        return self.explain_edits(self._with_edits(pairs), metric, method)

    def explain_edits(
        self,
        sentences: Iterable[tuple[str, Sequence[Edit]]],
        metric: str,
        method: str = "shapley",
    ) -> Iterator[Explanation]:
        """Like `explain` for many (source, edits), whose edits are known already.

        Raises:
            InputError: there are more edits than can be told apart; names the sentence.
        """
        entry = self._entry("metrics", metric)
        scorer = self._metric(entry.get("of", metric))
        attributor = self._method(method)
        for batch in _batches(_attributable(sentences)):
            games = [_Game.of(source, edits, attributor, self.config) for source, edits in batch]
            values = _score(games, scorer, entry.get("component"))
            for game, table in zip(games, values, strict=True):
                yield game.explanation(table, metric, method, attributor, scorer)

    def _with_edits(
        self, pairs: Iterable[tuple[str, str]]
    ) -> Iterator[tuple[str, tuple[Edit, ...]]]:
        for index, batch in enumerate(_batches(pairs)):
            edits = self.extractor.extract(batch, first=index * SENTENCES_AT_ONCE + 1)
            yield from ((source, own) for (source, _), own in zip(batch, edits, strict=True))

    @functools.cached_property
    def extractor(self) -> Extractor:
        """The edit extractor of the configuration's language."""
        return load_extractor(self.config["language"], self.config["pipeline"])

    @functools.cache  # noqa: B019  (an explainer lives as long as its models are wanted)
    def _metric(self, name: str) -> Metric:
        runtime = runtime_options(self.config["scoring"])
        return load_metric(name, self._entry("metrics", name), **runtime)

    def _method(self, name: str) -> Method:
        return load_method(name, self._entry("methods", name), **self.config["coalitions"])

    def _entry(self, kind: str, name: str) -> Mapping:
        try:
            return self.config[kind][name]
        except KeyError:
            known = ", ".join(self.config[kind])
            raise ConfigError(f"{name!r} is not among {kind}: {known}") from None


@dataclass(frozen=True)
class _Game:
    """One sentence's edits as players, before their coalitions are scored."""

    tokens: list[str]
    edits: tuple[Edit, ...]
    masks: np.ndarray
    sentences: list[str]
    seed: int

    @classmethod
    def of(cls, source: str, edits: Sequence[Edit], method: Method, config: Mapping) -> "_Game":
        tokens = tokenize(source)
        hypothesis = " ".join(apply_edits(tokens, edits))
        seed = sentence_seed(config["seed"], " ".join(tokens), hypothesis)
        ends = np.array([0, full_mask(len(edits))], dtype=np.uint64)
        masks = np.union1d(method.masks(len(edits), seed), ends)
        return cls(tokens, tuple(edits), masks, coalition_sentences(tokens, edits, masks), seed)

    def explanation(
        self, values: np.ndarray, metric: str, method: str, attributor: Method, scorer: Metric
    ) -> Explanation:
        table = ValueTable(len(self.edits), self.masks, values)
        result = attributor.attribute(table, self.seed)
        parts = {"metric": metric, **scorer.signature(), "method": method, "seed": self.seed}
        return Explanation(
            source=" ".join(self.tokens),
            hypothesis=self.sentences[-1],
            metric=metric,
            method=method,
            baseline=float(values[0]),
            score=float(values[-1]),
            exact=result.exact,
            evaluations=result.evaluations,
            seed=self.seed,
            signature=format_signature(parts),
            edits=tuple(
                AttributedEdit(
                    edit.start, edit.end, edit.correction, edit.type, *map(float, numbers)
                )
                for edit, *numbers in zip(
                    self.edits, result.phi, normalise(result.phi), result.stderr, strict=True
                )
            ),
        )


def _score(games: Sequence[_Game], metric: Metric, component: str | None) -> list[np.ndarray]:
    """The value of each coalition of each game; every distinct pair is scored once."""
    numbers: dict[tuple[str, str], int] = {}
    indices = [
        [
            numbers.setdefault((" ".join(game.tokens), sentence), len(numbers))
            for sentence in game.sentences
        ]
        for game in games
    ]
    sources, sentences = zip(*numbers, strict=True)
    scores = score_pairs(metric, sources, sentences)
    if component is not None and component not in scores:
        known = ", ".join(scores.columns.drop("score"))
        raise ConfigError(f"{component!r} is not a component of the metric: {known}")
    values = scores[component or "score"].to_numpy()
    return [values[index] for index in indices]


def _attributable(
    sentences: Iterable[tuple[str, Sequence[Edit]]],
) -> Iterator[tuple[str, Sequence[Edit]]]:
    for number, (source, edits) in enumerate(sentences, start=1):
        if len(edits) > MAX_EDITS:
            raise InputError(
                f"sentence {number} has {len(edits)} edits; at most {MAX_EDITS} can be attributed, "
                "so cut it, or take it out"
            )
        yield source, edits


def _batches(items: Iterable) -> Iterator[list]:
    iterator = iter(items)
    while batch := list(itertools.islice(iterator, SENTENCES_AT_ONCE)):
        yield batch


def _without_nan(record: dict) -> dict:
    return {
        key: None if isinstance(value, float) and math.isnan(value) else value
        for key, value in record.items()
    }
