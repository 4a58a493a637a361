"""Options of types and experiments: meaning, type, default and range.

A type says in its class, as `ENTRY`, what an entry of it may say in a study:

    class Impara(ComposedMetric):
        ENTRY = Entry(options={"threshold": Option("Similarity below which the score is 0.", 0.9)})

The schema of a study, its checks and the rows of config/README.md come from that. It is read from
the source, since to import a class may take seconds: it may name what this module has, and
constants of modules of this package.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from gec_attribution.errors import ConfigError

REQUIRED: Any = object()
"""The default of an option that has to be given."""
FOLDER = Path(__file__).parents[1]
NAME = "ENTRY"
"""The attribute of a class that states its options."""


@dataclass(frozen=True)
class Option:
    """An option of a type or of an experiment.

    Attributes:
        meaning: what it does, for config/README.md.
        default: its value where a study does not give one; `REQUIRED` where it has to. None for an
            option that must not be null stands for what nobody gives.
        type: JSON Schema's name of its type, or names; empty for one of some values (`enum`).
        limits: further keywords of JSON Schema, such as `minimum`. Of a `path`: `commit` names the
            option with the commit of a model of the hub, `absent` says how to get what is missing.
        entries: the kind of entries of a study that it is one of, as `methods`.
    """

    meaning: str
    default: Any = REQUIRED
    type: str | tuple[str, ...] = "integer"
    limits: Mapping[str, Any] = field(default_factory=dict)
    entries: str = ""

    def schema(self) -> dict[str, Any]:
        """The option in JSON Schema."""
        kinds = [self.type] if isinstance(self.type, str) else list(self.type)
        nobody = self.default is None and "null" not in kinds and "enum" not in self.limits
        given = {} if self.default is REQUIRED or nobody else {"default": self.default}
        named = {"type": self.type if isinstance(self.type, str) else kinds} if self.type else {}
        return {**named, **self.limits, **given, "description": self.meaning}


@dataclass(frozen=True)
class Named:
    """An option that several have; the schema of a study describes it once.

    Attributes:
        definition: its name among the schema's `$defs`.
    """

    definition: str

    def schema(self) -> dict[str, Any]:
        """A reference to the definition."""
        return {"$ref": f"#/$defs/{self.definition}"}


def at_least(least: int, default: Any, meaning: str) -> Option:
    """An option that is a whole number."""
    return Option(meaning, default, "integer", {"minimum": least})


def choice(meaning: str, default: str, *values: str) -> Option:
    """An option that is one of some texts."""
    return Option(meaning, default, "", {"enum": list(values)})


def path(
    meaning: str,
    default: Any = REQUIRED,
    *,
    commit: str = "",
    absent: str = "",
    of_runs: bool = False,
) -> Option:
    """An option that is a path, or the id of a model of the hub where it has a `commit`.

    Of an explainer that runs more than once it may be a list (`of_runs`), with one for each run.
    """
    known = {"commit": commit, "absent": absent}
    limits = {"format": "path", **{key: value for key, value in known.items() if value}}
    if not of_runs:
        return Option(meaning, default, "string", limits)
    items = {"items": {"type": "string"}, "minItems": 1}
    return Option(meaning, default, ("string", "array"), {**limits, **items})


def revision(what: str = "the hub model") -> Option:
    """An option that is the commit of a model of the hub."""
    return Option(f"Commit of {what}.", None, "string")


def switch(meaning: str, *, default: bool) -> Option:
    """An option that is true or false."""
    return Option(meaning, default, "boolean")


def number(
    meaning: str, default: Any = REQUIRED, *, least: float | None = None, most: float | None = None
) -> Option:
    """An option that is a number between two, which may be it."""
    bounds = {"minimum": least, "maximum": most}
    limits = {key: bound for key, bound in bounds.items() if bound is not None}
    return Option(meaning, default, "number", limits)


@dataclass(frozen=True)
class Entry:
    """Options of a type's entry in a study, and facts known before it is loaded.

    Attributes:
        options: the keyword arguments of the constructor, apart from `settings`.
        languages: the only ones that it is for, where there are such; a type with an option
            `language` is for that one.
        published: the published metrics that its weights may be.
        of_a_service: whether a service runs its model, whose speed is not its own.
        task: what an explainer without an option `task` is asked for.
        draws: whether an explainer writes something else with another seed.
        coefficients: weights of the components whose weighted sum a metric is.
        reads_references: whether a metric always reads references, as a `ReferenceMetric` does.
    """

    options: Mapping[str, Option | Named] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    published: tuple[str, ...] = ()
    of_a_service: bool = False
    task: str = ""
    draws: bool = True
    coefficients: Mapping[str, float] = field(default_factory=dict)
    reads_references: bool = False


SERVICE: Mapping[str, Option | Named] = {"most_requests": Named("most_requests")}
"""The options of what asks a service."""


@cache
def stated(file: Path, name: str = "") -> Entry | None:
    """`ENTRY` of the class of a module; None where no class has one.

    Args:
        file: the module.
        name: of the class; the only one that states anything where it is empty.

    Raises:
        ConfigError: several classes do, or one names what cannot be known without importing it.
    """
    if NAME not in file.read_text("utf-8"):
        return None
    classes = [node for node in _statements(file) if isinstance(node, ast.ClassDef)]
    classes = [node for node in classes if name in ("", node.name)]
    given = [(node, _assigned(node.body, NAME)) for node in classes]
    # A class that others derive from has None.
    stating = [(node, value) for node, value in given if not isinstance(value, ast.Constant | None)]
    if len(stating) > 1:
        raise ConfigError(f"{file}: {len(stating)} classes have {NAME}; one has to be the type")
    for node, expression in stating:
        bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        return replace(_value(expression, file), reads_references="ReferenceMetric" in bases)
    return None


@cache
def _statements(file: Path) -> list[ast.stmt]:
    return ast.parse(file.read_text("utf-8"), str(file)).body


def _assigned(statements: list[ast.stmt], name: str) -> ast.expr | None:
    """The expression that one of the statements assigns to a name."""
    for statement in statements:
        match statement:
            case ast.Assign([ast.Name(target)], value) | ast.AnnAssign(ast.Name(target), _, value):
                if target == name:
                    return value
    return None


def _value(expression: ast.expr, file: Path) -> Any:
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    known = {name: _named(name, file) for name in names}
    code = compile(ast.Expression(expression), str(file), "eval")
    return eval(code, {"__builtins__": {}}, known)  # noqa: S307  (of a package that is installed)


def _named(name: str, file: Path) -> Any:
    """Value of a name in a module: one of its constants, or of a module of this package."""
    if file == Path(__file__):
        return globals()[name]
    statements = _statements(file)
    if (value := _assigned(statements, name)) is not None:
        return _value(value, file)
    for node in statements:
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            package, *parts = (node.module or "").split(".")
            if package == FOLDER.name:
                return _named(name, FOLDER.joinpath(*parts).with_suffix(".py"))
    raise ConfigError(
        f"{file}: {NAME} names {name}, which is neither of gec_attribution.plugins.options nor a "
        "constant; write its value"
    )
