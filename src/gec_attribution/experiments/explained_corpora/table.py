"""EXCGEC's Table 2: how long the sentences are, and how many edits they have."""

from gec_attribution.explanations.records import WHOLE
from gec_attribution.tables.columns import DATASET, Column, count

_TOPICS = {
    "健康": "health",
    "学习": "study",
    "工作": "work",
    "文化": "culture",
    "旅行": "travel",
    "生活": "life",
    "社会": "society",
    "科技": "technology",
}


def _topic(group: str) -> str:
    """A corpus or topic; those of the embedded corpus with their English."""
    if group == WHOLE:
        return "all"
    if group in _TOPICS:
        return f"{group} ({_TOPICS[group]})"
    return str(group)


COLUMNS = (
    DATASET,
    Column("From", "group", text=_topic),
    count("Sentences", "sentences"),
    Column("Edits/sentence", "edits", 2, interval=True, sources="sentences"),
    Column("Characters/sentence", "characters", 1, interval=True, sources="sentences"),
    Column("Changed", "changed", text="{:.1%}".format),
)
