"""What the `join` of a table takes, where that is more than the rows of its result."""

from figure_checks import table_of
from synthetic_tables import METHODS

JOINED = {
    "felt_types_table": lambda: {
        "tables": table_of("severity_attribution"),
        "method": METHODS[0],
    },
}
