"""Entries of a study: systems, explainers, metrics and methods, each with the options of its type.

A type is a class of this package or of another one (`plugins.loading`). Its options are the
arguments of its constructor (`plugins.options`), which are fields of a model made for the type.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self, cast

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    create_model,
    field_validator,
    model_validator,
)

from gec_attribution.attribution.base import Method
from gec_attribution.config.files import File, files_named_in
from gec_attribution.config.models import (
    Distinct,
    MistakeError,
    Model,
    Reading,
    name_in,
    otherwise,
    refuse,
)
from gec_attribution.config.names import (
    OWN,
    REFERENCE,
    CorrectionsName,
    DatasetName,
    MetricName,
    SystemName,
)
from gec_attribution.config.places import resolve, suggestion
from gec_attribution.config.registry import registered_outputs
from gec_attribution.errors import ConfigError
from gec_attribution.explanations.base import Explainer
from gec_attribution.formatting.control_characters import visible
from gec_attribution.languages import module_of
from gec_attribution.metrics.base import Metric
from gec_attribution.plugins.entry_points import is_file
from gec_attribution.plugins.loading import available_types, load_class
from gec_attribution.plugins.options import (
    EntryOf,
    PathTo,
    files_by_default,
    options_of,
)
from gec_attribution.storage.files import files_in
from gec_attribution.systems.base import System

OUTPUTS, EXPLAINER = "outputs", "explainer"
"""The types of entries whose work is done already, or done by an explainer."""
# Suffixes of the files in a model's folder that move numbers; its card, for one, moves none.
_READ_OF_MODELS = frozenset(
    (".gguf", ".safetensors", ".bin", ".json", ".txt", ".model", ".jinja")
)
# Fields of every method that other keys of a study set.
_OF_METHODS = frozenset(Method.__dataclass_fields__)

_NAMED = "a type is the name of a module, in small letters, digits and _"
_Shown = Annotated[str, AfterValidator(visible)]
Label = Annotated[
    _Shown | None, Field(description="Name in figures and tables; by default the key.")
]
TypeName = Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$"), otherwise(_NAMED)]


def _check_language(code: str) -> str:
    """A language's code; raises ValueError where no language has it."""
    try:
        module_of(code)
    except ConfigError as error:
        raise ValueError(str(error).removeprefix("language: ")) from error
    return code


LanguageCode = Annotated[str, AfterValidator(_check_language)]
Languages = Annotated[list[LanguageCode] | None, Field(min_length=1), Distinct]


def _unpinned_inside(
    plugin: type | None, options: Mapping[str, Any], *, fetch: bool = False
) -> dict[str, str]:
    if plugin is None or not issubclass(plugin, System):
        return {}
    return plugin.unpinned_inside(options, fetch=fetch)


