"""Declaration of an experiment: plain data, the origin of rules, keys and captions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from gec_attribution.config.models import Model, Problem
from gec_attribution.config.names import DatasetName, MetricName
from gec_attribution.plugins.options import PathTo

if TYPE_CHECKING:
    from gec_attribution.config.study import Study


class Reads(Enum):
    """Files of earlier stages that an experiment may read.

    The first value is the name in `Inputs.files`, the second the path below the folder of the data
    set, unless `experiment_files.files_read` says where they are. Files of a `metric` are read of
    each metric of the experiment.
    """

    ATTRIBUTIONS = ("attributions", "attributions/{metric}/{first_method}.parquet")
    ALL_ATTRIBUTIONS = ("attributions", "attributions/{metric}/{method}.parquet")
    SCORES = ("scores", "scores/{metric}.parquet")
    # Scores of the metrics that are no component of another one.
    WHOLE_SCORES = ("scores", "scores/{scored_metric}.parquet")
    # The scores of source and hypothesis.
    ENDS = ("ends", "ends/{metric}.parquet")
    INTERACTIONS = ("interactions", "interactions/{metric}.parquet")
    SOURCES = ("sources", "corpus/sources.txt")
    REFERENCE_TEXTS = ("reference_texts", "edits/reference.{reference}.m2")
    TEXTS = ("texts", "systems/{system}.txt")
    PIPELINE = ("pipeline",)
    # The edits of a system as they were found or given.
    FOUND_EDITS = ("found_edits", "edits/{system}.m2")
    # The players of every system's games, and the played ones of references.
    EDITS = ("games", "coalitions/games.parquet")
    # The sentences that could not be aligned.
    UNALIGNED = ("unaligned", "edits/{system}.unaligned.parquet")
    REFERENCES = ("references", "edits/reference.{reference}.m2")
    COALITIONS = ("coalitions", "coalitions/coalitions.parquet")
    # The explained reference.
    GOLD = ("gold",)
    # The edits of a first reference without explanations.
    UNEXPLAINED = ("unexplained", "edits/reference.{reference}.m2")
    EXPLANATIONS = ("explanations", "of each run")
    FIRST_EXPLANATIONS = ("explanations", "of the first run")
    # Reports of mended answers.
    REPORTS = ("reports",)
    JUDGED = ("judged",)
    # Outputs of the systems whose corrections people judged.
    JUDGED_SYSTEMS = ("judged_systems",)
    # People's rankings of the systems' corrections.
    RANKINGS = ("rankings",)
    # Files of another data set of the same language.
    OTHER_ATTRIBUTIONS = (
        "other_attributions",
        "attributions/{metric}/{first_method}.parquet",
    )
    OTHER_REFERENCES = ("other_references", "edits/reference.{reference}.m2")

    def __init__(self, key: str, path: str = "") -> None:
        self.key = key
        self.path = path


Datasets = Annotated[
    list[DatasetName] | None,
    Field(min_length=1, description="Data sets shown; null takes all."),
]
Metrics = Annotated[
    list[MetricName] | None,
    Field(min_length=1, description="Metrics shown; null takes all."),
]


class ExperimentOptions(Model):
    """Options of an experiment; a subclass has a field for each.

    An experiment that reads every coalition of some sentences, or plays the edits of references,
    says here which.
    """

    renamed: ClassVar[Mapping[str, str]] = {
        "max_edits": "most_edits",
        "min_edits": "fewest_edits",
    }

    def edit_range(self, exact_up_to: int) -> tuple[int, int]:
        """Fewest and most edits of the sentences whose every coalition the experiment reads.

        Args:
            exact_up_to: the most edits of a sentence whose coalitions the study scores.
        """
        return 2, exact_up_to

    def most_reference_edits(self) -> int:
        """Most edits of a reference whose own edits are played; 0 if the experiment plays none."""
        return 0

    def completed(self, exact_up_to: int) -> Self | None:
        """A copy that reads no more coalitions than the study scores; None if none are left."""
        del exact_up_to
        return self

    def columns(self, study: "Study") -> dict[str, list[str]]:
        """The metrics with a result of their own, and the columns of each that it is about.

        A column is `score`, or a component of the score.
        """
        return {name: ["score"] for name in study.metrics}

    def problems(self, study: "Study") -> Iterator[Problem]:
        """Options that do not fit the study: `.` and the key of each, and a text."""
        del study
        yield from ()


class OptionsOfDatasets(ExperimentOptions):
    """Options of an experiment that may be of some data sets."""

    datasets: Datasets = None


class OptionsOfMetrics(OptionsOfDatasets):
    """Options of an experiment that may be of some metrics, too."""

    metrics: Metrics = None


@dataclass(frozen=True)
class Finding:
    """Sentence about a table: its rows with the highest and the lowest value of a column.

    Attributes:
        text: a format string; `highest` and `lowest` are rows by column, `counts` says how many
            rows have each value.
        column: the column of the values.
        where: the value that a row has to have in each of some columns; the name of an option that
            the figure or table takes stands for the option's value.
        names: labels of the values of some columns.
    """

    text: str
    column: str
    where: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A figure or a table of an experiment.

    Attributes:
        name: name of its files, and of its rule after the verb.
        title: its title in the report.
        module: the module of the experiment's folder that makes it.
        takes: arguments of its module besides the rows; see `experiment_files.shown_options`.
        asks: takes the study; further arguments of its module.
        finding: sentence of the report at the top of its section.
        unit: one for the study, or one for each data set and metric.
        result: the result of the experiment that it shows; where None, the one of its name, or
            else the first.
    """

    name: str
    title: str
    finding: Finding | None = None
    module: str
    takes: tuple[str, ...] = ()
    asks: Callable[[Any], Mapping[str, object]] | None = None
    unit: ClassVar[str] = "study"
    result: ClassVar[str | None] = None
    verb: ClassVar[str]
    folder: ClassVar[str]
    kinds: ClassVar[tuple[str, ...]]

    @property
    def rule(self) -> str:
        """The name of its rule."""
        return f"{self.verb}_{self.name}"


