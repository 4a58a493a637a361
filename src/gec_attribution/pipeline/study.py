"""A checked configuration, with the questions that the stages ask of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from gec_attribution.config.entries import (
    OWN,
    corrections_explained_by,
    datasets_explained_by,
    languages_of,
    metric_and_column,
    metrics_that_score,
    reads_references,
    shared_datasets,
    task_of,
)
from gec_attribution.config.entries import datasets_corrected_by as corrected_by
from gec_attribution.config.schemas import type_entry
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment, Reads
from gec_attribution.pipeline.config import all_experiments

File = str | Mapping[str, Any]
"""A FILE of a configuration: a path, or a mapping that says where and in which form it is."""


NOT_RUN = ("outputs", "explainer")
"""The types of systems that no model runs for: their corrections are made of others' work."""


@dataclass(frozen=True)
class Dataset:
    """A data set of a study; config/README.md says what each key means.

    Attributes:
        language: the language of its sentences.
        pipeline: what analyses them.
        sources: the file of the learners' sentences.
        references: those of the corrected sentences.
        lines: the part of it that is taken, as in `1-200`; all where None.
        tokenise: whether its files are ordinary text.
        experiments: the only ones that look at it; None for a data set of learners' sentences.
        explanations: the file with its first reference's edits explained, if there is one.
        authors: the file that says who wrote each sentence, if there is one.
        published: the data set of a paper that it is, if it is one.
    """

    language: str
    pipeline: str
    sources: File
    references: tuple[File, ...]
    lines: str | None
    tokenise: bool
    experiments: tuple[str, ...] | None
    explanations: File | None = None
    authors: File | None = None
    published: str | None = None


def _of_a_service(kind: str, entry: Mapping[str, Any]) -> bool:
    """Whether a service runs what an entry describes, so that its speed is not its own."""
    stated = type_entry(kind, entry.get("type"))
    return bool(stated and stated.of_a_service)