class Entry(Model):
    """An entry of a study whose type is a class.

    Attributes:
        room: the package that has the types.
        base: the class that they derive from.
        special: models of the types that are no classes.
        plugin: the class of this type; None where it cannot be imported here, or there is none.
        own_keys: the only keys that a study may give, if they are not all.
    """

    room: ClassVar[str]
    base: ClassVar[type]
    special: ClassVar[Mapping[str, type["Entry"]]] = {}
    plugin: ClassVar[type | None] = None
    own_keys: ClassVar[tuple[str, ...]] = ()
    # The keys of an entry without a type, or of an unknown type, are unknown.
    model_config = ConfigDict(extra="allow")
    label: Label = None

    @classmethod
    def model_of(cls, value: Mapping[str, object], reading: Reading) -> "type[Self]":
        """The model of an entry's type."""
        name = value.get("type")
        if cls in KINDS.values() and isinstance(name, str):
            return cast(
                "type[Self]", cls.special.get(name) or cls.of_type(name, reading.places)
            )
        return cls

    @classmethod
    def complete(cls, value: Mapping[str, Any], reading: Reading) -> Mapping[str, Any]:
        """The mapping with the commits of models of the hub that have no revision."""
        complete = dict(super().complete(value, reading))
        for key, model in value.items():
            mark = cls.mark(str(key))
            if mark is None or not mark.commit or complete.get(mark.commit):
                continue
            if isinstance(model, str) and not Path(reading.find(model)).exists():
                commit = reading.commits.get(model)
                complete |= {mark.commit: commit} if commit else {}
        located = {
            key: reading.located(item, cls.mark(str(key)))
            for key, item in complete.items()
        }
        for option, model in _unpinned_inside(cls.plugin, located).items():
            if model in reading.commits:
                complete[option] = reading.commits[model]
        return complete

    @classmethod
    def keys(cls) -> list[str]:
        """Keys that a study may give."""
        # Only some metrics have published weights, and only some explainers depend on the seed.
        plugin: Any = cls.plugin
        published: tuple[str, ...] = getattr(plugin, "published", ())
        left_out = [] if plugin is None or published else ["published"]
        left_out += [] if getattr(plugin, "draws", True) else ["runs"]
        return [key for key in cls.own_keys or cls.model_fields if key not in left_out]

    @classmethod
    def of_type(cls, name: str, places: Sequence[Path] = ()) -> "type[Self]":
        """The model of a type, with the options of its class; its file is looked for in `places`.

        Raises:
            MistakeError: there is no such type.
        """
        path = resolve(name, places) if is_file(name) else name
        if is_file(name) and not Path(path).is_file():
            looked_in = places or [Path.cwd()]
            folders = ", ".join(map(str, looked_in))
            refuse(
                f"there is no {name} in any of {folders}{suggestion(name, looked_in)}",
                "type",
            )
        try:
            plugin: type | None = load_class(cls.room, path, cls.base, "type")
        except ConfigError as error:
            refuse(str(error).partition(": ")[2], "type")
        except ImportError:
            # Only the environment of the jobs has what the class imports.
            plugin = None
        return cast("type[Self]", _model(cls, name, plugin))

    @classmethod
    def types(cls) -> list[str]:
        """All types of such entries that are installed."""
        return available_types(cls.room, cls.base)

    @property
    def spec(self) -> dict[str, object]:
        """The type and the options that are given, as `load_metric` and its like take them."""
        written = self.written()
        common = {
            key
            for kind in KINDS.values()
            if isinstance(self, kind)
            for key in kind.model_fields
        }
        options = {
            key: plain(value) for key, value in written.items() if key not in common
        }
        if "type" in written:
            return {"type": written["type"], **options}
        return options

    def named_files(self) -> list[str]:
        """Files behind the options: those named, and in named folders those that move a result.

        Files named by the default of an option of one's own type count, too.
        """
        texts = [
            named.file for named in files_named_in(self) if isinstance(named.file, str)
        ]
        if self.plugin is not None:
            defaults = files_by_default(self.plugin)
            texts += [
                defaults[name] for name in defaults.keys() - self.model_fields_set
            ]
        paths = [Path(text) for text in texts if text and Path(text).exists()]
        # Any file of the folder may matter to a type from elsewhere.
        is_known = self.plugin is not None and not self.guessed
        return [
            str(file)
            for path in paths
            for file in ([path] if path.is_file() else files_in(path))
            if file == path or not is_known or file.suffix in _READ_OF_MODELS
        ]

    def unpinned_inside(self, *, fetch: bool = False) -> dict[str, str]:
        """Models of the hub that its model names without a commit, by its option for that.

        What a model of the hub names is known once its description was fetched.

        Raises:
            ModelError: it could not be fetched.
        """
        return _unpinned_inside(self.plugin, self.spec, fetch=fetch)

    @property
    def known_languages(self) -> tuple[str, ...]:
        """The only languages of its class; empty if it is for any."""
        return tuple(getattr(self.plugin, "languages", ()))

    @property
    def usual_languages(self) -> tuple[str, ...]:
        """Languages of its class where a study does not say."""
        return tuple(getattr(self.plugin, "usual_languages", ()))

    @property
    def of_a_service(self) -> bool:
        """Whether a service runs it, so that times say nothing about it."""
        return bool(getattr(self.plugin, "of_a_service", False))


class SystemEntry(Entry):
    """A system; its type is a class with corrections."""

    room = "gec_attribution.systems"
    base = System
    type: TypeName = Field(
        description="`outputs` (existing corrections), `explainer` (an explainer's own "
        "corrections), or a module of gec_attribution.systems: {types} or your own "
        "(docs/extending.md)."
    )
    datasets: list[DatasetName] | None = Field(
        default=None,
        min_length=1,
        description="Data sets it corrects; null takes all of its languages. For "
        "`outputs`, `files` names them.",
    )
    languages: Languages = Field(
        default=None, description="Languages that it corrects; by default the study's."
    )
    after: SystemName | None = Field(
        default=None,
        description="Another system, whose corrections it corrects instead of the sources.",
    )


