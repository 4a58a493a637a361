"""Arguments of the `join` of a table beyond the rows of its result."""

from computed_rows import table_of

JOINED = {
    "table": lambda: {
        "tables": table_of("explained_systems", datasets=("Essays",)),
        "published_datasets": {"Essays": "excgec-test"},
    }
}
