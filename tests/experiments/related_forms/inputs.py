"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import SCORING


def further(study, folder):
    form = {"metric": {"type": "gleu"}, "method": {"type": "add"}}
    return {
        "files": {"reference_texts": study["sources"]},
        "settings": {"scored": {"gleu": ("gleu", form["metric"], "score")}},
        "options": {"sentences": 9, "forms": {"gleu": form}},
        "scoring": SCORING,
        "store": str(folder / "store"),
    }
