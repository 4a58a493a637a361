"""A study with its experiments, and the questions that the stages ask of it."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from string import Formatter

from pydantic import Field

from gec_attribution.config.entries import CorrectedOutputs, Entry, plain
from gec_attribution.config.files import File, files_named_in
from gec_attribution.config.models import StudyName
from gec_attribution.config.names import OWN
from gec_attribution.config.sections import FigureSection
from gec_attribution.config.study import Datasets, Methods, Metrics, Study, Systems
from gec_attribution.corpora.forms import format_of
from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Figure,
    Reads,
    RegisteredFiles,
    Shown,
)
from gec_attribution.languages import load_language
from gec_attribution.languages.pipelines import pipeline_files, pipeline_identity
from gec_attribution.pipeline.evaluation_section import EvaluationSection
from gec_attribution.pipeline.named_files import Missing, missing_files

_EXPLAINED_PART = "corpus/explanations.json"


class ExperimentStudy(Study):
    """A study with the options of its experiments."""

    study: StudyName = Field(
        description="Name of the study, whose results are in results/<study>."
    )
    datasets: Datasets
    systems: Systems
    metrics: Metrics
    methods: Methods
    evaluation: EvaluationSection = Field(
        default_factory=lambda: EvaluationSection.model_validate({}),
        json_schema_extra={"default": {}},
        description="Experiments. Null or false leaves one out; one with the default null "
        "runs only if it is named.",
    )

    def entry(self, experiment: str) -> ExperimentOptions | None:
        """The options of an experiment; None where it is left out, or has none."""
        return getattr(self.evaluation, experiment, None)

    def options(self, experiment: Experiment) -> ExperimentOptions:
        """The options of an experiment, with its defaults where the study leaves it out."""
        options = self.entry(experiment.name)
        if options is not None:
            return options
        model = experiment.options or ExperimentOptions
        needed = any(field.is_required() for field in model.model_fields.values())
        if needed:
            return ExperimentOptions()
        return model()

    def kinds(self, shown: Shown) -> list[str]:
        """Endings of the files of a figure or table."""
        if not isinstance(shown, Figure):
            return list(shown.kinds)
        return [*self.figures.get(shown.name, FigureSection()).formats, *shown.kinds]

    def size(self, figure: str) -> dict[str, float | None]:
        """Width and height of a figure in inches; None for its own."""
        section = self.figures.get(figure, FigureSection())
        return {"width": section.width, "height": section.height}

    @property
    def folder(self) -> str:
        """Folder of its results, relative to the working directory."""
        return f"results/{self.study}"

    @property
    def labels(self) -> dict[str, dict[str, str]]:
        """Labels in figures and tables of each `dataset`, `system`, `metric` and so on."""
        labels = {}
        for kind in ("dataset", "system", "explainer", "metric", "method"):
            names = getattr(self, f"{kind}s")
            labels[kind] = {name: self.label(kind, name) for name in names}
        for experiment in experiments().values():
            for metric, columns in self.options(experiment).columns(self).items():
                # The label of the whole may say the sign and scale of its score.
                label = self.metrics[metric].label or metric
                for column in columns:
                    if column != "score":
                        labels["metric"][f"{metric}.{column}"] = f"{label} ({column})"
        return labels

    @property
    def explained_datasets(self) -> list[str]:
        """Data sets whose first reference is explained, edit by edit."""
        return [
            name for name in self.shared_datasets if self.datasets[name].explanations
        ]

    @property
    def published_datasets(self) -> dict[str, str]:
        """The data sets that a paper has numbers about, with their names in the paper."""
        entries = self.datasets.items()
        return {name: entry.published for name, entry in entries if entry.published}

    @property
    def first_method(self) -> str:
        """The method that is compared with the others."""
        return next(iter(self.methods))

    def most_reference_edits(self, dataset: str) -> int:
        """Most edits of a reference whose own edits are played; 0 if no reference is played."""
        if not self.datasets[dataset].references:
            return 0
        options = map(self.options, self.made_of(dataset))
        return max((each.most_reference_edits() for each in options), default=0)

    def corrects(self, explainer: str, correction: str) -> bool:
        """Whether the corrections are the explainer's own.

        An explainer that explains first makes them from given explanations.
        """
        return correction == OWN or self.explains_first(explainer)

    def explanation_files(
        self, dataset: str, explainer: str, correction: str
    ) -> list[str]:
        """The explanations of a data set's corrections, one file for each run of an explainer."""
        stem = f"{self.folder}/{dataset}/explanations/{explainer}.{correction}"
        runs = self.explainers[explainer].runs
        if runs == 1:
            return [f"{stem}.json"]
        return [f"{stem}.{run}.json" for run in range(1, runs + 1)]

    def explanations_of(self, dataset: str) -> list[tuple[str, str, list[str]]]:
        """All explanations of a data set's corrections: explainer, whose corrections, files."""
        found = []
        for name in self.explainers:
            if dataset in self.datasets_explained_by(name):
                for correction in self.corrections_explained_by(name, dataset):
                    files = self.explanation_files(dataset, name, correction)
                    found.append((name, correction, files))
        return found

    def has(self, experiment: Experiment) -> bool:
        """Whether the study makes an experiment, and has a data set for it."""
        if experiment.options is not None and self.entry(experiment.name) is None:
            return False
        return bool(self.datasets_of(experiment))

    def datasets_of(self, experiment: Experiment) -> list[str]:
        """The data sets that an experiment looks at."""
        options = self.options(experiment)
        reserved = []
        for name, entry in self.datasets.items():
            if experiment.name in (entry.experiments or ()):
                reserved.append(name)
        dataset = getattr(options, "dataset", None)
        in_options = [dataset] if dataset else getattr(options, "datasets", None)
        chosen = in_options or self.shared_datasets
        if reserved and not experiment.own_datasets:
            chosen = reserved
        having = [name for name in chosen if self._meets(name, experiment.needs)]
        if experiment.own_datasets:
            having += [name for name in reserved if name not in having]
        return having

    def _meets(self, dataset: str, needs: str | None) -> bool:
        if needs == "two systems":
            return len(self.systems_of(dataset)) > 1
        return needs is None or bool(getattr(self.datasets[dataset], needs))

    def made_of(self, dataset: str) -> Iterator[Experiment]:
        """The experiments of the study on a data set."""
        for experiment in filter(self.has, experiments().values()):
            if dataset in self.datasets_of(experiment):
                yield experiment

    def reads(self, reading: Reads, dataset: str) -> bool:
        """Whether an experiment that the study makes reads such files of a data set."""
        return any(reading in experiment.reads for experiment in self.made_of(dataset))

    def is_judged(self, dataset: str) -> bool:
        """Whether people judged the edits of a data set."""
        return self.datasets[dataset].sources.format == "judged"

    def metrics_read(self, experiment: Experiment, dataset: str) -> list[str]:
        """The metrics of a data set that an experiment of several metrics reads."""
        chosen = getattr(self.options(experiment), "metrics", None)
        scoring = self.metrics_of(dataset)
        return [name for name in scoring if chosen is None or name in chosen]

    def metrics_scored(self, experiment: Experiment, dataset: str = "") -> list[str]:
        """The metrics by which an experiment scores sentences of its own."""
        if experiment.scores is None:
            return []
        chosen = getattr(self.options(experiment), "metrics", None)
        scoring = experiment.scores(self, dataset)
        return [name for name in scoring if chosen is None or name in chosen]

    def planned(self, dataset: str) -> dict[str, tuple[int, int]]:
        """The fewest and the most edits of the sentences of which experiments need every subset."""
        exact_up_to = self.coalitions.exact_up_to
        return {
            experiment.name: self.options(experiment).edit_range(exact_up_to)
            for experiment in self.made_of(dataset)
            if experiment.every_coalition
        }

    def plan_settings(self, dataset: str) -> dict[str, object]:
        """Settings on which the planned coalitions of a data set depend, as JSON has them."""
        lattices = {name: list(edits) for name, edits in self.planned(dataset).items()}
        return {
            "systems": self.systems_of(dataset),
            "methods": self.specs("methods"),
            "coalitions": plain(self.coalitions),
            "lattices": lattices,
            "most_reference_edits": self.most_reference_edits(dataset),
            "language": self.datasets[dataset].language,
            "seed": self.seed,
        }

    # Files

    def files_of(self, entry: Entry) -> list[str]:
        """The files and local models of an entry, whose changes trigger a rerun.

        Raises:
            ConfigError: there is no model where the entry names one.
        """
        named = {each.path for each in files_named_in(entry)}
        absent = {}
        for missing in self.missing_files:
            if missing.is_model and missing.path in named:
                absent[missing.path] = missing.line
        if absent:
            raise ConfigError("\n".join(absent[path] for path in sorted(absent)))
        return entry.named_files()

    @cached_property
    def missing_files(self) -> list[Missing]:
        """Its files and models that are nowhere, with an error text for each."""
        return list(missing_files(self))

    def paths(
        self, dataset: str, template: str, **names: Iterable[object]
    ) -> list[str]:
        """Files of the stages of a data set: one for each choice of the names in a template.

        Args:
            dataset: the data set.
            template: the path below its folder, such as `edits/{system}.m2`.
            names: the names to choose from; by default every `system`, `reference`, `metric` and
                `method` of the data set.
        """
        choices: dict[str, Iterable[object]] = {
            "system": self.systems_of(dataset),
            "reference": range(len(self.datasets[dataset].references)),
            "metric": self.metrics_of(dataset),
            "method": self.methods,
            **names,
        }
        fields = [field for _, field, *_ in Formatter().parse(template) if field]
        paths = []
        for choice in product(*(choices[field] for field in fields)):
            name = template.format(**dict(zip(fields, choice, strict=True)))
            paths.append(f"{self.folder}/{dataset}/{name}")
        return paths

    def pipeline_files(self, dataset: str) -> list[str]:
        """The files of the pipeline that analyses a data set's sentences, where it has some."""
        entry = self.datasets[dataset]
        files = pipeline_files(load_language(entry.language), entry.pipeline)
        return [self.find(str(path)) for path in files]

    def pipeline_identity(self, dataset: str) -> str:
        """Identity of that pipeline; with another one, the edits are extracted again."""
        entry = self.datasets[dataset]
        return pipeline_identity(load_language(entry.language), entry.pipeline)

    def gold_explanations(self, dataset: str) -> list[str]:
        """The explained reference of the part of a data set that is taken, if it has one."""
        entry = self.datasets[dataset]
        if entry.explanations is None:
            return []
        if entry.lines is None:
            return [entry.explanations.local]
        return self.paths(dataset, _EXPLAINED_PART)

    def form_of_edits(self, dataset: str, system: str) -> str | None:
        """The form of a system's output that has its edits, too; None of other outputs."""
        entry = self.systems[system]
        if not isinstance(entry, CorrectedOutputs):
            return None
        form = format_of(entry.files[dataset].local, entry.files[dataset].spec)
        if form in {"m2", "judged"}:
            return form
        return None

    def form_of_reference_edits(self, dataset: str, reference: int) -> str | None:
        """`m2` for a reference whose own edits are read; None where they are found anew."""
        data = self.datasets[dataset]
        file = data.references[reference]
        if not load_language(data.language).keeps_edits:
            return None
        if format_of(file.local, file.spec) == "m2":
            return "m2"
        return None

    def coder_of_edits(self, dataset: str, system: str) -> int | None:
        """The coder of an M2 file who gives a system's edits, where the study chooses one."""
        entry = self.systems[system]
        if isinstance(entry, CorrectedOutputs):
            return entry.files[dataset].coder
        return None

    def downloads(self) -> dict[str, str | dict[str, object]]:
        """Every file that has to be downloaded, with how the study describes it."""
        files = [named.file for named in self.files() if isinstance(named.file, File)]
        for experiment in filter(self.has, experiments().values()):
            for asked in experiment.inputs.values():
                if isinstance(asked, RegisteredFiles):
                    files += registered_files(asked)
        return {file.local: file.spec for file in files if file.url is not None}


def registered_files(asked: RegisteredFiles) -> list[File]:
    """The files of the registry that an experiment declares."""
    return [File.model_validate({"registered": name}) for name in asked.names]
