"""Text of causal models: searched or drawn, alone or in a batch, with an adapter or without."""

import json
import shutil

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file
from tiny_chat_models import KINDS, LAYOUTS, build_adapter, build_chat_model
from tiny_models import SIZES, byte_tokenizer, randomised, save

from gec_attribution.errors import ModelError
from gec_attribution.networks.generation import Sampling, TextGenerator
from gec_attribution.plugins.settings import Settings

QUESTIONS = ["我门去学校。", "好", "天气很好了吗，他喜欢吃平果和香蕉。", "a"]


@pytest.fixture(scope="module", params=KINDS)
def folder(request, tmp_path_factory):
    return build_chat_model(
        tmp_path_factory.mktemp("models") / "model", request.param, seed=11
    )


@pytest.fixture(scope="module")
def generator(folder):
    return TextGenerator(folder, None, Settings(device="cpu"))


def prompts(generator):
    return [generator.prompt([{"role": "user", "content": text}]) for text in QUESTIONS]


def sample(generator, tokens, seeds, **options):
    options = {"temperature": 0.8, "top_p": 0.9, **options}
    return generator.sample(tokens, [12] * len(tokens), Sampling(seeds, **options))


def test_a_prompt_is_in_the_models_own_template(generator):
    tokens = generator.prompt([{"role": "user", "content": "好"}], '{"target": "')
    assert generator.tokenizer.decode(tokens) == (
        '<|im_start|>user\n好<|im_end|>\n<|im_start|>assistant\n{"target": "'
    )
    assert generator.tokenizer.convert_tokens_to_ids("<|im_start|>") == tokens[0]


@pytest.fixture
def prompt_of(folder, tmp_path):
    """The prompt of a model with another template, as text."""

    def prompt(template):
        model = shutil.copytree(folder, tmp_path / "model")
        (model / "chat_template.jinja").unlink()
        description = json.loads((model / "tokenizer_config.json").read_text())
        description["chat_template"] = template
        (model / "tokenizer_config.json").write_text(json.dumps(description))
        generator = TextGenerator(model, None, Settings())
        return generator.tokenizer.decode(
            generator.prompt([{"role": "user", "content": "好"}])
        )

    return prompt


def test_of_several_templates_the_one_by_default_counts(prompt_of):
    """As Command R has them, for tools and for documents."""
    named = {"default": "{{ messages[0]['content'] }}!", "tool_use": "other"}
    assert (
        prompt_of([{"name": key, "template": text} for key, text in named.items()])
        == "好!"
    )


def test_a_prompt_is_the_same_on_any_day(prompt_of):
    """Llama 3 writes the date into the first turn."""
    written = (
        "\n{% if strftime_now is defined %}{{ strftime_now('%d %b %Y') }}{% endif %}"
    )
    assert prompt_of(written) == "\n26 Jul 2024"


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        (
            "{{ raise_exception('A system must speak first.') }}",
            "A system must speak first",
        ),
        ("{% for turn in %}", "Expected an expression"),
        (
            [{"name": "rag", "template": ""}, {"name": "tool_use", "template": ""}],
            "rag",
        ),
    ],
)
def test_a_template_that_does_not_take_a_question_is_named(
    prompt_of, template, problem
):
    with pytest.raises(ModelError, match=f"model: its chat template .*{problem}"):
        prompt_of(template)


def test_what_is_drawn_depends_on_its_seed_alone(generator, monkeypatch):
    tokens, seeds = prompts(generator), [5, 6, 7, 8]
    drawn = sample(generator, tokens, seeds)
    assert sample(generator, tokens[::-1], seeds[::-1]) == drawn[::-1]
    assert sample(generator, tokens[1:2], seeds[1:2]) == drawn[1:2]
    monkeypatch.setattr(generator, "batch_tokens", 1)
    assert sample(generator, tokens, seeds) == drawn
    other_seeds = sample(generator, tokens, [9, 10, 11, 12])
    assert all(one != other for one, other in zip(drawn, other_seeds, strict=True))


def test_a_text_that_is_whole_is_left_alone(generator, monkeypatch):
    """In a batch, each row stops by itself, and what is drawn before is the same."""
    monkeypatch.setattr("gec_attribution.networks.generation.STRIDE", 1)
    tokens, seeds = prompts(generator), [5, 6, 7, 8]
    drawn = sample(generator, tokens, seeds)

    def three_characters(text):
        return len(text) >= 3

    never = [lambda _text: False] * 4
    assert sample(generator, tokens, seeds, is_whole=never) == drawn
    stopping = [three_characters, *never[1:]]
    first, *others = sample(generator, tokens, seeds, is_whole=stopping)
    assert others == drawn[1:]
    assert drawn[0].text.startswith(first.text)
    assert 3 <= len(first.text) < len(drawn[0].text)
    assert not first.ended
    assert sample(generator, tokens[:1], seeds[:1], is_whole=stopping[:1]) == [first]


