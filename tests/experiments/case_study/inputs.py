"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""


def further(_study, _folder):
    options = {"system": "one", "line": 3}
    return {"options": options, "settings": {"columns": ["score"], "weights": None}}
