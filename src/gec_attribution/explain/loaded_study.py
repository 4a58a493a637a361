"""The metrics and methods that sentences are explained by: of a study, or given as objects."""

import functools
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeGuard, cast

from gec_attribution.attribution import Method, load_method
from gec_attribution.config.entries import Entry, MethodEntry, MetricEntry, plain
from gec_attribution.config.model_lock import with_commits
from gec_attribution.config.models import read_model
from gec_attribution.config.names import metric_and_column
from gec_attribution.config.opening import checked, load_study
from gec_attribution.config.places import (
    DEFAULT_CONFIG,
    places_of,
    study_file,
    study_names,
    suggestion,
)
from gec_attribution.config.study import Study
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.explain.scored_metric import ScoredMetric
from gec_attribution.metrics import load_metric
from gec_attribution.metrics.base import Metric
from gec_attribution.plugins.entry_points import is_file
from gec_attribution.scores.engine import PROBLEMS
from gec_attribution.scores.functions import Function, FunctionMetric

logger = logging.getLogger(__name__)

# The libraries of the models cannot load several at once; a metric may load another one.
_LOADING = RLock()

Names = str | Sequence[str]
"""A name, or several."""

MetricObject = Metric | Function
"""A metric, or a function from sources and hypotheses to scores."""

StudySource = str | Path | Study | Mapping[str, Any] | MetricObject
"""Argument of an `Explainer`: a study, its path, name or a mapping of its keys, or a metric."""


class NamedMetric(NamedTuple):
    """A metric of a study, or a component of one, that was asked for.

    Attributes:
        name: the name by which it was.
        whole: the name of the metric itself.
        column: its score, or the component.
    """

    name: str
    whole: str
    column: str


