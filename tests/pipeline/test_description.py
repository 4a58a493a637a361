"""Text for a paper about a study."""

import json

import pandas as pd
import pytest

from gec_attribution.pipeline.description import short_signature

PROVENANCE = {
    "study": {
        "study": "small",
        "datasets": {"d": {}},
        "metrics": {"ppl": {"type": "perplexity", "model": "models/gpt2"}},
        "methods": {"shapley": {"type": "shapley"}},
        "coalitions": {"exact_up_to": 2, "above": "sample"},
        "evaluation": {"resamples": 1000},
    },
    "labels": {
        "dataset": {"d": "Essays"},
        "system": {"s": "Weak"},
        "metric": {"ppl": "PPL"},
        "method": {"shapley": "Shapley"},
    },
    "code": {"version": "0.1.0"},
    "seed": 7,
    "models": [],
    "data": [{"key": "d", "citation": "Napoles et al. (2017)"}],
    "scores": {"d/ppl": {"model": "abc"}},
    "cite": ["@inproceedings{goto-etal-2025-improving,\n}"],
}


@pytest.fixture
def folder(tmp_path):
    """Results of three sentences: one of them has three edits, and is sampled."""
    folder = tmp_path / "small"
    (folder / "d/attributions/ppl").mkdir(parents=True)
    (folder / "d/corpus").mkdir()
    (folder / "d/corpus/sources.txt").write_text("a\nb\nc\n")
    lines = [1, 2, 2, 2]
    table = pd.DataFrame(
        {"system": "s", "line": lines, "exact": [True] + [False] * 3, "phi": 0.5}
    )
    table.to_parquet(folder / "d/attributions/ppl/shapley.parquet")
    (folder / "provenance.json").write_text(json.dumps(PROVENANCE))
    return folder


def test_the_setup_is_described_with_the_numbers_of_the_results(folder, command):
    printed = command("describe", folder).out
    assert (
        "We explain the 4 edits of Weak in the 3 source sentences of Essays." in printed
    )
    assert (
        "Scores of PPL with the model gpt2 are attributed to edits by Shapley (Goto"
        in printed
    )
    assert (
        "up to 2 edits (corrected sentences: 1); those with more edits (1) are estimated"
        in printed
    )
    assert "from 1,000 resamples" in printed
    assert "from 20,000 paired resamples" in printed
    assert "% data: Napoles et al. (2017)" in printed
    assert "@inproceedings{goto-etal-2025-improving," in printed


def test_a_signature_is_short_and_moves_with_what_moves_a_number():
    signature = short_signature(PROVENANCE)
    assert signature.startswith("study:small|method:shapley|bootstrap:1000|seed:7|id:")
    other = {**PROVENANCE, "scores": {"d/ppl": {"model": "abd"}}}
    assert short_signature(other) != signature
    long = {**PROVENANCE, "study": {**PROVENANCE["study"], "study": "s" * 70}}
    assert len(short_signature(long)) == 80
    assert short_signature(long).count("|v:") == 1


def test_a_study_without_results_is_refused(tmp_path, command):
    assert "has no provenance.json" in command("describe", tmp_path, status=1).err
