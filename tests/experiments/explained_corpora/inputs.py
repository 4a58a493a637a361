"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import GOLD


def further(_study, _folder):
    return {"files": GOLD, "settings": {"datasets": ["zh"]}, "dataset": ""}
