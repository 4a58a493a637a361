import excgec_oracle
import pytest
from excgec_oracle import totals
from numpy.testing import assert_allclose

from gec_attribution.edits.model import Edit
from gec_attribution.judging import cleme
from gec_attribution.judging.cleme import judge_corpus
from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
from gec_attribution.statistics.bootstrap import Resampling

FEW = Resampling(resamples=2)
LEVELS = {"corpus": cleme.score_corpus, "sentence": cleme.score_sentences}


@pytest.fixture(scope="module")
def aligner():
    return excgec_oracle.aligner()


def judged(sources, hypotheses, references, aligner, assumption):
    """The chunks of texts; a source has several references."""
    tokens = list(map(characters, sources))
    corrected = []
    right = []
    for source, hypothesis, choices in zip(tokens, hypotheses, references, strict=True):
        corrected.append(aligner.edits(source, characters(hypothesis)))
        right.append([aligner.edits(source, characters(text)) for text in choices])
    return judge_corpus(tokens, corrected, right, assumption)


@pytest.mark.parametrize("assumption", cleme.ASSUMPTIONS)
def test_scores_are_the_authors(aligner, assumption):
    oracle = excgec_oracle.load()
    expected = oracle["cases_corpus"][f"cleme_{assumption}_md1"]
    cases = oracle["cases"]
    sources = [case["source"] for case in cases]
    hypotheses = [case["hypothesis"] for case in cases]
    references = [[case["target"]] for case in cases]
    corpus = judged(sources, hypotheses, references, aligner, assumption)
    length = expected["avg_changed_chunk_length"]
    assert corpus.mean_length == pytest.approx(length, abs=1e-9)
    for level, score in LEVELS.items():
        for name in ("unweighted", "weighted"):
            computed = totals(score(corpus, FEW, weighted=name == "weighted"))
            official = expected[f"prf_{level}_{name}"]
            wanted = [official[key] for key in ("tp", "fp", "fn", "tn", "p", "r", "f")]
            assert_allclose(computed, wanted, atol=1e-4, err_msg=f"{level} {name}")


# Own sentences with three references each, and what the authors' code returned for them.
SOURCES = (
    "我昨天去图书馆看书了很久。",
    "他对中国文化感到兴趣。",
    "妹妹喜欢吃苹果香蕉。",
    "老师教我们怎样写汉字",
)
HYPOTHESES = (
    "我昨天在图书馆看了很久书。",
    "他对中国文化很感兴趣。",
    "妹妹很喜欢吃苹果、香蕉。",
    "老师教我们怎样写汉字",
)
REFERENCES = (
    (
        "我昨天在图书馆看书看了很久。",
        "我昨天去图书馆看了很久书。",
        "昨天我去图书馆看书看了很久。",
    ),
    ("他对中国文化很感兴趣。", "他对中国文化感兴趣。", "他对中国文化感到有兴趣。"),
    ("妹妹喜欢吃苹果和香蕉。", "妹妹喜欢吃苹果、香蕉。", "妹妹喜欢吃苹果香蕉。"),
    ("老师教我们怎样写汉字。", "老师教我们怎么写汉字。", "老师教我们写汉字。"),
)


@pytest.mark.parametrize(
    ("assumption", "level", "weighted", "expected"),
    [
        ("dependent", "corpus", False, [3, 2, 1, 10, 0.6, 0.75, 0.625]),
        ("dependent", "corpus", True, [2.75, 2, 0.75, 10, 0.5789, 0.7857, 0.6111]),
        ("dependent", "sentence", False, [3, 2, 1, 10, 0.75, 0.75, 0.5278]),
        ("dependent", "sentence", True, [2.75, 2, 0.75, 10, 0.75, 0.75, 0.526075]),
        ("independent", "corpus", False, [4, 1, 1, 10, 0.8, 0.8, 0.8]),
        ("independent", "corpus", True, [4, 1.25, 0.75, 10, 0.7619, 0.8421, 0.7767]),
        ("independent", "sentence", False, [4, 1, 1, 10, 0.875, 0.75, 0.6389]),
        ("independent", "sentence", True, [4, 1.25, 0.75, 10, 0.84375, 0.75, 0.60715]),
    ],
)
def test_scores_with_three_references_are_the_authors(
    assumption, level, weighted, expected
):
    corpus = judged(SOURCES, HYPOTHESES, REFERENCES, ChineseAligner(), assumption)
    computed = totals(LEVELS[level](corpus, FEW, weighted=weighted))
    assert_allclose(computed, expected, atol=1e-4)


def test_a_reference_is_chosen_for_the_corpus_not_for_its_sentence():
    source = tuple("a" * 60)
    changes = [Edit(3 * place, 3 * place + 1, "x", "S") for place in range(20)]
    # Alone, the second sentence scores higher with its first reference (1 right, 1 wrong, none
    # missed); behind ten wrong corrections, with its second (2 right, none wrong, 9 missed).
    choices = [changes[:1], changes[:11]]
    alone = judge_corpus([source], [changes[:2]], [choices])
    both = judge_corpus([source] * 2, [changes[:10], changes[:2]], [[[]], choices])
    assert totals(cleme.score_corpus(alone, FEW, weighted=False))[:3] == [1, 1, 0]
    assert totals(cleme.score_corpus(both, FEW, weighted=False))[:3] == [2, 10, 9]
