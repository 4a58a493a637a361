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
        before, begun, rest = page.partition(begin)
        _, ended, after = rest.partition(END)
        if not (begun and ended):
            raise ValueError(f"the page needs the lines {begin!r} and {END!r}, in this order")
        page = f"{before}{begin}\n\n{table()}\n\n{END}{after}"
    return page


def _rows() -> Iterator[Row]:
    schema = study_schema()
    definitions = schema["$defs"]
    yield from _rows_of(schema, definitions)
    for kind, entry in KINDS.items():
        # Types that share an option share its row.
        types_of_row: dict[Row, list[str]] = {}
        common = definitions[entry.__name__]["properties"]
        for branch in definitions[entry.__name__]["allOf"]:
            name = branch["then"]["$ref"].rpartition("/")[2]
            for row in _rows_of(definitions[name], definitions, without=common):
                types_of_row.setdefault(row, []).append(name.partition(".")[2])
        for (key, values, default, text), names in types_of_row.items():
            yield f"{kind}.NAME ({', '.join(names)}).{key}", values, default, text
    yield from _rows_of(definitions["File"]["anyOf"][1], definitions, "FILE.")


def _rows_of(
    schema: Mapping, definitions: Mapping, prefix: str = "", without: Container[str] = ()
) -> Iterator[Row]:
    for key, field in schema["properties"].items():
        if key in without or "description" not in field:
            continue
        default = _default(field["default"]) if "default" in field else "required"
        text = " ".join(field["description"].split()).replace("|φ|", "&#124;φ&#124;")
        yield f"{prefix}{key}", _values(field), default, text
        for name, by_name in _models_in(field):
            # Keys of files are listed once, and those of an entry in another one with its kind.
            if name != "File" and (by_name or "allOf" not in definitions[name]):
                within = f"{prefix}{key}.{'NAME.' if by_name else ''}"
                yield from _rows_of(definitions[name], definitions, within)


def _models_in(schema: Mapping, *, by_name: bool = False) -> Iterator[tuple[str, bool]]:
    """The definitions that a field refers to, and whether there is one for each name."""
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2], by_name
    for kind in schema.get("anyOf", ()):
        yield from _models_in(kind, by_name=by_name)
    for inner in schema.get("patternProperties", {}).values():
        yield from _models_in(inner, by_name=True)


def _values(schema: Mapping) -> str:
    """Type of a value, and the allowed ones."""
    kinds = schema.get("anyOf", [schema])
    texts = [_values_of_kind(kind) for kind in kinds if kind.get("type") != "null"]
    # Where null is the default, it is allowed.
    nullable = len(texts) < len(kinds) and schema.get("default") is not None
    return " or ".join([*texts, *(["null"] if nullable else [])])


def _values_of_kind(schema: Mapping) -> str:
    if "$ref" in schema:
        return "FILE" if schema["$ref"].endswith("/File") else "mapping"
    choices = schema.get("enum", [])
    if "const" in schema:
        choices = [schema["const"]]
    if choices:
        return ", ".join(f"`{choice}`" for choice in choices)
    kind = str(schema.get("type", ""))
    kind = {"object": "mapping", "array": "list"}.get(kind, kind)
    if "minimum" in schema and "maximum" in schema:
        return f"{kind}, {schema['minimum']} to {schema['maximum']}"
    return f"{kind}, at least {schema['minimum']}" if "minimum" in schema else kind


def _default(default: object) -> str:
    text = default if isinstance(default, str) else json.dumps(default)
    if text == "null" or (isinstance(default, Mapping) and "type" not in default):
        return "null" if default is None else ""
    return f"`{text}`" if 0 < len(text) < 40 else ""


if __name__ == "__main__":
    path = Path(sys.argv[1])
    updated = with_tables(path.read_text(encoding="utf-8"))
    with write_atomically(path) as temporary:
        temporary.write_text(updated, encoding="utf-8")
