"""The explorer's columns and chunks, and a reason to refuse its folder."""

import base64
from dataclasses import replace
from itertools import chain

import explored_study
import numpy as np
import pytest

from gec_attribution.errors import InputError
from gec_attribution.pages.explorer import folder as explorer
from gec_attribution.pages.explorer.chunks import chunks_of
from gec_attribution.pages.explorer.columns import columns_of, read_dataset
from gec_attribution.pages.explorer.form import NO_REFERENCE


@pytest.fixture(scope="module")
def columns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("columns")
    authors = folder / "authors.txt"
    authors.write_text("\n".join(explored_study.AUTHORS), encoding="utf-8")
    files = explored_study.dataset(folder, "essays", "en", authors=authors)
    return columns_of(read_dataset(files), {})


def unpacked(text, form):
    return np.frombuffer(base64.b64decode(text), form).tolist()


def test_an_error_is_untouched_if_no_system_changes_its_words(columns):
    counts = unpacked(columns["reference_edits"], "<u2")
    edits = [len(line[-1]) for line in explored_study.ENGLISH]
    assert counts == edits
    # One system inserts another determiner in line 2; that is no remaining error.
    assert unpacked(columns["untouched"], "<u1") == [0] * (sum(edits) - 1) + [1]
    assert columns["reference_corrections"][-1] == "know"


def test_an_edit_is_referenced_if_a_reference_of_its_line_has_it(columns):
    lines = explored_study.ENGLISH
    expected = [edit in line[3] for line in lines for edit in chain(line[1], line[2])]
    assert unpacked(columns["referenced"], "<u1") == expected


def test_a_line_may_have_fewer_references_than_others(columns, tmp_path):
    dataset = read_dataset(explored_study.dataset(tmp_path, "essays", "en"))
    references = [list(line) for line in dataset.references]
    references[1].append(())
    counts = columns_of(replace(dataset, references=references), {})
    edit_counts = unpacked(counts["reference_edits"], "<u2")
    assert edit_counts[:4] == [1, NO_REFERENCE, 1, 0]
    assert columns["references"] == 1


def test_authors_are_numbered_and_0_is_nobody(columns):
    assert columns["authors"] == ["Ana", "Ben"]
    assert unpacked(columns["author"], "<u4") == [1, 2, 1, 0, 2, 1, 1]


def test_each_line_may_have_an_author_of_its_own(tmp_path):
    dataset = read_dataset(explored_study.dataset(tmp_path, "judged", "en"))
    many = columns_of(replace(dataset, authors=list(map(str, range(2**16)))), {})
    assert unpacked(many["author"], "<u4")[-1] == 2**16


def test_a_correction_that_changes_nothing_moves_no_score(columns):
    sizes = np.array(unpacked(columns["edits"], "<u2"))
    assert (sizes == 0).any()
    for change in columns["change"].values():
        assert set(np.array(unpacked(change, "<f4"))[sizes == 0]) == {0}


def test_a_score_that_a_gate_set_to_0_is_explained_as_in_the_record(tmp_path):
    files = explored_study.with_a_gate(explored_study.dataset(tmp_path, "essays", "en"))
    (chunk,) = chunks_of(read_dataset(files), files)
    notes = chunk["metrics"]["some"]["notes"]
    # Line 1 by the first system replaces words by both edits; line 2 by the second inserts one.
    assert notes[0] == (
        f"the score is 0 where the similarity to the source is below {explored_study.GATE}, as of "
        "the hypothesis (0.850) and of 2 of the 3 other sentences that were scored"
    )
    assert notes[3] is None
    assert set(chunk["metrics"]["ppl"]["notes"]) == {None}
    assert len(notes) == 2 * len(explored_study.ENGLISH)


def test_corrections_of_one_edit_have_no_interactions(tmp_path, monkeypatch):
    lines = [(text, *(edits[:1] for edits in each)) for text, *each in explored_study.ENGLISH]
    monkeypatch.setitem(explored_study.LINES, "essays", lines)
    files = explored_study.dataset(tmp_path, "essays", "en")
    (chunk,) = chunks_of(read_dataset(files), files)
    assert not any(chunk["metrics"]["some"]["pairs"])


def test_more_corrections_than_a_browser_shows_are_refused_before_anything_is_read(
    tmp_path, monkeypatch
):
    files = explored_study.dataset(tmp_path, "essays", "en")
    monkeypatch.setattr(explorer, "MAX_CORRECTIONS", 13)
    absent = replace(files, coalitions=tmp_path / "absent.parquet")
    refused = r"essays has 14 corrected sentences.* datasets\.essays\.line"
    with pytest.raises(InputError, match=refused):
        explorer.write_explorer(tmp_path / "explorer", [absent], study="s", labels={})
    assert not (tmp_path / "explorer").exists()
