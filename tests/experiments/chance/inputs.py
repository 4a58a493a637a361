"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import judged_edits


def further(study, folder):
    """Edits that people judged, and those of a data set elsewhere."""
    return {"files": {**judged_edits(study, folder), **elsewhere(study)}}


def elsewhere(study):
    return {
        "other_attributions": study["attributions"][:1],
        "other_references": study["references"],
    }
