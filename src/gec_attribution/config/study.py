"""A study: its configuration, checked and complete, with the questions that are asked of it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from gec_attribution.config.coherence import incoherences
from gec_attribution.config.entries import (
    OWN,
    REFERENCE,
    Component,
    CorrectedOutputs,
    Entry,
    ExplainedOutputs,
    ExplainerCorrections,
    ExplainerEntry,
    Label,
    MethodEntry,
    MetricEntry,
    SystemEntry,
)
from gec_attribution.config.files import File, Named, files_in, located
from gec_attribution.config.models import (
    MistakeError,
    Model,
    Name,
    StudyName,
    check_registered,
    check_ways,
    otherwise,
    read_model,
    refuse,
)
from gec_attribution.config.places import DEFAULT_CONFIG, places_of, resolve
from gec_attribution.config.registry import (
    registered_dataset,
    registered_datasets,
    registered_outputs,
    registered_system,
)
from gec_attribution.errors import ConfigError
from gec_attribution.plugins.options import PathTo
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.yaml_files import read_yaml

Pipeline = Annotated[str, PathTo(sought=False, word="auto")]


def metric_and_column(name: str) -> tuple[str, str]:
    """The metric that a name stands for, and its component: `score`, or that after a point."""
    metric, _, component = name.partition(".")
    return metric, component or "score"


class Dataset(Model):
    """A data set of a study."""

    label: Label = None
    registered: str | None = Field(
        default=None,
        description="Data set of the registry; its keys apply unless this entry has them.",
    )
    language: str = Field(
        default="", description="Language of its sentences; by default the study's."
    )
    pipeline: Pipeline = Field(
        default="",
        description="Pipeline for its sentences; by default the study's, or `auto` in "
        "another language.",
    )
    sources: File = Field(description="The learners' sentences; not needed with `registered`.")
    references: list[File] = Field(
        default=[],
        description="Corrected sentences: a file for each annotator, or a coder of an M2 file.",
    )
    lines: Annotated[
        str | None,
        Field(
            pattern="^[1-9][0-9]*-[1-9][0-9]*$",
            description="Lines to take from its files and every system's, as in `1-200`; null "
            "takes all. Results count from the first of them.",
        ),
        otherwise("write the first and the last line, as in 1-200"),
    ] = None
    tokenise: bool = Field(
        default=False,
        description="Whether sources, references and outputs are ordinary text (`I don't "
        "know, sir.`) and have to be tokenised.",
    )
    explanations: File | None = Field(
        default=None,
        description="Explained edits of the first reference, in EXCGEC's JSON, one sample "
        "per source (docs/excgec.md).",
    )
    authors: File | None = Field(
        default=None,
        description="Authors of the sentences, for the explorer: one name a line, or a "
        "column of a TSV or JSONL file; blank if unknown.",
    )
    published: (
        Literal["conll14", "jfleg-dev", "excgec-train", "excgec-valid", "excgec-test"] | None
    ) = Field(
        default=None,
        description="Data set of a paper whose printed numbers are compared with the results.",
    )
    experiments: list[str] | None = Field(
        default=None,
        min_length=1,
        description="The only experiments that read it; null means every experiment. With "
        "this key, only systems of type `outputs` correct it.",
    )

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, value: Any) -> Any:
        """A data set of the registry with all that the registry says."""
        check_ways(value, ("sources",), ("registered",))
        if "registered" not in value:
            return value
        check_registered(value["registered"], registered_datasets())
        return {**registered_dataset(value["registered"]), **value}

    @model_validator(mode="after")
    def _check_lines(self) -> Self:
        """Refuse an impossible part of the data set."""
        first, last = map(int, self.lines.split("-")) if self.lines else (1, 1)
        if first > last:
            refuse(f"{self.lines} ends before it begins", "lines")
        return self


class Coalitions(Model):
    """Choice of the scored subsets of a sentence's edits."""

    max_edits: int = Field(
        default=10,
        ge=1,
        le=20,
        description="Most edits of a sentence whose 2^N subsets are all scored (paper, "
        "section 4.1.2).",
    )
    above_max_edits: Literal["sample", "skip"] = Field(
        default="sample",
        description="Sentences with more edits are sampled, or left out as in the paper.",
    )


