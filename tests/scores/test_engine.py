import tempfile
from collections import Counter
from functools import partial

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.errors import InputError, MetricError, ServiceError, StoreError
from gec_attribution.metrics import ComposedMetric, Metric, load_metric
from gec_attribution.scores.engine import score_pairs

SOURCES = ["s t", "s t", "u", "u", "u", "v w"]
SENTENCES = ["a", "b b", "c", "c", "d e", "a"]


def expected(sources, sentences):
    """The scores of `Toy`."""
    return [float(len(h) - len(s)) for s, h in zip(sources, sentences, strict=True)]


class Toy(Metric):
    """Counts what it is asked to score; the score is the sentence's length minus the source's."""

    def __init__(self):
        self.name = "toy"
        self.asked = Counter()
        self.calls = []

    def score(self, sources, hypotheses):
        self.asked.update(zip(sources, hypotheses, strict=True))
        self.calls.append(list(hypotheses))
        return np.array(expected(sources, hypotheses))


def scoring(function):
    """A metric whose scores are a function of the sentences."""
    metric = Toy()
    metric.score = lambda _, sentences: function(sentences)
    return metric


class SourceFree(Toy):
    needs_source = False

    def score(self, _sources, hypotheses):
        return super().score([""] * len(hypotheses), hypotheses)


@given(
    st.lists(
        st.tuples(st.sampled_from(["s", "tt", "u"]), st.text("ab", max_size=3)),
        max_size=25,
    ),
    st.integers(1, 7),
)
def test_rows_are_in_the_order_given_and_each_pair_is_scored_once(pairs, chunk_size):
    sources, sentences = zip(*pairs, strict=True) if pairs else ((), ())
    metric = Toy()
    table = score_pairs(metric, sources, sentences, chunk_size=chunk_size)
    assert table["score"].tolist() == expected(sources, sentences)
    assert set(metric.asked) == set(pairs)
    assert set(metric.asked.values()) <= {1}
    assert all(len(call) <= chunk_size for call in metric.calls)


def test_sentence_is_scored_once_for_all_sources_where_the_source_is_not_read():
    metric = SourceFree()
    table = score_pairs(metric, SOURCES, SENTENCES)
    assert sorted(metric.calls[0]) == ["a", "b b", "c", "d e"]
    assert table["score"].tolist() == [1, 3, 1, 1, 3, 1]


def test_only_what_is_new_is_scored(tmp_path):
    score_pairs(Toy(), SOURCES[:3], SENTENCES[:3], tmp_path)
    metric = Toy()
    table = score_pairs(metric, SOURCES, SENTENCES, tmp_path)
    assert metric.calls == [["d e", "a"]]
    assert table["score"].tolist() == expected(SOURCES, SENTENCES)
    again = Toy()
    pd.testing.assert_frame_equal(
        score_pairs(again, SOURCES, SENTENCES, tmp_path), table
    )
    assert again.calls == []


def test_a_store_that_cannot_be_written_to_is_found_out_before_anything_is_scored(
    tmp_path, monkeypatch
):
    score_pairs(Toy(), SOURCES[:3], SENTENCES[:3], tmp_path)

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    metric = Toy()
    # Its stored scores may be read.
    score_pairs(metric, SOURCES[:3], SENTENCES[:3], tmp_path)
    with pytest.raises(StoreError, match="cannot be written to"):
        score_pairs(metric, SOURCES, SENTENCES, tmp_path)
    assert metric.calls == []


def test_killed_run_loses_one_chunk_and_its_rerun_makes_the_same_chunks(tmp_path):
    class Killed(Toy):
        def score(self, sources, hypotheses):
            if len(self.calls) == 2:
                raise KeyboardInterrupt
            return super().score(sources, hypotheses)

    sources = [f"source {row // 3}" for row in range(20)]
    sentences = [f"sentence {row}" for row in range(20)]
    whole, killed, resumed = Toy(), Killed(), Toy()
    score_pairs(whole, sources, sentences, chunk_size=4)
    with pytest.raises(KeyboardInterrupt):
        score_pairs(killed, sources, sentences, tmp_path, chunk_size=4)
    table = score_pairs(resumed, sources, sentences, tmp_path, chunk_size=4)
    assert killed.calls + resumed.calls == whole.calls
    assert table["score"].tolist() == expected(sources, sentences)


def test_components_and_derived_columns_are_kept(tmp_path):
    class Parts(ComposedMetric):
        name = "parts"
        components = ("length", "truncated")

        def evaluate(self, _sources, hypotheses):
            lengths = np.array(
                [len(hypothesis) for hypothesis in hypotheses], dtype=float
            )
            return {"length": lengths, "truncated": (lengths > 2).astype(float)}

        def derive(self, columns):
            return {"gate": (columns["length"] > 1).astype(float)}

        def combine(self, columns):
            return columns["length"] * self.derive(columns)["gate"]

    table = score_pairs(Parts(), SOURCES, SENTENCES, tmp_path)
    assert list(table) == ["score", "length", "truncated", "gate"]
    assert table["score"].tolist() == [0, 3, 0, 0, 3, 0]
    assert table["gate"].tolist() == [0, 1, 0, 0, 1, 0]