@dataclass(frozen=True, kw_only=True)
class Figure(Shown):
    """A figure of an experiment, which the `plot` of its module draws."""

    module: str = "figure"
    unit: Literal["study", "metric"] = "study"  # type: ignore[misc]
    verb: ClassVar[str] = "plot"
    folder: ClassVar[str] = "figures"
    # Beside the formats that a study names.
    kinds: ClassVar[tuple[str, ...]] = ("csv", "svg")


@dataclass(frozen=True, kw_only=True)
class Table(Shown):
    """A table of an experiment, whose module has the columns; see `tables.columns.cells_of`.

    Unless `is_made` says otherwise, the table is made where all that it takes is there.

    Attributes:
        joins: results of experiments, by the names of the arguments of the module's `join`; None
            stands for an experiment that is left out. Without any, `join` takes `tables`, the rows
            of the result shown.
        options: further arguments of its `join`.
        is_made: takes the study; whether it makes the table.
        is_summarised: whether the `summary` of its module, which takes the same rows, has lines for
            the end of a run.
    """

    module: str = "table"
    result: str | None = None  # type: ignore[misc]
    verb: ClassVar[str] = "tabulate"
    joins: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    is_made: Callable[[Any], bool] | None = None
    is_summarised: bool = False
    folder: ClassVar[str] = "tables"
    kinds: ClassVar[tuple[str, ...]] = ("tex", "md", "json", "csv")


def scored_metrics(study: "Study", dataset: str) -> list[str]:
    """The metrics of a data set that are no component of another one."""
    return [name for name in study.metrics_of(dataset) if name in study.scored_metrics]


def differences_table(name: str, title: str) -> Table:
    """The table of an experiment's result `differences/NAME`; see `statistics.differences`."""
    result = f"differences/{name}"
    return Table(
        name=f"{name}_differences",
        title=title,
        result=result,
        module="differences_table",
    )


@dataclass(frozen=True)
class ProjectFile:
    """A file of the project as an input of an experiment."""

    path: str


