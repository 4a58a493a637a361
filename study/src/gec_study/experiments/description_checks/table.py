"""What descriptions quote and name."""

from gec_study.tables.columns import Column


def share(heading: str, column: str) -> Column:
    """A column of percentages with their intervals."""
    return Column(heading, column, 1, interval=True, sources=f"{column}_sources", unit=100)


KEYS = (
    Column("Dataset", "dataset"),
    Column("Correction", "system"),
    Column("Explainer", "explainer"),
    Column("Descriptions", "descriptions", text="{:,}".format),
)
COLUMNS = (
    *KEYS,
    share("Quotes", "quotes"),
    share("In the source", "in_source"),
    share("Corrects", "corrects"),
    share("In the target", "in_target"),
    share("Original", "names_original"),
    share("Put in", "names_correction"),
    share("Type", "names_type"),
)
