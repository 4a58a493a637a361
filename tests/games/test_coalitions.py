import io
import itertools
import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from edit_strategies import sentences_with_edits
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from small_study import run
from toy_games import english_game

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import (
    MAX_PLAYERS,
    full_mask,
    lattice_masks,
    prefix_masks,
    sample_permutations,
)
from gec_attribution.games.plan import plan_coalitions, shard_bounds
from gec_attribution.games.values import read_games
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.parquet_files import read_attrs
from gec_attribution.storage.seeds import readable_seed_from


def all_masks(n, seed):  # noqa: ARG001
    return lattice_masks(n)


def replacements(n):
    """A source of `n` words and one edit a word."""
    return " ".join("a" * n), tuple(
        Edit(k, k + 1, f"b{k}", "R:OTHER") for k in range(n)
    )


def rows_of(plan, system):
    return plan.coalitions[plan.coalitions["system"] == system]


def sentence_of(source, edits, mask):
    return english_game(source, edits).texts([mask])[0]


def test_the_lattice_is_that_of_the_official_implementation(official_cases):
    natural = [case for case in official_cases if not case["id"].startswith("edge/")]
    assert len(natural) > 50
    for case in natural:
        edits = [
            Edit(e["o_start"], e["o_end"], e["c_str"], e["type"]) for e in case["edits"]
        ]
        ours = english_game(case["src"], edits).texts(lattice_masks(len(edits)))
        assert ours == [" ".join(text.split()) for text in case["lattice"]], case["id"]
        assert ours[-1] == " ".join(case["hyp_from_edits"].split()), case["id"]


def test_masks_reach_the_sixty_third_edit():
    source, edits = replacements(MAX_PLAYERS)
    tokens = source.split()
    assert sentence_of(tokens, edits, 1 << 62) == " ".join([*tokens[:-1], "b62"])
    assert "a" not in sentence_of(tokens, edits, full_mask(MAX_PLAYERS))
    source, edits = replacements(MAX_PLAYERS + 1)
    with pytest.raises(InputError, match="64 edits; coalitions have at most 63"):
        sentence_of(source, edits, 0)


def test_a_mask_beyond_the_edits_is_refused():
    with pytest.raises(ValueError, match="mask 4 has a bit beyond the 2 edits"):
        sentence_of(["a", "a"], replacements(2)[1], 4)


@given(st.integers(0, 9), st.integers(1, 150), st.integers(0, 2**63 - 1))
def test_permutations_are_distinct_and_as_many_as_there_are(n, count, seed):
    orders = sample_permutations(n, count, seed)
    assert orders.shape == (min(count, math.factorial(n)), n)
    assert (np.sort(orders, axis=1) == np.arange(n)).all()
    assert len(set(map(tuple, orders.tolist()))) == len(orders)
    assert (orders == sample_permutations(n, count, seed)).all()


@pytest.mark.parametrize("draw", [0, 9], ids=["first", "last"])
def test_every_permutation_is_equally_likely_at_every_draw(draw):
    drawn = Counter(
        tuple(sample_permutations(4, 10, seed)[draw].tolist()) for seed in range(4800)
    )
    assert len(drawn) == 24
    assert chisquare(list(drawn.values())).pvalue > 0.01


@st.composite
def corpora(draw):
    """Two systems' edits of the same sources, some of which occur twice."""
    lines = draw(st.lists(sentences_with_edits(3), min_size=1, max_size=4))
    lines += draw(st.lists(st.sampled_from(lines), max_size=2))
    corrections = [(" ".join(tokens), edits) for tokens, edits in lines]
    fewer_edits = [
        (source, edits[: draw(st.integers(0, len(edits)))])
        for source, edits in corrections
    ]
    return {"one": corrections, "other": fewer_edits}


@given(corpora())
def test_a_plan_has_every_coalition_and_no_pair_twice(systems):
    plan = plan_coalitions(systems, [all_masks], ENGLISH)
    pairs = list(zip(plan.pairs["source"], plan.pairs["sentence"], strict=True))
    assert len(set(pairs)) == len(pairs)
    assert plan.pairs["pair"].tolist() == list(range(len(plan.pairs)))
    used = set()
    for system, sentences in systems.items():
        rows = rows_of(plan, system).merge(
            plan.pairs, on="pair", how="left", validate="m:1"
        )
        expected = [
            (line, mask, english_game(source, edits).base_text, sentence)
            for line, (source, edits) in enumerate(sentences, start=1)
            for mask, sentence in enumerate(
                english_game(source, edits).texts(lattice_masks(len(edits)))
            )
        ]
        planned = rows[["line", "mask", "source", "sentence"]].itertuples(
            index=False, name=None
        )
        assert list(planned) == expected
        used.update(rows["pair"])
    assert used == set(plan.pairs["pair"])


def test_a_sentence_with_too_many_edits_is_left_out_and_reported(caplog):
    sentences = [replacements(64), replacements(1)]
    plan = plan_coalitions({"x": sentences}, [all_masks], ENGLISH)
    assert rows_of(plan, "x")["line"].tolist() == [2, 2]
    assert caplog.messages == ["x, line 1: left out, its 64 edits are more than 63"]


