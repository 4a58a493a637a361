import excgec_oracle
import numpy as np
import pytest
from explained import explained

from gec_attribution.explanations.records import ExplainedSentence, from_json
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.judging.explanation_scores import match, score_explanations
from gec_attribution.statistics.bootstrap import Resampling

FEW = Resampling(resamples=2)
SOURCE = "abcdefghij"


def edit(start, end):
    (explained_edit,) = explained(SOURCE, SOURCE, (start, end, "", LABELS[0], 1)).edits
    return explained_edit


def sentence(*edits):
    return ExplainedSentence(SOURCE, SOURCE, edits)


def values(scores):
    return {name: float(interval.value) for name, interval in scores.measures.items()}


def read(samples):
    return [from_json(sample, "a sample")[0] for sample in samples]


def check(hypotheses, references, expected):
    scores = score_explanations(hypotheses, references, FEW)
    counts = (scores.edits, scores.reference_edits, scores.hits)
    assert counts == tuple(expected[name] for name in ("num_pred", "num_true", "hit"))
    official = excgec_oracle.official(expected)
    assert values(scores) == pytest.approx(official, abs=1e-4)
    for part in ("precision", "recall", "f1"):
        of_labels = [float(scores.types[label].scores[part].value) for label in LABELS]
        assert of_labels == pytest.approx(
            expected["error_type"][f"labels_{part}"], abs=1e-4
        )


def test_scores_are_the_authors():
    oracle = excgec_oracle.load()
    hypotheses, references = (
        read(map(side, oracle["cases"]))
        for side in (excgec_oracle.hypothesis, excgec_oracle.reference)
    )
    check(hypotheses, references, oracle["cases_corpus"]["explanation"])
    for case, one, other in zip(oracle["cases"], hypotheses, references, strict=True):
        assert match(one.edits, other.edits) == case["expected"]["explanation"]["match"]


def test_where_the_authors_code_raises_something_is_defined():
    defined = 0
    for case in excgec_oracle.load()["edge_cases"]:
        if case["id"] == "x08":
            continue  # an interval without numbers is refused
        hypotheses, references = (
            read([side(case)])
            for side in (excgec_oracle.hypothesis, excgec_oracle.reference)
        )
        official = case["official"]["explanation"]
        if "error" in official:
            defined += 1
            score_explanations(hypotheses, references, FEW)
        else:
            check(hypotheses, references, official)
    assert defined == 4


@pytest.mark.parametrize(
    ("edits", "references", "expected"),
    [
        ([edit(2, 4)], [edit(0, 1), edit(3, 6)], [1]),
        ([edit(2, 4)], [edit(4, 6)], [0]),  # they touch
        ([edit(2, 4)], [edit(5, 6)], [None]),
        ([edit(3, 3)], [edit(3, 3)], [0]),  # insertions
        # The largest, then the first.
        ([edit(2, 6)], [edit(2, 3), edit(4, 6), edit(3, 5)], [1]),
        ([edit(1, 2), edit(2, 3)], [edit(1, 3)], [0, 0]),
        ([], [edit(1, 3)], []),
    ],
)
def test_an_edit_is_matched_with_the_one_it_overlaps_most(edits, references, expected):
    assert match(edits, references) == expected


def test_without_edits_nothing_is_defined():
    measured = values(score_explanations([sentence()], [sentence()]))
    assert all(np.isnan(value) for value in measured.values())
    none = score_explanations([], [])
    assert (none.edits, none.reference_edits, none.hits) == (0, 0, 0)
    assert all(np.isnan(value) for value in values(none).values())
