"""The metrics and methods that sentences are explained by: of a study, or given as objects."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gec_attribution.attribution import Method, load_method
from gec_attribution.config.config import TO_EXPLAIN, load_config, validate_config
from gec_attribution.config.entries import languages_of, metric_and_column, reads_references
from gec_attribution.config.places import meant, places_of, resolve_paths
from gec_attribution.config.types import unknown_types
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.metrics import load_metric, metric_class, runtime_options
from gec_attribution.metrics.base import Metric
from gec_attribution.plugins.entry_points import is_file
from gec_attribution.scores.functions import Function, FunctionMetric

Names = str | Sequence[str]
"""A name, or several."""

MetricObject = Metric | Function
"""A metric, or a function from sources and hypotheses to scores."""

Study = str | Path | Mapping[str, Any] | MetricObject
"""What an `Explainer` takes: the path of a study, a mapping of its keys, or a metric."""


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


class GivenStudy:
    """Metrics, which are loaded when they are first needed, and methods.

    Args:
        study: see `Explainer`.

    Raises:
        ConfigError: the configuration is not valid.
    """

    def __init__(self, study: Study) -> None:
        self.config, self._objects = _read(study)
        if problems := list(unknown_types({"systems": {}, "explainers": {}, **self.config})):
            raise ConfigError("\n".join(problems))
        self._loaded: dict[str, Metric] = dict(self._objects)

    def metrics(self, names: Names | None, language: str, *, referenced: bool) -> list[NamedMetric]:
        """The metrics of these names, checked; no model is loaded.

        Args:
            names: of metrics, or of components as in `some.fluency`; None takes the first metric.
            language: code of the sentences' language.
            referenced: whether the sentences have references.

        Raises:
            ConfigError: the study has no such metric, or it is for another language, or reads
                references and there are none.
        """
        chosen = [self._named(name) for name in self._asked("metrics", names)]
        for metric in chosen:
            self._check_language(metric, language)
            self._check_component(metric)
            if not referenced:
                self._check_needs_none(metric)
        return chosen

    def methods(self, names: Names | None) -> list[Method]:
        """The methods of these names; None takes the first.

        Raises:
            ConfigError: the study has no such method.
        """
        return [
            load_method(name, self._entry("methods", name), **self.config["coalitions"])
            for name in self._asked("methods", names)
        ]

    def load(self, name: str) -> Metric:
        """A whole metric, loaded unless it is.

        Raises:
            ModelError: a model is missing or of another kind.
        """
        if name not in self._loaded:
            runtime = runtime_options(self.config["scoring"])
            self._loaded[name] = load_metric(name, self._entry("metrics", name), **runtime)
        return self._loaded[name]

    def _asked(self, kind: str, names: Names | None) -> list[str]:
        return [next(iter(self.config[kind]))] if names is None else several(names)

    def _entry(self, kind: str, name: str) -> Mapping:
        try:
            return self.config[kind][name]
        except KeyError:
            what = kind.removesuffix("s")
            raise ConfigError(unknown(what, name, self.config[kind])) from None

    def _named(self, name: str) -> NamedMetric:
        """A metric by its name or file, or a component by its own or one such as `some.fluency`."""
        if is_file(name):
            name = self._from_file(name)
        metric, column = metric_and_column(name)
        entry = self._entry("metrics", metric)
        if column != "score":
            return NamedMetric(name, metric, column)
        return NamedMetric(name, entry.get("of", metric), entry.get("component", "score"))

    def _from_file(self, path: str) -> str:
        """The name of the metric in a file of one's own, which is added to the study's metrics."""
        if not Path(path).is_file():
            raise ConfigError(f"{path}: there is no such file{meant(path, [Path.cwd()])}")
        name, known = Path(path).stem, self.config["metrics"]
        entry = {"type": str(Path(path).resolve())}
        if known.setdefault(name, entry)["type"] != entry["type"]:
            raise ConfigError(
                f"{path}: the study has another metric {name}; give the file another name"
            )
        return name

    def _check_needs_none(self, metric: NamedMetric) -> None:
        given = self._objects.get(metric.whole)
        needs = (
            reads_references(self._entry("metrics", metric.whole))
            if given is None
            else given.needs_references
        )
        if needs:
            raise ConfigError(
                f"metrics.{metric.name}: reads references, and none are given; give some "
                "(`references`, on the command line `--reference`)"
            )

    def _check_component(self, metric: NamedMetric) -> None:
        if metric.column == "score":
            return
        if metric.whole in self._objects:
            known = self._objects[metric.whole].columns()
        else:
            known = metric_class(metric.whole, self._entry("metrics", metric.whole)).columns()
        if metric.column not in known:
            raise ConfigError(
                f"metrics.{metric.name}.component: {unknown('component', metric.column, known)}"
            )

    def _check_language(self, metric: NamedMetric, code: str) -> None:
        entries = self.config["metrics"]
        languages = languages_of(self.config, entries.get(metric.name, entries[metric.whole]))
        if code not in languages:
            others = [
                name for name, entry in entries.items() if code in languages_of(self.config, entry)
            ]
            raise ConfigError(
                f"metrics.{metric.name}: is for {', '.join(languages)}, but the sentences are in "
                f"{code}; metrics for {code}: {', '.join(others) or 'none'} (`languages` of each)"
            )


def several(names: Names) -> list[str]:
    """The names, each once."""
    return [names] if isinstance(names, str) else list(dict.fromkeys(names))


def as_metric(value: MetricObject, name: str = "") -> Metric:
    """A metric or a function as a metric that has a name.

    Args:
        value: the metric, or the function.
        name: its name, if it has none of its own; by default that of its class or function.
    """
    metric = value if isinstance(value, Metric) else FunctionMetric(value)
    metric.name = metric.name or name or type(metric).__name__
    return metric


def is_metric(value: object) -> bool:
    """Whether something is a metric, or a function that could be one."""
    return isinstance(value, Metric) or (callable(value) and not isinstance(value, type))


def _read(study: Study) -> tuple[dict[str, Any], dict[str, Metric]]:
    """The configuration of a study, and those of its metrics that are objects, by name."""
    if isinstance(study, str | Path):
        return load_config(study, required=TO_EXPLAIN), {}
    if isinstance(study, Mapping):
        given = dict(study)
    elif is_metric(study):
        given = {"metrics": {as_metric(study).name: study}}
    else:
        raise ConfigError(
            "an Explainer takes the path of a study, a mapping, a Metric, or a function from "
            f"sources and hypotheses to scores; found {type(study).__name__} {study!r}"
        )
    for key, entries in given.items():
        if (
            key != "metrics"
            and isinstance(entries, Mapping)
            and any(map(is_metric, entries.values()))
        ):
            raise ConfigError(f"study: {unknown('key of metrics', key, ['metrics'])}")
    metrics = given.get("metrics")
    metrics = _with_usual_options(metrics) if isinstance(metrics, Mapping) else {}
    objects = {name: value for name, value in metrics.items() if is_metric(value)}
    if metrics:
        del given["metrics"]
        if rest := {name: entry for name, entry in metrics.items() if name not in objects}:
            given["metrics"] = rest
    if "methods" not in given:
        usual = load_config(required=TO_EXPLAIN)["methods"].items()
        # How many subsets the default study can afford is its own affair.
        given["methods"] = {
            name: {key: entry[key] for key in ("label", "type")} for name, entry in usual
        }
    required = [key for key in TO_EXPLAIN if key != "metrics" or not objects]
    config = resolve_paths(validate_config(given, "study", required=required), places_of())
    # In the order in which they were given, for the first is the one taken by default.
    entries = config["metrics"]
    config["metrics"] = {name: entries.get(name, {}) for name in metrics or entries}
    return config, {name: as_metric(value, name) for name, value in objects.items()}


def _with_usual_options(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """The metrics, where one that says its type alone is that of the default study's entry."""
    bare = [
        name
        for name, entry in metrics.items()
        if isinstance(entry, Mapping) and [*entry] == ["type"]
    ]
    usual = load_config(required=TO_EXPLAIN)["metrics"] if bare else {}
    known = {
        name: usual[name]
        for name in bare
        if usual.get(name, {}).get("type") == metrics[name]["type"]
    }
    return {**metrics, **known}