@pytest.mark.parametrize(
    ("corrections", "problem"),
    [
        ([("a", ())], "system y has 1 sentences, system x has more"),
        (
            [("a", ()), ("c", ())],
            "line 2: the source of system x is 'b', of system y 'c'",
        ),
    ],
)
def test_systems_of_different_corpora_are_refused(corrections, problem):
    with pytest.raises(InputError, match=problem):
        plan_coalitions(
            {"x": [("a", ()), ("b", ())], "y": corrections}, [all_masks], ENGLISH
        )


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 12))
def test_shards_are_contiguous_and_balanced(counts, shards):
    costs = [max(count, 1) for count in counts]
    # There is nothing else to read of the pairs.
    pairs = io.BytesIO()
    pd.DataFrame({"tokens": np.cumsum(costs, dtype=np.int64)}).to_parquet(pairs)
    bounds = shard_bounds(pairs, shards)
    assert len(bounds) == shards
    assert list(itertools.chain(*(range(*part) for part in bounds))) == list(
        range(len(counts))
    )
    share = sum(costs) / shards
    assert all(
        sum(costs[start:stop]) <= share + max(costs)
        for start, stop in bounds
        if stop > start
    )


ADD = {"add": {"type": "add"}}
LIMITS = {"exact_up_to": 9, "above": "skip"}
EDITED = {
    "x": [replacements(2), replacements(5)],
    "y": [replacements(2), (replacements(5)[0], ())],
}


def plan_script(folder, coalitions=LIMITS, methods=ADD, systems=EDITED, played=0):
    for system, sentences in systems.items():
        write_m2(
            folder / f"{system}.m2",
            [AnnotatedSentence(s, {0: e}) for s, e in sentences],
        )
        (folder / f"{system}.json").write_text(f'{{"aligner": "{system}"}}')
    output = {
        name: folder / f"{name}.parquet" for name in ("pairs", "coalitions", "games")
    }
    settings = {
        "systems": ["x", "y"],
        "methods": methods,
        "coalitions": coalitions,
        "lattices": {},
        "most_reference_edits": played,
        "language": "en",
        "seed": 3,
    }
    run(
        "plan_coalitions",
        input={
            "edits": [folder / "x.m2", folder / "y.m2"],
            "extraction": [folder / "x.json", folder / "y.json"],
            "references": [folder / "x.m2"] if played else [],
        },
        output=output,
        wildcards={"dataset": "essays"},
        params={"settings": settings},
    )
    return SimpleNamespace(**output)


def test_the_script_writes_the_same_bytes_again(tmp_path):
    estimator = {"type": "shapley_sampling", "permutations": 2}
    methods = {
        "shapley": {"type": "shapley", "estimator": estimator},
        "add": {"type": "add"},
    }
    coalitions = {"exact_up_to": 4, "above": "sample"}
    output = plan_script(tmp_path, coalitions, methods)
    written = [path.read_bytes() for path in vars(output).values()]
    plan_script(tmp_path, coalitions, methods)
    assert [path.read_bytes() for path in vars(output).values()] == written

    table = pd.read_parquet(output.coalitions)
    assert table.columns.tolist() == ["system", "line", "mask", "pair"]
    masks = {
        key: rows["mask"].tolist() for key, rows in table.groupby(["system", "line"])
    }
    assert masks["x", 1] == masks["y", 1] == [0, 1, 2, 3]
    assert masks["y", 2] == [0]
    source, edits = replacements(5)
    hypothesis = sentence_of(source, edits, 31)
    orders = sample_permutations(
        5, 2, readable_seed_from(3, "permutations", source, hypothesis)
    )
    assert masks["x", 2] == sorted(
        {*prefix_masks(orders).ravel().tolist(), 1, 2, 4, 8, 16}
    )

    games = read_games(output.games, ["y", "x"])
    assert list(games["x"]) == [replacements(2), replacements(5)]
    assert list(games["y"]) == [replacements(2), (source, ())]
    attributes = read_attrs(output.games)
    assert attributes["signatures"] == {"x": {"aligner": "x"}, "y": {"aligner": "y"}}
    assert attributes["settings"]["methods"] == methods


def test_a_data_set_without_an_edit_is_refused_before_anything_is_scored(tmp_path):
    unedited = {system: [("no edit", ()), ("here", ())] for system in EDITED}
    with pytest.raises(
        InputError, match=r"datasets\.essays: no system \(x, y\) makes an edit in it"
    ):
        plan_script(tmp_path, systems=unedited)


def test_the_edits_of_references_are_planned_with_every_coalition(tmp_path):
    for most, second_masks in ((5, list(range(32))), (4, [0])):
        output = plan_script(tmp_path, played=most)
        table = pd.read_parquet(output.coalitions)
        assert table["system"].unique().tolist() == ["x", "y", "reference.0"]
        own = table[table["system"] == "reference.0"]
        masks = {line: rows["mask"].tolist() for line, rows in own.groupby("line")}
        assert masks == {1: [0, 1, 2, 3], 2: second_masks}
    # A reference with too many edits has no player, and its others are those of the first system.
    games = read_games(output.games, ["reference.0"])
    assert list(games["reference.0"]) == [replacements(2), (replacements(5)[0], ())]
    first_pairs = table[(table["system"] == "x") & (table["line"] == 1)][
        "pair"
    ].tolist()
    assert own[own["line"] == 1]["pair"].tolist() == first_pairs
