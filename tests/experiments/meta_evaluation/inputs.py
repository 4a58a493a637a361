"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""


def further(study, _folder):
    return {"files": {"ends": study["ends"] * 2}, "metrics": ["m", "again"]}
