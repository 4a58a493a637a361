"""References and authors in the explorer's columns."""

import base64
from dataclasses import replace

import explored_study
import numpy as np
import pytest

from gec_attribution.pages.explorer.columns import columns_of, read_dataset
from gec_attribution.pages.explorer.form import NO_REFERENCE


@pytest.fixture(scope="module")
def columns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("columns")
    authors = folder / "authors.txt"
    authors.write_text("\n".join(explored_study.AUTHORS), encoding="utf-8")
    files = explored_study.dataset(folder, "essays", "en", authors=authors)
    return columns_of(read_dataset(files), {}, lines_per_chunk=1)


def unpacked(text, form):
    return np.frombuffer(base64.b64decode(text), form).tolist()


def test_an_error_is_untouched_if_no_system_changes_its_words(columns):
    counts = unpacked(columns["reference_edits"], "<u2")
    edits = [len(line[-1]) for line in explored_study.ENGLISH]
    assert counts == edits
    # One system inserts another determiner in line 2; that is no remaining error.
    assert unpacked(columns["untouched"], "<u1") == [0] * (sum(edits) - 1) + [1]
    assert columns["reference_corrections"][-1] == "know"


def test_a_line_may_have_fewer_references_than_others(columns, tmp_path):
    dataset = read_dataset(explored_study.dataset(tmp_path, "essays", "en"))
    references = [list(line) for line in dataset.references]
    references[1].append(())
    counts = columns_of(replace(dataset, references=references), {}, lines_per_chunk=1)
    edit_counts = unpacked(counts["reference_edits"], "<u2")
    assert edit_counts[:4] == [1, NO_REFERENCE, 1, 0]
    assert columns["references"] == 1


def test_authors_are_numbered_and_0_is_nobody(columns):
    assert columns["authors"] == ["Ana", "Ben"]
    assert unpacked(columns["author"], "<u2") == [1, 2, 1, 0, 2, 1, 1]


def test_a_correction_that_changes_nothing_moves_no_score(columns):
    sizes = np.array(unpacked(columns["edits"], "<u2"))
    assert (sizes == 0).any()
    for change in columns["change"].values():
        assert set(np.array(unpacked(change, "<f4"))[sizes == 0]) == {0}
