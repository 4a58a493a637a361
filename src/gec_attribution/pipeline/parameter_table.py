"""Tables of `config/README.md`, made from the schema and the registry: `make docs`."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from gec_attribution.config.registry import registry
from gec_attribution.config.schemas import PACKAGES, config_schema, definitions_of
from gec_attribution.formatting.markers import replace_between
from gec_attribution.pipeline.config import study_schema
from gec_attribution.storage.files import write_atomically

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
        kind = "data set: " if "sources" in entry else ""
        cited, _, _ = entry["citation"].partition(": ")
        parts = ", ".join(f"`{part}`" for part in entry.get("outputs", entry["files"]))
        rows.append(
            f"| `{name}` | {kind}{entry['about']} | {parts} | {entry['licence']} | {cited} |"
        )
    return "\n".join(rows)


TABLES = {
    "<!-- made by `make docs` from the schema; do not edit -->": config_table,
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


def _rows() -> Iterator[tuple[str, str, str, str]]:
    schema = study_schema(config_schema())
    yield from _rows_of(schema, "")
    for kind in PACKAGES:
        # Types that share an option share its row.
        types_of_row: dict[tuple[str, str, str, str], list[str]] = {}
        for name, definition in definitions_of(kind).items():
            for row in _rows_of(schema["$defs"][definition], ""):
                types_of_row.setdefault(row, []).append(name)
        for (key, values, default, text), names in types_of_row.items():
            yield f"{kind}.NAME ({', '.join(names)}).{key}", values, default, text
    yield from _rows_of(schema["$defs"]["file"]["oneOf"][1], "FILE.")


def _rows_of(schema: Mapping, prefix: str) -> Iterator[tuple[str, str, str, str]]:
    required = schema.get("required", [])
    for key, value in schema.get("properties", {}).items():
        if value is True or not {"description", "$ref"} & value.keys():
            continue
        yield _row(f"{prefix}{key}", value, required=key in required)
        yield from _rows_of(value, f"{prefix}{key}.")
        entries = value.get("additionalProperties")
        if isinstance(entries, Mapping) and "properties" in entries:
            yield from _rows_of(entries, f"{prefix}{key}.NAME.")


def _row(key: str, value: Mapping, *, required: bool) -> tuple[str, str, str, str]:
    if "$ref" in value:
        target = value["$ref"].rsplit("/", 1)[-1]
        value = {**config_schema()["$defs"][target], **value}
        named = {
            "file": "FILE",
            "dataset_list": "list of data sets",
            "language_list": "list of languages",
        }
        values = named.get(target) or _values(value)
    else:
        values = _values(value)
    default = "required" if required else _default(value)
    return (
        key,
        values,
        default,
        " ".join(value["description"].split()).replace("|φ|", "&#124;φ&#124;"),
    )


def _values(value: Mapping) -> str:
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    kind = value.get("type", "")
    kinds = [kind] if isinstance(kind, str) else kind
    kind = " or ".join({"object": "mapping", "array": "list"}.get(name, name) for name in kinds)
    if "minimum" in value and "maximum" in value:
        return f"{kind}, {value['minimum']} to {value['maximum']}"
    if "minimum" in value:
        return f"{kind}, at least {value['minimum']}"
    return kind


def _default(value: Mapping) -> str:
    if "default" not in value or value["default"] == {}:
        return ""
    default = value["default"]
    text = str(default).lower() if isinstance(default, bool) else str(default)
    return "null" if default is None else f"`{text}`"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    updated = with_tables(path.read_text(encoding="utf-8"))
    with write_atomically(path) as temporary:
        temporary.write_text(updated, encoding="utf-8")