@dataclass(frozen=True)
class RegisteredFiles:
    """Files of the registry, downloaded as inputs of an experiment."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class ResultOf:
    """A result of another experiment as an input; no file where a study leaves that one out."""

    name: str


@dataclass(frozen=True)
class Experiment:
    """An experiment.

    Captions stand in `caption.rst` of its folder, below the path of each figure and table, such as
    `figures/bias`, or without it where there is only one. They are Jinja2 templates of plain text,
    with these names: `datasets`, `metrics`, `methods` (labels, joined by commas), `languages`
    (a set of names), `resamples`, `few_resamples`, `test_resamples`, `seed`, `exact_up_to` (of
    `coalitions`), `first_method`, `least_sources` (for an interval), and the options of the
    experiment.

    Attributes:
        name: its key under `evaluation`, and the name of its folder.
        section: the section of the report that its figures and tables belong to.
        about: its description in config/README.md.
        unit: whether it is computed once for a study, for each data set, or for each data set and
            metric.
        reads: the files that it reads of earlier stages. One that reads nothing is not computed.
        inputs: further inputs, by their name in `Inputs.files`. An option with a path is an input
            under the option's name.
        settings: the settings of the study that move its numbers; see `experiment_files`.
        asks: takes the study, the data set and the metric (each empty where the unit has none);
            further settings that move its numbers.
        options: the model of its entry; None where every study has it, without an entry.
        default: whether a study that does not name it has it; one of required options has it not.
        scores: takes the study and the data set; the metrics by which the experiment scores
            sentences of its own.
        is_timed: whether no other job runs beside its own.
        needs: `references`, `explanations`, `rankings` or `two systems`, if its data sets need
            them.
        own_datasets: whether data sets whose `experiments` name it are added to the data sets with
            its needs, in place of replacing them.
        checks_texts: whether its module `checks` has a `check`. Before the first job, `check` takes
            the options and the `Texts` of each data set, and yields a line for each wrong option.
        results: the tables that it writes, by name; its own where none is given.
        every_coalition: whether it needs the scores of every subset of a sentence's edits, where
            their number is in the `edit_range` of its options.
        figures: its figures.
        tables: its tables.
        text_columns: columns of its results that are text even where they look like numbers.
        verb: how the name of its rule begins, before its own.
    """

    name: str
    section: str
    about: str = ""
    unit: Literal["study", "dataset", "metric"] = "dataset"
    reads: tuple[Reads, ...] = ()
    inputs: Mapping[str, ProjectFile | RegisteredFiles | ResultOf] = field(
        default_factory=dict
    )
    settings: tuple[str, ...] = ()
    asks: Callable[[Any, str, str], Mapping[str, object]] | None = None
    options: type[ExperimentOptions] | None = ExperimentOptions
    default: bool = False
    scores: Callable[[Any, str], list[str]] | None = None
    is_timed: bool = False
    needs: Literal["references", "explanations", "rankings", "two systems"] | None = (
        None
    )
    own_datasets: bool = False
    checks_texts: bool = False
    results: tuple[str, ...] = ()
    every_coalition: bool = False
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    text_columns: tuple[str, ...] = ()
    verb: str = "evaluate"

    @property
    def computed(self) -> bool:
        """True unless it only shows results of other experiments."""
        return bool(self.reads or self.inputs)

    @property
    def rule(self) -> str:
        """The name of that rule."""
        return f"{self.verb}_{self.name}"

    @property
    def environment(self) -> str:
        """The file in `envs` of its rule."""
        if self.scores:
            return "scores"
        if self.needs == "explanations":
            return "explanations"
        return "analysis"

    @property
    def path_options(self) -> list[str]:
        """The options that are paths of files."""
        fields = self.options.model_fields.items() if self.options else ()
        return [
            name
            for name, field in fields
            if any(isinstance(m, PathTo) for m in field.metadata)
        ]

    def module(self, shown: Shown) -> str:
        """The module of a figure or table of it, as `loading.module_of` takes it."""
        return f"{self.name}.{shown.module}"

    def result_names(self) -> tuple[str, ...]:
        """The names of the tables that it writes."""
        return self.results or (self.name,)

    def result_of(self, shown: Shown) -> str:
        """The name of the result that a figure or table of it shows."""
        names = self.result_names()
        return shown.result or (shown.name if shown.name in names else names[0])

    def shown(self) -> tuple[Shown, ...]:
        """Its figures and tables."""
        return (*self.figures, *self.tables)
