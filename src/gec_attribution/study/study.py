"""A checked configuration, with the questions that the stages ask of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment
from gec_attribution.statistics import bootstrap
from gec_attribution.study.config import all_experiments, metrics_that_score, shared_datasets
from gec_attribution.study.config import datasets_corrected_by as corrected_by


@dataclass(frozen=True)
class Study:
    """A study as its rules see it.

    Attributes:
        config: the configuration, checked and completed, with its paths resolved.
        labels: what figures and tables call each `dataset`, `system`, `metric` and `method`.
    """

    config: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """Where its results are, relative to the working directory."""
        return f"results/{self.config['study']}"

    def label(self, kind: str, name: str | None) -> str | None:
        """What figures and tables call a `dataset`, `system`, `metric` or `method`."""
        return None if name is None else self.labels[kind].get(name, name)

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

    @cached_property
    def _options(self) -> dict[str, Any]:
        return all_experiments(self.config)

    def options(self, experiment: Experiment) -> dict[str, Any]:
        """The options of an experiment, with its defaults where the study leaves it out."""
        return dict(self._options.get(experiment.name) or {})

    def has(self, experiment: Experiment) -> bool:
        """Whether the study makes an experiment, and has a data set for it."""
        named = experiment.options is None or self.config["evaluation"][experiment.name] is not None
        return named and bool(experiment.unit == "study" or self.datasets_of(experiment))

    def datasets_of(self, experiment: Experiment) -> list[str]:
        """The data sets that an experiment looks at."""
        entries = self.config["datasets"]
        own = [
            name
            for name, entry in entries.items()
            if experiment.name in (entry["experiments"] or ())
        ]
        chosen = own or self.options(experiment).get("datasets") or self.datasets
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
        shown = {
            "dataset": self.datasets_of(experiment) if datasets is None else datasets,
            "metric": list(self.config["metrics"]) if metrics is None else metrics,
            "method": [options["method"]] if options.get("method") else self.methods,
        }
        return {
            **options,
            **{
                f"{kind}s": ", ".join(self.labels[kind].get(name, name) for name in names)
                for kind, names in shown.items()
            },
            "most_edits": self.config["coalitions"]["max_edits"],
            "above_most_edits": self.config["coalitions"]["above_max_edits"],
            "include_sampled": evaluation["include_sampled"],
            "resamples": evaluation["resamples"],
            "test_resamples": bootstrap.enough_to_test(evaluation["resamples"]),
            "seed": self.config["seed"],
        }
