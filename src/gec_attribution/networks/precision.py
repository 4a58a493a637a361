"""bfloat16 where it gains most and costs least.

Models that score use it in the matrix products of their blocks. Sums along the residual
stream, layer norms, softmax, pooling and heads stay in float32, and so do embeddings. Products in
the blocks are where the time goes, while a pooler and a head in bfloat16 alone make most of the
error of a model that is in bfloat16 throughout (docs/scaling.md).

Models that write are in bfloat16 throughout, as they were trained. Weights, and the keys and values
of the tokens read so far, decide whether a model fits on a device.
"""

import logging

import torch

logger = logging.getLogger(__name__)


class Bfloat16Linear(torch.nn.Module):
    """A linear map that multiplies in bfloat16 and takes and gives float32.

    Args:
        weight: (outputs, inputs).
        bias: (outputs,), added in float32.
    """

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        super().__init__()
        rounded = weight.detach().to(torch.bfloat16).contiguous()
        self.weight = torch.nn.Parameter(rounded, requires_grad=False)
        self.bias = (
            None
            if bias is None
            else torch.nn.Parameter(bias.detach().float(), requires_grad=False)
        )

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """Map (…, inputs) to (…, outputs)."""
        product = torch.nn.functional.linear(
            states.to(torch.bfloat16), self.weight
        ).float()
        if self.bias is None:
            return product
        return product + self.bias


def multiply_in_bfloat16(model: torch.nn.Module) -> None:
    """Replace the linear maps of a float32 model's blocks, in place.

    Blocks are the modules that a model repeats: those in its lists of modules.
    """
    for repeated in model.modules():
        if isinstance(repeated, torch.nn.ModuleList):
            for block in repeated:
                for name, linear in [*block.named_modules(remove_duplicate=False)][1:]:
                    if isinstance(linear, torch.nn.Linear):
                        block.set_submodule(
                            name, Bfloat16Linear(linear.weight, linear.bias)
                        )
                    # A transposed linear map, known by name without importing transformers.
                    elif type(linear).__name__ == "Conv1D":
                        block.set_submodule(
                            name, Bfloat16Linear(linear.weight.t(), linear.bias)
                        )


def keep_in_bfloat16(model: torch.nn.Module) -> None:
    """Round all weights of a model, in place.

    Computed constants stay in float32, as in transformers: the frequencies of rotary positions.
    """
    for parameter in model.parameters():
        parameter.data = parameter.data.to(torch.bfloat16)


def has_bfloat16(device: torch.device) -> bool:
    """Whether a device multiplies bfloat16 itself, and does not emulate it.

    NVIDIA's GPUs do since Ampere, processors with AMX or AVX-512 on x86, and recent ones of ARM.
    """
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    if device.type == "cpu":
        # An older torch cannot say.
        if not hasattr(torch.cpu, "get_capabilities"):
            return True
        instructions = torch.cpu.get_capabilities()
        return any(
            there for name, there in instructions.items() if name.endswith("bf16")
        )
    return True


def warn_without_bfloat16(device: torch.device) -> None:
    """Log a warning where bfloat16 is emulated."""
    if not has_bfloat16(device):
        logger.warning(
            "dtype: this device (%s) has no instructions for bfloat16, so that it is slower here "
            "than float32; take float32",
            device.type,
        )
