"""Whether published outputs are made again: known corrections."""

import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.reproduced_outputs.compute import reproduced_outputs

GOES, HOME = Edit(1, 2, "goes", "R:VERB:SVA"), Edit(2, 3, "home", "R:NOUN")
SOURCES = ["He go hom .", "He go hom .", "I am fine ."]


def corrections(*edits):
    return list(zip(SOURCES, edits, strict=True))


PUBLISHED = corrections((GOES, HOME), (GOES,), ())
# Of the first line one edit is missing; in the second it has another type, which is no difference.
MADE = corrections((GOES,), (Edit(1, 2, "goes", "R:OTHER"),), ())


def compared(pairs, **made):
    return reproduced_outputs(
        Evaluation("d", resamples=9), {"theirs": PUBLISHED, **made}, pairs
    )


def test_lines_and_edits_are_compared():
    tables = compared({"mine": "theirs", "absent": "theirs"}, mine=MADE)
    (row,) = tables["reproduced_outputs"].to_dict("records")
    assert (row["system"], row["other_system"], row["sentences"]) == (
        "mine",
        "theirs",
        3,
    )
    assert row["identical"] == pytest.approx(2 / 3)
    counts = ("edits", "other_edits", "shared_edits", "changed", "other_changed")
    assert [row[name] for name in counts] == [2, 3, 2, 2, 2]
    (line,) = tables["reproduced_lines"].to_dict("records")
    assert (line["line"], line["source"]) == (1, "He go hom .")
    assert (line["corrected"], line["other_corrected"]) == (
        "He goes hom .",
        "He goes home .",
    )


def test_equal_outputs_have_no_line_that_differs():
    tables = compared({"mine": "theirs"}, mine=PUBLISHED)
    assert tables["reproduced_outputs"]["identical"].tolist() == [1]
    assert tables["reproduced_lines"].empty
