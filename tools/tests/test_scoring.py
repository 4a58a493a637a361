import functools
import runpy
from types import SimpleNamespace

import pandas as pd
import project
import pytest
import transformers
from toy_games import english_game

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.metrics import load_metric
from gec_attribution.networks.hub import tokenize
from tools.benchmarks.scoring import (
    benchmark_scoring,
    listed_batches,
    random_metrics,
    sample_lines,
)

TOKENS = "the cat sit on mat and read many book"
EDITS = [
    Edit(2, 3, "sits", "R:VERB:SVA"),
    Edit(4, 4, "the", "M:DET"),
    Edit(6, 7, "reads", "R:VERB:SVA"),
    Edit(8, 9, "books", "R:NOUN:NUM"),
]


@pytest.fixture(scope="module")
def metrics(tiny_models):
    return {
        "some": load_metric("some", {"type": "some", "model": str(tiny_models / "some")}),
        "impara": load_metric(
            "impara",
            {
                "type": "impara",
                "quality_estimator": str(tiny_models / "quality"),
                "similarity_estimator": str(tiny_models / "similarity"),
            },
        ),
        "ppl": load_metric("ppl", {"type": "perplexity", "model": str(tiny_models / "gpt2")}),
    }


@pytest.mark.parametrize(
    ("n", "calls"),
    [
        (0, []),
        (1, [2 + 2]),  # Figure 6
        (2, [4 + 2, 2 + 2, 2 + 2, 4 + 2]),  # and Figure 4
        (3, [10, 5, 5, 10, 5, 5, 10]),  # and Figure 3
        (4, [18, 6, 6, 18, 6, 6, 18]),
    ],
)
def test_experiments_list_what_the_authors_code_scores(n, calls):
    batches = listed_batches([[(TOKENS, EDITS[:n])]])
    assert [len(batch) for batch in batches] == calls
    assert len({pair for batch in batches for pair in batch}) == (2**n if n else 0)


def test_batches_are_of_32_and_long_sentences_are_left_out():
    edits = [Edit(i, i + 1, "x", "R:OTHER") for i in range(9)]
    assert [len(batch) for batch in listed_batches([[(TOKENS, edits[:5])]])][:2] == [32, 2]
    longer = [*edits, Edit(9, 9, "y", "M:OTHER"), Edit(9, 9, "z", "M:OTHER")]
    assert listed_batches([[(TOKENS, longer)]]) == []


def test_sample_is_of_the_same_lines_in_every_system_and_grows_with_its_size():
    systems = [[(f"source {line}", [system]) for line in range(20)] for system in "ab"]
    small, large = sample_lines(systems, 3, seed=1), sample_lines(systems, 9, seed=1)
    assert [source for source, _ in small[0]] == [source for source, _ in small[1]]
    assert set(dict(small[0])) < set(dict(large[0]))
    assert set(dict(sample_lines(systems, 9, seed=2)[0])) != set(dict(large[0]))


def test_tokens_are_those_of_either_way(metrics):
    table = benchmark_scoring(listed_batches([[(TOKENS, EDITS[:2])]] * 2), metrics)
    table = table.set_index("metric")
    assert table.loc["all", "listed_pairs"] == 2 * 20
    assert table.loc["all", "distinct_pairs"] == 4
    assert table.loc["some", "official_tokens"] == 40 * 3 * 128
    assert table.loc["impara", "official_tokens"] == 40 * 3 * 128
    tokenizer = metrics["impara"].quality_encoder.tokenizer
    sentences = english_game(TOKENS, EDITS[:2]).texts(lattice_masks(2))
    tokens = sum(map(len, tokenizer(sentences)["input_ids"]))
    assert table.loc["impara", "distinct_tokens"] == 2 * tokens
    pairs = sum(len(pair.ids) for pair in tokenize(tokenizer, [TOKENS] * 4, sentences, 128))
    assert table.loc["some", "distinct_tokens"] == 2 * tokens + pairs
    assert table.loc["all", "official_tokens"] == table["official_tokens"].iloc[:3].sum()


def test_table_adds_up(metrics):
    table = benchmark_scoring(listed_batches([[(TOKENS, EDITS)]]), metrics).set_index("metric")
    ratio = table["official_seconds"] / table["seconds"]
    pd.testing.assert_series_equal(table["ratio"], ratio, check_names=False)
    floor = table["official_tokens"] / table["distinct_tokens"]
    pd.testing.assert_series_equal(table["floor_share"], ratio / floor, check_names=False)
    assert (table["seconds"] > 0).all()
    # Trees let a language model read fewer tokens than there are; encoders read all, and padding.
    assert table.loc["ppl", "computed_tokens"] < table.loc["ppl", "distinct_tokens"]
    assert table.loc["some", "computed_tokens"] >= table.loc["some", "distinct_tokens"]


@pytest.fixture
def small_models(monkeypatch):
    """The sizes of BERT-base and GPT-2, made small."""
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 1}
    for name in ("BertConfig", "GPT2Config"):
        config = getattr(transformers, name)
        monkeypatch.setattr(transformers, name, functools.partial(config, **sizes))


@pytest.mark.usefixtures("small_models")
def test_random_metrics_have_passes_of_their_own(tiny_models, tmp_path):
    metrics = random_metrics(tmp_path, tiny_models / "quality", tiny_models / "gpt2")
    encoders = [*metrics["some"].encoders.values(), metrics["impara"].quality_encoder]
    assert len({*encoders, metrics["impara"].similarity_encoder}) == 5
    assert metrics["ppl"].score(["a"], ["a cat"])[0] < 0


@pytest.mark.usefixtures("small_models")
def test_script_writes_the_table(tiny_models, tmp_path):
    sentence = AnnotatedSentence(TOKENS, {0: tuple(EDITS[:3])})
    write_m2(tmp_path / "a.m2", [sentence, AnnotatedSentence("other words", {0: ()})])
    snakemake = SimpleNamespace(
        input=SimpleNamespace(
            edits=[tmp_path / "a.m2"],
            encoder=tiny_models / "quality",
            language_model=tiny_models / "gpt2",
        ),
        output=[tmp_path / "benchmark.csv"],
        log=[],
        resources={},
        params=SimpleNamespace(sentences=2, seed=0),
        threads=1,
    )
    script = project.script("benchmark_scoring")
    runpy.run_path(str(script), init_globals={"snakemake": snakemake})
    table = pd.read_csv(tmp_path / "benchmark.csv")
    assert table["metric"].tolist() == ["some", "impara", "ppl", "all"]
    assert table["distinct_pairs"].tolist() == [8] * 4
    assert table["listed_pairs"].tolist() == [50] * 4
