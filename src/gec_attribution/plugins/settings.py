"""Settings of running models, whether they correct sentences or score them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

# A processor needs only few sequences at once, and is faster while they fit into its caches.
PROCESSOR_TOKENS = 2048
# On a GPU the states of a token, in a block of a large model, take about this many bytes.
GPU_TOKEN_BYTES = 2**21
# Pairs that a metric is given at once, few enough that a killed run loses little.
PROCESSOR_CHUNK = 2048
GPU_CHUNK = 16384


@dataclass(frozen=True)
class Settings:
    """A system or metric whose constructor takes `settings` is handed one.

    Attributes:
        device: `auto` (a GPU if there is one), or a torch device such as `cpu` or `cuda:0`.
        dtype: `float32`; or `bfloat16`, for the matrix products of a model's blocks, and for all
            weights and arithmetic of a model for explanations.
        batch_tokens: the most tokens in a batch, padding counted; None for what suits the device.
        max_length: the most tokens a model reads of a text or pair, special tokens counted.
    """

    device: str = "auto"
    dtype: str = "float32"
    batch_tokens: int | None = None
    max_length: int = 128

    def batch_tokens_on(self, device: "torch.device") -> int:
        """The most tokens in a batch of a model on a device, padding counted."""
        if self.batch_tokens is not None:
            return self.batch_tokens
        if device.type != "cuda":
            return PROCESSOR_TOKENS
        import torch

        return torch.cuda.get_device_properties(device).total_memory // GPU_TOKEN_BYTES

    def chunk_on(self, device: "torch.device") -> int:
        """Number of pairs that a metric on a device is given at once."""
        if device.type == "cuda":
            return GPU_CHUNK
        return PROCESSOR_CHUNK

    @property
    def arithmetic(self) -> str:
        """Name of the dtype in signatures: bfloat16 with what is in it."""
        if self.dtype == "bfloat16":
            return "bfloat16 products in blocks"
        return self.dtype
