"""What models need, against what they hold and what the configurations say."""

import re

import pytest
import torch
import transformers
import yaml
from pretended_gpu import DEVICE, pretended_gpu
from project import ROOT
from tiny_chat_models import LAYOUTS, build_chat_model
from tiny_models import bart_tokenizer, save

from gec_attribution.explanations.causal import Causal
from gec_attribution.networks.generation import TextGenerator
from gec_attribution.networks.memory import GIB, rewriting_memory, writing_memory
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.seq2seq import SPARE_TOKENS

# Of the base models of EXCGEC: vocabulary, inner size, layers, heads of keys and values, and the
# parameters that their makers give, in billions.
PUBLISHED = {
    "Qwen1.5-7B": (transformers.Qwen2Config, 151936, 11008, 32, 32, 7.72),
    "DeepSeek-7B": (transformers.LlamaConfig, 102400, 11008, 30, 32, 6.91),
    "Llama-3-8B": (transformers.LlamaConfig, 128256, 14336, 32, 8, 8.03),
}


def published(name):
    kind, vocabulary, inner, layers, heads, _ = PUBLISHED[name]
    return kind(
        vocab_size=vocabulary,
        hidden_size=4096,
        intermediate_size=inner,
        num_hidden_layers=layers,
        num_attention_heads=32,
        num_key_value_heads=heads,
        tie_word_embeddings=False,
    )


@pytest.mark.parametrize("name", PUBLISHED)
def test_weights_and_cache_of_the_published_models(name):
    _, vocabulary, inner, layers, heads, billions = PUBLISHED[name]
    memory = writing_memory(published(name), dtype="bfloat16", batch_tokens=1000, num_beams=1)
    attention = 4096 * (2 * 4096 + 2 * 128 * heads)
    by_hand = layers * (attention + 3 * 4096 * inner) + 2 * 4096 * vocabulary
    # Biases and norms are not in the sum by hand.
    assert memory.weights == pytest.approx(2 * by_hand, rel=1e-4)
    assert memory.weights / 2e9 == pytest.approx(billions, abs=0.005)
    assert memory.kept == 1000 * layers * 2 * heads * 128 * 2
    wide = writing_memory(published(name), dtype="float32", batch_tokens=1000, num_beams=1)
    assert wide == pytest.approx([2 * part for part in memory])


def proportioned(folder, layout, dtype):
    """A small model whose sizes are to each other about as those of large ones."""
    kind, sharing = LAYOUTS[layout]
    sizes = {"hidden_size": 256, "intermediate_size": 688, "num_hidden_layers": 4}
    heads = {"num_attention_heads": 8, "num_key_value_heads": 8 if sharing == 1 else 2}
    return build_chat_model(folder, kind, dtype=dtype, **sizes, **heads)


@pytest.mark.seldom
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("num_beams", [1, 5])
def test_a_search_holds_no_more_than_is_said(layout, num_beams, tmp_path):
    folder = proportioned(tmp_path / "model", layout, torch.bfloat16)
    rows, tokens, written = 4, 300, 30
    with pretended_gpu() as gpu:
        settings = Settings(device=DEVICE, dtype="bfloat16", batch_tokens=10**6)
        generator = TextGenerator(folder, None, settings)
        weights, gpu.peak = gpu.allocated, 0
        generator.search([[65] * tokens] * rows, [written] * rows, num_beams=num_beams)
        said = writing_memory(
            generator.model.config,
            dtype="bfloat16",
            batch_tokens=rows * (tokens + num_beams * written),
            num_beams=num_beams,
        )
    assert weights == pytest.approx(said.weights, rel=1e-3)
    assert 0.55 * (said.total - said.weights) < gpu.peak - weights < said.total - said.weights