class LoadedStudy:
    """Metrics, which are loaded when they are first needed, and methods; see `Explainer`.

    Raises:
        ConfigError: the configuration is not valid, or has no such metric.
    """

    def __init__(
        self,
        study: StudySource = DEFAULT_CONFIG,
        metric: Names | MetricObject | None = None,
    ) -> None:
        if metric is None and _is_metric_name(study):
            metric = str(study)
            study = DEFAULT_CONFIG
        elif is_metric(metric) and study is DEFAULT_CONFIG:
            study = metric
            metric = None
        self.study, self._objects = _read(study)
        self._loaded: dict[str, Metric] = dict(self._objects)
        self._usual: list[str] | None = None
        if metric is not None:
            self._usual = _several("metric", cast("Names", metric))
        for name in self._usual or ():
            self._named(name, self.study.language)

    def metrics(
        self, names: Names | None, language: str, *, referenced: bool
    ) -> list[NamedMetric]:
        """The metrics of these names, checked; no model is loaded.

        Args:
            names: of metrics, or of components as in `some.fluency`; None takes those that were
                chosen for the whole, or else the first metric for the language.
            language: code of the sentences' language.
            referenced: whether the sentences have references.

        Raises:
            ConfigError: the study has no such metric, or it is for another language, or reads
                references and there are none.
        """
        names = self._usual if names is None else names
        if names is None:
            usual = next(iter(self.study.metrics))
            names = next(iter(self._metrics_for(language)), usual)
        chosen = [self._named(name, language) for name in _several("metric", names)]
        for metric in chosen:
            self._check_language(metric, language)
            if language not in (self._languages_of(metric.whole) or [language]):
                logger.warning(
                    "metrics.%s: no metric of the study names the language %s, and this one names "
                    "none; its model may not know it",
                    metric.name,
                    language,
                )
            self._check_component(metric)
            if not referenced:
                self._check_needs_none(metric)
        return chosen

    def methods(self, names: Names | None, *, exact_to: int = 0) -> list[Method]:
        """The methods of these names.

        Args:
            names: the names; None takes the first.
            exact_to: most edits whose coalitions are all scored, if the study's number is smaller.

        Raises:
            ConfigError: the study has no such method.
        """
        coalitions = plain(self.study.coalitions)
        coalitions["exact_up_to"] = max(coalitions["exact_up_to"], exact_to)
        chosen = list(self.study.methods)[:1]
        if names is not None:
            chosen = _several("method", names)
        return [
            load_method(name, self._entry("methods", name).spec, **coalitions)
            for name in chosen
        ]

    def load(self, name: str, language: str) -> Metric:
        """A whole metric for texts of a language, loaded unless it is; of several threads one does.

        Raises:
            ModelError: a model is missing or of another kind.
        """
        with _LOADING:
            if name not in self._loaded:
                runtime = asdict(self.study.scoring.settings)
                entry = with_commits(self._entry("metrics", name))
                self._loaded[name] = load_metric(name, entry.spec, **runtime)
            return self._loaded[name].for_language(language)

    def scored(
        self, named: NamedMetric, language: str, store: str | Path | None
    ) -> ScoredMetric:
        """A metric that was asked for, loaded; scores of a function are never kept."""
        metric = self.load(named.whole, language)
        entry = self.study.metrics.get(named.name)
        label = entry.label if entry else None
        if named.column == "score":
            titled = metric.titled(label or named.name, metric.options)
            label = None if titled == named.name else titled
        kept = None if isinstance(metric, FunctionMetric) else store
        return ScoredMetric(named.name, metric, named.column, kept, label)

    def _entry(self, kind: str, name: str) -> Entry:
        entries = getattr(self.study, kind)
        if name not in entries:
            advice = ""
            if kind == "metrics":
                advice = (
                    "a file with one goes by its path (.py); another study goes by --config, "
                    "or to `Explainer`"
                )
            raise ConfigError(unknown(kind.removesuffix("s"), name, entries, advice))
        return entries[name]

    def _named(self, name: str, language: str) -> NamedMetric:
        """A metric by its name or file, or a component by its own or one such as `some.fluency`."""
        if is_file(name):
            name = self._from_file(name, language)
        metric, column = metric_and_column(name)
        self._entry("metrics", metric)
        if column != "score":
            return NamedMetric(name, metric, column)
        return NamedMetric(
            name, self.study.scored_metric(metric), self.study.component(metric)
        )

    def _from_file(self, path: str, language: str) -> str:
        """The name of the metric in a file of one's own, which is added to the study's metrics."""
        if not Path(path).is_file():
            raise ConfigError(
                f"{path}: there is no such file{suggestion(path, [Path.cwd()])}"
            )
        # After a dot, the name of a metric has that of a component.
        name = Path(path).name.partition(".")[0]
        metrics = self.study.metrics
        entry = read_model(MetricEntry, {"type": str(Path(path).resolve())}, path)
        languages = list(entry.known_languages) or [language]
        entry = entry.model_copy(update={"languages": languages})
        if metrics.get(name, entry).type != entry.type:
            raise ConfigError(
                f"{path}: the study has another metric {name}; give the file another name"
            )
        self.study = self.study.model_copy(update={"metrics": {**metrics, name: entry}})
        return name

    def _check_needs_none(self, metric: NamedMetric) -> None:
        if metric.whole in self._objects:
            needs_references = self._objects[metric.whole].needs_references
        else:
            needs_references = self.study.reads_references(metric.whole)
        if needs_references:
            raise ConfigError(
                f"metrics.{metric.name}: reads references, and none are given; give some "
                "(`references`, on the command line `--reference`)"
            )

    def _check_component(self, metric: NamedMetric) -> None:
        if metric.column == "score":
            return
        if metric.whole in self._objects:
            components = self._objects[metric.whole].columns()
        else:
            components = self.study.metrics[metric.whole].columns() or []
        components = [name for name in components if name not in PROBLEMS]
        if metric.column not in components:
            problem = unknown("component", metric.column, components)
            raise ConfigError(f"metrics.{metric.name}.component: {problem}")

    def _languages_of(self, metric: str) -> Sequence[str]:
        """The languages that a metric is for; empty where an object is for any."""
        if metric in self._objects:
            return self._objects[metric].languages
        return self.study.languages_of(self.study.metrics[metric])

    def _metrics_for(self, code: str) -> list[str]:
        """Metrics for a language; where there are none, those that name no language at all."""
        named = []
        for_any = []
        for name, entry in self.study.metrics.items():
            if code in (self._languages_of(name) or [code]):
                named.append(name)
            elif not (
                entry.written().get("languages")
                or entry.known_languages
                or entry.usual_languages
            ):
                for_any.append(name)
        return named or for_any

    def _check_language(self, metric: NamedMetric, code: str) -> None:
        served = self._metrics_for(code)
        if metric.whole not in served:
            raise ConfigError(
                f"metrics.{metric.name}: is for {', '.join(self._languages_of(metric.whole))}, but "
                f"the sentences are in {code}; metrics for {code}: {', '.join(served) or 'none'} "
                "(`languages` of each)"
            )


def _several(key: str, names: Names) -> list[str]:
    """The names, each once.

    Raises:
        ConfigError: there is none, or something else in place of a name.
    """
    given = [names] if isinstance(names, str) else names
    chosen = list(dict.fromkeys(given)) if isinstance(given, Iterable) else []
    if not chosen or not all(isinstance(name, str) for name in chosen):
        raise ConfigError(
            f"{key}: found {names!r:.80}; it must be one name or several; give a Metric or a "
            "function to `Explainer` itself or to `attribute`, and a Method to `attribute`"
        )
    return chosen