class Running(Model):
    """How models are run."""

    batch_tokens: int = Field(
        default=2048,
        ge=128,
        description="Tokens in one forward pass, padding included; raise it on a GPU.",
    )
    dtype: Literal["float32", "bfloat16"] = Field(
        default="float32",
        description="Arithmetic of the models; bfloat16 is faster on GPUs and moves "
        "numbers (docs/scaling.md).",
    )
    device: Annotated[
        str,
        Field(
            pattern="^(auto|cpu|cuda(:[0-9]+)?|mps)$",
            description="`auto` takes a GPU where there is one.",
        ),
        otherwise("a device is auto, cpu, cuda, one of several as in cuda:1, or mps"),
    ] = "auto"


class Correction(Running):
    """How systems are run."""

    max_length: int = Field(
        default=128,
        ge=8,
        description="Tokens a model reads at once; longer sentences are corrected in pieces.",
    )

    @property
    def settings(self) -> Settings:
        """The settings of models."""
        return Settings(self.device, self.dtype, self.batch_tokens, self.max_length)


class Scoring(Correction):
    """How metrics are run. Only dtype and max_length move a score."""

    shards: int = Field(
        default=1,
        ge=1,
        description="Jobs into which one metric's scoring of one data set is split.",
    )
    max_length: int = Field(
        default=128,
        ge=8,
        description="Tokens after which a BERT input is cut, as in the official metrics; cuts "
        "are counted.",
    )


class Explanation(Running):
    """How explainers are run."""

    batch_tokens: int = Field(
        default=8192,
        ge=128,
        description="Tokens of a batch, padding and answers included, for each beam; a "
        "batch that does not fit is halved.",
    )
    dtype: Literal["float32", "bfloat16"] = Field(
        default="float32",
        description="Weights and arithmetic of the models; bfloat16 halves the memory and "
        "changes the answers (docs/scaling.md).",
    )