def seq2seq(layout, vocabulary=8000):
    """A small BART or T5 whose sizes are to each other about as those of large ones."""
    if layout == "bart":
        sizes = dict.fromkeys(("encoder_layers", "decoder_layers"), 4)
        sizes |= dict.fromkeys(("encoder_attention_heads", "decoder_attention_heads"), 4)
        sizes |= dict.fromkeys(("encoder_ffn_dim", "decoder_ffn_dim"), 512)
        config = transformers.BartConfig(vocab_size=vocabulary, d_model=128, **sizes)
        return transformers.BartForConditionalGeneration(config)
    sizes = {"d_model": 128, "d_kv": 32, "num_heads": 4, "num_layers": 4, "d_ff": 512}
    ends = {"decoder_start_token_id": 0, "eos_token_id": 2, "pad_token_id": 1}
    config = transformers.T5Config(vocab_size=vocabulary, **sizes, **ends)
    return transformers.T5ForConditionalGeneration(config)


@pytest.mark.seldom
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize(("layout", "num_beams"), [("bart", 1), ("bart", 5), ("t5", 5)])
def test_a_corrector_holds_no_more_than_is_said(layout, num_beams, dtype, tmp_path):
    save(seq2seq(layout), bart_tokenizer(), tmp_path)
    entry = {"type": "seq2seq", "model": str(tmp_path), "num_beams": num_beams}
    rows, read = 4, 20
    with pretended_gpu() as gpu:
        system = load_system("toy", entry, Settings(device=DEVICE, dtype=dtype))
        system.ratios = (2, 2)  # nothing ends before it must
        weights, gpu.peak = gpu.allocated, 0
        with torch.inference_mode():
            system._generate([[65] * read] * rows)
        said = rewriting_memory(
            system.model.config,
            dtype=dtype,
            batch_tokens=rows * num_beams * read,
            num_beams=num_beams,
            read=read,
            written=2 * read + SPARE_TOKENS,
        )
    # Embeddings that are the head are one matrix, which the pretended device does not know.
    model = load_system("toy", entry, Settings(device="cpu", dtype=dtype)).model
    assert sum(weight.nbytes for weight in model.parameters()) == said.weights
    held = said.kept + said.working
    assert 0.8 * held < gpu.peak - weights < held


def test_a_sentence_that_fills_more_than_a_batch_counts_whole():
    config = seq2seq("bart").config
    lengths = {"read": 100, "written": 208}
    alone = rewriting_memory(config, dtype="float32", batch_tokens=1, num_beams=5, **lengths)
    assert alone.kept == 5 * (100 + 208) * 4 * 2 * 128 * 4
    assert alone == rewriting_memory(
        config, dtype="float32", batch_tokens=999, num_beams=5, **lengths
    )


def quoted(path):
    """The sums that a configuration quotes, by the model's name."""
    text = path.read_text(encoding="utf-8")
    return dict(re.findall(r"^ *# +(\S+): +([\d.]+ \+ .* GiB)$", text, re.MULTILINE))


def test_the_study_of_excgec_says_what_its_models_need():
    study = yaml.safe_load((ROOT / "config/excgec.yaml").read_text(encoding="utf-8"))
    settings = study["explanation"]
    beams = {entry.get("num_beams") for entry in study["explainers"].values()}
    assert beams == {None}
    num_beams = Causal.__init__.__kwdefaults__["num_beams"]
    said = {
        name: writing_memory(published(name), num_beams=num_beams, **settings) for name in PUBLISHED
    }
    assert quoted(ROOT / "config/excgec.yaml") == {
        name: str(memory) for name, memory in said.items()
    }
    # The study promises that 24 GB are enough, of which CUDA itself takes some.
    assert max(memory.total for memory in said.values()) < 22 * GIB


def test_the_page_on_explanations_quotes_it():
    memory = writing_memory(
        published("Qwen1.5-7B"), dtype="bfloat16", batch_tokens=65536, num_beams=5
    )
    text = (ROOT / "docs/excgec.md").read_text(encoding="utf-8")
    total, kept = re.search(
        r"`batch_tokens: 65536` Qwen1.5-7B takes ([\d.]+) GiB, of which ([\d.]+) are", text
    ).groups()
    assert (float(total), float(kept)) == (
        round(memory.total / GIB, 1),
        round(memory.kept / GIB, 1),
    )