@functools.cache
def usual_study() -> LoadedStudy:
    """The default study, whose metrics go by their names alone."""
    return LoadedStudy()


def get_metric_ids() -> list[str]:
    """Names of the metrics of the default study, which `get_metric` and `attribute` take."""
    return [*usual_study().study.metrics]


def get_metric(name: str, language: str = "en") -> Metric:
    """A metric of the default study, loaded once and kept.

    Args:
        name: one of `get_metric_ids`.
        language: code of the language of the texts.

    Raises:
        ConfigError: there is no such metric, or it is for another language.
        ModelError: a model is missing or of another kind.
    """
    if name not in get_metric_ids():
        advice = "`load_metric` takes an entry of a study"
        raise ConfigError(unknown("metric", name, get_metric_ids(), advice))
    usual_study().metrics(name, language, referenced=True)
    return usual_study().load(name, language)


def _is_metric_name(source: object) -> bool:
    """Whether something is the name of a metric of the default study, or a metric's file."""
    if is_file(source):
        return True
    if not isinstance(source, str) or source.endswith((".yaml", ".yml")):
        return False
    metric, _ = metric_and_column(source)
    return Path(source).name == source and metric in get_metric_ids()


def as_metric(value: MetricObject, name: str = "") -> Metric:
    """A metric or a function as a metric that has a name: its own, or else `name`."""
    metric = value if isinstance(value, Metric) else FunctionMetric(value)
    metric.name = metric.name or name or type(metric).__name__
    return metric


def is_metric(value: object) -> TypeGuard[MetricObject]:
    """Whether something is a metric, or a function that could be one."""
    return isinstance(value, Metric) or (
        callable(value) and not isinstance(value, type)
    )


def _read(source: StudySource) -> tuple[Study, dict[str, Metric]]:
    """A study, and those of its metrics that are objects, by name."""
    if isinstance(source, Study):
        return source, {}
    if isinstance(source, str | Path):
        return _checked(_opened(source), str(source)), {}
    values = _values(source)
    metrics = values.get("metrics")
    entries = metrics if isinstance(metrics, Mapping) else {}
    usual = load_study()
    objects: dict[str, Metric] = {}
    written: dict[str, object] = {}
    for name, value in entries.items():
        if is_metric(value):
            objects[name] = as_metric(value, name)
        elif name in usual.metrics and value == {"type": usual.metrics[name].type}:
            # An entry with only the type of one of the default study is that one.
            written[name] = usual.metrics[name].written()
        else:
            written[name] = value
    if written:
        values["metrics"] = written
    elif objects:
        del values["metrics"]
    study = checked(values, places=places_of())
    # The order in which metrics were given, since the first is the default.
    in_order = {}
    for name, value in entries.items():
        if name in written:
            in_order[name] = study.metrics[name]
        else:
            in_order[name] = MetricEntry.model_construct(type=type(value).__name__)
    methods = study.methods or _without_options(usual.methods)
    study = study.model_copy(update={"metrics": in_order, "methods": methods})
    return _checked(study, "study"), objects


def _values(source: StudySource) -> dict[str, Any]:
    """The keys and values of a study that is no file: a mapping, or one metric."""
    if isinstance(source, Mapping):
        return dict(source)
    if is_metric(source):
        return {"metrics": {as_metric(source).name: source}}
    raise ConfigError(
        "an Explainer takes the path of a study, its name, a mapping, a Metric, its name, or a "
        "function from sources and hypotheses to scores; found "
        f"{type(source).__name__} {source!r}"
    )


def _without_options(methods: Mapping[str, MethodEntry]) -> dict[str, MethodEntry]:
    """The methods without options, such as numbers of samples, which are for a study's corpora."""
    bare = {}
    for name, entry in methods.items():
        bare[name] = entry.model_construct(type=entry.type, label=entry.label)
    return bare


def _opened(source: str | Path) -> Study:
    """The study of a file or name; raises ConfigError, which says what else a name may be."""
    if (
        isinstance(source, Path)
        or Path(source).stem != source
        or study_file(source).exists()
    ):
        return load_study(source)
    metrics = get_metric_ids()
    raise ConfigError(
        f"{unknown('metric or study', source, [*metrics, *study_names()])}; a file goes by its "
        "path, with its ending; a Metric or a function goes as it is"
    )


def _checked(study: Study, name: str) -> Study:
    """The study; raises ConfigError for one without metrics or methods."""
    missing = [repr(key) for key in ("metrics", "methods") if not getattr(study, key)]
    if missing:
        raise ConfigError(f"{name}: the top level: missing {', '.join(missing)}")
    return study
