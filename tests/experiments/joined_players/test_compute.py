import numpy as np
import pandas as pd
import pytest
from attributed import attributions
from small_study import COALITIONS, SYSTEMS

from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import SentenceValues, ValueTable
from gec_attribution.statistics import bootstrap
from gec_study.experiments.inputs import Inputs
from gec_study.experiments.joined_players.compute import compute, joined_phi, joined_players
from gec_study.experiments.joined_players.table import tabulate

# φ is 6, −2 and 1; above 0.5 the first two are one player of 4 (tests/attribution).
VALUES = np.array([0, 3, -5, 4, 1, 4, -4, 5], dtype=float)
PHI = [6.0, -2.0, 1.0]
EDITS = tuple(Edit(k, k + 1, "x", "R:NOUN") for k in range(3))


def sentences(lines):
    table = ValueTable(3, lattice_masks(3), VALUES)
    return [SentenceValues(line, "a b c", EDITS, table) for line in lines]


@pytest.fixture
def single():
    return attributions([("s", line, PHI) for line in range(1, 21)])


def test_joined_edits_have_the_sign_of_their_player(single):
    phi, joined = joined_phi(single, {"s": sentences(range(1, 20))}, [0.5], max_edits=10)[0.5]
    # The last sentence has no values, so its edits stay as they are.
    assert phi.tolist() == pytest.approx([2, 2, 1] * 19 + PHI)
    assert joined.tolist() == [True, True, False] * 19 + [False] * 3
    phi, joined = joined_phi(single, {"s": sentences(range(1, 20))}, [0.5], max_edits=2)[0.5]
    assert phi.tolist() == single["phi"].tolist()
    assert not joined.any()


def test_agreement_of_single_and_joined_edits(single):
    values = {"s": sentences(range(1, 21))}
    joined = joined_phi(single, values, [0.5, 0.9], 10)
    # Half of the references have all edits; the others lack the second and the third.
    references = [[EDITS if line % 2 else EDITS[:1]] for line in range(1, 21)]
    table = joined_players(single, joined, references, resamples=200)
    indexed = table.set_index(["threshold", "of"])
    # Single: 2 of 3 and 2 of 3. Joined: 3 of 3 and 1 of 3.
    assert indexed.loc[(0.5, "all"), ["single", "together"]].tolist() == pytest.approx(
        [2 / 3, 2 / 3]
    )
    # Of the first two alone: 1 of 2 and 2 of 2, then 2 of 2 and 1 of 2.
    joined_row = indexed.loc[(0.5, "joined")]
    assert joined_row[["single", "together", "difference"]].tolist() == pytest.approx(
        [0.75, 0.75, 0]
    )
    assert joined_row["low"] < 0 < joined_row["high"]
    assert joined_row[["edits", "share", "sources"]].tolist() == pytest.approx([40, 2 / 3, 20])
    none = indexed.loc[(0.9, "joined")]
    assert (none["edits"], none["share"]) == (0, 0)
    assert np.isnan(none["difference"])
    assert indexed.loc[(0.9, "all"), "difference"] == 0
    right = joined_players(single, joined, [[EDITS]] * 20, resamples=200)
    assert right.loc[0, ["single", "together"]].tolist() == pytest.approx([2 / 3, 1])
    assert right.loc[0, "low"] == pytest.approx(1 / 3)
    assert tabulate(right.assign(p_holm=right["p"])).iloc[0].tolist() == [
        *("d", "m", "0.5", "66.7", "66.7", "100.0"),
        *("+33.3 [+33.3, +33.3]", "< 0.001", "+50.0 [+50.0, +50.0]", "< 0.001"),
    ]
    with pytest.raises(ValueError, match="a row of all edits for each row of joined ones"):
        tabulate(right[right["of"] == "joined"].assign(p_holm=np.nan))
    both = pd.concat([right, table]).assign(p_holm=np.nan)
    assert tabulate(both)["Of the joined"].iloc[-1] == "–"


def test_what_is_sampled_can_be_left_out(single):
    joined = joined_phi(single, {"s": sentences(range(1, 21))}, [0.5], 10)
    sampled = single.assign(exact=single["line"] > 12)
    references = [[EDITS]] * 20
    with_sampled = joined_players(sampled, joined, references, resamples=100).loc[0]
    without_sampled = joined_players(
        sampled, joined, references, include_sampled=False, resamples=100
    ).loc[0]
    assert (with_sampled["edits"], without_sampled["edits"]) == (20 * 3, 8 * 3)
    assert without_sampled[["single", "together"]].tolist() == pytest.approx([2 / 3, 1])


def test_the_longer_sentences_of_a_study(study):
    shapley = {**study, "attributions": study["attributions"][:1]}
    agreement = {"min_edits": 2}
    settings = {"include_sampled": True, "coalitions": COALITIONS, "agreement": agreement}
    about = {"dataset": "d", "systems": list(SYSTEMS), "metrics": ["m"], "resamples": 100}
    options = {"thresholds": [0.0, 1.0]}
    table = compute(Inputs(shapley, options=options, settings=settings, **about))
    edits = table.set_index(["threshold", "of"])["edits"]
    assert (edits.loc[:, "all"] == 4 + 2 + 3).all()
    assert edits[0.0, "joined"] == 4 + 2 + 3
    assert edits[1.0, "joined"] < 4 + 2 + 3


def test_all_differences_of_a_data_set_are_one_family(study):
    inputs = Inputs(
        study | {"attributions": study["attributions"][:1]},
        dataset="d",
        systems=list(SYSTEMS),
        metrics=["m"],
        options={"thresholds": [0.1, 0.4]},
        settings={
            "coalitions": COALITIONS,
            "include_sampled": True,
            "agreement": {"min_edits": 2},
        },
        resamples=100,
    )
    table = compute(inputs)
    assert len(table) == 4
    np.testing.assert_array_equal(table["p_holm"], bootstrap.holm(table["p"]))
