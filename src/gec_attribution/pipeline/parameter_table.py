"""Tables of `config/README.md`, made from the models and the registry: `make docs`."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from gec_attribution.config.entries import KINDS, Component, Entry
from gec_attribution.config.files import File
from gec_attribution.config.models import Model
from gec_attribution.config.registry import registry
from gec_attribution.formatting.markers import replace_between
from gec_attribution.pipeline.study import Evaluation, ExperimentStudy, evaluation_model
from gec_attribution.storage.files import write_atomically

Row = tuple[str, str, str, str]
"""Cells of a row: key, values, default and meaning."""
END = "<!-- end of the table -->"


def config_table() -> str:
    """A Markdown table with a row for each key: its type and allowed values, default, meaning."""
    rows = ["| key | values | default | meaning |", "| --- | --- | --- | --- |"]
    rows += [
        f"| `{key}` | {values} | {default} | {text} |" for key, values, default, text in _rows()
    ]
    return "\n".join(rows)


def registry_table() -> str:
    """A Markdown table with a row for each entry of the registry: content, licence, citation."""
    rows = [
        "| entry | content | systems, or files | licence | citation |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, entry in registry().items():
        kind = "data set: " if entry.sources else ""
        cited, _, _ = entry.citation.partition(": ")
        parts = ", ".join(f"`{part}`" for part in entry.outputs or entry.files)
        rows.append(f"| `{name}` | {kind}{entry.about} | {parts} | {entry.licence} | {cited} |")
    return "\n".join(rows)


TABLES = {
    "<!-- made by `make docs` from the models; do not edit -->": config_table,
    "<!-- made by `make docs` from the registry; do not edit -->": registry_table,
}


def with_tables(page: str) -> str:
    """The page with the text between each pair of markers replaced by the table it is for.

    Raises:
        ValueError: a marker is missing.
    """
    for begin, table in TABLES.items():
        page = replace_between(page, begin, END, table())
    return page


def _models_of(kind: type[Entry]) -> dict[str, type[Entry]]:
    """The model of each type of entries, by its name."""
    components = {"component": Component} if kind is KINDS["metrics"] else {}
    return {**kind.special, **components, **{name: kind.of_type(name) for name in kind.types()}}


def _rows() -> Iterator[Row]:
    yield from _rows_of(ExperimentStudy)
    for kind, entry in KINDS.items():
        # Types that share an option share its row.
        types_of_row: dict[Row, list[str]] = {}
        for name, model in _models_of(entry).items():
            for row in _rows_of(model, without=entry.keys()):
                types_of_row.setdefault(row, []).append(name)
        for (key, values, default, text), names in types_of_row.items():
            yield f"{kind}.NAME ({', '.join(names)}).{key}", values, default, text
    yield from _rows_of(File, "FILE.")


def _rows_of(model: type[Model], prefix: str = "", without: Sequence[str] = ()) -> Iterator[Row]:
    schemas = model.model_json_schema()["properties"]
    for key in model.keys():  # noqa: SIM118
        field, schema = model.model_fields[key], schemas[key]
        if key in without or not field.description:
            continue
        default = "required" if field.is_required() else _default(field.default)
        text = " ".join(field.description.split()).replace("|φ|", "&#124;φ&#124;")
        if "{types}" in text and issubclass(model, Entry):
            text = text.format(types=", ".join(f"`{name}`" for name in model.types()))
        yield f"{prefix}{key}", _values(schema), default, text
        for inner, named in _models_in(field.annotation):
            section = evaluation_model() if inner is Evaluation else inner
            yield from _rows_of(section, f"{prefix}{key}.{'NAME.' if named else ''}")


def _models_in(annotation: Any, *, named: bool = False) -> Iterator[tuple[type[Model], bool]]:
    """The models of a field whose keys have rows, and whether there is one for each name."""
    parts = [part for part in get_args(annotation) if not isinstance(part, FieldInfo)]
    for part in parts:
        yield from _models_in(part, named=named or get_origin(annotation) is dict)
    is_model = not parts and isinstance(annotation, type) and issubclass(annotation, Model)
    # The keys of files are listed once, and those of an entry within another one with its kind.
    if is_model and annotation is not File and (named or not issubclass(annotation, Entry)):
        yield annotation, named


def _values(schema: Mapping) -> str:
    """Type of a value, and the allowed ones."""
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"]
    texts = [_values_of_kind(kind) for kind in kinds]
    # Where null is the default, it is allowed.
    nullable = len(kinds) < len(schema.get("anyOf", [schema])) and schema.get("default") is not None
    return " or ".join([*texts, *(["null"] if nullable else [])])


def _values_of_kind(schema: Mapping) -> str:
    if "$ref" in schema:
        return "FILE" if schema["$ref"].endswith("/File") else "mapping"
    if choices := schema.get("enum", [schema["const"]] if "const" in schema else None):
        return ", ".join(f"`{choice}`" for choice in choices)
    kind = str(schema.get("type", ""))
    kind = {"object": "mapping", "array": "list"}.get(kind, kind)
    if "minimum" in schema and "maximum" in schema:
        return f"{kind}, {schema['minimum']} to {schema['maximum']}"
    return f"{kind}, at least {schema['minimum']}" if "minimum" in schema else kind


def _default(default: object) -> str:
    match default:
        case None:
            return "null"
        case bool():
            return f"`{str(default).lower()}`"
        case Mapping() if default:
            return f"`{default}`"
        case str() if 0 < len(default) < 40:
            return f"`{default}`"
        case int() | float() | list():
            return f"`{default}`"
    return ""


if __name__ == "__main__":
    path = Path(sys.argv[1])
    updated = with_tables(path.read_text(encoding="utf-8"))
    with write_atomically(path) as temporary:
        temporary.write_text(updated, encoding="utf-8")
