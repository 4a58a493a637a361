"""Tables of `config/README.md`, made from the models and the registry: `make docs`."""

import json
import sys
from collections.abc import Container, Iterator, Mapping
from pathlib import Path

from gec_attribution.config.entries import KINDS
from gec_attribution.config.registry import registry
from gec_attribution.pipeline.schema import study_schema
from gec_attribution.storage.files import write_atomically

Row = tuple[str, str, str, str]
"""Cells of a row: key, values, default and meaning."""
END = "<!-- end of the table -->"


def config_table() -> str:
    """A Markdown table with a row for each key: its type and allowed values, default, meaning."""
    rows = ["| key | values | default | meaning |", "| --- | --- | --- | --- |"]
    for key, values, default, text in _rows():
        rows.append(f"| `{key}` | {values} | {default} | {text} |")
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
        content = f"{kind}{entry.about} | {parts}"
        rows.append(f"| `{name}` | {content} | {entry.licence} | {cited} |")
    return "\n".join(rows)


TABLES = {
    "<!-- made by `make docs` from the models; do not edit -->": config_table,
    "<!-- made by `make docs` from the registry; do not edit -->": registry_table,
}


def with_tables(page: str) -> str:
    """The page with the text between each pair of markers replaced by the table it is for."""
    for begin, table in TABLES.items():
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(END)
        page = f"{before}{begin}\n\n{table()}\n\n{END}{after}"
    return page


def _rows() -> Iterator[Row]:
    schema = study_schema()
    definitions = schema["$defs"]
    yield from _rows_of(schema, definitions)
    for kind, entry in KINDS.items():
        # Types that share an option share its row.
        types_of_row: dict[Row, list[str]] = {}
        definition = definitions[entry.__name__]
        common = definition["properties"]
        for branch in definition["allOf"]:
            name = _referred(branch["then"])
            _, _, type_ = name.partition(".")
            for row in _rows_of(definitions[name], definitions, without=common):
                types_of_row.setdefault(row, []).append(type_)
        for (key, values, default, text), names in types_of_row.items():
            yield f"{kind}.NAME ({', '.join(names)}).{key}", values, default, text
    yield from _rows_of(definitions["File"]["anyOf"][1], definitions, "FILE.")


def _rows_of(
    schema: Mapping,
    definitions: Mapping,
    prefix: str = "",
    without: Container[str] = (),
) -> Iterator[Row]:
    for key, field in schema["properties"].items():
        if key in without or "description" not in field:
            continue
        default = _default(field["default"]) if "default" in field else "required"
        text = " ".join(field["description"].split()).replace("|φ|", "&#124;φ&#124;")
        yield f"{prefix}{key}", _values(field), default, text
        for name, by_name in _models_in(field):
            # Keys of files are listed once, and those of an entry in another one with its kind.
            is_entry = "allOf" in definitions[name]
            if name == "File" or (is_entry and not by_name):
                continue
            within = f"{prefix}{key}.NAME." if by_name else f"{prefix}{key}."
            yield from _rows_of(definitions[name], definitions, within)


def _models_in(schema: Mapping, *, by_name: bool = False) -> Iterator[tuple[str, bool]]:
    """The definitions that a field refers to, and whether there is one for each name."""
    if "$ref" in schema:
        yield _referred(schema), by_name
    for kind in schema.get("anyOf", ()):
        yield from _models_in(kind, by_name=by_name)
    for inner in schema.get("patternProperties", {}).values():
        yield from _models_in(inner, by_name=True)


def _referred(schema: Mapping) -> str:
    """The name of the definition that a schema refers to."""
    _, _, name = schema["$ref"].rpartition("/")
    return name


def _values(schema: Mapping) -> str:
    """Type of a value, and the allowed ones."""
    kinds = schema.get("anyOf", [schema])
    texts = [_values_of_kind(kind) for kind in kinds if kind.get("type") != "null"]
    # Where null is the default, it is allowed.
    if len(texts) < len(kinds) and schema.get("default") is not None:
        texts.append("null")
    return " or ".join(texts)


def _values_of_kind(schema: Mapping) -> str:
    if "$ref" in schema:
        if _referred(schema) == "File":
            return "FILE"
        return "mapping"
    choices = [schema["const"]] if "const" in schema else schema.get("enum", [])
    if choices:
        return ", ".join(f"`{choice}`" for choice in choices)
    kind = str(schema.get("type", ""))
    kind = {"object": "mapping", "array": "list"}.get(kind, kind)
    if "minimum" not in schema:
        return kind
    least = schema["minimum"]
    if "maximum" not in schema:
        return f"{kind}, at least {least}"
    return f"{kind}, {least} to {schema['maximum']}"


def _default(default: object) -> str:
    """A default as the table shows it; empty for a mapping of keys that have rows of their own."""
    if default is None:
        return "null"
    if isinstance(default, Mapping) and "type" not in default:
        return ""
    text = default if isinstance(default, str) else json.dumps(default)
    is_short = 0 < len(text) < 40
    if is_short:
        return f"`{text}`"
    return ""


if __name__ == "__main__":
    path = Path(sys.argv[1])
    updated = with_tables(path.read_text(encoding="utf-8"))
    with write_atomically(path) as temporary:
        temporary.write_text(updated, encoding="utf-8")
