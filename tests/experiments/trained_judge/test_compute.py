"""Judges of edits of which it is known what tells right from wrong."""

import numpy as np
import pytest
from attributed import attributions
from experiment_inputs import OVERLAP, SCORING

from gec_attribution.metrics.base import Metric
from gec_attribution.statistics import bootstrap
from gec_study.experiments.inputs import Inputs
from gec_study.experiments.trained_judge.compute import (
    compute,
    encoder_states,
    trained_judge,
)

SOURCES = 60


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def judged(phi, edits, valid, *, metric="m"):
    """Sentences of two edits, a source each."""
    sentences = [("one", n + 1, list(phi[n]), edits[n]) for n in range(SOURCES)]
    table = attributions(sentences, metric=metric)
    return table.assign(source=table["line"] - 1, valid=np.ravel(valid))


def areas(*tables, states=None):
    states = np.zeros((len(tables[0]), 0)) if states is None else states
    judges = trained_judge(tables, np.full(SOURCES, 9), states, seen_by="e", resamples=50)
    return judges.set_index(["knows", "metric"])


def noise(seed):
    return np.random.default_rng(seed).normal(size=(SOURCES, 2))


def edits_of(kinds=("R:NOUN", "R:NOUN"), words=("x", "x")):
    return [
        [(k, k + 1, word, kind) for k, (kind, word) in enumerate(zip(kinds, words, strict=True))]
    ] * SOURCES


def test_a_judge_learns_from_types_what_attributions_do_not_know():
    valid = [[True, False]] * SOURCES
    judges = areas(judged(noise(1), edits_of(kinds=("R:NOUN", "M:DET")), valid))
    assert judges.loc[("type", ""), "auc"] == 1
    assert judges.loc[("phi", "m"), "auc"] < 0.65
    row = judges.loc["all", ""]
    assert row["auc"] > 0.99
    assert row["above_phi"] == pytest.approx(row["auc"] - judges.loc[("phi", "m"), "auc"])
    assert row["above_phi_low"] > 0.2
    assert row["above_phi_p_holm"] < 0.1
    assert judges.loc[("attributions", ""), "auc"] < 0.65


def test_a_judge_learns_from_words_what_types_do_not_know():
    # Which word is valid differs from what comes first.
    random = np.random.default_rng(3)
    order = [random.permutation(["the", "a"]) for _ in range(SOURCES)]
    valid = [[word == "the" for word in words] for words in order]
    edits = [edits_of(words=words)[0] for words in order]
    judges = areas(judged(noise(2), edits, valid))
    assert judges.loc[("edit", ""), "auc"] == 1
    assert judges.loc[("type", ""), "auc"] == 0.5
    assert judges.loc[("type", ""), "above_edit_high"] < -0.3


def test_a_judge_learns_from_states_what_nothing_else_knows():
    random = np.random.default_rng(13)
    valid = random.random((SOURCES, 2)) < 0.5
    # More numbers than a judge takes, of which one direction tells.
    states = random.normal(size=(2 * SOURCES, 40)) + 8 * np.outer(valid.ravel(), np.ones(40))
    judges = areas(judged(noise(14), edits_of(), valid), states=states)
    assert judges.loc[("states", ""), "auc"] > 0.9
    assert judges.loc[("all", ""), "auc"] > 0.9
    assert judges.loc[("edit", ""), "auc"] < 0.65
    assert judges.loc[("states", ""), "signature"] == "e"
    assert judges.loc[("all", ""), "signature"].endswith(";e")
    assert "e" not in judges.loc[("attributions", ""), "signature"].split(";")


def test_states_are_those_of_the_first_metric_with_an_encoder(monkeypatch):
    class Lengths(Metric):
        version = 1

        def score(self, sources, hypotheses):
            raise NotImplementedError

    class Encoding(Lengths):
        def states(self, texts):
            return np.array([[len(text.split()), text.count("x")] for text in texts], dtype=float)

    metrics = {"plain": Lengths(), "encoding": Encoding(), "later": None}
    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda name, *_, **__: metrics[name])
    scored = {name: (name, {"type": name}, "score") for name in metrics}
    inputs = Inputs({}, settings={"language": "en", "scored": scored}, scoring=SCORING, store=None)
    edits = attributions([("one", 1, [0.1, 0.2], [(0, 1, "x x", "R"), (1, 2, "", "U")])])
    states, signature = encoder_states(inputs, edits, [["a", "b", "c"]])
    assert states.tolist() == [[1, 2], [-1, 0]]
    assert signature.startswith("metric:encoding|")


