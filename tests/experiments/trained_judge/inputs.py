"""What the experiment is computed from in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import OVERLAP, SCORING, judged_edits, table_file
from figure_checks import synthetic_module


def further(study, folder):
    people = synthetic_module("human_judgements").human_judgements()
    path = table_file(folder, "human_judgements.csv", people.assign(dataset="d"))
    return {
        "files": {**judged_edits(study, folder), "judgements": path},
        "settings": {"scored": OVERLAP},
        "scoring": SCORING,
        "store": None,
    }
