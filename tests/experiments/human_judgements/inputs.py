"""What the experiment is computed from in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import judged_edits


def further(study, folder):
    return {"files": judged_edits(study, folder)}
