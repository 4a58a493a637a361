"""Metrics whose answers are known: lattices, useless edits and pairs made by hand."""

import numpy as np
import pandas as pd
import pytest
from attributed import attributions, edit
from experiment_inputs import played
from small_study import inputs_of
from toy_games import table_of

from gec_attribution.corpora.probes import PAIR_COLUMNS
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.probes.compute import (
    compute,
    edits_in_pairs,
    lattice_measures,
    measured,
    useless_edits,
)
from gec_attribution.games.plan import reference_players


def test_tau_is_over_pairs_of_which_one_contains_the_other():
    assert lattice_measures(table_of([0, 1, 1, 2])) == (1, 1)
    assert lattice_measures(table_of([2, 1, 1, 0])) == (0, -1)
    # Of five pairs, 1 > 0, 3 > 1, 3 > 2, 3 > 0 in order, 2 > 0 in the wrong one.
    assert lattice_measures(table_of([0, 1, -1, 2])) == (1, pytest.approx(3 / 5))
    # A tie is neither: two edits that undo each other.
    assert lattice_measures(table_of([0, 1, 1, 0])) == (0.5, 0)
    assert np.isnan(lattice_measures(table_of([0, np.nan, 1, 2]))).all()


def test_a_metric_of_the_edits_themselves_finds_all_right(tmp_path, study):
    """Scores by mask: more edits of the reference, a better text."""
    sentences = [
        ("a b c d", (edit(0), edit(2))),
        ("e f g h", ()),
        ("i j k l", tuple(map(edit, range(4)))),
    ]
    sentences.append(("m n o p", (edit(1),)))
    write_m2(tmp_path / "r.m2", [AnnotatedSentence(s, {0: e}) for s, e in sentences])
    systems = {"s": [(source, ()) for source, _ in sentences]}
    sources, references = zip(
        *((source, [edits]) for source, edits in sentences), strict=True
    )
    players = reference_players(sources, references, 3)["reference.0"]
    files = played(tmp_path, systems, players, 3, lambda text: float(text.count("x")))
    files["references"] = [tmp_path / "r.m2"]
    table = compute(inputs_of("probes", study, files=files, options={"most_edits": 3}))
    rows = table.set_index(["kind", "measure"])
    # The third line has more edits than are played.
    assert rows.loc[("reference", "positive"), ["value", "items"]].tolist() == [1, 3]
    assert rows.loc[("reference", "tau"), ["value", "items"]].tolist() == [1, 2]
    assert rows.loc[["shared", "other"], "items"].sum() == 12


def sentence(line, real, useless, kind):
    edits = [(k, k + 1, "x", "R:NOUN") for k in range(len(real))]
    at = len(real)
    return ("s", line, [*real, useless], [*edits, (at, at + 1, "y", f"X:{kind}")])


def test_useless_edits_are_counted_beside_the_real_ones_of_their_sentences():
    sentences = [
        sentence(1, [3.0], 1.0, "SYNONYM"),
        sentence(2, [1.0, -1.0], 2.0, "SYNONYM"),
        sentence(3, [4.0], 0.0, "CASE"),
        sentence(4, [-1.0], -3.0, "CASE"),
        sentence(5, [np.nan], np.nan, "CASE"),
        ("s", 9, [5.0, -5.0]),
    ]
    table = measured(Evaluation(), useless_edits(attributions(sentences)))
    values = table.set_index(["kind", "group", "measure"])["value"]
    assert values["useless", "SYNONYM", "positive"] == 1
    assert values["real", "SYNONYM", "positive"] == pytest.approx(2 / 3)
    assert values["useless", "SYNONYM", "normalised"] == pytest.approx(
        (1 / 4 + 2 / 4) / 2
    )
    assert values["real", "SYNONYM", "normalised"] == pytest.approx(1 / 4)
    # Zero is half of each.
    assert values["useless", "CASE", "positive"] == 0.25
    assert values["useless", "all", "positive"] == pytest.approx(2.5 / 4)
    counts = table[(table["kind"] == "useless") & (table["measure"] == "positive")]
    assert counts[["items", "missing"]].to_numpy().tolist() == [[2, 0], [2, 1], [4, 1]]
    assert counts["note"].str.startswith("no interval").all()


PAIRS = pd.DataFrame(
    [
        ("gender", 1, 1, "he", 2, "she"),
        ("gender", 2, 3, "he", 4, "she"),
        ("nation", 3, 5, "a", 6, "b"),
        ("nation", 3, 5, "a", 7, "c"),
        ("nation", 3, 6, "b", 7, "c"),
    ],
    columns=PAIR_COLUMNS,
)
PHI = {1: [1.0], 2: [2.0], 3: [3.0], 4: [-2.0], 5: [4.0], 6: [1.0], 7: [1.0]}


def compared(phi):
    table = attributions([("s", line, values) for line, values in phi.items()])
    table = measured(Evaluation(), edits_in_pairs(table, PAIRS))
    return table.set_index(["kind", "group", "measure"])


def test_differences_are_relative_to_what_is_compared():
    table = compared(PHI)
    value, size = table["value"], (1 + 2) / 2 + (3 + 2) / 2
    assert value["gender", "all", "difference"] == pytest.approx((1 - 5) / size)
    assert value["gender", "all", "size"] == pytest.approx((1 + 5) / size)
    assert value["gender", "all", "sign_changes"] == 0.5
    assert value["nation", "a", "difference"] == pytest.approx((3 + 3) / (2.5 + 2.5))
    assert value["nation", "b", "difference"] == pytest.approx((-3 + 0) / (2.5 + 1))
    assert value["nation", "all", "size"] == pytest.approx(6 / 6)
    # Templates are resampled.
    assert table["sources"].groupby("kind").max().to_dict() == {
        "gender": 2,
        "nation": 1,
    }
    undefined = compared({**PHI, 4: [np.nan]}).loc[("gender", "all", "difference")]
    assert undefined[["value", "missing"]].tolist() == pytest.approx([1 / 1.5, 1])
