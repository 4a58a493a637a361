from collections import Counter

import excgec_oracle
import pytest
from excgec_oracle import totals
from numpy.testing import assert_allclose

from gec_attribution.corpora.files import Reading, read_corrections
from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.matching import compare
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.judging.correction_scores import score_counted
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.zh import CHINESE
from gec_attribution.metrics import cherrant
from gec_attribution.metrics.cherrant import annotate, pool
from gec_attribution.statistics.bootstrap import Resampling

FEW = Resampling(resamples=2)
A = (1, 2, "甲")


@pytest.fixture(scope="module")
def aligner():
    return ChineseAligner()


def pooled(source, target, aligner, alignments="all"):
    return pool(annotate(source, target, aligner.all_edits), alignments)


def scores_of(sources, hypotheses, references, aligner, alignments):
    proposed, right = (
        [
            pooled(*pair, aligner, alignments)
            for pair in zip(sources, texts, strict=True)
        ]
        for texts in (hypotheses, references)
    )
    return totals(score_counted(proposed, [[edits] for edits in right], FEW))


def official(expected):
    return [expected[key] for key in ("tp", "fp", "fn", "p", "r", "f")]


@pytest.mark.parametrize("alignments", cherrant.ALIGNMENTS)
def test_scores_are_the_authors(alignments):
    oracle, confusable = excgec_oracle.load(), excgec_oracle.aligner()
    cases = oracle["cases"]
    texts = [
        [case[side] for case in cases] for side in ("source", "hypothesis", "target")
    ]
    expected = official(oracle["cases_corpus"][f"cherrant_char_{alignments}"])
    assert_allclose(scores_of(*texts, confusable, alignments), expected, atol=1e-4)
    for case in cases:
        hypothesis, reference = (
            pooled(case["source"], case[side], confusable, alignments)
            for side in ("hypothesis", "target")
        )
        expected = case["expected"][f"cherrant_{alignments}"]
        counts = tuple(expected[kind] for kind in ("tp", "fp", "fn"))
        assert compare(hypothesis, reference) == counts, case["id"]


def test_a_sentence_that_cannot_be_corrected_is_left_out(aligner):
    assert pooled("我去", "无法标注", aligner) is None
    assert totals(score_counted([Counter([A])], [[None]]))[:3] == [0, 0, 0]
    assert totals(score_counted([Counter([A])], [[None, Counter([A])]]))[:3] == [
        1,
        0,
        0,
    ]


M2 = """S 老 师 辅 导 他 一 道 题 。
T0-A0 老 师 给 他 辅 导 一 道 题 。
A 2 2|||M|||给|||REQUIRED|||-NONE-|||0
A 2 5|||W|||他 辅 导|||REQUIRED|||-NONE-|||0
T0-A1 老 师 给 他 辅 导 一 道 题 。
A 2 5|||S|||给 他 辅 导|||REQUIRED|||-NONE-|||0
T1 没有错误
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
T2 无法标注
A -1 -1|||NA|||-NONE-|||REQUIRED|||-NONE-|||2

S 我 很 好 了
A 3 4|||R|||-NONE-|||REQUIRED|||-NONE-|||0

S 好
"""


def test_annotations_are_read_with_the_alignments_of_each_coder(tmp_path):
    path = tmp_path / "reference.m2.char"
    path.write_text(M2, encoding="utf-8")
    inserted, moved = Edit(2, 2, "给", "M"), Edit(2, 5, "他 辅 导", "W")
    assert list(read_m2(path)) == [
        AnnotatedSentence(
            "老 师 辅 导 他 一 道 题 。",
            {0: (inserted, moved), 1: (), 2: None},
            {0: ((Edit(2, 5, "给 他 辅 导", "S"),),)},
        ),
        AnnotatedSentence("我 很 好 了", {0: (Edit(3, 4, "", "R"),)}),
        AnnotatedSentence("好", {}),
    ]
    # A coder who cannot correct a sentence says nothing of it; without a line it is correct.
    assert [len(sentence.answers()) for sentence in read_m2(path)] == [2, 1, 1]


def test_the_scores_of_the_authors_sample(shared):
    folder = shared / "datasets/mucgec"
    hypotheses, references = (
        [
            [pool(correction.alignments) for correction in one.corrections]
            for one in read_corrections(
                folder / name, expected=20, reading=Reading(CHINESE)
            )
        ]
        for name in ("demo.hyp.m2.char", "demo.ref.m2.char")
    )
    hypotheses = [one for (one,) in hypotheses]
    computed = totals(score_counted(hypotheses, references, FEW))
    assert_allclose(computed, [8, 19, 35, 0.2963, 0.186, 0.2649], atol=1e-4)
