"""Descriptions that are known to be about their edit, or not."""

import pytest

from gec_attribution.explanations.records import from_json
from gec_attribution.explanations.taxonomy import LABELS, OTHER
from gec_study.experiments.description_checks.compute import (
    CHECKS,
    FAILURES,
    check_descriptions,
    descriptions,
    of_others,
)
from gec_study.experiments.description_checks.type_words import TYPE_WORDS

DELETED = ([4, 5], "很", "", "词语冗余")
ADDED = ([5, 5], "", "的", "词语丢失")
REPLACED = ([1, 2], "门", "们", "字音混淆错误")


def sentence(*edits):
    """Edits of a sentence, each with its description; what the target is they say."""
    source = "我门非常很高兴"
    samples, target, moved = [], source, 0
    for (start, end), original, correction, label, text in edits:
        target = target[: start + moved] + correction + target[end + moved :]
        at = [start + moved, start + moved + len(correction)]
        moved += len(correction) - len(original)
        samples.append(
            {
                "src_interval": [start, end],
                "tgt_interval": at,
                "src_content": original,
                "tgt_content": correction,
                "error_type": label,
                "error_severity": 2,
                "error_description": text,
            }
        )
    return from_json({"source": source, "target": target, "edits": samples}, "test")[0]


def answers(edit, text):
    [described] = descriptions([sentence((*edit, text))])
    row = check_descriptions("essays", [described], resamples=10)
    assert row["descriptions"] == 1
    checked = {name: row[name] for name in CHECKS}
    return checked, {name for name in FAILURES if row[name]}


def test_a_description_as_it_should_be_passes_every_check_that_is_about_it():
    checked, failed = answers(REPLACED, "【我门】的【门】与{们}读音相近，应改成{我们}。")
    assert checked == dict.fromkeys(CHECKS, 1)
    assert not failed
    checked, failed = answers(DELETED, "【非常】和【很】意思重复，应删去【很】。")
    asked = ("quotes", "in_source", "names_original", "names_type")
    assert {name: checked[name] for name in asked} == dict.fromkeys(asked, 1)
    assert checked["corrects"] == 0
    # Nothing is put in, by the edit or in braces.
    assert checked["names_correction"] != checked["names_correction"]
    assert checked["in_target"] != checked["in_target"]
    assert not failed


@pytest.mark.parametrize(
    ("edit", "text", "failure"),
    [
        (REPLACED, "【他门】的【门】应改成{们}。", "invented_quotation"),
        (REPLACED, "【门】应改成{咱们}。", "invented_correction"),
        (REPLACED, "【非常】用得不好。", "elsewhere"),
        (REPLACED, "  ", "empty"),
        (ADDED, "应删去【很】后的{的}。", "against"),
        (DELETED, "应在【非常】后添加【很】。", "against"),
    ],
)
def test_a_description_fails_in_the_way_it_does(edit, text, failure):
    _, failed = answers(edit, text)
    # What has no words is about no edit either.
    assert failed - ({"elsewhere"} if failure == "empty" else set()) == {failure}


def test_the_same_words_twice_in_a_sentence_are_repeated():
    text = "【门】应改成{们}，【很】应删去。"
    repeated = descriptions([sentence((*REPLACED, text), (*DELETED, text))])
    assert check_descriptions("essays", repeated, resamples=10)["repeated"] == 1
    apart = descriptions([sentence((*REPLACED, text)), sentence((*DELETED, text))])
    assert check_descriptions("essays", apart, resamples=10)["repeated"] == 0


def test_a_quotation_shortened_in_its_middle_is_in_the_source():
    checked, failed = answers(DELETED, "【我门……很高兴】里【很】是多余的。")
    assert checked["in_source"] == 1
    assert not failed
    assert "invented_quotation" in answers(DELETED, "【你门……很高兴】里【很】是多余的。")[1]


def test_chance_gives_every_edit_a_description_of_another_sentence():
    edits = [sentence((*REPLACED, f"{number}")) for number in range(5)]
    own = descriptions(edits)
    exchanged = of_others(own)
    assert sorted(edit.text for edit in exchanged) == list("01234")
    for before, after in zip(own, exchanged, strict=True):
        assert before == after._replace(text=before.text)
        assert before.text != after.text
    assert of_others(descriptions([sentence((*REPLACED, "a"), (*DELETED, "b"))])) == []
    assert of_others([]) == []


def test_every_type_but_the_last_has_words():
    assert {*TYPE_WORDS, OTHER} == {*LABELS}


def test_on_excgec_the_checks_tell_descriptions_from_those_of_other_edits(shared):
    from gec_attribution.explanations.records import read_explanations

    path = shared / "datasets" / "excgec" / "test.json"
    own = descriptions(read_explanations(path).sentences)
    right, chance = (
        check_descriptions("test", texts, resamples=10) for texts in (own, of_others(own))
    )
    assert right["descriptions"] == chance["descriptions"] == 2992
    for name in ("in_source", "in_target", "names_original", "names_correction", "names_type"):
        assert right[name] > 2 * chance[name]
    for name in ("invented_quotation", "invented_correction", "elsewhere", "against"):
        assert right[name] < 0.05 < chance[name]