class CorrectedOutputs(SystemEntry):
    """A system whose corrected sentences exist already."""

    own_keys = ("label", "type", "registered", "files")
    model_config = ConfigDict(extra="forbid")
    ways = (("files",), ("registered",))
    registered_keys = registered_outputs
    registered: str | None = Field(
        default=None, description="A system of the registry, as ENTRY/SYSTEM."
    )
    files: dict[DatasetName, File] = Field(
        min_length=1,
        description="The system's output for each data set that it corrected.",
    )

    @classmethod
    def complete(cls, value: Mapping[str, Any], reading: Reading) -> Mapping[str, Any]:
        """A system of the registry with its outputs for the study's data sets."""
        complete = super().complete(value, reading)
        if "registered" not in value:
            return complete
        files = {
            name: complete["files"][dataset["registered"]]
            for name, dataset in (reading.entries("datasets") or {}).items()
            if isinstance(dataset, Mapping)
            and dataset.get("registered") in list(complete["files"])
        }
        if not files:
            corrected = (
                f"{value['registered']} corrected {', '.join(complete['files'])}"
            )
            refuse(f"{corrected}, none of which is in the study", "registered")
        return {**complete, "files": files}


class ExplainerCorrections(SystemEntry):
    """A system whose corrections are an explainer's own."""

    own_keys = ("label", "type", "datasets", "explainer")
    model_config = ConfigDict(extra="forbid")
    explainer: Annotated[str, name_in("explainers")] = Field(
        description="An explainer that corrects by itself; its first run is taken."
    )


class ExplainerEntry(Entry):
    """An explainer; its type is a class for explanations in words."""

    room = "gec_attribution.explanations"
    base = Explainer
    type: TypeName = Field(
        description="`outputs` (existing explanations), or a module of "
        "gec_attribution.explanations: {types} or your own (docs/extending.md)."
    )
    corrections: list[CorrectionsName] | None = Field(
        default=None,
        min_length=1,
        description="Corrections it explains: of systems, the first `reference`, or its "
        "`own`. Null means `own` for tasks that correct, otherwise all systems and the "
        "reference.",
    )
    runs: int = Field(
        default=1,
        ge=1,
        description="Number of runs with different seeds; results are averaged.",
    )

    @property
    def own_task(self) -> str | None:
        """Its task; None where its class has none."""
        return (
            getattr(self, "task", None) or getattr(self.plugin, "only_task", "") or None
        )

    @property
    def default_corrections(self) -> list[str]:
        """Its own corrections, for an explainer that makes some; else nothing."""
        if self.own_task in {"explain-only", None}:
            return []
        return [OWN]

    @property
    def adapters(self) -> list[str] | None:
        """Its adapters, if there is one for each run."""
        adapters = getattr(self, "adapter", None)
        if isinstance(adapters, list):
            return adapters
        return None

    def spec_of_run(self, run: int) -> dict[str, object]:
        """Type and options of a run, from 1, with the run's own adapter if there are several."""
        adapters = self.adapters
        if adapters:
            return {**self.spec, "adapter": adapters[run - 1]}
        return self.spec

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Refuse adapters unlike the runs in number, and corrections that its task cannot take."""
        problems = []
        count = len(self.adapters or ())
        task = self.own_task
        if count and count != self.runs:
            text = (
                f"has {count} adapters, but `runs` is {self.runs}; give one for each run, or one "
                "path for all"
            )
            problems.append(("adapter", text))
        allowed = {"pre-explaining": {OWN, REFERENCE}, "correct-only": {OWN}}.get(
            task or ""
        )
        for name in self.corrections or ():
            if task == "explain-only" and name == OWN:
                problems.append(
                    (
                        "corrections",
                        f"`{OWN}` needs an explainer that corrects by itself",
                    )
                )
            elif allowed and name not in allowed:
                text = f"a model for {task} cannot be given the corrections of {name}"
                problems.append(("corrections", text))
        if problems:
            raise MistakeError(problems)
        return self


class ExplainedOutputs(ExplainerEntry):
    """An explainer whose explanations exist already."""

    own_keys = ("label", "type", "files")
    model_config = ConfigDict(extra="forbid")
    files: dict[
        DatasetName, Annotated[dict[CorrectionsName, File], Field(min_length=1)]
    ] = Field(
        min_length=1,
        description="Files in EXCGEC's JSON, by data set and by corrections (a system, "
        "`reference` or `own`).",
    )


class MetricEntry(Entry):
    """A metric; its type is a class with scores of sentences."""

    room = "gec_attribution.metrics"
    base = Metric
    ways = (("type",), ("of", "component"))
    label: Annotated[
        _Shown | None,
        Field(
            description="Name in figures and tables; by default the key. There, a perplexity says "
            "its sign and scale: PPL becomes −PPL or −log PPL."
        ),
    ] = None
    type: Annotated[
        str,
        PathTo(suffix=".py"),
        Field(
            pattern=r"^([a-z][a-z0-9_]*|.*\.py)$",
            description="Module of gec_attribution.metrics: {types} or your own "
            "(docs/extending.md), which may be the path of a .py file.",
        ),
        otherwise(f"{_NAMED}, or the path of a .py file"),
    ]
    languages: Languages = Field(
        default=None,
        description="Languages that it scores; by default the study's, but English for SOME and "
        "IMPARA, as their weights are.",
    )
    published: str | None = Field(
        default=None,
        description="The published metric with these weights, if there is one; its "
        "published scores are then compared.",
    )

    @classmethod
    def model_of(cls, value: Mapping[str, object], reading: Reading) -> Any:
        """The model of a metric's type, or of a component."""
        is_component = cls is Component or "type" not in value
        if is_component:
            return Component
        return super().model_of(value, reading)

    @property
    def reads_references(self) -> bool:
        """Whether it reads references: its option `against` or `id` says so, or else its class."""
        against = getattr(self, "against", None)
        free = getattr(self.plugin, "reference_free", ())
        always = bool(getattr(self.plugin, "needs_references", False))
        always = always and getattr(self, "id", None) not in free
        if against is None:
            return always
        return against == "references"

    def shown_as(self, name: str) -> str:
        """Name in figures and tables: the label, by default the key, as its class titles it."""
        label = self.label or name
        if self.plugin is None:
            return label
        return cast("type[Metric]", self.plugin).titled(label, self.spec)

    def columns(self) -> list[str] | None:
        """The components of its score; None where its class cannot be imported here."""
        if self.plugin is None:
            return None
        return cast("type[Metric]", self.plugin).columns()

    @property
    def coefficients(self) -> Mapping[str, float] | None:
        """The weights of the components whose sum its score is, if it is one."""
        return getattr(self.plugin, "coefficients", None) or None

    @field_validator("published")
    @classmethod
    def _check_published(cls, published: str | None) -> str | None:
        """Refuse the name of a published metric that its weights cannot be."""
        choices = getattr(cls.plugin, "published", ())
        if published is not None and published not in choices:
            raise ValueError(f"found {published!r}; allowed: {', '.join(choices)}")
        return published


