"""Counts of all that a study could score or attribute only in part."""

import numpy as np
import pandas as pd
import pytest
from small_study import inputs_of

from gec_attribution.experiments.warnings import table as table_of_warnings
from gec_attribution.experiments.warnings.compute import (
    compute,
    line_warnings,
    long_corrections,
    scoring_warnings,
)

# Line 1 has two coalitions in common with two systems, line 2 three, line 3 one.
COALITIONS = pd.DataFrame(
    {"line": [1, 1, 1, 1, 2, 2, 2, 3], "pair": [0, 1, 0, 1, 2, 3, 4, 5]}, dtype=np.int64
)


def scores(**columns):
    table = pd.DataFrame({"pair": range(6), "score": 1.0, **columns})
    table.attrs["signature"] = {"model": "abc"}
    return table


def test_each_kind_has_a_row_in_which_sentences_and_coalitions_are_counted_apart():
    scored = scores(
        truncated=[1.0, 1, 0, 0, 1, 0], gate=[1.0, 0, 1, 1, 0, 0], unknown=0.0
    )
    scored.loc[5, "score"] = np.nan
    table = scoring_warnings("m", scored, COALITIONS)
    assert [kind.split()[0] for kind in table["warning"]] == ["cut", "set", "without"]
    assert table[["sentences", "coalitions"]].to_numpy().tolist() == [
        [2, 3],
        [3, 3],
        [1, 1],
    ]
    assert set(zip(table["of_sentences"], table["of_coalitions"], strict=True)) == {
        (3, 6)
    }
    assert table["signature"].str.startswith("metric:m|metric.model:abc|").all()
    assert scoring_warnings("m", scores(), COALITIONS).empty


def long_warnings(edits, above, scored=()):
    lines = long_corrections(edits, dict(scored), exact_up_to=10, above=above)
    return line_warnings(lines, sum(map(len, edits.values())), "s")


def test_long_sentences_are_sampled_or_left_out():
    edits = {"one": [0, 11, 64], "two": [10, 12, 3]}
    sampled = long_warnings(edits, "sample")
    assert sampled["warning"].str.split().str[0].tolist() == ["attributed", "left"]
    assert sampled[["sentences", "of_sentences"]].to_numpy().tolist() == [
        [2, 6],
        [1, 6],
    ]
    assert sampled["where"].tolist() == ["one 2, two 2", "one 3"]
    # A sample of all coalitions of eleven edits is none.
    rest = long_warnings(edits, "sample", {("one", 2): 2**11, ("two", 2): 60}.items())
    assert rest["where"].tolist() == ["two 2", "one 3"]
    skipped = long_warnings(edits, "skip")
    assert skipped[["sentences", "of_sentences"]].to_numpy().tolist() == [[3, 6]]
    assert long_warnings({"one": [1, 2]}, "skip").empty


def test_warnings_are_a_table_and_lines_for_the_end_of_a_run():
    parts = [
        long_warnings({"one": [12, 1]}, "skip"),
        scoring_warnings("PPL", scores(truncated=[1.0, 0, 0, 0, 0, 0]), COALITIONS),
    ]
    table = pd.concat(parts, ignore_index=True).assign(dataset="d")
    shown = table_of_warnings.tabulate(table)
    assert shown[["Metric", "Sentences", "Coalitions"]].to_numpy().tolist() == [
        ["–", "1 of 2", "–"],
        ["PPL", "1 of 3", "1 of 6"],
    ]
    assert table_of_warnings.summary(table) == [
        "d, 1 of 2 corrected sentences, left out for having too many edits (one 1)",
        "d, PPL, 1 of 3 sentences, 1 of 6 coalitions, cut to the length that the model reads",
    ]
    assert table_of_warnings.tabulate(table[:0]).empty


@pytest.mark.parametrize(
    ("warning", "tokens", "correction"),
    [
        ("blank", 4, ""),
        ("with edits that", 1, "{}\u200b"),
        ("with edits that", 1, "{}\u200c"),
    ],
)
def test_corrections_that_are_blank_or_cannot_be_seen_are_named(
    study, tmp_path, warning, tokens, correction
):
    games = pd.read_parquet(study["games"][0])
    first, *_ = games["source"][1].split()
    edit = {
        "start": 0,
        "end": tokens,
        "correction": correction.format(first),
        "type": "R:OTHER",
    }
    games["edits"] = [
        [edit] if row == 1 else edits for row, edits in enumerate(games["edits"])
    ]
    games.to_parquet(tmp_path / "games.parquet")
    changed = compute(
        inputs_of("warnings", study, files={"games": [tmp_path / "games.parquet"]})
    )
    (row,) = changed[changed["warning"].str.startswith(warning)].to_dict("records")
    assert row["where"] == "one 2"
    assert (
        not compute(inputs_of("warnings", study))["warning"]
        .str.startswith(warning)
        .any()
    )
