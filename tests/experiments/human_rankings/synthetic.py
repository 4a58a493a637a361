"""Arguments of the `join` of a table beyond the rows of its result."""

from computed_rows import table_of

JOINED = {
    "published_table": lambda: {
        "tables": table_of("published_scores", metrics=("SOME", "IMPARA")),
        "published": {"SOME": "some", "IMPARA": "impara"},
    }
}