class Component(MetricEntry):
    """A component of a metric's score, taken as a metric of its own; nothing is scored again."""

    own_keys = ("label", "of", "component")
    model_config = ConfigDict(extra="forbid")
    type: str = ""
    of: MetricName = Field(
        description="The metric with this component; nothing is scored again."
    )
    component: str = Field(description="Name of the component.")

    def columns(self) -> list[str]:
        """No components: a component has none."""
        return []


class MethodEntry(Entry):
    """An attribution method."""

    room = "gec_attribution.attribution"
    base = Method
    type: TypeName = Field(
        description="Module of gec_attribution.attribution: {types} or your own "
        "(docs/extending.md)."
    )


SystemEntry.special = {OUTPUTS: CorrectedOutputs, EXPLAINER: ExplainerCorrections}
ExplainerEntry.special = {OUTPUTS: ExplainedOutputs}
KINDS: dict[str, type[Entry]] = {
    "systems": SystemEntry,
    "explainers": ExplainerEntry,
    "metrics": MetricEntry,
    "methods": MethodEntry,
}


@cache
def _model(entry: type[Entry], name: str, plugin: type | None) -> type[Entry]:
    """The model of a type's entries: that of their kind, with the options of the type's class."""
    excluded = _OF_METHODS if entry.base is Method else frozenset()
    options = {} if plugin is None else options_of(plugin, excluded)
    fields: Any = {}
    guessed = set()
    for key, (kind, default) in options.items():
        fields[key] = (_annotation(kind), default)
        if kind is Any:
            guessed.add(key)
    config = ConfigDict(extra="forbid" if plugin else "allow")
    base = type(
        entry.__name__, (entry,), {"model_config": config, "__module__": __name__}
    )
    made: Any = create_model(f"{entry.__name__}_{name}", __base__=base, **fields)
    made.plugin = plugin
    made.guessed = frozenset(guessed)
    return made


def _annotation(kind: Any) -> Any:
    """The annotation of an option as a study may give it: an entry, or a path for each run."""
    marks = getattr(kind, "__metadata__", ())
    for mark in marks:
        if isinstance(mark, EntryOf):
            return Annotated[(KINDS[mark.kind], *marks)]
        if isinstance(mark, PathTo) and mark.of_runs:
            several = kind.__origin__ | Annotated[list[str], Field(min_length=1)]
            text = "it must be a path, or a list with one for each run"
            return Annotated[(several, *marks, otherwise(text))]
    return kind


def plain(value: object) -> Any:
    """A value as JSON has it, without labels: an entry is its type and options."""
    match value:
        case Entry() | File():
            return value.spec
        case Model():
            fields = [name for name in type(value).model_fields if name != "label"]
            return {name: plain(getattr(value, name)) for name in fields}
        case Mapping():
            return {name: plain(item) for name, item in value.items()}
        case list():
            return [plain(item) for item in value]
    return value
