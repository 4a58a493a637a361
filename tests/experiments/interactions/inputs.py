"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from small_study import SYSTEMS, run


def further(study, folder):
    path = run(
        "find_interactions",
        input={
            **{name: study[name][0] for name in ("coalitions", "scores")},
            **{name: study[name] for name in ("edits", "extraction")},
        },
        params={"systems": list(SYSTEMS), "max_edits": 4, "language": "en"},
        wildcards={"dataset": "d", "metric": "m"},
        output=[folder / "interactions.parquet"],
    )
    return {"files": {"interactions": [path]}}
