"""A study: its configuration, checked and complete, with the questions asked of its entries."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, PrivateAttr, model_validator

from gec_attribution.config.entries import (
    Component,
    CorrectedOutputs,
    Entry,
    ExplainedOutputs,
    ExplainerCorrections,
    ExplainerEntry,
    LanguageCode,
    MethodEntry,
    MetricEntry,
    SystemEntry,
)
from gec_attribution.config.files import Named, files_named_in
from gec_attribution.config.models import Model, Name, Reading, StudyName
from gec_attribution.config.names import OWN, REFERENCE
from gec_attribution.config.sections import (
    CoalitionsSection,
    CorrectionSection,
    Dataset,
    ExplanationSection,
    FigureSection,
    Pipeline,
    ScoringSection,
)
from gec_attribution.languages import load_language
from gec_attribution.plugins.options import PathTo

Datasets = Annotated[
    dict[Name, Dataset],
    Field(min_length=1, description="The data sets of the study, by name."),
]
Systems = Annotated[
    dict[Name, SystemEntry],
    Field(
        min_length=1,
        description="The GEC systems whose corrections are explained, by name.",
    ),
]
Metrics = Annotated[
    dict[Name, MetricEntry],
    Field(min_length=1, description="The sentence-level metrics to explain, by name."),
]
Methods = Annotated[
    dict[Name, MethodEntry],
    Field(min_length=1, description="The attribution methods, by name."),
]


class Study(Model):
    """A study, from data sets to figures; sections that it leaves out have their defaults."""

    study: StudyName = Field(
        default="",
        description="Name of the study, whose results are in results/<study>.",
    )
    seed: int = Field(
        default=0,
        ge=0,
        description="Seed of all random choices, together with the content of each.",
    )
    mirror: Annotated[str | None, PathTo(must_exist=False)] = Field(
        default=None,
        description="Folder with copies of the pinned files, used instead of the network; "
        "the environment variable GEC_MIRROR overrides it.",
    )
    language: LanguageCode = Field(
        default="en",
        description="Code of the language of data sets without one of their own: `en`, `zh`, or "
        "any that spaCy can cut (docs/languages.md).",
    )
    pipeline: Pipeline = Field(
        default="auto",
        description="Pipeline for sentences of the study's language. English: a spaCy "
        "package or folder, or `auto` (en_core_web_sm if it is installed, else the "
        "embedded one). Chinese: a file of confusion sets, or `auto` for none; both join "
        "edits with at most one character between them, as EXCGEC does, and `cherrant` joins none. "
        "Other languages: a spaCy package or folder; `auto`, or a file of words, one a line, "
        "takes the first that is installed for the language, or none.",
    )
    datasets: Datasets = Field(default={})
    systems: Systems = Field(default={})
    explainers: dict[Name, ExplainerEntry] = Field(
        default={},
        description="Explainers of Chinese edits in words, by name (docs/excgec.md).",
    )
    metrics: Metrics = Field(default={})
    methods: Methods = Field(default={})
    coalitions: CoalitionsSection = Field(
        default=CoalitionsSection(),
        description="Which subsets of a sentence's edits are scored.",
    )
    correction: CorrectionSection = Field(
        default=CorrectionSection(), description="How systems are run."
    )
    explanation: ExplanationSection = Field(
        default=ExplanationSection(), description="How explainers are run."
    )
    scoring: ScoringSection = Field(
        default=ScoringSection(),
        description="How metrics are run. Only dtype and max_length move a score.",
    )
    evaluation: Any = Field(
        default=None,
        description="Experiments, which the workflow reads as a model of its own.",
    )
    figures: dict[str, FigureSection] = Field(
        default={},
        description="Sizes and formats of figures, by the names of their files.",
    )
    style: Annotated[str | None, PathTo(must_exist=False)] = Field(
        default=None,
        description="A matplotlib style file for all figures; no number depends on it.",
    )

    _reading: Reading = PrivateAttr()

    def model_post_init(self, reading: Reading | None) -> None:
        """Keep the places in which files are looked for."""
        self._reading = reading or Reading()

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """Give every data set its language and its pipeline."""
        datasets = {}
        for name, entry in self.datasets.items():
            language = entry.language or self.language
            # The study's pipeline is one of its own language.
            pipeline = self.pipeline if language == self.language else "auto"
            completed = {"language": language, "pipeline": entry.pipeline or pipeline}
            datasets[name] = entry.model_copy(update=completed)
        return self.model_copy(update={"datasets": datasets})

    # Files

    @property
    def places(self) -> Sequence[Path]:
        """The folders in which its files were looked for."""
        return self._reading.places

    def find(self, path: str) -> str:
        """Location of a file that the study does not name."""
        return self._reading.find(path)

    def files(self) -> list[Named]:
        """Every file that the study names, with its key."""
        return list(files_named_in(self))

    # Entries

    @property
    def shared_datasets(self) -> list[str]:
        """The data sets of learners' sentences, which no experiment has for itself."""
        return [
            name for name, entry in self.datasets.items() if entry.experiments is None
        ]

    def label(self, kind: str, name: str) -> str:
        """Label of a `dataset`, `system`, `explainer`, `metric` or `method`."""
        entry = getattr(self, f"{kind}s").get(name)
        if isinstance(entry, MetricEntry):
            return entry.shown_as(name)
        return (entry and entry.label) or name

    def of_type(self, kind: str, *types: str) -> list[str]:
        """The `systems`, `explainers`, `metrics` or `methods` of some types."""
        return [
            name for name, entry in getattr(self, kind).items() if entry.type in types
        ]

    def of_other_types(self, kind: str, *types: str) -> list[str]:
        """Names of the entries of a kind whose type is none of `types`."""
        return [
            name
            for name, entry in getattr(self, kind).items()
            if entry.type not in types
        ]

    def specs(self, kind: str) -> dict[str, dict[str, object]]:
        """The types and options of all entries of a kind, by name."""
        return {name: entry.spec for name, entry in getattr(self, kind).items()}

    def languages_of(self, entry: Entry) -> list[str]:
        """The languages that a system or metric is for.

        Where it names none, they are the usual ones of its class, or else the study's.
        """
        if isinstance(entry, Component):
            entry = self.metrics.get(entry.of, entry)
        languages = getattr(entry, "languages", None) or entry.usual_languages
        return list(languages or [getattr(entry, "language", None) or self.language])

    # Systems

    def datasets_corrected_by(self, system: SystemEntry) -> list[str]:
        """The data sets that a system corrects: of its files, its explainer or its languages.

        Those that an experiment has for itself are corrected only where they are named.
        """
        if isinstance(system, CorrectedOutputs):
            return list(system.files)
        if isinstance(system, ExplainerCorrections):
            corrected = self.datasets_explained_by(system.explainer, own=True)
            return [name for name in system.datasets or corrected if name in corrected]
        languages = self.languages_of(system)
        return system.datasets or [
            name
            for name in self.shared_datasets
            if self.datasets[name].language in languages
        ]

    def systems_of(self, dataset: str) -> list[str]:
        """The systems that correct a data set."""
        return [
            name
            for name, entry in self.systems.items()
            if dataset in self.datasets_corrected_by(entry)
        ]

    # Metrics

    def scored_metric(self, metric: str) -> str:
        """The metric whose models score: the metric itself, or what it is a component of."""
        entry = self.metrics[metric]
        if isinstance(entry, Component):
            return entry.of
        return metric

    def component(self, metric: str) -> str:
        """The column of those scores that a metric's score is."""
        entry = self.metrics[metric]
        if isinstance(entry, Component):
            return entry.component
        return "score"

    @property
    def scored_metrics(self) -> list[str]:
        """The metrics with scores of their own; components of another are read from that one's."""
        return [name for name in self.metrics if self.scored_metric(name) == name]

    def components(self, metric: str) -> list[str] | None:
        """The components of a metric's score; None where its class cannot be imported here."""
        columns = self.metrics[metric].columns()
        if columns is None:
            return None
        return [name for name in columns if name != "score"]

    def reads_references(self, metric: str) -> bool:
        """Whether a metric, or what it is a component of, reads references."""
        whole = self.metrics.get(self.scored_metric(metric))
        return whole is not None and whole.reads_references

    def metrics_of(self, dataset: str) -> list[str]:
        """The metrics for the language of a data set, but none that lacks its references."""
        data = self.datasets[dataset]
        return [
            name
            for name, entry in self.metrics.items()
            if data.references or not self.reads_references(name)
            if data.language in self.languages_of(entry)
        ]

    # Explainers

    def datasets_explained_by(self, explainer: str, *, own: bool = False) -> list[str]:
        """The data sets whose corrections an explainer explains, or corrects by itself (`own`)."""
        entry = self.explainers.get(explainer)
        if entry is None:
            return []
        if isinstance(entry, ExplainedOutputs):
            return [
                name for name, files in entry.files.items() if not own or OWN in files
            ]
        corrections = (
            entry.default_corrections
            if entry.corrections is None
            else entry.corrections
        )
        if own and OWN not in corrections:
            return []
        return [
            name
            for name in self.shared_datasets
            if load_language(self.datasets[name].language).is_explained
        ]

    def corrections_explained_by(self, explainer: str, dataset: str) -> list[str]:
        """The corrections of a data set that it explains: systems, `reference` or `own`."""
        entry = self.explainers[explainer]
        if isinstance(entry, ExplainedOutputs):
            return list(entry.files[dataset])
        systems = self.systems_of(dataset)
        references = [REFERENCE] if self.datasets[dataset].references else []
        if entry.corrections is None:
            return entry.default_corrections or [*systems, *references]
        return [
            name for name in entry.corrections if name in {*systems, *references, OWN}
        ]

    def explains_first(self, explainer: str) -> bool:
        """Whether an explainer corrects by explanations that it is given."""
        return self.explainers[explainer].own_task == "pre-explaining"
