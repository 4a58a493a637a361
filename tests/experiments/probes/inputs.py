"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from small_study import SYSTEMS, score_of

from gec_attribution.edits.m2 import edits_of
from gec_attribution.games.plan import lattice_need, plan_coalitions, write_plan
from gec_attribution.games.values import read_games
from gec_attribution.languages.en import ENGLISH


def further(study, folder):
    """Coalitions of the reference's own edits beside those of the systems."""
    references = edits_of(study["references"][0])
    files = played(folder, read_games(study["games"][0], SYSTEMS), references, 4, score_of)
    return {"files": files | {"pairs": []}}


def played(folder, systems, references, most, score):
    """The files of all coalitions of up to so many edits of systems and of a reference."""
    needs = [lattice_need(1, most)]
    own = {"reference.0": references}
    plan = plan_coalitions(systems, needs, ENGLISH, references=own, reference_needs=needs)
    paths = {name: folder / f"{name}.parquet" for name in ("coalitions", "games", "scores")}
    write_plan(plan, folder / "pairs.parquet", paths["coalitions"], paths["games"])
    scores = plan.pairs[["pair"]].assign(score=plan.pairs["sentence"].map(score))
    scores.to_parquet(paths["scores"], index=False)
    return {name: [path] for name, path in paths.items()}
