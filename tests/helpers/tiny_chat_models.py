"""Small causal language models with random weights and a chat template, in the real formats."""

from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from tiny_models import SIZES, byte_tokenizer, randomised, save
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedModel,
    Qwen2Config,
    Qwen2ForCausalLM,
)

TURN, END_OF_TURN = "<|im_start|>", "<|im_end|>"
TEMPLATE = (
    "{% for turn in messages %}<|im_start|>{{ turn['role'] }}\n{{ turn['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
KINDS = {
    "qwen2": (Qwen2Config, Qwen2ForCausalLM),
    "llama": (LlamaConfig, LlamaForCausalLM),
}
# Base models of EXCGEC: their kind, and how many heads share their keys and values.
LAYOUTS = {"qwen1.5": ("qwen2", 1), "deepseek": ("llama", 1), "llama-3": ("llama", 2)}


def build_chat_model(
    folder: Path,
    kind: str = "qwen2",
    markers: tuple[str, ...] = (),
    positions: int = 16384,
    *,
    seed: int = 3,
    sharing: int = 2,
    dtype: torch.dtype = torch.float32,
) -> Path:
    """A model that writes bytes at random, and knows the special tokens in `markers`.

    Its file is in `dtype`; `sharing` of its heads share keys and values.
    """
    tokenizer = byte_tokenizer()
    tokenizer.add_special_tokens(
        {"eos_token": END_OF_TURN, "additional_special_tokens": [TURN, *markers]}
    )
    tokenizer.chat_template = TEMPLATE
    tokenizer.model_max_length = 16384
    config_class, model_class = KINDS[kind]
    config = config_class(
        vocab_size=len(tokenizer),
        **SIZES,
        num_key_value_heads=2 // sharing,
        max_position_embeddings=positions,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        pad_token_id=None,
    )
    torch.manual_seed(0)
    save(randomised(model_class(config), seed=seed).to(dtype), tokenizer, folder)
    return folder


def build_adapter(
    model: PreTrainedModel,
    folder: Path,
    strength: float = 1.0,
    whole: tuple[str, ...] = (),
) -> Path:
    """A LoRA adapter with random weights, and with the modules named in `whole`, saved by peft."""
    matrices = LoraConfig(
        r=2, target_modules=["q_proj", "v_proj"], modules_to_save=whole or None
    )
    adapted = get_peft_model(model, matrices)
    generator = torch.Generator().manual_seed(7)
    for name, parameter in adapted.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=strength, generator=generator)
    adapted.save_pretrained(folder)
    return folder
