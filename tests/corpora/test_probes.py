from collections import Counter

import pandas as pd
import pytest
from project import ROOT

from gec_attribution.corpora.probes import PAIR_COLUMNS, USELESS, read_pairs
from gec_attribution.edits.m2 import edits_of
from gec_attribution.errors import InputError

PROBES = ROOT / "data/probes"


def test_every_useless_edit_stands_beside_a_real_one_and_kinds_are_equally_many():
    kinds = Counter()
    for _, edits in edits_of(PROBES / "probes.m2"):
        useless = [edit.type for edit in edits if edit.type.startswith(USELESS)]
        assert len(useless) <= 1
        assert len(edits) > len(useless)
        kinds.update(useless)
    assert len(kinds) == 7
    assert set(kinds.values()) == {10}


def test_the_sentences_of_a_pair_differ_in_its_words_alone():
    sentences = list(edits_of(PROBES / "probes.m2"))
    pairs = read_pairs(PROBES / "pairs.tsv")
    assert len(pairs) == 637
    for row in pairs.itertuples():
        source, edits = sentences[row.line - 1]
        other_source, other_edits = sentences[row.other_line - 1]
        tokens, other_tokens = source.split(), other_source.split()
        (at,) = [
            place for place, token in enumerate(tokens) if token != other_tokens[place]
        ]
        assert (tokens[at], other_tokens[at]) == (row.word, row.other_word)
        assert len(tokens) == len(other_tokens)
        assert edits == other_edits
        assert all(not edit.start <= at < edit.end for edit in edits)


def test_a_table_of_other_columns_is_refused(tmp_path):
    path = tmp_path / "pairs.tsv"
    pd.DataFrame({"line": [1]}).to_csv(path, sep="\t", index=False)
    with pytest.raises(
        InputError, match=f"found the columns line; .*{', '.join(PAIR_COLUMNS)}"
    ):
        read_pairs(path)
    path.write_text("\t".join(PAIR_COLUMNS) + "\ngender\t1\t7\the\tx\tshe\n")
    with pytest.raises(InputError, match=r"cannot be read as a table of pairs: .*'x'"):
        read_pairs(path, "1-7")


def test_of_a_part_both_sentences_of_a_pair_are_taken_and_counted_anew(tmp_path):
    path = tmp_path / "pairs.tsv"
    rows = ["gender\t1\t2\the\t5\tshe", "gender\t2\t3\this\t4\ther"]
    path.write_text("\n".join(["\t".join(PAIR_COLUMNS), *rows]) + "\n")
    taken = read_pairs(path, "2, 5-6")
    assert taken[["line", "other_line"]].to_numpy().tolist() == [[1, 2]]
    assert taken["word"].to_list() == ["he"]
