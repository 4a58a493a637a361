"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import planned_with_references


def further(study, folder):
    return {"files": {**planned_with_references(study, folder), "pairs": []}}
