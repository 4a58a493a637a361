"""Models in GGUF files, which the tests write with the package gguf."""

import gguf
import numpy as np
import pytest
from tokenizers import pre_tokenizers

from gec_attribution.errors import ModelError
from gec_attribution.metrics import load_metric
from gec_attribution.networks.hub import load_model, load_tokenizer, model_folder
from gec_attribution.networks.model_files import fingerprint
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.storage.known_models import VARIABLE

WIDTH, INNER, HEADS = 64, 96, 2
PIECES = ["<|endoftext|>", "th", "the", *sorted(pre_tokenizers.ByteLevel.alphabet())]
FORMATS = [
    gguf.GGMLQuantizationType[name] for name in ("F32", "F16", "Q8_0", "Q4_0", "Q4_1")
]
GATE = "blk.0.ffn_gate.weight"
SCALED = "scales its positions.*model folder"


@pytest.fixture(autouse=True)
def models(monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "models"))
    return tmp_path / "models"


def write(
    path,
    kind=FORMATS[0],
    architecture="llama",
    *,
    with_tokenizer=True,
    without=None,
    scaled="",
):
    """A Llama of one layer with random weights but for `without`; the values of a matrix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_context_length(128)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(len(PIECES))
    if with_tokenizer:
        writer.add_tokenizer_model("gpt2")
        writer.add_token_list(PIECES)
        writer.add_token_types([3, *[1] * (len(PIECES) - 1)])
        writer.add_token_merges(["t h", "th e"])
        writer.add_bos_token_id(0)
        writer.add_eos_token_id(0)
    numbers = np.random.default_rng(0)
    shapes = {
        "token_embd.weight": (len(PIECES), WIDTH),
        **{
            f"blk.0.attn_{part}.weight": (WIDTH, WIDTH)
            for part in ("q", "k", "v", "output")
        },
        **{f"blk.0.ffn_{part}.weight": (INNER, WIDTH) for part in ("gate", "up")},
        "blk.0.ffn_down.weight": (WIDTH, INNER),
    }
    shapes.pop(without, None)
    for name, shape in shapes.items():
        packed = gguf.quants.quantize(
            numbers.normal(size=shape).astype(np.float32), kind
        )
        writer.add_tensor(name, packed, raw_dtype=kind)
        if name == GATE:
            gate = gguf.quants.dequantize(packed, kind)
    for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, dtype=np.float32))
    if scaled.startswith("rope"):
        writer.add_tensor(scaled, np.ones(WIDTH // HEADS // 2, dtype=np.float32))
    elif scaled:
        writer.add_float32(scaled, 4.0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return gate


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.name)
def test_a_file_of_each_format_is_a_model_with_its_numbers(tmp_path, kind, models):
    file = tmp_path / "m.gguf"
    gate = write(file, kind)
    folder = model_folder(str(file), None)
    model = load_model("AutoModelForCausalLM", folder, Settings(device="cpu"))
    assert np.array_equal(
        model.model.layers[0].mlp.gate_proj.weight.detach().numpy(), gate
    )
    assert load_tokenizer(folder)("the")["input_ids"] == [PIECES.index("the")]
    assert folder == models / "converted" / sha256_of_file(file)


def test_a_folder_with_one_file_scores_as_the_file_and_is_converted_once(tmp_path):
    file = tmp_path / "folder" / "m.gguf"
    write(file)
    by_file, by_folder = (
        load_metric("ppl", {"type": "perplexity", "model": str(place)}, device="cpu")
        for place in (file, file.parent)
    )
    texts = ["a cat sat", "a cat", "the mat"]
    scores = by_file.score(texts, texts)
    assert scores.tolist() == by_folder.score(texts, texts).tolist()
    assert by_file.signature() == by_folder.signature()
    before = fingerprint(model_folder(str(file), None))
    write(file, FORMATS[1])
    assert fingerprint(model_folder(str(file), None)) != before
    write(file.parent / "other.gguf")
    with pytest.raises(
        ModelError, match=r"has 2 GGUF files \(m.gguf, other.gguf\); name one"
    ):
        model_folder(str(file.parent), None)


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        ({"architecture": "mamba3"}, r"cannot be read as a GGUF model.*mamba3"),
        ({"with_tokenizer": False}, "has no tokenizer that can be read"),
        (
            {"without": "blk.0.ffn_up.weight"},
            r"lacks 1 weights of .*layers\.0\.mlp\.up_proj",
        ),
        # Positions that would be read unscaled: Llama 3.1, Phi-3-mini-128k, and Code Llama.
        ({"scaled": "rope_freqs.weight"}, SCALED),
        ({"scaled": "rope_factors_short.weight"}, SCALED),
        ({"scaled": "llama.rope.scaling.factor"}, SCALED),
    ],
)
def test_other_files_are_one_sentence(tmp_path, made, problem):
    write(tmp_path / "m.gguf", **made)
    with pytest.raises(ModelError, match=rf"m\.gguf: {problem}"):
        model_folder(str(tmp_path / "m.gguf"), None)


def test_a_file_of_text_is_no_model(tmp_path):
    (tmp_path / "text.txt").write_text("no model")
    with pytest.raises(ModelError, match="neither a model folder nor a GGUF file"):
        model_folder(str(tmp_path / "text.txt"), None)
