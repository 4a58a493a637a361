"""EXCGEC's Table 2: how long the sentences are, and how many edits they have."""

from gec_attribution.explanations.records import WHOLE
from gec_attribution.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("From", "group", text=lambda group: "all" if group == WHOLE else str(group)),
    Column("Sentences", "sentences", text="{:,}".format),
    Column("Edits/sentence", "edits", 2, interval=True, sources="sentences"),
    Column("Characters/sentence", "characters", 1, interval=True, sources="sentences"),
    Column("Changed", "changed", text="{:.1%}".format),
)
