"""A checked configuration, with the questions that the stages ask of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment
from gec_attribution.statistics import bootstrap
from gec_attribution.study.config import (
    all_experiments,
    corrections_explained_by,
    datasets_explained_by,
    languages_of,
    metrics_that_score,
    reads_references,
    shared_datasets,
)
from gec_attribution.study.config import datasets_corrected_by as corrected_by
from gec_attribution.tables.chosen import KINDS


@dataclass(frozen=True)
class Study:
    """A study as its rules see it.

    Attributes:
        config: the configuration, checked and completed, with its paths resolved.
        labels: what figures and tables call each `dataset`, `system`, `metric` and `method`.
        find: where a file is that an experiment's option names.
    """

    config: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    find: Callable[[str], str] = str

    @property
    def folder(self) -> str:
        """Where its results are, relative to the working directory."""
        return f"results/{self.config['study']}"

    def label(self, kind: str, name: str | None) -> str | None:
        """What figures and tables call a `dataset`, `system`, `metric` or `method`."""
        return None if name is None else self.labels.get(kind, {}).get(name, name)

    @cached_property
    def datasets(self) -> list[str]:
        """The data sets that take part in every experiment that has none of its own."""
        return shared_datasets(self.config)

    @property
    def methods(self) -> list[str]:
        """Its attribution methods, the first of which is compared with the others."""
        return list(self.config["methods"])

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

    def explanations_of(self, dataset: str) -> list[tuple[str, str, list[str]]]:
        """All explanations of a data set's corrections: explainer, whose corrections, files."""
        listed = []
        for name, entry in self.config["explainers"].items():
            if dataset not in datasets_explained_by(self.config, name):
                continue
            runs = [""] if entry["runs"] == 1 else [f".{n}" for n in range(1, entry["runs"] + 1)]
            for correction in corrections_explained_by(self.config, name, dataset):
                stem = f"{self.folder}/{dataset}/explanations/{name}.{correction}"
                listed.append((name, correction, [f"{stem}{run}.json" for run in runs]))
        return listed

    @property
    def scored_metrics(self) -> list[str]:
        """The metrics with scores of their own; components of another are read from that one's."""
        return [name for name, entry in self.config["metrics"].items() if "type" in entry]

    @property
    def timed_metrics(self) -> list[str]:
        """Those that need nothing but a pair to score it, and whose speed is their own."""
        entries = self.config["metrics"]
        return [
            name
            for name in self.scored_metrics
            if not reads_references(entries[name]) and entries[name]["type"] != "chat_judge"
        ]

    @property
    def ranked_metrics(self) -> list[str]:
        """Those that can be compared with people who ranked English corrections."""
        entries = self.config["metrics"]
        return [
            name
            for name, entry in entries.items()
            if "en" in languages_of(self.config, entry)
            and not reads_references(entries[entry.get("of", name)])
        ]

    @cached_property
    def _options(self) -> dict[str, Any]:
        return all_experiments(self.config)

    def options(self, experiment: Experiment) -> dict[str, Any]:
        """The options of an experiment, with its defaults where the study leaves it out."""
        return dict(self._options.get(experiment.name) or {})

    def has(self, experiment: Experiment) -> bool:
        """Whether the study makes an experiment, and has a data set for it."""
        evaluation = self.config["evaluation"]
        named = experiment.options is None or evaluation[experiment.name] is not None
        return named and bool(self.datasets_of(experiment))

    def datasets_of(self, experiment: Experiment) -> list[str]:
        """The data sets that an experiment looks at, apart from the one that it is tuned on."""
        entries = self.config["datasets"]
        options = self.options(experiment)
        own = [
            name
            for name, entry in entries.items()
            if experiment.name in (entry["experiments"] or ()) and name != options.get("tuned_on")
        ]
        named = [options["dataset"]] if "dataset" in options else options.get("datasets")
        chosen = own or named or self.datasets
        return [
            name
            for name in chosen
            if experiment.needs is None or entries[name].get(experiment.needs)
        ]

    def metrics_shown(self, experiment: Experiment, dataset: str) -> list[str]:
        """The metrics of which an experiment shows a figure of their own, on a data set."""
        chosen = self.options(experiment).get("metrics") or self.config["metrics"]
        return [name for name in chosen if name in self.metrics_of(dataset)]

    def planned(self, dataset: str) -> dict[str, tuple[int, int]]:
        """The fewest and the most edits of the sentences of which experiments need every subset."""
        lattices = {}
        for name, experiment in experiments().items():
            if experiment.lattice is None or not self.has(experiment):
                continue
            if dataset not in self.datasets_of(experiment):
                continue
            options = self.options(experiment)
            least, most = experiment.lattice.min_edits, experiment.lattice.max_edits
            lattices[name] = (
                options[least] if isinstance(least, str) else least,
                self.config["coalitions"]["max_edits"] if most is None else options[most],
            )
        return lattices

    def caption_facts(
        self,
        experiment: Experiment,
        datasets: list[str] | None = None,
        metrics: list[str] | None = None,
    ) -> dict[str, Any]:
        """What the captions of an experiment may name; see `Experiment`.

        Args:
            experiment: the experiment.
            datasets: those shown; all that it looks at where None.
            metrics: those shown; all of the study where None.
        """
        options = self.options(experiment)
        evaluation = self.config["evaluation"]
        metrics_named = {
            "scored_metrics": self.scored_metrics,
            "timed_metrics": self.timed_metrics,
            "ranked_metrics": self.ranked_metrics,
        }
        shown = {
            "dataset": self.datasets_of(experiment) if datasets is None else datasets,
            "metric": list(self.config["metrics"]) if metrics is None else metrics,
            "method": [options["method"]] if options.get("method") else self.methods,
        }
        return {
            **options,
            **{f"{kind}s": self._joined(kind, names) for kind, names in shown.items()},
            **{key: self._joined("metric", names) for key, names in metrics_named.items()},
            "first_method": self.label("method", self.methods[0]) if self.methods else "",
            "least_sources": bootstrap.MIN_SOURCES,
            "most_edits": self.config["coalitions"]["max_edits"],
            "include_sampled": evaluation["include_sampled"],
            "resamples": evaluation["resamples"],
            "test_resamples": bootstrap.enough_to_test(evaluation["resamples"]),
            "seed": self.config["seed"],
        }

    def style(self) -> dict[str, Any]:
        """What scripts that draw and print take of the study's `style`."""
        style = self.config["style"]
        return {
            "look": {key: style[key] for key in ("font", "font_size", "scale", "colours")},
            "shown": {kind: style[f"{kind}s"] for kind in KINDS},
            "signatures": style["signatures"],
            "tables": style["tables"],
        }

    def _joined(self, kind: str, names: list[str]) -> str:
        listed = self.config["style"][f"{kind}s"] or names
        # As in `chosen_rows`: what has none of the names that are listed shows its own.
        names = [name for name in listed if name in names] or names
        return ", ".join(self.labels.get(kind, {}).get(name, name) for name in names)
