"""How models are run, whether they correct sentences or score them."""

from dataclasses import dataclass


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

    @property
    def arithmetic(self) -> str:
        """Name of the dtype in signatures: bfloat16 with what is in it."""
        return "bfloat16 products in blocks" if self.dtype == "bfloat16" else self.dtype
