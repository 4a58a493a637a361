import csv
import itertools
import lzma
import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoTokenizer, GPT2LMHeadModel

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.metrics import load_metric
from gec_training.data.corpus import read_paragraphs
from gec_training.language_model import recipe as training
from gec_training.language_model.contrast import SHARPNESS, contrasted, pair_batches
from gec_training.language_model.recipe import Recipe, mean_loss, train_language_model
from gec_training.language_model.texts import split_paragraphs
from gec_training.language_model.token_batches import (
    END_OF_TEXT,
    IGNORED,
    UNKNOWN,
    UNKNOWN_NUMBER,
    batches_of_similar_length,
    character_tokenizer,
    encode,
)

EMBEDDED = ROOT / "models" / "gpt2-embedded"

TOY = Recipe(
    language="en",
    vocabulary=300,
    layers=1,
    width=16,
    heads=2,
    positions=32,
    steps=12,
    micro_batch_tokens=64,
    micro_batches=2,
    learning_rate=2e-2,
    weight_decay=0.1,
    warmup_steps=2,
    decay=0.5,
    penn_share=0.5,
    sentence_share=0.5,
    evaluate_every=4,
    seed=1,
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """Two hundred paragraphs of two sentences about who saw what."""
    path = tmp_path_factory.mktemp("corpus") / "toy.txt.xz"
    words = itertools.product(["cat", "dog", "bird", "cow", "fox"], ["saw", "ate"], ["fish", "hen"])
    paragraphs = [
        f"The {who} {did} the {what}. It wasn't here, was it?" for who, did, what in words
    ]
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(paragraphs * 10))
    return path


CHINESE = replace(
    TOY,
    language="zh",
    micro_batches=1,
    repeats=[2],
    contrast=1.0,
)


PAIRS = [("我鱼吃", "我吃鱼"), ("他茶喜欢。", "他喜欢茶。")]


def train(corpus: Path, folder: Path, recipe: Recipe = TOY) -> dict[str, torch.Tensor]:
    files = folder / "model", folder / "losses.csv"
    train_language_model([corpus], recipe, folder, *files, pairs=PAIRS)
    return load_file(folder / "model" / "model.safetensors")


