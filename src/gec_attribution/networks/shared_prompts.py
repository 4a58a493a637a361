"""The beams of a search share what a model keeps of their prompt: its keys and values, held once.

transformers holds them once for each beam, and reads the prompt as often. For a long prompt and a
short answer they are nearly all that a search holds.
"""

import inspect
from typing import Any

import torch
from transformers.cache_utils import DynamicCache, DynamicLayer


def shared_prompts(
    model: Any, ids: torch.Tensor, visible: torch.Tensor, beams: int
) -> DynamicCache | None:
    """What a model keeps of prompts but for their last tokens, for `beams` continuations of each.

    Args:
        model: a causal language model of transformers.
        ids: the prompts' tokens, padded on the left, (prompts, tokens).
        visible: 1 for tokens and 0 for padding, (prompts, tokens).
        beams: continuations of each.

    Returns:
        A cache to be given to `generate`; None where nothing can be shared: a model that forgets
        what is far away, or counts positions in a way of its own.
    """
    cache: Any = DynamicCache(config=model.config)
    known = "position_ids" in inspect.signature(model.base_model.forward).parameters
    whole = all(type(layer) is DynamicLayer for layer in cache.layers)
    if beams == 1 or ids.shape[1] == 1 or not (known and whole):
        return None
    read = visible[:, :-1]
    model.base_model(
        input_ids=ids[:, :-1],
        attention_mask=read,
        position_ids=(read.cumsum(-1) - 1).clamp(min=0),
        past_key_values=cache,
        use_cache=True,
    )
    cache.layers = [_SharedLayer(layer, beams) for layer in cache.layers]
    return cache


class _SharedLayer(DynamicLayer):
    """The keys and values of a layer: those of prompts once, and those of each beam after them.

    Beams change places only with others of their prompt, so that the prompts' stay where they are.
    """

    def __init__(self, prompts: DynamicLayer, beams: int) -> None:
        super().__init__()
        self.beams = beams
        self.prompt_keys: Any = prompts.keys
        self.prompt_values: Any = prompts.values

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Keep what beams read, (prompts · beams, heads, tokens, size); give it after the prompts'.

        What is given is a copy, which lives as long as the layer is computed.
        """
        keys, values = super().update(key_states, value_states)
        return self._after(self.prompt_keys, keys), self._after(self.prompt_values, values)

    def get_seq_length(self) -> int:
        """See `DynamicLayer`."""
        return self.prompt_keys.shape[-2] + super().get_seq_length()

    def _after(self, prompts: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
        rows = prompts[:, None].expand(-1, self.beams, -1, -1, -1)
        return torch.cat([rows, own.unflatten(0, (-1, self.beams))], dim=-2).flatten(0, 1)
