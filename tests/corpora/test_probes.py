from collections import Counter

import pandas as pd
import pytest
from project import ROOT

from gec_attribution.corpora.probes import (
    PAIR_COLUMNS,
    USELESS,
    expand,
    parse_sentence,
    read_pairs,
    write_probes,
)
from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError

PROBES = ROOT / "data/probes"


def test_edits_are_read_out_of_their_sentence():
    source, edits = parse_sentence("He [go→goes|R:VERB:SVA] home [→by bus|X:INSERTED] [.→|X:PUNCT]")
    assert source == "He go home ."
    assert edits == (
        Edit(1, 2, "goes", "R:VERB:SVA"),
        Edit(3, 3, "by bus", "X:INSERTED"),
        Edit(3, 4, "", "X:PUNCT"),
    )


@pytest.mark.parametrize("text", ["He goes .", "He [go→goes] .", "He [go→goes|R .", "[a→b|X] c→d"])
def test_a_sentence_without_edits_in_their_form_is_refused(text):
    with pytest.raises(InputError, match="original→correction"):
        parse_sentence(text)


def test_templates_are_expanded_into_each_sentence_once_and_all_pairs():
    groups = {
        "gender": [
            {"pairs": [["He", "She"]], "templates": ["{word} [a→b|R:X]", "{word} [c→d|R:X]"]}
        ],
        "nation": [{"words": ["x", "y", "z"], "templates": ["{word} [a→b|R:X]"]}],
    }
    rounds, pairs = expand(groups)
    edit = "[a→b|R:X]"
    assert rounds == {
        f"He {edit}": 0,
        f"She {edit}": 0,
        "He [c→d|R:X]": 0,
        "She [c→d|R:X]": 0,
        f"x {edit}": 0,
        f"y {edit}": 0,
        f"z {edit}": 1,
    }
    assert pairs.to_numpy().tolist() == [
        ["gender", 1, f"He {edit}", "He", f"She {edit}", "She"],
        ["gender", 2, "He [c→d|R:X]", "He", "She [c→d|R:X]", "She"],
        ["nation", 3, f"x {edit}", "x", f"y {edit}", "y"],
        ["nation", 3, f"x {edit}", "x", f"z {edit}", "z"],
        ["nation", 3, f"y {edit}", "y", f"z {edit}", "z"],
    ]


def test_the_embedded_probes_are_made_from_what_was_written(tmp_path):
    for name in ("probes.txt", "templates.yaml"):
        (tmp_path / name).write_bytes((PROBES / name).read_bytes())
    write_probes(tmp_path)
    for name in ("probes.m2", "pairs.tsv"):
        assert (tmp_path / name).read_bytes() == (PROBES / name).read_bytes()


def test_every_useless_edit_stands_beside_a_real_one_and_kinds_are_equally_many():
    kinds = Counter()
    for _, edits in edits_of(PROBES / "probes.m2"):
        useless = [edit.type for edit in edits if edit.type.startswith(USELESS)]
        assert len(useless) <= 1
        assert len(edits) > len(useless)
        kinds.update(useless)
    assert len(kinds) == 7
    assert set(kinds.values()) == {10}


@pytest.mark.parametrize(("rounds", "lines"), [(1, 69), (2, 126), (3, 183)])
def test_the_first_rounds_have_all_kinds_and_templates(rounds, lines):
    kinds = Counter(
        edit.type for _, edits in edits_of(PROBES / "probes.m2")[:lines] for edit in edits
    )
    assert [count for kind, count in kinds.items() if kind.startswith(USELESS)] == [rounds] * 7
    pairs, every = (read_pairs(PROBES / "pairs.tsv", part) for part in (f"1-{lines}", None))
    assert set(pairs["template"]) == set(every["template"])
    sizes = pairs.groupby(["contrast", "template"]).size().groupby("contrast").unique()
    # With the first word of a nation's template all others are compared, and they with each other.
    assert sizes["gender"].tolist() == [rounds]
    assert sizes["nation"].tolist() == [(rounds + 1) * rounds / 2]


def test_the_pairs_of_some_lines_are_counted_from_the_first_of_them():
    every = read_pairs(PROBES / "pairs.tsv")
    assert read_pairs(PROBES / "pairs.tsv", "1-384").equals(every)
    some = read_pairs(PROBES / "pairs.tsv", "70-183")
    inside = (every[["line", "other_line"]].min(axis=1) >= 70) & (
        every[["line", "other_line"]].max(axis=1) <= 183
    )
    assert 0 < len(some) < len(every)
    assert some["line"].tolist() == (every["line"][inside] - 69).tolist()
    assert some["other_line"].tolist() == (every["other_line"][inside] - 69).tolist()
    assert read_pairs(PROBES / "pairs.tsv", "1-7").empty


def test_the_sentences_of_a_pair_differ_in_its_words_alone():
    sentences = edits_of(PROBES / "probes.m2")
    pairs = read_pairs(PROBES / "pairs.tsv")
    assert len(pairs) == 637
    for row in pairs.itertuples():
        source, edits = sentences[row.line - 1]
        other_source, other_edits = sentences[row.other_line - 1]
        tokens, other_tokens = source.split(), other_source.split()
        (at,) = [place for place, token in enumerate(tokens) if token != other_tokens[place]]
        assert (tokens[at], other_tokens[at]) == (row.word, row.other_word)
        assert len(tokens) == len(other_tokens)
        assert edits == other_edits
        assert all(not edit.start <= at < edit.end for edit in edits)


def test_both_words_of_every_contrast_are_compared_equally_often():
    pairs = read_pairs(PROBES / "pairs.tsv")
    nations = pairs[pairs["contrast"] == "nation"]
    counts = Counter([*nations["word"], *nations["other_word"]])
    assert len(set(counts.values())) == 1
    assert pairs.groupby("contrast")["template"].nunique().min() >= 10


def test_a_table_of_other_columns_is_refused(tmp_path):
    path = tmp_path / "pairs.tsv"
    pd.DataFrame({"line": [1]}).to_csv(path, sep="\t", index=False)
    with pytest.raises(InputError, match=f"found the columns line; .*{', '.join(PAIR_COLUMNS)}"):
        read_pairs(path)
