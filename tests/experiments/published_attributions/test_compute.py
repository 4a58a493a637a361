"""Published attributions beside those of weights that are, or are not, the published ones."""

import hashlib

import numpy as np
import pandas as pd
import pytest
from small_study import COALITIONS, SOURCES, score_of

from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import SentenceValues, ValueTable
from gec_study.experiments.published_attributions import compute as experiment
from gec_study.experiments.published_attributions.compute import (
    TOTAL,
    compute,
    of_case,
    sentence_of,
)
from gec_study.experiments.published_attributions.published import CASES, PublishedCase
from gec_study.experiments.published_attributions.table import join, tabulate

EDITS = (Edit(0, 1, "x", "R"), Edit(2, 3, "", "U"))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def sentence(values=(0.5, 0.75, 0.25, 1.0), source="a b  c", line=7):
    masks = lattice_masks(2)[: len(values)]
    return SentenceValues(line, source, EDITS, ValueTable(2, masks, np.array(values)))


def case(phi=(0.5, 0.0), delta=0.5, source="a b c"):
    return PublishedCase("there", "some", "fluency", "t5", digest(source), delta, phi)


@pytest.mark.parametrize("published", CASES)
def test_what_was_published_sums_to_what_it_says(published):
    # The slides have three digits of each, the README all.
    tolerance = 1e-7 if "README" in published.place else 0.0005 * (len(published.phi) + 1)
    assert sum(published.phi) == pytest.approx(published.delta, abs=tolerance)


def test_the_sources_are_those_lines_of_jfleg(shared):
    lines = (shared / "datasets/jfleg/dev/dev.src").read_text(encoding="utf-8").splitlines()
    for published in CASES:
        line = int(published.place.split()[-1])
        assert digest(" ".join(lines[line - 1].split())) == published.source


def test_the_sentence_is_known_by_its_source():
    other_sentence = sentence(source="d e f", line=6)
    assert sentence_of(case(), [other_sentence, sentence()]).line == 7
    assert sentence_of(case(), [other_sentence]) is None
    # Not every coalition is scored.
    assert sentence_of(case(), [sentence(values=(0.5, 0.75))]) is None


def test_ours_stand_beside_the_published_ones():
    table = of_case(case(), sentence(), np.array([0.5, 0.0]))
    assert table["edit"].tolist() == [TOTAL, "→ x", "→ ∅"]
    assert table["ours"].tolist() == [0.5, 0.5, 0]
    other_table = of_case(case(phi=(0.1, 0.2, 0.2)), sentence(), np.array([0.5, 0.0]))
    assert other_table["edit"].tolist() == [TOTAL, "edit 1", "edit 2", "edit 3"]
    assert other_table["ours"].isna().tolist() == [False, True, True, True]


def rows(*phi, **about):
    table = of_case(case(), sentence(), np.array(phi))
    return table.assign(dataset="d", signature="s", **{"metric": "ours", **about})


def test_the_last_row_says_whether_they_are_the_same():
    published = {"ours": "some", "mine": "impara"}
    same = tabulate(join(rows(0.5004, -0.0004), published))
    assert same["Difference"].iloc[-1] == "at most 0.0004: the same"
    apart = tabulate(join(rows(0.6, -0.1), published))
    assert apart["Difference"].iloc[-1] == "at most 0.1000: not the same"
    unknown = tabulate(join(rows(np.nan, 0.0), published))
    assert unknown["Difference"].iloc[-1].startswith("not comparable")
    # A metric that is said to be another one, or none, is not compared.
    assert join(rows(0.5, 0.0, metric="mine"), published).empty
    assert join(rows(0.5, 0.0, metric="embedded"), published).empty


def test_the_values_of_a_study_are_read(study, monkeypatch):
    published = PublishedCase("there", "some", "score", "one", digest(SOURCES[2]), 0.0, (0.1, 0.2))
    absent = published._replace(source="0" * 16)
    without = published._replace(column="fluency")
    monkeypatch.setattr(
        experiment, "CASES", (published, absent, without, published._replace(system="z"))
    )
    from gec_study.experiments.inputs import Inputs

    inputs = Inputs(
        {name: study[name] for name in ("edits", "coalitions", "scores")},
        dataset="d",
        systems=["one", "two"],
        metrics=["m"],
        settings={"coalitions": COALITIONS},
    )
    table = compute(inputs)
    assert table["edit"].tolist() == [TOTAL, "→ x", "→ x"]
    whole = score_of("x j x l") - score_of("i j k l")
    assert table["ours"].iloc[0] == pytest.approx(whole)
    assert table["ours"].iloc[1:].sum() == pytest.approx(whole)
    assert pd.unique(table["line"]).tolist() == [3]
