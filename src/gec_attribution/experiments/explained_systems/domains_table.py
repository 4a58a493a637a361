"""The scores of explanations on the sentences of each domain."""

from gec_attribution.experiments.explained_systems.labels import measure_column
from gec_attribution.tables.columns import DATASET, SENTENCES, Column

_SHOWN = ("hit", "miss", "accuracy", "mae", "bleu", "meteor", "rouge_1", "rouge_l")
COLUMNS = (
    DATASET,
    Column("Explainer", "explainer"),
    Column("Correction", "system"),
    Column("Domain", "group"),
    SENTENCES,
    *map(measure_column, _SHOWN),
)