@dataclass(frozen=True)
class Study:
    """A study as its rules see it.

    Attributes:
        config: the configuration, checked and completed, with its paths resolved.
        labels: what figures and tables call each `dataset`, `system`, `explainer`, `metric` and
            `method`.
        find: where a file is that an experiment's option names.
        published_metrics: the published metrics that metrics are said to be.
        absent: a line for each path of an entry at which there is no model.
    """

    config: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    find: Callable[[str], str] = str
    published_metrics: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """Where its results are, relative to the working directory."""
        return f"results/{self.config['study']}"

    def dataset(self, name: str) -> Dataset:
        """One of its data sets."""
        entry = self.config["datasets"][name]
        known = {part.name: entry[part.name] for part in fields(Dataset) if part.name in entry}
        own = known["experiments"]
        known["experiments"] = own if own is None else tuple(own)
        return Dataset(**{**known, "references": tuple(known["references"])})

    def label(self, kind: str, name: str | None) -> str | None:
        """Label of a `dataset`, `system`, `metric` or `method` in figures and tables."""
        return None if name is None else self.labels.get(kind, {}).get(name, name)

    @cached_property
    def datasets(self) -> list[str]:
        """The data sets that take part in every experiment that has none of its own."""
        return shared_datasets(self.config)

    @property
    def explained_datasets(self) -> list[str]:
        """Data sets whose first reference is explained, edit by edit."""
        return [name for name in self.datasets if self.dataset(name).explanations]

    @property
    def published_datasets(self) -> dict[str, str]:
        """The data sets that a paper has numbers about, with their names there."""
        names = {name: self.dataset(name).published for name in self.config["datasets"]}
        return {name: published for name, published in names.items() if published}

    @property
    def claimed(self) -> dict[str, Any]:
        """What the papers' claims can be about.

        Returns:
            `datasets`: the shared data sets, with their names in a paper and their languages;
            `models`: the metrics that score English, without parts of others, with their types and
            labels.
        """
        described = {name: self.dataset(name) for name in self.datasets}
        english = [name for name, one in described.items() if one.language == "en"]
        scoring = {metric for name in english for metric in self.metrics_of(name)}
        return {
            "datasets": {name: (one.published, one.language) for name, one in described.items()},
            "models": [
                (name, entry["type"], self.label("metric", name))
                for name, entry in self.config["metrics"].items()
                if name in scoring and "type" in entry
            ],
        }

    @property
    def methods(self) -> list[str]:
        """Its attribution methods, the first of which is compared with the others."""
        return list(self.config["methods"])

    @property
    def shapley(self) -> str | None:
        """Its first method that gives Shapley values."""
        return next(iter(self.of_type("methods", "shapley")), None)

    def of_type(self, kind: str, *types: str) -> list[str]:
        """The `systems`, `explainers`, `metrics` or `methods` of some types."""
        return [name for name, entry in self.config[kind].items() if entry.get("type") in types]

    def of_other_types(self, kind: str, *types: str) -> list[str]:
        """The `systems`, `explainers`, `metrics` or `methods` of all other types."""
        return [name for name in self.config[kind] if name not in self.of_type(kind, *types)]

    def systems_of(self, dataset: str) -> list[str]:
        """The systems that correct a data set, in the order of the configuration."""
        return [
            name
            for name, entry in self.config["systems"].items()
            if dataset in corrected_by(self.config, entry)
        ]

    def metrics_of(self, dataset: str) -> list[str]:
        """The metrics that score a data set, in the order of the configuration."""
        return metrics_that_score(self.config, dataset)

    def scored_entries(self, dataset: str) -> dict[str, Any]:
        """The entries of the metrics that score a data set and are no components, by name."""
        scored = self.scored_metrics
        entries = self.config["metrics"]
        return {name: entries[name] for name in self.metrics_of(dataset) if name in scored}

    def scored_metric(self, metric: str) -> tuple[str, Mapping[str, Any]]:
        """Name and entry of the metric whose models score: itself, or what it is a component of."""
        name = self.config["metrics"][metric].get("of", metric)
        return name, self.config["metrics"][name]

    def component(self, metric: str) -> str:
        """The column of those scores that a metric's score is."""
        return self.config["metrics"][metric].get("component", "score")

    def reads_references(self, metric: str) -> bool:
        """Whether a metric, or what it is a component of, reads references."""
        return reads_references(self.scored_metric(metric)[1])

    def summed_parts(self, metric: str) -> Mapping[str, float] | None:
        """The components that a metric sums with weights, if it does."""
        stated = type_entry("metrics", self.config["metrics"][metric].get("type"))
        return (stated.coefficients if stated else None) or None

    def columns_shown(self, experiment: Experiment) -> dict[str, list[str]]:
        """Columns of each metric that the options of an experiment name: its score, or components.

        Without such options, the score of every metric.
        """
        columns: dict[str, list[str]] = {}
        for name in self.options(experiment).get("metrics") or self.config["metrics"]:
            metric, column = metric_and_column(name)
            columns.setdefault(metric, []).append(column)
        return columns

    def played_references(self, dataset: str) -> int | None:
        """The most edits of a reference whose own edits are played, where a study plays them."""
        limits = [
            self.options(experiment)["max_edits"]
            for experiment in self.made_of(dataset)
            if experiment.plays_references and self.dataset(dataset).references
        ]
        return max(limits, default=None)

    def corrects(self, explainer: str, correction: str) -> bool:
        """Whether the corrections are the explainer's own.

        One that explains first makes them from explanations that it is given.
        """
        return correction == OWN or self.explains_first(explainer)

    def explains_first(self, explainer: str) -> bool:
        """Whether an explainer corrects by explanations that it is given."""
        return task_of(self.config["explainers"][explainer]) == "pre-explaining"

    def explanations_of(self, dataset: str) -> list[tuple[str, str, list[str]]]:
        """All explanations of a data set's corrections: explainer, whose corrections, files."""
        listed = []
        for name in self.config["explainers"]:
            if dataset not in datasets_explained_by(self.config, name):
                continue
            runs = self.runs_of(name)
            for correction in corrections_explained_by(self.config, name, dataset):
                stem = f"{self.folder}/{dataset}/explanations/{name}.{correction}"
                listed.append((name, correction, [f"{stem}{run}.json" for run in runs]))
        return listed

    def runs_of(self, explainer: str) -> list[str]:
        """The last part of the names of an explainer's files, one for each run."""
        runs = self.config["explainers"][explainer]["runs"]
        return [""] if runs == 1 else [f".{run}" for run in range(1, runs + 1)]

    @property
    def scored_metrics(self) -> list[str]:
        """The metrics with scores of their own; components of another are read from that one's."""
        return [name for name, entry in self.config["metrics"].items() if "type" in entry]

    @property
    def timed_metrics(self) -> list[str]:
        """Metrics that need nothing but a pair to score it, and whose speed is their own."""
        entries = self.config["metrics"]
        return [
            name
            for name in self.scored_metrics
            if not reads_references(entries[name]) and not _of_a_service("metrics", entries[name])
        ]

    @property
    def ranked_metrics(self) -> list[str]:
        """Metrics that can be compared with people who ranked English corrections."""
        entries = self.config["metrics"]
        return [name for name, entry in entries.items() if "en" in languages_of(self.config, entry)]

    @cached_property
    def all_options(self) -> dict[str, Any]:
        """The entries under `evaluation`, with the defaults of experiments that are left out."""
        return all_experiments(self.config)

    def options(self, experiment: Experiment) -> dict[str, Any]:
        """The options of an experiment, with its defaults where the study leaves it out."""
        return dict(self.all_options.get(experiment.name) or {})

    def has(self, experiment: Experiment) -> bool:
        """Whether the study makes an experiment, and has a data set for it."""
        evaluation = self.config["evaluation"]
        named = experiment.options is None or evaluation.get(experiment.name) is not None
        kind = experiment.method_type
        possible = kind is None or bool(self.of_type("methods", kind))
        return named and possible and bool(self.datasets_of(experiment))

    def datasets_of(self, experiment: Experiment) -> list[str]:
        """The data sets that an experiment looks at."""
        entries = self.config["datasets"]
        options = self.options(experiment)
        own = [
            name
            for name, entry in entries.items()
            if experiment.name in (entry["experiments"] or ())
        ]
        named = [options["dataset"]] if "dataset" in options else options.get("datasets")
        chosen = own or named or self.datasets
        if experiment.own_datasets:
            chosen = named or self.datasets
        having = [
            name
            for name in chosen
            if experiment.needs is None or entries[name].get(experiment.needs)
        ]
        return list(dict.fromkeys([*having, *own])) if experiment.own_datasets else having

    def made_of(self, dataset: str) -> Iterator[Experiment]:
        """The experiments that the study makes and that look at a data set."""
        for experiment in filter(self.has, experiments().values()):
            if dataset in self.datasets_of(experiment):
                yield experiment

    def reads(self, reading: Reads, dataset: str) -> bool:
        """Whether an experiment that the study makes reads such files of a data set."""
        return any(reading in experiment.reads for experiment in self.made_of(dataset))

    def is_judged(self, dataset: str) -> bool:
        """Whether people judged the edits of a data set."""
        spec = self.config["datasets"][dataset]["sources"]
        return isinstance(spec, Mapping) and spec.get("format") == "judged"

    def metrics_read(self, experiment: Experiment, dataset: str) -> list[str]:
        """The metrics of a data set that an experiment of several metrics reads."""
        chosen = self.options(experiment).get("metrics")
        listed = self.metrics_of(dataset)
        return [name for name in listed if chosen is None or name in chosen]

    def metrics_shown(self, experiment: Experiment, dataset: str) -> list[str]:
        """The metrics of which an experiment shows a figure of their own, on a data set."""
        chosen = self.options(experiment).get("metrics") or self.config["metrics"]
        return [name for name in chosen if name in self.metrics_of(dataset)]

    def planned(self, dataset: str) -> dict[str, tuple[int, int]]:
        """The fewest and the most edits of the sentences of which experiments need every subset."""
        lattices = {}
        for experiment in self.made_of(dataset):
            if experiment.every_coalition:
                limits = {"min_edits": 2, **self.config["coalitions"], **self.options(experiment)}
                lattices[experiment.name] = (limits["min_edits"], limits["max_edits"])
        return lattices
