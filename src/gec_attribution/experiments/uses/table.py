"""Wrong edits found by each order, a row for each share of reviewed edits."""

from gec_attribution.experiments.uses.labels import ORDERS, TRUTHS
from gec_attribution.tables.columns import DATASET, METRIC, P_HOLM, Column

COLUMNS = (
    DATASET,
    Column("Wrong by", "truth", text=TRUTHS.__getitem__),
    Column("Edits", "edits", text="{:,}".format),
    Column("Wrong", "wrong", text="{:,}".format),
    Column("Order", "order", text=ORDERS.__getitem__),
    METRIC,
    Column("Reviewed (%)", "reviewed", 0, unit=100),
    Column("Found (%)", "value", 1, interval=True, unit=100),
    Column("More than by agreement (%)", "to_agreement", 1, interval=True, unit=100, signed=True),
    P_HOLM,
)
