"""What an experiment says of itself: plain data, of which rules, keys and captions are made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gec_attribution.plugins.options import REQUIRED, Named, Option, at_least

Unit = Literal["study", "dataset", "metric"]


__all__ = ["REQUIRED", "Experiment", "Figure", "Named", "Option", "Table", "at_least"]

DATASETS = Named("dataset_list")
METHOD = Option(
    "Attribution method shown; null takes the first of the study.", None, ("string", "null")
)


@dataclass(frozen=True)
class Figure:
    """A figure of an experiment.

    Attributes:
        name: of its files, and of its rule after `plot_`.
        title: what the report calls it.
        caption: a Jinja2 template; `Experiment` says which names it may use.
        result: the result of the experiment that it shows; the first where None.
        unit: one figure for the study, or one for each data set and metric.
        module: the module of the experiment's folder whose `plot` draws it.
        takes: what `plot` is given besides the table: options of the experiment, `max_edits` (of
            `coalitions`), or the labels of the `metric` it shows or of its `method`.
    """

    name: str
    title: str
    caption: str
    result: str | None = None
    unit: Literal["study", "metric"] = "study"
    module: str = "figure"
    takes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table of an experiment: its rows are those of the result that it shows.

    Attributes:
        name: of its files, and of its rule after `tabulate_`; with a wildcard where its rule
            writes several.
        title: what the report calls it.
        caption: as of a `Figure`.
        variants: the name of each table that such a rule may write, and its title.
        result: the result of the experiment that it shows; the first where None.
        module: the module of the experiment's folder with its `COLUMNS` or its `tabulate`.
        rule: the name of its rule, where it is another.
        takes: what the module's `join` is given besides the rows: options of the experiment, or
            `published` (the published metrics of the study); no such thing, no table.
        explicit: the rule is written out, since the table joins what no other does.
    """

    name: str
    title: str
    caption: str
    variants: Mapping[str, str] = field(default_factory=dict)
    result: str | None = None
    module: str = "table"
    rule: str | None = None
    takes: tuple[str, ...] = ()
    explicit: bool = False


@dataclass(frozen=True)
class Compared:
    """Of an experiment whose statistics are compared between methods and between metrics.

    Attributes:
        keys: the columns that tell the statistics of one metric and method apart.
        family: those whose values have separate Holm's corrections on a data set.
        value: the column that holds the statistic.
    """

    keys: tuple[str, ...]
    family: tuple[str, ...] = ()
    value: str = "value"


@dataclass(frozen=True)
class Lattice:
    """That an experiment needs every subset of the edits of some sentences scored.

    Attributes:
        min_edits: the fewest edits of such a sentence: a number, or the option that says it.
        max_edits: the option that says the most; the study's `coalitions.max_edits` where None.
    """

    min_edits: int | str = 2
    max_edits: str | None = None


@dataclass(frozen=True)
class Experiment:
    """An experiment.

    Captions are Jinja2 templates of plain text, with these names: `datasets`, `metrics`, `methods`
    (labels, joined by commas), `resamples`, `test_resamples`, `seed`, `most_edits` (of
    `coalitions`), `first_method`, `least_sources` (for an interval), `include_sampled`, and the
    options of the experiment.

    Attributes:
        name: its key under `evaluation`, the name of its folder, and of its rule after `evaluate_`.
        section: the section of the report that its figures and tables belong to.
        about: what config/README.md says of it.
        unit: whether it is computed once for a study, for each data set, or for each data set and
            metric.
        reads: the files that it reads; see `study.experiment_files`.
        after: other experiments whose first result it reads, by name; a study needs them, too.
        registered: further files that it reads, by what they are: names of the registry's files,
            which are downloaded.
        settings: the settings of the study that move its numbers; see `study.experiment_files`.
        options: the keys of its entry; None where every study has it, without an entry.
        default: whether a study that does not name it has it; one of required options has it not.
        method_type: the only type of method that it is about; a study without one has it not.
        scores: the metrics by which it scores sentences of its own: those of the data set, those
            that can be compared with people (`ranked`), or those of its `forms`.
        environment: of its rule: the file in `envs`.
        of_chosen_metrics: whether it is computed for the metrics alone that its options name.
        own_data: whether it is about sentences written for it, which no learner wrote.
        needs: what its data sets must have: `references`, `explanations`, `judgements` (references,
            or people who judged the edits), or nothing.
        results: the tables that it writes, by name; its own where none is given.
        compared: whether and how its statistics are compared.
        lattice: the coalitions that it needs besides those of the methods.
        figures: its figures.
        tables: its tables.
        text_columns: columns of its results that are text even where they look like numbers.
        rule: the name of its rule, where it is not `evaluate_` and its own.
        explicit: whether that rule is written out, since it fits no other.
        timed: of an experiment of metrics, whether it looks only at those whose speed is measured.
    """

    name: str
    section: str
    about: str = ""
    unit: Unit = "dataset"
    reads: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    registered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    options: Mapping[str, Option | Named] | None = field(default_factory=dict)
    default: bool = False
    method_type: str | None = None
    scores: Literal["scored", "ranked", "forms"] | None = None
    environment: str = "analysis"
    of_chosen_metrics: bool = False
    own_data: bool = False
    needs: Literal["references", "explanations", "judgements"] | None = None
    results: tuple[str, ...] = ()
    compared: Compared | None = None
    lattice: Lattice | None = None
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    text_columns: tuple[str, ...] = ()
    rule: str | None = None
    timed: bool = False
    explicit: bool = False

    @property
    def computed(self) -> bool:
        """Whether its rule is made from its declaration."""
        return bool(self.reads or self.registered or self.after) and not self.explicit

    def rule_name(self) -> str:
        """The name of the rule that computes it."""
        return self.rule or f"evaluate_{self.name}"

    def result_names(self) -> tuple[str, ...]:
        """The names of the tables that it writes."""
        return self.results or (self.name,)

    def shown(self) -> Iterator[Figure | Table]:
        """Its figures and tables."""
        yield from self.figures
        yield from self.tables

    def titles(self) -> dict[str, str]:
        """What the report calls each of its figures and tables, by their names."""
        tables = {
            name: title
            for table in self.tables
            for name, title in (table.variants or {table.name: table.title}).items()
        }
        return tables | {figure.name: figure.title for figure in self.figures}

    def schema(self) -> dict[str, Any]:
        """What a study may say of it under `evaluation`, in JSON Schema."""
        options = self.options or {}
        required = [
            key
            for key, option in options.items()
            if isinstance(option, Option) and option.default is REQUIRED
        ]
        return {
            "type": ["object", "null"],
            "additionalProperties": False,
            **({"required": required} if required else {}),
            "default": {} if self.default else None,
            "description": self.about,
            "properties": {key: option.schema() for key, option in options.items()},
        }
