"""The scores of explanations on the sentences of each domain."""

from gec_attribution.tables.columns import DATASET, SENTENCES, Column
from gec_attribution.tables.labels import MEASURES

_SHOWN = ("hit", "miss", "accuracy", "mae", "bleu", "meteor", "rouge_1", "rouge_l")
COLUMNS = (
    DATASET,
    Column("Explainer", "explainer"),
    Column("Correction", "system"),
    Column("Domain", "group"),
    SENTENCES,
    *(
        Column(
            MEASURES[name][0].upper() + MEASURES[name][1:],
            name,
            2,
            interval=True,
            sources="sentences",
            unit=1 if name == "mae" else 100,
        )
        for name in _SHOWN
    ),
)
