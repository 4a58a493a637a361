"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import OVERLAP, SCORING


def further(_study, folder):
    return {
        "options": {"min_edits": 3, "sentences": [1], "permutations": [2], "repetitions": 2},
        "settings": {"scored": OVERLAP},
        "scoring": SCORING,
        "store": str(folder / "store"),
    }
