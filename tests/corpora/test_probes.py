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
    lines, pairs = expand(groups, first=11)
    assert lines == [
        *("He [a→b|R:X]", "She [a→b|R:X]", "He [c→d|R:X]", "She [c→d|R:X]"),
        *("x [a→b|R:X]", "y [a→b|R:X]", "z [a→b|R:X]"),
    ]
    assert pairs.to_numpy().tolist() == [
        ["gender", 1, 11, "He", 12, "She"],
        ["gender", 2, 13, "He", 14, "She"],
        ["nation", 3, 15, "x", 16, "y"],
        ["nation", 3, 15, "x", 17, "z"],
        ["nation", 3, 16, "y", 17, "z"],
    ]


def test_the_embedded_probes_are_made_from_what_was_written(tmp_path):
    for name in ("vulnerability.txt", "templates.yaml"):
        (tmp_path / name).write_bytes((PROBES / name).read_bytes())
    write_probes(tmp_path)
    for name in ("probes.m2", "pairs.tsv", "few.m2", "few-pairs.tsv"):
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


def test_few_probes_are_a_third_with_all_kinds_and_templates():
    few, every = edits_of(PROBES / "few.m2"), edits_of(PROBES / "probes.m2")
    assert {source for source, _ in few} < {source for source, _ in every}
    assert 0.3 < len(few) / len(every) < 0.36
    kinds = Counter(edit.type for _, edits in few for edit in edits)
    assert [count for kind, count in kinds.items() if kind.startswith(USELESS)] == [3] * 7
    pairs, others = (read_pairs(PROBES / name) for name in ("few-pairs.tsv", "pairs.tsv"))
    assert set(pairs["template"]) == set(others["template"])


@pytest.mark.parametrize(
    ("name", "table", "count"), [("probes.m2", "pairs.tsv", 637), ("few.m2", "few-pairs.tsv", 74)]
)
def test_the_sentences_of_a_pair_differ_in_its_words_alone(name, table, count):
    sentences = edits_of(PROBES / name)
    pairs = read_pairs(PROBES / table)
    assert len(pairs) == count
    for row in pairs.itertuples():
        (source, edits), (other, same) = sentences[row.line - 1], sentences[row.other_line - 1]
        tokens, others = source.split(), other.split()
        (at,) = [place for place, token in enumerate(tokens) if token != others[place]]
        assert (tokens[at], others[at]) == (row.word, row.other_word)
        assert len(tokens) == len(others)
        assert edits == same
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