def test_a_judge_combines_metrics():
    # Valid where the one metric says more than the other, which neither knows alone.
    phi, other_phi = noise(4), noise(5)
    valid = phi > other_phi
    edits = edits_of()
    judges = areas(judged(phi, edits, valid), judged(other_phi, edits, valid, metric="n"))
    assert judges.loc[("attributions", ""), "auc"] > 0.95
    best = judges.loc[[("phi", "m"), ("phi", "n")], "auc"].max()
    assert best < 0.9
    row = judges.loc["attributions", ""]
    assert row["above_phi"] == pytest.approx(row["auc"] - best)
    assert row["above_edit_low"] > 0.1


def test_nothing_is_learnt_from_noise():
    random = np.random.default_rng(6)
    valid = random.random((SOURCES, 2)) < 0.5
    judges = areas(judged(noise(7), edits_of(), valid))
    assert (judges["auc"] < 0.62).all()
    assert judges.loc[("all", ""), "above_edit_p_holm"] > 0.05


def test_what_a_metric_leaves_undefined_no_judge_judges():
    phi = noise(8)
    phi[0] = np.nan
    valid = [[True, False]] * SOURCES
    judges = areas(judged(phi, edits_of(), valid))
    assert (judges["edits"] == 2 * SOURCES - 2).all()
    assert (judges["sources"] == SOURCES - 1).all()


def test_all_differences_are_one_family():
    judges = areas(judged(noise(9), edits_of(), noise(10) > 0))
    names = ("above_phi", "above_edit")
    p = judges[[f"{name}_p" for name in names]].to_numpy()
    corrected = judges[[f"{name}_p_holm" for name in names]].to_numpy()
    np.testing.assert_allclose(corrected.ravel(), bootstrap.holm(p.ravel()))
    assert (~np.isnan(p)).sum() == 4 + 3


def test_people_are_those_of_human_judgements(tmp_path, monkeypatch):
    table = judged(noise(11), edits_of(), noise(12) > 0)
    rows = table[["line", "edit", "source", "valid"]]
    module = "gec_study.experiments.trained_judge.compute"
    monkeypatch.setattr(f"{module}.read_judged", lambda *_: type("Judged", (), {"corrections": ()}))
    monkeypatch.setattr(f"{module}.judged_edits", lambda _: rows)
    table.drop(columns=["source", "valid"]).to_parquet(tmp_path / "a.parquet")
    (tmp_path / "sources.txt").write_text("a b c\n" * SOURCES, encoding="utf-8")
    head = "dataset,metric,method,type,auc,auc_low,auc_high,edits,sources,note,signature\n"
    lines = ["d,people,another,all,0.7,0.6,0.8,99,44,,s\n", "e,people,another,all,0.9,0,1,9,4,,t\n"]
    (tmp_path / "h.csv").write_text("".join([head, *lines]), encoding="utf-8")
    files = {"attributions": "a.parquet", "judged": "j", "sources": "sources.txt"}
    files["judgements"] = "h.csv"
    inputs = Inputs(
        {name: [str(tmp_path / file)] for name, file in files.items()},
        dataset="d",
        metrics=["m"],
        settings={"language": "en", "lines": None, "scored": OVERLAP},
        resamples=50,
        scoring=SCORING,
        store=None,
    )
    computed = compute(inputs)
    assert computed["knows"].tolist() == ["phi", "type", "edit", "attributions", "all", "people"]
    people = computed.iloc[-1]
    assert people[["auc", "auc_low", "auc_high", "edits"]].tolist() == [0.7, 0.6, 0.8, 99]
    assert people["signature"] == "s"
