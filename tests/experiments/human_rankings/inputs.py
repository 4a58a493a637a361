"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from computed_rows import table_of
from experiment_inputs import OVERLAP, SCORING, table_file, written

from gec_attribution.experiments.human_rankings.published import SYSTEMS, UNCORRECTED

# Two people corrected the last sentence.
REFERENCES = """S y a

S y b

S y c
A 0 2|||R:OTHER|||x y|||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||x x x y|||REQUIRED|||-NONE-|||1

"""


def further(_study, folder):
    """The first system has one x, the next two, and so on; people prefer the last."""
    corrected = [f"{'x ' * count}y\n" * 3 for count in range(1, len(SYSTEMS))]
    corrected.insert(SYSTEMS.index(UNCORRECTED), "y a\ny b\ny c\n")
    texts = [
        path
        for name, text in zip(SYSTEMS, corrected, strict=True)
        for path in written(folder, name, text)
    ]
    ranks = "".join(f"<t system='{name}' rank='{20 - k}'/>" for k, name in enumerate(SYSTEMS))
    items = "".join(f"<ranking-item src-id='{line}'>{ranks}</ranking-item>" for line in (1, 3))
    scores = "".join(f"{number}\n" for number in range(len(SYSTEMS)))
    files = {
        "texts": texts,
        "rankings": written(folder, "rankings.xml", f"<a>{items}</a>") * 2,
        "people": written(folder, "people.txt", scores) * 4,
        "references": written(folder, "references.m2", REFERENCES),
        "predicted": table_file(folder, "predicted.csv", table_of("chance")),
    }
    settings = {"published": ["overlap"], "scored": {**OVERLAP, "again": OVERLAP["overlap"]}}
    return {"files": files, "settings": settings, "scoring": SCORING, "store": None}
