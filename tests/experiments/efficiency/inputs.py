"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import OVERLAP, SCORING


def further(_study, _folder):
    return {
        "settings": {"scored": OVERLAP},
        "options": {"max_edits": 3, "sentences": 1},
        "scoring": SCORING,
    }