@pytest.fixture(scope="module")
def trained(corpus, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    train(corpus, folder)
    return folder


def same(left: dict[str, torch.Tensor], right: dict[str, torch.Tensor]) -> bool:
    return left.keys() == right.keys() and all(torch.equal(left[key], right[key]) for key in left)


def test_a_toy_run_ends_in_a_loadable_float16_model(trained):
    model = GPT2LMHeadModel.from_pretrained(trained / "model")
    tokenizer = AutoTokenizer.from_pretrained(trained / "model")
    assert model.dtype == torch.float16
    assert model.config.n_positions == tokenizer.model_max_length == 32
    text = "The dog saw the fish ."
    assert tokenizer.decode(tokenizer(text)["input_ids"]).strip() == text
    word = tokenizer("dog")["input_ids"]
    assert tokenizer("The dog")["input_ids"][-len(word) :] == word


def test_the_loss_curve_falls(trained):
    with (trained / "losses.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["step", "tokens", "split", "loss"]
    assert [row["step"] for row in rows] == ["4", "4", "8", "8", "12", "12"]
    for split in ("train", "held-out"):
        losses = [float(row["loss"]) for row in rows if row["split"] == split]
        assert losses == sorted(losses, reverse=True)
        assert losses[-1] < np.log(TOY.vocabulary) - 1


def test_an_interrupted_training_ends_in_the_same_model(corpus, trained, tmp_path, monkeypatch):
    step = training._step
    calls = itertools.count()

    def power_cut(*arguments, **options):
        if next(calls) == 9:
            raise KeyboardInterrupt
        return step(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(training, "_step", power_cut)
        with pytest.raises(KeyboardInterrupt):
            train(corpus, tmp_path)
    assert not (tmp_path / "model").exists()
    assert same(train(corpus, tmp_path), load_file(trained / "model" / "model.safetensors"))
    assert (tmp_path / "losses.csv").read_text() == (trained / "losses.csv").read_text()


@pytest.fixture(scope="module")
def chinese_corpus(tmp_path_factory) -> Path:
    """Two hundred sentences about who likes what."""
    path = tmp_path_factory.mktemp("corpus") / "toy-zh.txt.xz"
    words = itertools.product("我你他她谁", ["喜欢", "不吃"], "鱼茶")
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join([f"{who}{does}{what}。" for who, does, what in words] * 10))
    return path


def test_a_chinese_model_reads_characters(chinese_corpus, tmp_path):
    train(chinese_corpus, tmp_path, CHINESE)
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "model")
    ids = tokenizer("我 不吃\u3000鱼。")["input_ids"]
    assert tokenizer.convert_ids_to_tokens(ids) == list("我不吃鱼。")
    assert tokenizer("我马")["input_ids"][1] == tokenizer.unk_token_id == UNKNOWN_NUMBER
    metric = load_metric("ppl", {"type": "perplexity", "model": str(tmp_path / "model")})
    model = GPT2LMHeadModel.from_pretrained(tmp_path / "model", dtype=torch.float32).eval()
    tokens = torch.tensor([ids])
    expected = -math.exp(model(tokens, labels=tokens).loss.item())
    assert metric.score(["我不吃鱼。"], ["我不吃鱼。"]) == pytest.approx([expected], rel=1e-4)


IN_TWO_PASSES = replace(CHINESE, micro_batches=2)


@pytest.mark.parametrize("recipe", [CHINESE, IN_TWO_PASSES], ids=["one pass", "two passes"])
@pytest.mark.parametrize("interrupted", [6, TOY.steps - 1])
def test_pairs_do_not_depend_on_interruptions(
    chinese_corpus, tmp_path, monkeypatch, recipe, interrupted
):
    at_once = train(chinese_corpus, tmp_path / "at once", recipe)
    step, calls = training._step, itertools.count()

    def power_cut(*arguments, **options):
        if next(calls) == interrupted:
            raise KeyboardInterrupt
        return step(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(training, "_step", power_cut)
        with pytest.raises(KeyboardInterrupt):
            train(chinese_corpus, tmp_path / "twice", recipe)
    assert same(train(chinese_corpus, tmp_path / "twice", recipe), at_once)


def test_a_finished_training_writes_its_files_again(chinese_corpus, tmp_path):
    first_result = train(chinese_corpus, tmp_path, CHINESE)
    curve = (tmp_path / "losses.csv").read_text()
    shutil.rmtree(tmp_path / "model")
    (tmp_path / "losses.csv").unlink()
    assert same(train(chinese_corpus, tmp_path, CHINESE), first_result)
    assert (tmp_path / "losses.csv").read_text() == curve


def test_every_other_pass_reads_pairs_while_the_rate_falls(chinese_corpus, tmp_path, monkeypatch):
    step, paired = training._step, []

    def watched(model, optimizers, batches, *arguments, **options):
        paired.append([batch.paired for batch in batches])
        return step(model, optimizers, batches, *arguments, **options)

    monkeypatch.setattr(training, "_step", watched)
    train(chinese_corpus, tmp_path, IN_TWO_PASSES)
    falling = IN_TWO_PASSES.decay_start
    assert 0 < falling < IN_TWO_PASSES.steps
    assert paired[:falling] == [[False, False]] * falling
    assert paired[falling:] == [[True, False]] * (IN_TWO_PASSES.steps - falling)


def test_pairs_are_read_while_the_rate_falls():
    recipe = replace(CHINESE, steps=10, decay=0.3)
    assert [step for step in range(10) if recipe.reads_pairs(step)] == [7, 8, 9]
    assert not any(replace(recipe, contrast=0.0).reads_pairs(step) for step in range(10))


def test_a_contrast_needs_pairs(chinese_corpus, tmp_path):
    with pytest.raises(InputError, match="needs sentences with their corrections"):
        train_language_model([chinese_corpus], CHINESE, tmp_path, tmp_path / "m", tmp_path / "l")


def test_a_pair_counts_by_the_means_over_its_tokens():
    # A source of three scored tokens that cost 1 each, and a correction of one that costs 1.5.
    batch = torch.tensor([[5, 6, 7, 8], [5, 6, IGNORED, IGNORED]])
    losses = torch.tensor([[1.0, 1.0, 1.0], [1.5, 0.0, 0.0]])
    expected = 1.5 + 2.0 * math.log(1 + math.exp(SHARPNESS * 0.5))
    assert contrasted(losses, batch, weight=2.0).item() == pytest.approx(expected)
    better = torch.tensor([[1.0, 1.0, 1.0], [0.5, 0.0, 0.0]])
    assert contrasted(better, batch, weight=2.0).item() == pytest.approx(0.5, abs=0.02)


def test_a_correction_follows_its_source_in_a_batch():
    tokenizer = character_tokenizer(["天地人"], vocabulary=10)
    pairs = [("天天", "地"), ("天人", "地人"), ("人天地", "人地")]
    batches = pair_batches(tokenizer, pairs, tokens=6, longest=9, seed=0)
    read = [
        tokenizer.decode_batch([[i for i in row if i > 0] for row in batch.tolist()])
        for batch in itertools.islice(batches, 4)
    ]
    # The pair with a text of a single token is left out; an epoch has the two others.
    assert sorted(read[:2]) == sorted(read[2:]) == [["人天地", "人地"], ["天人", "地人"]]


def test_the_commonest_characters_are_the_tokens():
    tokenizer = character_tokenizer(["天天 吃鱼", "吃天"], vocabulary=4)
    assert tokenizer.get_vocab() == {END_OF_TEXT: 0, UNKNOWN: 1, "天": 2, "吃": 3}


def test_held_out_paragraphs_are_not_repeated(tmp_path):
    paths = [tmp_path / "a.txt.xz", tmp_path / "b.txt.xz"]
    for path, name in zip(paths, "ab", strict=True):
        with lzma.open(path, "wt", encoding="utf-8") as file:
            file.write("\n".join(f"{name}{number}" for number in range(150)))
    training_texts, held_out = split_paragraphs(paths, [1, 3])
    assert held_out == ["a0", "a100", "b50"]
    assert len(training_texts) == 148 + 3 * 149
    assert training_texts.count("b0") == 3
    assert not set(held_out) & set(training_texts)
    with pytest.raises(ConfigError, match="repeats: 1 for 2 corpora"):
        split_paragraphs(paths, [1])


def test_more_steps_go_on_from_before_the_decay(corpus, tmp_path):
    longer = replace(TOY, steps=16)
    at_once = train(corpus, tmp_path / "at once", longer)
    train(corpus, tmp_path / "twice")
    assert same(train(corpus, tmp_path / "twice", longer), at_once)


def test_a_training_with_other_options_is_not_gone_on_with(corpus, tmp_path):
    train(corpus, tmp_path)
    path = tmp_path / "latest.pt"
    checkpoint = torch.load(path, weights_only=True)
    checkpoint["recipe"]["an option of yesterday"] = 1
    torch.save(checkpoint, path)
    (path.parent / "plateau.pt").unlink()
    with pytest.raises(ConfigError, match="another recipe"):
        train(corpus, tmp_path)


@pytest.mark.parametrize("change", [{"width": 8}, {"steps": 4}])
def test_a_training_with_another_recipe_is_not_gone_on_with(corpus, trained, change):
    with pytest.raises(ConfigError, match="another recipe"):
        train(corpus, trained, replace(TOY, **change))


def test_the_rate_rises_stays_and_falls():
    recipe = replace(TOY, steps=20, warmup_steps=4, decay=0.5)
    rates = [recipe.rate(step) for step in range(recipe.steps)]
    assert rates[:4] == [0.25, 0.5, 0.75, 1.0]
    assert set(rates[4:11]) == {1.0}
    assert rates[11:] == pytest.approx(np.arange(0.9, 0, -0.1))


def test_the_mean_loss_is_that_of_transformers(trained):
    model = GPT2LMHeadModel.from_pretrained(trained / "model", dtype=torch.float32)
    tokenizer = Tokenizer.from_file(str(trained / "tokenizer.json"))
    texts = encode(tokenizer, ["The dog saw the fish .", "It was", "The fox"], 32)
    sums = []
    for text in texts:
        tokens = torch.from_numpy(text).long()[None]
        sums.append(model(tokens, labels=tokens).loss.item() * (len(text) - 1))
    expected = sum(sums) / sum(len(text) - 1 for text in texts)
    assert mean_loss(model, texts, batch_tokens=64) == pytest.approx(expected, rel=1e-5)


def test_texts_end_with_end_of_text_and_fit(trained):
    tokenizer = Tokenizer.from_file(str(trained / "tokenizer.json"))
    short, long = encode(tokenizer, ["The dog", "the " * 50], 32)
    assert short[-1] == 0
    assert 0 not in short[:-1]
    assert len(long) == 32


@given(st.lists(st.integers(2, 40), min_size=1, max_size=60), st.integers(0, 99))
def test_every_text_is_in_one_batch(lengths, seed):
    texts = [np.full(length, index) for index, length in enumerate(lengths)]
    batches = list(batches_of_similar_length(texts, tokens=80, seed=seed))
    rows = [row[row != IGNORED] for batch in batches for row in batch]
    assert sorted((int(row[0]), len(row)) for row in rows) == list(enumerate(lengths))
    assert all(batch.numel() <= 80 for batch in batches)


def test_a_corpus_that_cannot_be_read_is_named(tmp_path):
    plain = tmp_path / "plain.txt.xz"
    plain.write_text("not compressed")
    empty = tmp_path / "empty.txt.xz"
    with lzma.open(empty, "wt") as file:
        file.write("\n")
    for path in (plain, empty, tmp_path / "missing.txt.xz"):
        with pytest.raises(InputError, match=path.name):
            list(read_paragraphs([path]))


def test_the_embedded_weights_are_16_bit_and_small():
    weights = EMBEDDED / "model.safetensors"
    assert weights.stat().st_size <= 25e6
    assert {tensor.dtype for tensor in load_file(weights).values()} == {torch.float16}
