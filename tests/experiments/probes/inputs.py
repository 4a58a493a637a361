"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from small_study import SYSTEMS, score_of

from gec_attribution.edits.m2 import edits_of
from gec_attribution.games.plan import lattice_need, plan_coalitions, write_plan
from gec_attribution.games.values import read_games
from gec_attribution.languages.en import ENGLISH


def further(study, folder):
    """Coalitions of the reference's own edits beside those of the systems."""
    plan = plan_coalitions(
        read_games(study["games"][0], SYSTEMS),
        [lattice_need(1, 4)],
        ENGLISH,
        references={"reference.0": edits_of(study["references"][0])},
        reference_needs=[lattice_need(1, 4)],
    )
    paths = {name: folder / f"{name}.parquet" for name in ("coalitions", "games", "scores")}
    write_plan(plan, folder / "pairs.parquet", paths["coalitions"], paths["games"])
    scores = plan.pairs[["pair"]].assign(score=plan.pairs["sentence"].map(score_of))
    scores.to_parquet(paths["scores"], index=False)
    return {"files": {name: [path] for name, path in paths.items()} | {"pairs": []}}
