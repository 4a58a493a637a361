"""Wrong edits found by each order, a row for each share of reviewed edits."""

from gec_attribution.experiments.uses.labels import ORDERS, TRUTHS
from gec_attribution.tables.columns import (
    DATASET,
    METRIC,
    P_HOLM,
    Column,
    count,
    labelled,
)

COLUMNS = (
    DATASET,
    labelled("Wrong by", "truth", TRUTHS),
    count("Edits", "edits"),
    count("Wrong", "wrong"),
    labelled("Order", "order", ORDERS),
    METRIC,
    Column("Reviewed (%)", "reviewed", 0, unit=100),
    Column("Found (%)", "value", 1, interval=True, unit=100),
    Column(
        "More than by agreement (%)",
        "to_agreement",
        1,
        interval=True,
        unit=100,
        signed=True,
    ),
    P_HOLM,
)
