"""Chinese corrections explained by numbers and in words: records, page, terminal."""

import pytest
from corrected import length

from gec_attribution import Explainer
from gec_attribution.attribution.records import Record
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.pages.html import page_of

SOURCE, HYPOTHESIS = "我看见老师门。", "我看见了老师们。"


@pytest.fixture(scope="module")
def record():
    explainers = {"embedded": {"type": "embedded", "model": "models/explainer-zh"}}
    study = {"metrics": {"length": length}, "language": "zh", "explainers": explainers}
    return Explainer(study, progress=False).explain(SOURCE, HYPOTHESIS)


def test_each_edit_is_explained_in_words(record):
    assert [edit.correction for edit in record.edits] == ["了", "们"]
    missing, confused = record.in_words.edits
    assert {missing.type, confused.type} <= set(LABELS)
    assert "【门】" in confused.description
    assert "们" in confused.description
    assert record.in_words.explainer == "embedded"
    assert "|code:" in record.in_words.signature


def test_page_and_terminal_show_numbers_and_words(record, printed):
    page, text = page_of([record]), printed(record)
    for edit, said in zip(record.edits, record.in_words.edits, strict=True):
        assert (
            f'{said.type}, <span lang="en">severity {said.severity} of 5</span>' in page
        )
        assert (
            f" → {edit.correction}   {said.type}, severity {said.severity} of 5" in text
        )
        assert said.description in page
        assert said.description in text
    content = record.to_dict()
    content["in_words"]["edits"][0]["description"] = "<script>"
    assert "<script>" not in page_of([Record.from_dict(content)])