class Study(Model):
    """A study, from data sets to figures; sections that it leaves out have their defaults."""

    study: StudyName = Field(
        default="", description="Name of the study, whose results are in results/<study>."
    )
    seed: int = Field(
        default=0,
        ge=0,
        description="Seed of all random choices, together with the content of each.",
    )
    mirror: Annotated[str | None, PathTo(sought=False)] = Field(
        default=None,
        description="Folder with copies of the pinned files, used instead of the network; "
        "the environment variable GEC_MIRROR overrides it.",
    )
    language: str = Field(
        default="en", description="Language of data sets without one of their own: `en` or `zh`."
    )
    pipeline: Pipeline = Field(
        default="auto",
        description="Pipeline for sentences of the study's language. English: a spaCy "
        "package or folder, or `auto` (en_core_web_sm if it is installed, else the "
        "embedded one). Chinese: a file of confusion sets, or `auto` for none.",
    )
    datasets: dict[Name, Dataset] = Field(
        default={}, min_length=1, description="The data sets of the study, by name."
    )
    systems: dict[Name, SystemEntry] = Field(
        default={},
        min_length=1,
        description="The GEC systems whose corrections are explained, by name.",
    )
    explainers: dict[Name, ExplainerEntry] = Field(
        default={}, description="Explainers of Chinese edits in words, by name (docs/excgec.md)."
    )
    metrics: dict[Name, MetricEntry] = Field(
        default={}, min_length=1, description="The sentence-level metrics to explain, by name."
    )
    methods: dict[Name, MethodEntry] = Field(
        default={}, min_length=1, description="The attribution methods, by name."
    )
    coalitions: Coalitions = Field(
        default=Coalitions(), description="Which subsets of a sentence's edits are scored."
    )
    correction: Correction = Field(default=Correction(), description="How systems are run.")
    explanation: Explanation = Field(default=Explanation(), description="How explainers are run.")
    scoring: Scoring = Field(
        default=Scoring(),
        description="How metrics are run. Only dtype and max_length move a score.",
    )
    evaluation: Any = Field(
        default=None, description="Experiments, which the workflow reads as a model of its own."
    )
    style: Annotated[str | None, PathTo(sought=False)] = Field(
        default=None,
        description="A matplotlib style file for all figures; no number depends on it.",
    )
    _places: tuple[Path, ...] = PrivateAttr(())
    _within: Path | None = PrivateAttr(None)
    _absent: Mapping[str, str] = PrivateAttr({})

    @classmethod
    def load(cls, path: str | Path = DEFAULT_CONFIG) -> Self:
        """Read the file of a study, check it, and find the files that it names.

        Raises:
            ConfigError: the file is missing, is not YAML, or has a key or value that is not
                allowed.
        """
        places = places_of(path)
        return cls.read(read_yaml(path), str(path), places).located(places)

    @classmethod
    def read(cls, values: object, name: str = "study", places: Sequence[Path] = ()) -> Self:
        """Check the values of a study; paths are left as they are written.

        Args:
            values: the content of a YAML file.
            name: its name in errors.
            places: the folders in which files with types of one's own are looked for.

        Raises:
            ConfigError: names every wrong key, its value, and the allowed ones.
        """
        return read_model(cls, values, name, places)

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, value: Any) -> Any:
        """Systems of the registry with their files of the study's data sets."""
        match value:
            case {"systems": Mapping() as systems, "datasets": Mapping() as datasets}:
                pass
            case _:
                return value
        named = {
            name: entry["registered"]
            for name, entry in datasets.items()
            if isinstance(entry, Mapping) and isinstance(entry.get("registered"), str)
        }
        complete = dict(systems)
        for name, entry in systems.items():
            match entry:
                case {"type": "outputs", "registered": str(system), **rest} if "files" not in rest:
                    said = (
                        registered_system(system, named) if system in registered_outputs() else {}
                    )
                    complete[name] = {**said, **entry} if said.get("files") else entry
        return {**value, "systems": complete}

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Complete the data sets with the study's language, and check the parts together."""
        study = self.completed()
        if problems := list(study.problems()):
            raise MistakeError(problems)
        return study

    def completed(self) -> Self:
        """A copy with a language and a pipeline for every data set."""
        datasets = {}
        for name, entry in self.datasets.items():
            language = entry.language or self.language
            # The study's pipeline is one of its own language.
            pipeline = self.pipeline if language == self.language else "auto"
            known = {"language": language, "pipeline": entry.pipeline or pipeline}
            datasets[name] = entry.model_copy(update=known)
        return self.model_copy(update={"datasets": datasets})

    def problems(self) -> Iterator[tuple[str, str]]:
        """The keys of parts that do not fit together, each with a text."""
        yield from incoherences(self)

    # Entries

    @property
    def shared_datasets(self) -> list[str]:
        """The data sets of learners' sentences, which no experiment has for itself."""
        return [name for name, entry in self.datasets.items() if entry.experiments is None]

    def label(self, kind: str, name: str) -> str:
        """Label of a `dataset`, `system`, `explainer`, `metric` or `method`."""
        entry = getattr(self, f"{kind}s").get(name)
        return (entry and entry.label) or name

    def of_type(self, kind: str, *types: str) -> list[str]:
        """The `systems`, `explainers`, `metrics` or `methods` of some types."""
        return [name for name, entry in getattr(self, kind).items() if entry.type in types]

    def of_other_types(self, kind: str, *types: str) -> list[str]:
        """The `systems`, `explainers`, `metrics` or `methods` of no such type."""
        return [name for name, entry in getattr(self, kind).items() if entry.type not in types]

    def specs(self, kind: str) -> dict[str, dict[str, object]]:
        """The types and options of all entries of a kind, by name."""
        return {name: entry.spec for name, entry in getattr(self, kind).items()}

    def languages_of(self, entry: Entry) -> list[str]:
        """The languages that a system or metric is for; the study's where it names none."""
        if isinstance(entry, Component):
            whole = self.metrics.get(entry.of)
            return [self.language] if whole is None else self.languages_of(whole)
        named = getattr(entry, "languages", None)
        return list(named or [getattr(entry, "language", self.language)])

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
            name for name in self.shared_datasets if self.datasets[name].language in languages
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
        return entry.of if isinstance(entry, Component) else metric

    def component(self, metric: str) -> str:
        """The column of those scores that a metric's score is."""
        entry = self.metrics[metric]
        return entry.component if isinstance(entry, Component) else "score"

    @property
    def scored_metrics(self) -> list[str]:
        """The metrics with scores of their own; components of another are read from that one's."""
        return [name for name in self.metrics if self.scored_metric(name) == name]

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
        """The data sets of a study whose corrections an explainer explains.

        Args:
            explainer: one of its explainers; another one explains none.
            own: only those that it corrects by itself.
        """
        entry = self.explainers.get(explainer)
        if entry is None:
            return []
        if isinstance(entry, ExplainedOutputs):
            return [name for name, files in entry.files.items() if not own or OWN in files]
        named = entry.default_corrections if entry.corrections is None else entry.corrections
        if own and OWN not in named:
            return []
        return [name for name in self.shared_datasets if self.datasets[name].language == "zh"]

    def corrections_explained_by(self, explainer: str, dataset: str) -> list[str]:
        """Whose corrections of a data set an explainer explains: systems, `reference` or `own`.

        Args:
            explainer: one of its explainers.
            dataset: one of `datasets_explained_by`.
        """
        entry = self.explainers[explainer]
        if isinstance(entry, ExplainedOutputs):
            return list(entry.files[dataset])
        systems = self.systems_of(dataset)
        references = [REFERENCE] if self.datasets[dataset].references else []
        if entry.corrections is None:
            return entry.default_corrections or [*systems, *references]
        return [name for name in entry.corrections if name in {*systems, *references, OWN}]

    def explains_first(self, explainer: str) -> bool:
        """Whether an explainer corrects by explanations that it is given."""
        return self.explainers[explainer].own_task == "pre-explaining"

    # Files

    def files(self) -> list[Named]:
        """Every file that the study names, with its key."""
        return files_in(self)

    def located(self, places: Sequence[Path], within: Path | None = None) -> Self:
        """A copy with the places of all files that are found.

        Args:
            places: the folders to look in, of `places_of`.
            within: a folder; paths in it are written relative to it, all others are absolute.
        """
        study = located(self, lambda path: resolve(path, places, within))
        return study.with_private(_places=tuple(places), _within=within)

    def find(self, path: str) -> str:
        """Where a file is that the study does not name; see `located`."""
        return resolve(path, self._places, self._within)

    def without(self, absent: Mapping[str, str]) -> Self:
        """A copy with the missing models: the path of each, and a line about it."""
        return self.with_private(_absent=dict(absent))

    def with_private(self, **values: object) -> Self:
        """A copy that knows more than its keys."""
        study = self.model_copy()
        for name, value in values.items():
            setattr(study, name, value)
        return study

    def files_of(self, entry: Entry) -> list[str]:
        """The files and local models of an entry: what depends on them is made again with them.

        Raises:
            ConfigError: there is no model where the entry names one.
        """
        paths = {named.path for named in files_in(entry) if named.path}
        if absent := self._absent.keys() & paths:
            raise ConfigError("\n".join(self._absent[path] for path in sorted(absent)))
        return entry.named_files()
