"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from small_study import attribute


def further(study, folder):
    path = str(folder / "interactions.parquet")
    others = {"attributions": [folder / "a.parquet"], "sentences": folder / "a.csv"}
    attribute(study, "shapley", interactions=path, **others)
    return {"files": {"interactions": [path]}}