@pytest.mark.parametrize("num_beams", [1, 4])
def test_a_search_finds_what_transformers_finds(folder, generator, num_beams):
    """For a prompt without padding, with the settings of the docstring."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder)
    (prompt,) = prompts(generator)[:1]
    expected = model.generate(
        torch.tensor([prompt]),
        attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
        num_beams=num_beams,
        do_sample=False,
        max_new_tokens=20,
        length_penalty=1.0,
        pad_token_id=0,
    )[0, len(prompt) :]
    (found,) = generator.search([prompt], [20], num_beams=num_beams)
    assert found.text == tokenizer.decode(expected, skip_special_tokens=True)


# Layouts of EXCGEC's base models, in whatever dtype their files are.
STORED = dict(zip(LAYOUTS, (torch.float32, torch.bfloat16, torch.float16), strict=True))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_adapter_is_merged_before_its_model_is_rounded(layout, tmp_path):
    """The weights are those that peft merges, in bfloat16."""
    peft = pytest.importorskip("peft")
    kind, sharing = LAYOUTS[layout]
    folder = build_chat_model(
        tmp_path / "base", kind, sharing=sharing, dtype=STORED[layout]
    )
    load = transformers.AutoModelForCausalLM.from_pretrained
    whole = ("embed_tokens", "lm_head")
    base = load(folder, dtype=torch.float32)
    adapter = build_adapter(base, tmp_path / "adapter", strength=0.5, whole=whole)
    generator = TextGenerator(folder, adapter, Settings(device="cpu", dtype="bfloat16"))
    base = load(folder, dtype=torch.float32)
    exact = peft.PeftModel.from_pretrained(base, adapter).merge_and_unload()
    weights = dict(exact.named_parameters())
    for name, weight in generator.model.named_parameters():
        assert weight.dtype == torch.bfloat16, name
        # One rounding to the file's dtype and one to bfloat16, each of half a last digit.
        assert torch.allclose(weight.float(), weights[name], rtol=2**-7, atol=2**-9), (
            name
        )
    assert {buffer.dtype for buffer in generator.model.buffers()} == {torch.float32}
    ids = torch.tensor(prompts(generator)[:1])
    expected = exact(ids).logits
    written = generator.model(ids).logits.float()
    assert not torch.equal(written, expected)
    assert (written - expected).abs().mean() < 0.03 * expected.std()
    (found,) = generator.search(ids.tolist(), [8], num_beams=2)
    assert found.text
    without = TextGenerator(folder, None, Settings(device="cpu", dtype="bfloat16"))
    assert generator.signature()["dtype"] == "bfloat16"
    assert generator.signature() != without.signature()


def test_an_adapter_that_does_not_fit_is_refused(folder, tmp_path):
    with pytest.raises(ModelError, match=r"has no adapter_config\.json"):
        TextGenerator(folder, folder, Settings(device="cpu"))
    base = transformers.AutoModelForCausalLM.from_pretrained(folder)
    adapter = build_adapter(base, tmp_path / "adapter")
    weights = load_file(adapter / "adapter_model.safetensors")
    lost = dict(list(weights.items())[1:])
    save_file(lost, adapter / "adapter_model.safetensors")
    with pytest.raises(ModelError, match="is no adapter of this model"):
        TextGenerator(folder, adapter, Settings(device="cpu"))
    config = json.loads((adapter / "adapter_config.json").read_text())
    config["target_modules"] = ["c_attn"]
    (adapter / "adapter_config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match="is no adapter of this model"):
        TextGenerator(folder, adapter, Settings(device="cpu"))


@pytest.fixture(scope="module")
def gemma3(tmp_path_factory):
    """A Gemma 3 whose first layer sees four tokens, and whose second one all."""
    folder = tmp_path_factory.mktemp("models") / "gemma3"
    tokenizer = byte_tokenizer()
    layers = {
        "layer_types": ["sliding_attention", "full_attention"],
        "sliding_window": 4,
    }
    config = transformers.Gemma3TextConfig(
        vocab_size=len(tokenizer), head_dim=16, num_key_value_heads=1, **SIZES, **layers
    )
    save(randomised(transformers.Gemma3ForCausalLM(config), seed=5), tokenizer, folder)
    return TextGenerator(folder, None, Settings(device="cpu"))


@pytest.mark.parametrize("num_beams", [1, 3])
def test_what_all_prompts_begin_with_is_read_once(gemma3, num_beams):
    """Each prompt, alone and without padding, is what transformers continues."""
    tokens = [
        gemma3.tokenizer(f"the same beginning {end}")["input_ids"]
        for end in ("a", "bcdefg", "")
    ]
    read = []
    gemma3.model.base_model.register_forward_pre_hook(
        lambda _model, _args, given: read.append(given["input_ids"].shape),
        with_kwargs=True,
    )
    searched = gemma3.search(tokens, [12] * 3, num_beams=num_beams)
    (rows, shared), (rows_begun, columns) = read[:2]
    assert (rows, shared, rows_begun) == (1, len(tokens[2]) - 1, 3 * num_beams)
    assert columns == len(tokens[1]) - shared
    for prompt, found in zip(tokens, searched, strict=True):
        expected = gemma3.model.generate(
            torch.tensor([prompt]),
            attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
            num_beams=num_beams,
            do_sample=False,
            max_new_tokens=12,
            eos_token_id=gemma3.tokenizer.eos_token_id,
            pad_token_id=0,
        )[0, len(prompt) :]
        assert found.text == gemma3.tokenizer.decode(expected, skip_special_tokens=True)
