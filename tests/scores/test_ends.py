"""The table of what both ends of every corrected sentence are worth."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from small_study import run

from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import MAX_PLAYERS, lattice_masks
from gec_attribution.games.plan import REFERENCE, plan_coalitions, write_plan
from gec_attribution.languages.en import ENGLISH
from gec_attribution.scores.ends import (
    COLUMNS,
    by_line,
    ends_of,
    read_ends,
    take_component,
)
from gec_attribution.storage.parquet_files import write_parquet

SOURCES = ["a b", " ".join(["a"] * (MAX_PLAYERS + 1)), "c d e"]
# One system leaves the first sentence as it is, the other makes too many edits in the second.
SYSTEMS = {
    "shy": [(), (Edit(0, 1, "x", ""),), (Edit(0, 1, "x", ""), Edit(2, 3, "y", ""))],
    "bold": [
        (Edit(1, 2, "x y", ""),),
        tuple(Edit(k, k + 1, "b", "") for k in range(MAX_PLAYERS + 1)),
        (),
    ],
}
SCORES = {"a b": 1.0, "a x y": 2.0, "c d e": 3.0, "x d y": np.nan, SOURCES[1]: 4.0}


@pytest.fixture
def files(tmp_path):
    """A plan of both systems and a reference, with their scores."""
    plan = plan_coalitions(
        {name: zip(SOURCES, edits, strict=True) for name, edits in SYSTEMS.items()},
        [lambda n, _: lattice_masks(n)],
        ENGLISH,
        references={f"{REFERENCE}0": [(source, ()) for source in SOURCES]},
    )
    names = ("pairs", "coalitions", "games", "scores")
    paths = {name: tmp_path / f"{name}.parquet" for name in names}
    write_plan(plan, paths["pairs"], paths["coalitions"], paths["games"])
    pairs = pd.read_parquet(paths["pairs"])
    scores = pairs[["pair"]].assign(
        score=pairs["sentence"].map(lambda text: SCORES.get(text, 9.0))
    )
    scores["half"] = scores["score"] / 2
    scores.attrs["signature"] = {"model": "abc"}
    scores.to_parquet(paths["scores"], index=False)
    return paths


def ends_in(files, path, **options):
    options = {"systems": ["bold", "shy"], "sentences": len(SOURCES), **options}
    ends = ends_of(
        files["coalitions"], files["scores"], dataset="d", metric="m", **options
    )
    write_parquet(ends, path)
    return read_ends(path)


def test_every_sentence_of_every_system_has_a_row(files, tmp_path):
    ends = ends_in(files, tmp_path / "ends.parquet")
    assert list(ends) == COLUMNS
    assert ends.iloc[0].tolist() == ["d", "bold", "m", 1, 1.0, 2.0]
    assert ends["system"].tolist() == ["bold"] * 3 + ["shy"] * 3
    assert ends["line"].tolist() == [1, 2, 3] * 2
    assert ends.attrs["signature"] == {"model": "abc"}
    # An end is missing where it is undefined, and where there are too many edits.
    assert_array_equal(by_line(ends, "baseline"), [[1, np.nan, 3], [1, 4, 3]])
    assert_array_equal(by_line(ends, "score"), [[2, np.nan, 3], [1, 9, np.nan]])


def test_a_component_has_ends_of_its_own(files, tmp_path):
    sources = tmp_path / "sources.txt"
    sources.write_text("\n".join(SOURCES))
    paths = {name: tmp_path / f"part.{name}.parquet" for name in ("scores", "ends")}
    run(
        "derive_scores",
        input={
            "coalitions": files["coalitions"],
            "scores": files["scores"],
            "sources": sources,
        },
        params={"systems": list(SYSTEMS), "component": "half"},
        wildcards={"dataset": "d", "metric": "part"},
        output=paths,
    )
    ends = ends_in(files, tmp_path / "ends.parquet", systems=list(SYSTEMS))
    halves = read_ends(paths["ends"])
    for end in ("baseline", "score"):
        assert_array_equal(by_line(halves, end), by_line(ends, end) / 2)
    assert halves.attrs["signature"] == {"model": "abc", "component": "half"}
    assert set(halves["metric"]) == {"part"}
    assert list(pd.read_parquet(paths["scores"])) == ["pair", "score"]


def test_an_unknown_component_is_named(files, tmp_path):
    with pytest.raises(
        ConfigError, match=r"metrics\.m-x\.component: unknown .*; there are half$"
    ):
        take_component(files["scores"], "x", tmp_path / "x.parquet", "m-x")
