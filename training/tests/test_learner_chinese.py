import json
import lzma

import pytest
from project import ROOT

from gec_attribution.errors import InputError
from gec_attribution.explanations.records import read_explanations
from gec_training.data.learner_chinese import (
    check_unseen,
    kept_texts,
    read_instructions,
    read_pairs,
    without,
    write_pairs,
    write_targets,
)


def test_what_is_kept_for_a_test_is_left_out_whichever_side_has_it():
    pairs = [("我去", "我去了"), ("他来", "他来了"), ("你吃", "你吃吧"), ("你吃", "你吃吧")]
    assert without(pairs, ["我 去", "他来了", "吃吧"]) == [("你吃", "你吃吧")]


def test_both_sides_of_explained_sentences_are_kept():
    gold = ROOT / "data" / "learner-zh" / "gold.json"
    sentences = read_explanations(gold).sentences
    kept = kept_texts([gold])
    assert kept == {each.source for each in sentences} | {each.target for each in sentences}
    assert len(kept) > len(sentences)


def test_text_that_is_kept_for_a_test_is_refused():
    check_unseen(["我去了吗"], ["我去了"])
    with pytest.raises(InputError, match=r"我 去了.*kept for a test"):
        check_unseen(["好", "我 去了"], ["我去了"])


def test_pairs_are_read_and_written(tmp_path):
    entries = [{"instruction": "改", "input": "我 去", "output": "我去了"}] * 2
    (tmp_path / "in.json").write_text(json.dumps(entries), encoding="utf-8")
    pairs = read_instructions(tmp_path / "in.json")
    assert pairs == [("我去", "我去了")] * 2
    write_pairs(tmp_path / "pairs.tsv", pairs)
    assert list(read_pairs(tmp_path / "pairs.tsv")) == pairs
    write_targets(tmp_path / "targets.txt.xz", pairs)
    with lzma.open(tmp_path / "targets.txt.xz", "rt", encoding="utf-8") as file:
        assert file.read() == "我去了\n"
    with pytest.raises(InputError, match=r"empty\.txt\.xz: no text was found"):
        write_targets(tmp_path / "empty.txt.xz", [])


@pytest.mark.parametrize(
    "content", ["{", "{}", '[{"input": "我"}]', '[{"input": "", "output": 1}]']
)
def test_another_file_is_refused(tmp_path, content):
    path = tmp_path / "in.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"in\.json"):
        read_instructions(path)
