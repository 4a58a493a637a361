"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import GOLD


def further(_study, _folder):
    settings = {"datasets": ["zh"], "explained_datasets": ["zh"]}
    return {"files": {**GOLD, "unexplained": []}, "settings": settings, "dataset": ""}
