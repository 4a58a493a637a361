"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import CHINESE, EXPLAINED, GOLD, SOLUTIONS, WRITTEN, written


def further(_study, folder):
    report = written(folder, "report.json", '{"unread": 3}')
    texts = [CHINESE / f"{name}.txt" for name in WRITTEN]
    references = [CHINESE / f"reference.{number}.txt" for number in (0, 1)]
    files = {"sources": [CHINESE / "sources.txt"], "texts": texts, "reference_texts": references}
    return {
        "files": {**GOLD, **EXPLAINED, **files, "reports": report * 2, "pipeline": []},
        "systems": WRITTEN,
        "settings": {"solutions": SOLUTIONS, "language": "zh", "pipeline": "auto"},
        "dataset": "zh",
    }
