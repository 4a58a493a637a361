"""What the experiment is computed from in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import EXPLAINED, GOLD, SOLUTIONS


def further(_study, _folder):
    return {"files": {**GOLD, **EXPLAINED}, "settings": {"solutions": SOLUTIONS}, "dataset": "zh"}
