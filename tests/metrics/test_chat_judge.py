import json
import math

import numpy as np
import pytest
from chat_service import completion
from numpy.testing import assert_array_equal

from gec_attribution.metrics import load_metric
from gec_attribution.metrics.chat_judge import rating_in
from gec_attribution.scores.engine import score_pairs

SOURCE = "She do n't like it ."
HYPOTHESES = ["She does n't like it .", "She do n't like it .", "She likes it ."]


def judge(**options):
    metric = load_metric(
        "judge", {"type": "chat_judge", "model": "some-model", **options}
    )
    metric.client.concurrency = 1
    return metric


def test_a_rating_is_what_the_model_answers_and_no_pair_is_paid_for_twice(
    service, tmp_path
):
    service.script = [
        completion("95"),
        completion("40 / 100"),
        completion("It is fine."),
    ]
    for store in (tmp_path / "store", tmp_path / "store", None):
        table = score_pairs(judge(), [SOURCE] * 3, HYPOTHESES, store)
        assert_array_equal(table["score"], [0.95, 0.4, np.nan])
    assert len(service.requests) == 3
    request = service.requests[0]
    assert request["model"] == "some-model"
    assert request["temperature"] == 0
    prompt = request["messages"][0]["content"]
    assert prompt.endswith(
        "Sentence: She don't like it.\nCorrection: She doesn't like it.\nRating:"
    )


def test_another_instruction_is_another_metric(service):
    metric, other_metric = judge(), judge(instruction="From 0 to 100:")
    assert metric.store_signature() != other_metric.store_signature()
    assert json.dumps(metric.store_signature())
    service.script = [completion("7")]
    other_metric.score([SOURCE], HYPOTHESES[:1])
    prompt = service.requests[0]["messages"][0]["content"]
    assert prompt.startswith("From 0 to 100:\n\nSentence: She don't like it.\n")


def test_an_answer_has_few_tokens_and_one_that_is_broken_off_is_no_rating(service):
    service.script = [completion("9", finish_reason="length"), completion("95")]
    assert_array_equal(judge().score([SOURCE] * 2, HYPOTHESES[:2]), [np.nan, 0.95])
    assert [request["max_tokens"] for request in service.requests] == [16, 16]
    service.script = [completion("95")]
    thinking = judge(max_tokens=None)
    thinking.score([SOURCE], HYPOTHESES[:1])
    assert "max_tokens" not in service.requests[2]
    assert thinking.store_signature() != judge().store_signature()


@pytest.mark.parametrize(
    ("answer", "rating"),
    [
        ("0", 0), ("100", 1), (" 87.5\n", 0.875), ("60.", 0.6),
        *((answer, None) for answer in ("101", "-5", "", "8 of 10", "about 80")),
    ],
)  # fmt: skip
def test_only_a_number_from_0_to_100_is_a_rating(answer, rating):
    parsed = rating_in(answer)
    assert math.isnan(parsed) if rating is None else parsed == rating