class Raising(Toy):
    """Cannot score what has a b, or too much at a time."""

    most = 9

    def score(self, sources, hypotheses):
        if len(hypotheses) > self.most or any(
            "b" in hypothesis for hypothesis in hypotheses
        ):
            raise KeyError("no such word")
        return super().score(sources, hypotheses)


@pytest.mark.parametrize("chunk_size", [1, 99])
def test_a_metric_that_raises_is_named_with_the_sentence(tmp_path, chunk_size):
    with pytest.raises(
        MetricError,
        match=r"metric toy: raised KeyError at test_engine.py:\d+ \('no such word'\) for the "
        r"sentence 'b b' \(source 's t'\)",
    ) as caught:
        score_pairs(Raising(), SOURCES, SENTENCES, tmp_path, chunk_size=chunk_size)
    assert isinstance(caught.value.__cause__, KeyError)


def test_an_error_that_is_for_people_stays_as_it_is():
    def refuse(_):
        raise ServiceError("the service refuses the key")

    with pytest.raises(ServiceError, match=r"^the service refuses the key$"):
        score_pairs(scoring(refuse), ["s"], ["a"])


@pytest.mark.parametrize(
    "options", [{"requires_grad": True}, {"dtype": torch.bfloat16}]
)
def test_a_metric_may_return_a_tensor(options):
    scores = score_pairs(
        scoring(lambda texts: torch.full([len(texts)], 0.5, **options)),
        SOURCES,
        SENTENCES,
    )
    assert scores["score"].tolist() == [0.5] * len(SENTENCES)


def test_wrong_shapes_are_errors():
    with pytest.raises(
        MetricError, match=r"toy: score has shape \(1,\) for 5 sentences"
    ):
        score_pairs(scoring(lambda _: np.zeros(1)), SOURCES, SENTENCES)
    with pytest.raises(InputError, match="2 sources for 1 sentences"):
        score_pairs(Toy(), ["a", "b"], ["a"])


def test_pieces_that_a_tokenizer_does_not_know_are_counted_and_said(
    tmp_path, tiny_models, caplog
):
    sources = ["the cat sat .", "the cat sat .", "he likes 书 .", "a"]
    sentences = [
        "the cat 🙂 sat 🙂 .",
        "the cat sat .",
        "he likes 书 .",
        "the cat sat .",
    ]
    some = load_metric("some", {"type": "some", "model": str(tiny_models / "some")})
    table = score_pairs(some, sources, sentences, tmp_path)
    assert table["unknown"].tolist() == [2, 0, 1, 0]
    (message,) = [message for message in caplog.messages if "does not know" in message]
    assert message.startswith(
        "some: 2 of 4 coalitions, of 2 of 3 sources, have characters"
    )
    # They are counted where the scores come from the store, too, which has none of them.
    again = score_pairs(some, sources, sentences, tmp_path)
    pd.testing.assert_frame_equal(again, table)
    # A tokenizer of bytes knows everything; a metric without one reads every text.
    ppl = load_metric("ppl", {"type": "perplexity", "model": str(tiny_models / "gpt2")})
    assert score_pairs(ppl, sources, sentences)["unknown"].tolist() == [0] * 4
    assert "unknown" not in score_pairs(Toy(), sources, sentences)


@pytest.mark.parametrize(
    ("last", "convert", "found"),
    [
        (np.nan, np.array, "is nan for 1 of 3"),
        (-np.inf, np.array, "is -inf for 1 of 3"),
        ("good", list, "has to be a number; found str 'good'"),
        (None, list, "has to be a number; found None"),
        (7.0, partial(np.ma.masked_array, mask=[0, 0, 1]), "is nan"),
        (1e308, list, r"is 1e\+308 "),
        (2**63, partial(np.array, dtype=np.uint64), "is 9223372036854775808 "),
        (pd.NA, partial(pd.array, dtype="Float64"), "is nan|found NAType"),
        (1j, np.array, "found complex"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
def test_what_is_no_score_is_named_with_the_sentence_and_not_stored(
    tmp_path, last, convert, found
):
    broken = scoring(lambda texts: convert([1.0] * (len(texts) - 1) + [last]))
    with pytest.raises(
        MetricError, match=rf"metric toy: score .*({found}).*'(a|last)'"
    ):
        score_pairs(broken, ["s"] * 3, ["a", "b", "last"], tmp_path)
    assert not list(tmp_path.rglob("*.parquet"))


@pytest.mark.parametrize("missing", [[np.nan], np.ma.masked_array([7], mask=[True])])
def test_a_score_may_be_missing_where_the_metric_says_so(missing):
    partial = scoring(lambda _: missing)
    partial.allows_missing = True
    assert score_pairs(partial, ["s"], ["a"])["score"].isna().all()


def test_no_score_may_be_infinite():
    infinite = scoring(lambda _: [np.inf])
    infinite.allows_missing = True
    with pytest.raises(MetricError, match="score is inf"):
        score_pairs(infinite, ["s"], ["a"])
