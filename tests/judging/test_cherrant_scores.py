from collections import Counter

import excgec_oracle
import numpy as np
import pytest
from excgec_oracle import totals

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.judging.cherrant_scores import read_annotations, score
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.metrics import cherrant
from gec_attribution.metrics.cherrant import annotate, compare, pool
from gec_attribution.statistics.bootstrap import Resampling

FEW = Resampling(resamples=2)
A = (1, 2, "甲")


@pytest.fixture(scope="module")
def aligner():
    return ChineseAligner()


@pytest.fixture(scope="module")
def confusable():
    return excgec_oracle.aligner()


def pooled(source, target, aligner, alignments="all"):
    return pool(annotate(source, target, aligner.all_edits), alignments)


def scores_of(sources, hypotheses, references, aligner, alignments):
    proposed, right = (
        [pooled(*pair, aligner, alignments) for pair in zip(sources, texts, strict=True)]
        for texts in (hypotheses, references)
    )
    return totals(score(proposed, [[edits] for edits in right], FEW))


def official(expected):
    return [expected[key] for key in ("tp", "fp", "fn", "p", "r", "f")]


@pytest.mark.parametrize("alignments", cherrant.ALIGNMENTS)
def test_scores_are_the_authors(confusable, alignments):
    oracle = excgec_oracle.load()
    cases = oracle["cases"]
    texts = [[case[side] for case in cases] for side in ("source", "hypothesis", "target")]
    expected = official(oracle["cases_corpus"][f"cherrant_char_{alignments}"])
    np.testing.assert_allclose(scores_of(*texts, confusable, alignments), expected, atol=1e-4)
    for case in cases:
        hypothesis, reference = (
            pooled(case["source"], case[side], confusable, alignments)
            for side in ("hypothesis", "target")
        )
        expected = case["expected"][f"cherrant_{alignments}"]
        counts = tuple(expected[kind] for kind in ("tp", "fp", "fn"))
        assert compare(hypothesis, reference) == counts, case["id"]


@pytest.mark.seldom
@pytest.mark.parametrize("name", ["half", "drop_de"])
def test_scores_of_the_test_set_are_the_authors(shared, name):
    samples, system, expected, aligner = excgec_oracle.pseudo_system(name, shared)
    computed = scores_of(*excgec_oracle.texts_of(samples, system), aligner, "all")
    np.testing.assert_allclose(computed, official(expected["cherrant_char_all"]), atol=1e-4)


def test_a_sentence_that_cannot_be_corrected_is_left_out(aligner):
    assert pooled("我去", "无法标注", aligner) is None
    assert totals(score([Counter([A])], [[None]]))[:3] == [0, 0, 0]
    assert totals(score([Counter([A])], [[None, Counter([A])]]))[:3] == [1, 0, 0]


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
    assert read_annotations(path) == [
        (
            "老 师 辅 导 他 一 道 题 。",
            [[(inserted, moved), (Edit(2, 5, "给 他 辅 导", "S"),)], [()], None],
        ),
        ("我 很 好 了", [[(Edit(3, 4, "", "R"),)]]),
        ("好", [[()]]),
    ]


def test_the_scores_of_the_authors_sample(shared):
    folder = shared / "datasets/mucgec"
    hypotheses = [pool(one) for _, (one,) in read_annotations(folder / "demo.hyp.m2.char")]
    references = [
        [pool(one) for one in coders] for _, coders in read_annotations(folder / "demo.ref.m2.char")
    ]
    computed = totals(score(hypotheses, references, FEW))
    np.testing.assert_allclose(computed, [8, 19, 35, 0.2963, 0.186, 0.2649], atol=1e-4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A 0 1|||S|||我|||REQUIRED|||-NONE-|||0", ":1: a line of ChERRANT's M2"),
        ("S 我\nB", ":2: a line of ChERRANT's M2"),
        ("S 我\nA 0 1|||S|||我", ":2: a line of ChERRANT's M2"),
        ("S 我\nA 0 2|||S|||我|||REQUIRED|||-NONE-|||0", ":2: edit 0-2 (S, '我') is outside"),
        (
            "S 我 去\nA 0 2|||S|||你|||REQUIRED|||-NONE-|||0\nA 1 2|||R||||||REQUIRED|||-NONE-|||0",
            ":3: edit 1-2 (R, '') overlaps",
        ),
    ],
)
def test_what_is_no_annotation_is_an_error(tmp_path, text, message):
    path = tmp_path / "broken.m2"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_annotations(path)
    assert message in str(error.value)
