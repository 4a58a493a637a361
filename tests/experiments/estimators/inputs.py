"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import OVERLAP, SCORING


def further(study, folder):
    gleu = {"gleu": ("gleu", {"type": "gleu"}, "score")}
    return {
        "files": {"reference_texts": study["sources"]},
        "options": {"min_edits": 3, "sentences": [1], "permutations": [2], "repetitions": 2},
        "settings": {"scored": OVERLAP | gleu},
        "scoring": SCORING,
        "store": str(folder / "store"),
    }
