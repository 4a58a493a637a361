"""A study whose references are an M2 file of two coders, one of whom is absent at times."""

import pandas as pd
import pytest
from project import snakemake, write_lines

M2 = """S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1

S She like it .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||1

S I is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||am|||REQUIRED|||-NONE-|||1

S So what .

"""
OUTPUT = ["He went home .", "She like it .", "I am fine .", "So what ."]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coders")
    (folder / "two.m2").write_text(M2)
    write_lines(folder / "one.txt", OUTPUT)
    study = {
        "study": "coders",
        "datasets": {
            "essays": {
                "sources": str(folder / "two.m2"),
                "references": [str(folder / "two.m2")],
            }
        },
        "systems": {
            "one": {"type": "outputs", "files": {"essays": str(folder / "one.txt")}}
        },
        "metrics": {"gleu": {"type": "gleu"}, "errant": {"type": "errant"}},
        "methods": {"shapley": {"type": "shapley"}},
        "evaluation": {"resamples": 100, "probes": {"most_edits": 2}},
    }
    targets = ["system_scores", "probes", "agreement", "meta_evaluation"]
    snakemake(folder, "--", *targets, study=study)
    return folder / "results/coders"


def test_systems_are_scored_by_the_references_that_there_are(results):
    scores = pd.read_csv(results / "tables/system_scores.csv")
    rows = scores.drop_duplicates("system").set_index("system")
    # `errant_compare` of OUTPUT and of the sources, with the second sentence's only coder.
    assert rows.loc["one", ["tp", "fp", "fn"]].tolist() == [2, 0, 1]
    assert rows.loc["unchanged source", ["tp", "fp", "fn"]].tolist() == [0, 0, 2]


def test_metrics_read_the_references_of_each_sentence(results):
    ends = pd.read_parquet(results / "essays/ends/errant.parquet").set_index("line")
    # The second sentence is left as it is, which its only reference does not do.
    assert ends["score"].tolist() == [1, 0, 1, 1]


def test_the_references_own_edits_are_played(results):
    games = pd.read_parquet(results / "essays/coalitions/games.parquet")
    played = games[games["system"].str.startswith("reference.")]
    edits = {}
    for name, rows in played.groupby("system"):
        edits[name] = [[edit["correction"] for edit in line] for line in rows["edits"]]
    assert edits == {
        "reference.0": [["goes"], ["likes"], [], []],
        "reference.1": [["went"], [], ["am"], []],
    }
