"""Predictors of right edits: all numbers by brute force on random edits, and special cases."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from attributed import attributions, edit

from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.experiments.chance.compute import ONE_CORRECTION, chance
from gec_attribution.experiments.chance.edits import compared_truths, token_overlap
from gec_attribution.experiments.chance.labels import BEST, BOTH
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.judging.known_edits import by_people, by_references
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.classification import ordered_pairs
from gec_attribution.storage.seeds import seed_from

TYPES = ["R:NOUN", "M:DET"]
TOKENS = ["a", "b", "a", "c", "b", "d"]
SYSTEMS = ["one", "two", "three"]
# Predictors that call edits right, and above which value.
LIMITS = dict.fromkeys(["agreement", "type", "type elsewhere", "all right", "another"], 0.5)
LIMITS |= dict.fromkeys(["phi", "normalised phi", "whole"], 0)


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def random_edits(random, lines, systems):
    """Attributions of random edits, with ties and noise, and what is known of each edit.

    That is `made` (the edit), its `length` in tokens, its `overlap`, whether it `changes` more than
    case or spaces, and φ by another method as `add`.
    """
    sentences, known = [], []
    for line, system in product(range(1, lines + 1), systems):
        edits = []
        for start in sorted(random.permutation([0, 2, 4])[: random.integers(1, 4)]):
            old = TOKENS[start : start + random.integers(1, 3)]
            new = str(random.choice([" ".join(old).upper(), "".join(old), "x", "x y z", "b", ""]))
            after = [*TOKENS[:start], *new.split(), *TOKENS[start + len(old) :]]
            shared = sum(min(TOKENS.count(token), after.count(token)) for token in set(after))
            overlap = 2 * shared / (len(TOKENS) + len(after))
            changes = "".join(old) != new.replace(" ", "").lower()
            edits.append((start, start + len(old), new, TYPES[len(new) % 2]))
            length = max(len(old), len(new.split()))
            known.append((" ".join(old), Edit(*edits[-1]), length, overlap, changes))
        phi = random.choice([-2.0, -1.0, -1e-9, 0.0, 1e-9, 1.0, 2.0], len(edits)).tolist()
        sentences.append((system, line, phi, edits))
    columns = ["original", "made", "length", "overlap", "changes"]
    table = attributions(sentences).assign(**pd.DataFrame(known, columns=columns), baseline=1.0)
    table["score"] += 1
    return table.assign(add=random.choice([-1.0, 1.0, 1.0, np.nan], len(table)))


def computed_of(table, edits, elsewhere=None):
    """The results, by the overlap of each edit that the library finds."""
    edits["overlap"] = token_overlap(edits, [TOKENS] * edits["line"].max())
    tables = [table, table.assign(method="add", phi=table["add"])]
    return chance(Evaluation(resamples=100), edits, tables, elsewhere)


def alike(rows, others):
    """The share of so many other corrections of a source with the same edit."""
    keys = list(zip(rows["source"], rows["made"], strict=True))
    return [(keys.count(key) - 1) / n if n else 0.5 for key, n in zip(keys, others, strict=True)]


def modelled(rows, fold, features=(), types=TYPES):
    """The probability that each edit is right by models of its type and of some features."""
    categories = np.array([types.index(kind) if types else 0 for kind in rows["type"]])
    columns = np.reshape(features, (len(features), len(rows))).T
    return nested_models.judged(categories, columns, rows["right"].to_numpy(), fold)


def numbers_of(rows):
    """The number of each edit in each division into folds, by predictor and method."""
    folds = rows.filter(like="fold ").to_numpy().T
    phi, whole = rows["phi"].where(rows["phi"].abs() > 1e-6, 0), rows["score"] - 1
    numbers = {
        ("agreement", ""): rows["agreement"],
        ("type", ""): [modelled(rows, fold) for fold in folds],
        ("edits", ""): -rows["n_edits"],
        ("tokens", ""): -rows["length"],
        ("overlap", ""): rows["overlap"],
        ("all right", ""): 1,
        ("phi", "shapley"): phi,
        ("normalised phi", "shapley"): rows["phi_normalised"].where(phi != 0, 0),
        ("whole", ""): whole.where(whole.abs() > 1e-6, 0),
        ("phi", "add"): rows["add"],
        **{(name, ""): rows[name] for name in ("type elsewhere", "another") if name in rows},
    }
    return {key: np.broadcast_to(one, folds.shape).astype(float) for key, one in numbers.items()}


def measures_of(rows, numbers):
    """Every measure by predictor, method and name."""
    right, measures = rows["right"].to_numpy(), {}
    within = rows.groupby(["system", "line", "pair"]).ngroup()
    folds = [rows.groupby([fold, "pair"]).ngroup() for fold in rows.filter(like="fold ")]
    for (name, method), divided in numbers.items():
        pooled = zip(divided, folds, strict=True)
        for measure, pairs in (("auc", pooled), ("auc_within", [(divided[0], within)])):
            counted = [ordered_pairs(values, right, groups) for values, groups in pairs]
            ordered, every = np.concatenate(counted, axis=1).sum(axis=1)
            measures[name, method, measure] = ordered / every
        if name in LIMITS:
            called = (np.sign(divided[0] - LIMITS[name]) + 1) / 2
            correct = np.where(right, called, 1 - called)
            measures[name, method, "agreement"] = correct.mean()
            of_each = correct[right].mean(), correct[~right].mean()
            measures[name, method, "balanced_accuracy"] = np.mean(of_each)
    return measures


def check(computed, truth, rows):
    """Compare the numbers about edits that are right or wrong by a truth with brute force."""
    names = ("chance", "chance_differences", "chance_added")
    measured, differences, added = (
        computed[name][computed[name]["truth"] == truth] for name in names
    )
    source = np.unique(rows["source"], return_inverse=True)[1]
    folds = nested_models.folds(source, seed_from(0, "folds", "d"))
    rows = rows.assign(**{f"fold {number}": fold for number, fold in enumerate(folds)})
    numbers = numbers_of(rows)
    for part, chosen in (("words", rows["changes"].to_numpy()), ("all", np.full(len(rows), True))):
        some = rows[chosen]
        measures = measures_of(some, {key: one[:, chosen] for key, one in numbers.items()})
        shown = measured[measured["part"] == part].set_index(["predictor", "method", "measure"])
        assert shown["value"].to_dict() == pytest.approx(measures)
        low, value, high = shown[["low", "value", "high"]].to_numpy().T
        assert not ((low > value + 1e-9) | (high < value - 1e-9)).any()
        sources = shown.drop("auc_within", level="measure")["sources"]
        assert set(sources) == {some["source"].nunique()}
        left_out = []
        for column in rows.filter(like="without "):
            rest = some[some[column].notna()].assign(agreement=some[column])
            left_out.append(measures_of(rest, numbers_of(rest)))
        for key, row in shown.iterrows():
            areas = [one[key] for one in left_out if key[2].startswith("auc")] or [np.nan]
            ends = pytest.approx([min(areas), max(areas)], nan_ok=True)
            assert row[["least", "most"]].to_list() == ends
        of_each = some.groupby(["system", "line", "pair"])["right"]
        pairs = (of_each.sum() * (of_each.size() - of_each.sum())).sum()
        counts = shown[["edits", "right", "pairs"]].drop_duplicates().to_numpy()
        np.testing.assert_allclose(counts, [[len(some), some["right"].mean(), pairs]])
    areas = {key[:2]: value for key, value in measures.items() if key[2] == "auc_within"}
    against = {name: areas[name, ""] for name in ("type", "agreement")}
    against[BEST] = max(areas[name, ""] for name in ONE_CORRECTION if (name, "") in areas)
    expected = {
        (*one, other): areas[one] - area
        for one, (other, area) in product([("agreement", ""), ("phi", "shapley")], against.items())
        if other != one[0]
    }
    found = differences.set_index(["predictor", "method", "other"])["difference"]
    assert found.to_dict() == pytest.approx(expected)
    agreement = numbers["agreement", ""][0]
    models = {"type": ([], TYPES), "agreement": ([agreement], []), BOTH: ([agreement], TYPES)}
    for row in added.itertuples():
        features, types = models[row.beside]
        both = [*features, numbers["phi", row.method][0]]
        without, by_phi = (
            np.log(np.abs(modelled(rows, folds[0], used, types) - ~rows["right"])).mean()
            for used in (features, both)
        )
        assert [row.likelihood, row.gain] == pytest.approx([without, by_phi - without])


def typed(lines):
    """Two edits of two types in every line."""
    edits = [(k, k + 1, "x", kind) for k, kind in enumerate(TYPES)]
    return attributions([("one", line, [2.0, 1.0], edits) for line in range(1, lines + 1)])


def test_every_number_by_references():
    random = np.random.default_rng(0)
    table = random_edits(random, 14, SYSTEMS)
    made = table[random.random(len(table)) < 0.3].groupby("line")["made"].unique()
    references = [[made.get(line, [])] for line in range(1, 15)]
    # Elsewhere, edits of the first type alone are right.
    elsewhere = by_references(typed(20), [[[edit(0)]]] * 20, 1)
    edits = by_references(table, references, len(SYSTEMS))
    computed = computed_of(table, edits, elsewhere)
    rows = table.assign(source=table["line"], pair="")
    rows["type elsewhere"] = rows["type"] == TYPES[0]
    rows["right"] = [row.made in references[row.line - 1][0] for row in rows.itertuples()]
    rows["agreement"] = alike(rows, [2] * len(rows))
    for system in SYSTEMS:
        rest = rows[rows["system"] != system]
        rows.loc[rest.index, f"without {system}"] = alike(rest, [1] * len(rest))
    check(computed, "references", rows[rows["add"].notna()])


def test_every_number_by_people_and_annotators():
    random = np.random.default_rng(1)
    table = random_edits(random, 30, ["one"])
    sources = pd.factorize(random.integers(15, size=30))[0]
    corrections, references, votes_of_edits, valid, in_reference = [], [], [], [], []
    for line, made in table.groupby("line")["made"]:
        # Of somebody who judged twice, the first judgement is compared with others.
        judges = ("ann", "ben", "ann", "cleo")[: random.integers(1, 5)]
        votes, known = random.random((len(judges), len(made))) < 0.6, random.random(len(made)) < 0.5
        source = f"s {sources[line - 1]}"
        corrections.append(JudgedCorrection(source, tuple(made), judges, tuple(map(tuple, votes))))
        references.append([made[known].to_list()])
        votes_of_edits += [dict(zip(judges[::-1], each[::-1], strict=True)) for each in votes.T]
        valid += votes.mean(axis=0).tolist()
        in_reference += known.tolist()
    computed = computed_of(table, by_people(table, corrections, references))
    rows = table.assign(source=sources[table["line"] - 1], pair="", votes=votes_of_edits)
    rows["agreement"] = alike(rows, rows.groupby("source")["line"].transform("nunique") - 1)
    rows = rows.assign(valid=valid, in_reference=in_reference)[rows["add"].notna()]
    decided = rows[rows["valid"] != 0.5]
    check(computed, "people", decided.assign(right=decided["valid"] > 0.5))
    check(computed, "references", decided.assign(right=decided["in_reference"]))
    ordered = [
        {**row, "another": row["votes"][one], "right": row["votes"][other], "pair": one + other}
        for row in rows.to_dict("records")
        for one, other in permutations(row["votes"], 2)
    ]
    check(computed, "annotator", pd.DataFrame(ordered))
    assert set(computed["chance_added"]["truth"]) == {"people", "references"}


def referenced(tables, references, systems=1):
    edits = by_references(tables[0], references, systems)
    return chance(Evaluation(resamples=100), edits.assign(overlap=0.9), tables)


def values(computed, column="value"):
    rows = computed["chance"].query("part == 'all'")
    return rows.set_index(["truth", "predictor", "measure"])[column].sort_index()


def test_people_and_references_on_the_same_edits():
    # Of these edits, people find one valid that the best reference has, and one that another has.
    votes = (True, True, True, False), (True, False, True, False)
    judged = JudgedCorrection("s", tuple(map(edit, range(4))), ("ann", "ben"), votes)
    table, references = attributions([("one", 1, [1.0] * 4)]), [[[edit(0), edit(1)], [edit(2)]]]
    assert compared_truths(by_people(table, [judged], references)).to_numpy().tolist() == [
        ["d", "systems", "invalid", "none", 1, 0.25, 0],
        ["d", "systems", "split", "best", 1, 0.25, 0],
        ["d", "systems", "valid", "another", 1, 0.25, 0],
        ["d", "systems", "valid", "best", 1, 0.25, 0],
    ]
    assert compared_truths(by_references(table, references, 1)).empty
    for others in (table[1:], table.assign(edit=range(1, 5))):
        with pytest.raises(InputError, match=f"have {len(others)} edits and people judged 4"):
            by_people(others, [judged])


def test_people_who_corrected_have_no_vote_and_rows_of_their_own():
    # Of one source: a person's correction, and two by systems, of which one has the person's edit.
    made = [(edit(0), edit(1)), (edit(0),), (edit(2),)]
    judged = [JudgedCorrection("a b c", each, ("ann",), ((True,) * len(each),)) for each in made]
    table = attributions(
        [
            ("one", line, [1.0] * len(each), [(e.start, e.end, "x", e.type) for e in each])
            for line, each in enumerate(made, start=1)
        ]
    )
    edits = by_people(table, judged, of_systems={"x b c", "a b x"})
    assert edits["rewrite"].tolist() == [True, True, False, False]
    # The person's edits have the votes of both systems, those of a system the other one's.
    assert edits["agreement"].tolist() == [0.5, 0, 0, 0]
    assert by_people(table, judged)["agreement"].tolist() == [0.5, 0, 0.5, 0]
    computed = chance(Evaluation(resamples=100), edits.assign(overlap=0.9), [table])["chance"]
    counts = computed.query("predictor == 'phi' and measure == 'auc' and truth == 'people'")
    assert counts.set_index("part")["edits"].to_dict() == {"all": 2, "words": 2, "rewrites": 2}


def test_metrics_are_compared_pair_by_pair():
    first = attributions([("one", line, [1.0, -1.0]) for line in range(1, 31)])
    turned = first.assign(metric="n", phi=-first["phi"])
    computed = referenced([first, turned], [[[edit(0)]]] * 30)
    compared = computed["chance_metrics"].set_index("measure")
    assert compared.loc["auc_within", "difference"] == 1
    gains = computed["chance_added"].set_index("metric")["gain"]
    assert compared.loc["gain", "difference"] == pytest.approx(gains["m"] - gains["n"])
    assert compared["other_metric"].tolist() == ["n", "n"]
    assert referenced([first], [[[edit(0)]]] * 30)["chance_metrics"].empty
