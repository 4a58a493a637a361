"""The tables of `docs/record.md`, made from the schema of a record: `make docs`."""

import sys
from collections.abc import Mapping
from pathlib import Path

from gec_attribution.attribution.records import record_schema
from gec_attribution.formatting.markers import replace_between
from gec_attribution.storage.files import write_atomically

BEGIN = "<!-- made by `make docs` from the schema; do not edit -->"
END = "<!-- end of the table -->"


def record_tables() -> str:
    """Markdown tables with a row for each key: of a record, and of what is in it."""
    schema = record_schema()
    parts = schema["$defs"]
    tables = {"A record": schema, "An edit": parts["edit"]}
    tables |= {"An interaction": parts["interaction"], "A component": parts["component"]}
    tables["What was missed"] = parts["missed"]
    tables |= {"In words": parts["in_words"], "An edit in words": parts["edit_in_words"]}
    return "\n\n".join(f"### {title}\n\n{_table(shape)}" for title, shape in tables.items())


def with_tables(page: str) -> str:
    """The page with the tables of the schema between its markers.

    Raises:
        ValueError: a marker is missing.
    """
    return replace_between(page, BEGIN, END, record_tables())


def _table(schema: Mapping) -> str:
    rows = ["| key | values | meaning |", "| --- | --- | --- |"]
    for key, value in schema["properties"].items():
        kinds = value["type"]
        values = kinds if isinstance(kinds, str) else " or ".join(kinds)
        optional = "" if key in schema["required"] else ", optional"
        meaning = value["description"].replace("|", "&#124;")
        rows.append(f"| `{key}` | {values}{optional} | {meaning} |")
    return "\n".join(rows)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    made = with_tables(page.read_text(encoding="utf-8"))
    with write_atomically(page) as temporary:
        temporary.write_text(made, encoding="utf-8")
