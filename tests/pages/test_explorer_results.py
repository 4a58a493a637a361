"""Content of the explorer's list and sentences, and reasons to refuse its folder."""

from dataclasses import replace

import explored_study
import pytest

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.errors import InputError
from gec_attribution.pages.explorer import folder as explorer
from gec_attribution.pages.explorer.datasets import Dataset


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("essays")
    authors = folder / "authors.txt"
    authors.write_text("\n".join(explored_study.AUTHORS), encoding="utf-8")
    return explored_study.dataset(folder, "essays", "en", authors=authors)


@pytest.fixture(scope="module")
def lines(files):
    return list(Dataset(files).lines())


def test_a_line_may_have_fewer_references_than_others(files, tmp_path):
    second = tmp_path / "second.m2"
    sentences = [
        AnnotatedSentence(line[0], {0: (), 1: ()}) for line in explored_study.ENGLISH
    ]
    sentences[1] = AnnotatedSentence(sentences[1].source, {0: ()})
    write_m2(second, sentences)
    dataset = Dataset(replace(files, references=[*files.references, second]))
    counts = [len(line.listed["references"]) for line in dataset.lines()]
    assert counts == [3, 2, 3, 3, 3, 3, 3]
    assert dataset.index()["references"] == 3


def test_a_sentence_with_more_edits_than_a_game_has_players_is_listed(
    tmp_path, monkeypatch
):
    source = " ".join(map(str, range(64)))
    edits = [(k, k + 1, "x", "R:OTHER") for k in range(64)]
    monkeypatch.setitem(explored_study.LINES, "judged", [(source, edits), ("a b", [])])
    dataset = Dataset(explored_study.dataset(tmp_path, "judged", "en"))
    long, short = dataset.lines()
    assert [len(edits) for edits in long.listed["corrections"]] == [64]
    assert dataset.numbers["some"]["phi"]["shapley"] == [None] * 64
    assert long.details[0]["records"][0]["baseline"] is None
    assert short.details[0]["records"][0]["baseline"] is not None


@pytest.mark.parametrize("other", ["essays", "zuowen"])
def test_records_of_other_sentences_are_refused(files, tmp_path, monkeypatch, other):
    if other == "essays":  # the same sentences with fewer edits
        lines = [
            (text, *(edits[:1] for edits in each))
            for text, *each in explored_study.ENGLISH
        ]
        monkeypatch.setitem(explored_study.LINES, "essays", lines)
    records = explored_study.dataset(tmp_path, other, "en").records
    with pytest.raises(InputError, match=r"jsonl\.gz: has other edits than the plan"):
        list(Dataset(replace(files, records=records)).lines())


def test_more_corrections_than_a_browser_shows_are_refused_before_anything_is_read(
    files, tmp_path, monkeypatch
):
    monkeypatch.setattr(explorer, "MAX_CORRECTIONS", 13)
    absent = replace(files, coalitions=tmp_path / "absent.parquet")
    refused = r"essays has 14 corrected sentences.* datasets\.essays\.line"
    with pytest.raises(InputError, match=refused):
        explorer.write_explorer(tmp_path / "explorer", [absent], study="s", labels={})
    assert not (tmp_path / "explorer").exists()
