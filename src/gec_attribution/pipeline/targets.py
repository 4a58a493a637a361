"""Products of a study's last stage: its figures and tables, and the words of the report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gec_attribution.config.entries import OWN, REFERENCE
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment, Figure, Shown, Table
from gec_attribution.pipeline.captions import caption
from gec_attribution.pipeline.experiment_files import shown_options
from gec_attribution.pipeline.study import Study
from gec_attribution.statistics import bootstrap


@dataclass(frozen=True)
class Made:
    """A figure or table that a study makes.

    Attributes:
        experiment: the experiment that it belongs to.
        item: its declaration.
        name: of its files, without what comes after the first point.
        dataset: the only data set that it shows; empty where it shows all.
        metric: likewise.
    """

    experiment: Experiment
    item: Shown
    name: str
    dataset: str = ""
    metric: str = ""

    def stem(self, study: Study) -> str:
        """Its files without their suffix."""
        about = f".{self.dataset}.{self.metric}" if self.metric else ""
        return f"{study.folder}/{self.item.folder}/{self.name}{about}"

    def files(self, study: Study) -> list[str]:
        """Its files."""
        return [f"{self.stem(study)}.{kind}" for kind in self.item.kinds]

    def entry(self, study: Study) -> dict[str, Any]:
        """Entry in the report, as `report.Result` takes it."""
        labels = (study.label("dataset", self.dataset), study.label("metric", self.metric))
        about = f": {', '.join(map(str, labels))}" if self.metric else ""
        return {
            "stem": self.stem(study),
            "is_figure": isinstance(self.item, Figure),
            "section": self.experiment.section,
            "title": self.item.titles()[self.name] + about,
            "caption": caption(
                *(study, self.experiment, self.item), self.dataset or None, self.metric or None
            ),
        }


def figures_of(study: Study) -> Iterator[Made]:
    """The figures that a study makes, in the order of the experiments."""
    for experiment in filter(study.has, experiments().values()):
        for figure in experiment.figures:
            if figure.unit == "study":
                yield Made(experiment, figure, figure.name)
                continue
            for dataset in study.datasets_of(experiment):
                for metric in study.metrics_shown(experiment, dataset):
                    yield Made(experiment, figure, figure.name, dataset, metric)


def targets_without_files(study: Study, arguments: Sequence[str]) -> Iterator[str]:
    """A line for each target that is a rule with several figures, of which none is named.

    Args:
        study: the study.
        arguments: what Snakemake was called with; its targets follow `--`.
    """
    targets = arguments[arguments.index("--") :] if "--" in arguments else ()
    made: dict[str, list[str]] = {}
    for figure in figures_of(study):
        if figure.metric:
            made.setdefault(figure.item.rule, []).append(figure.files(study)[0])
    for rule in filter(made.__contains__, targets):
        yield (
            f"{rule}: draws a figure for each data set and metric; name the files that you want: "
            f"snakemake --cores all -- {' '.join(made[rule])}"
        )


def tables_of(study: Study) -> Iterator[Made]:
    """The tables that a study makes, in the order of the experiments."""
    for experiment in filter(study.has, experiments().values()):
        for table in experiment.tables:
            if not all(shown_options(study, experiment, table).values()):
                continue
            for name in _names(study, table):
                yield Made(experiment, table, name)


def _names(study: Study, table: Table) -> Sequence[str]:
    """The names of the tables that the rule of a declared one writes; none where it has no rows."""
    made = {
        "{experiment}_differences": [f"{name}_differences" for name in compared(study)],
        "{kind}": list(solutions(study)),
    }
    return made.get(table.name, [table.name])


def compared(study: Study) -> list[str]:
    """The experiments in which methods and metrics are subtracted from each other."""
    return [
        name
        for name, experiment in experiments().items()
        if study.has(experiment)
        and (experiment.compared or f"differences/{name}" in experiment.result_names())
    ]


# Whose corrections are explained in Tables 3 to 6 of the paper on EXCGEC, and whose in its rows.
_EXPLAINED = {
    "multi_task": (lambda correction: correction == OWN, [OWN]),
    "ground_truth": (lambda correction: correction == REFERENCE, [REFERENCE]),
    "pipelines": (lambda correction: correction not in {OWN, REFERENCE}, ["qwen-correct"]),
}


def solutions(study: Study) -> dict[str, dict[str, Any]]:
    """Contents of the tables of corrections with their explanations, as their `join` takes it."""
    in_paper = [
        name for name in study.explained_datasets if study.dataset(name).published == "excgec-test"
    ]
    return {
        kind: {"solutions": listed, "published": dict.fromkeys(in_paper, corrections)}
        for kind, (select, corrections) in _EXPLAINED.items()
        if (listed := _solutions_of(study, select)) or in_paper
    }


def _solutions_of(study: Study, select: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Explainer (empty for none) and whose correction, of the explained data sets.

    Args:
        study: the study.
        select: takes whose correction it is; whether it is wanted.
    """
    listed: dict[tuple[str, str], None] = {}
    for dataset in study.explained_datasets:
        explained = [(name, whose) for name, whose, _ in study.explanations_of(dataset)]
        known = {whose for _, whose in explained}
        alone = [("", name) for name in study.systems_of(dataset) if name not in known]
        listed |= dict.fromkeys(pair for pair in (*explained, *alone) if select(pair[1]))
    return list(listed)


def report_facts(study: Study, hub_models: Iterable[tuple[str, str]] = ()) -> dict[str, str]:
    """How the numbers of the study were made, for those who read no configuration.

    Args:
        study: the study.
        hub_models: the models of the hub that it names, each with its commit.
    """
    coalitions: Mapping[str, Any] = study.config["coalitions"]
    above = {"skip": "more are left out", "sample": "more are sampled"}
    resamples = study.config["evaluation"]["resamples"]
    models = [f"{model} at {commit}" for model, commit in hub_models]
    return {
        "Attributions": f"exact up to {coalitions['max_edits']} edits; sentences with "
        f"{above[coalitions['above_max_edits']]}",
        "Intervals": f"95 %, percentile bootstrap over {resamples:,} resamples of the sentences, "
        f"where a number draws on at least {bootstrap.MIN_SOURCES} of them",
        "Seed": str(study.config["seed"]),
        **({"Models of the hub": "; ".join(models)} if models else {}),
    }
