"""Throughput, measured on the processor with tiny models."""

import pytest

from gec_attribution.metrics import load_metric
from tools.benchmarks.tables import throughput
from tools.benchmarks.throughput import measure_throughput, sample_sources

PAIRS = [(f"source {n}", f"sentence {n} {variant}") for n in range(20) for variant in range(4)]


def test_a_sample_has_whole_sources_and_does_not_depend_on_their_order():
    chosen = sample_sources(PAIRS, 10, seed=1)
    assert len(chosen) == 12
    sources = {source for source, _ in chosen}
    assert sorted(chosen) == sorted(pair for pair in PAIRS if pair[0] in sources)
    assert sorted(sample_sources(PAIRS[::-1], 10, seed=1)) == sorted(chosen)
    assert {source for source, _ in sample_sources(PAIRS, 10, seed=2)} != sources
    assert len(sample_sources(PAIRS, 1000, seed=1)) == len(PAIRS)


@pytest.fixture(scope="module")
def measured(tiny_models):
    def load(dtype, batch_tokens):
        entry = {"type": "perplexity", "model": str(tiny_models / "gpt2")}
        return {"ppl": load_metric("ppl", entry, dtype=dtype, batch_tokens=batch_tokens)}

    return measure_throughput(
        PAIRS, 8000, load, dtypes=["float32", "bfloat16"], batch_tokens=[128, 512]
    )


def test_shares_and_times_follow_from_what_was_measured(measured):
    assert measured[["dtype", "batch_tokens"]].to_numpy().tolist() == [
        *(["float32", 128], ["float32", 512]),
        *(["bfloat16", 128], ["bfloat16", 512]),
    ]
    assert (measured["flops"] > 0).all()
    for row in measured.itertuples():
        assert row.peak_share == pytest.approx(row.flops / row.seconds / row.peak)
        assert row.planned_seconds == pytest.approx(100 * row.seconds)
    assert measured.groupby("dtype")["peak"].nunique().eq(1).all()


def test_the_fastest_batch_size_is_shown(measured):
    joined = throughput.join(measured.assign(pairs_per_second=[5.0, 7.0, 9.0, 8.0]))
    assert joined["dtype"].tolist() == ["float32", "bfloat16"]
    assert joined["batch_tokens"].tolist() == [512, 128]
    shown = throughput.tabulate(joined)
    assert shown["Metric"].tolist() == ["ppl", "ppl", "all", "all"]
    assert "80 distinct pairs" in throughput.caption(joined)
    assert "on cpu" in throughput.caption(joined)
