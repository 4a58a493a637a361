"""Batches of sequences of similar length, as large as the memory of a GPU allows."""

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import numpy as np
import torch

from gec_attribution.errors import ModelError

logger = logging.getLogger(__name__)

# Texts that a processor prepares for a GPU while it computes those before.
GPU_PART = 2048


def parts(count: int, device: torch.device) -> list[slice]:
    """Neighbouring ones of `count` texts that are prepared together: on a processor all of them."""
    size = GPU_PART if device.type == "cuda" else max(count, 1)
    return [slice(start, start + size) for start in range(0, count, size)]


def moved(values: np.ndarray | torch.Tensor, device: torch.device) -> torch.Tensor:
    """An array on a device; a GPU takes it without being waited for."""
    tensor = torch.as_tensor(values)
    if device.type == "cuda":
        tensor = tensor.pin_memory()
    return tensor.to(device, non_blocking=True)


def token_batches(
    lengths: Sequence[int], budget: int, groups: Mapping[int, int] | None = None
) -> list[list[int]]:
    """Indices of sequences in batches of similar length, the longest first.

    Args:
        lengths: tokens of each sequence.
        budget: the most tokens in a batch, padding counted; a longer sequence is a batch by itself.
        groups: number of the group of each index, where only sequences of one group may share a
            batch; others are left out, and groups of higher numbers come first.
    """
    if groups is None:
        groups = dict.fromkeys(range(len(lengths)), 0)
    batches: list[list[int]] = []
    batch: list[int] = []
    for index in sorted(groups, key=lambda index: (-groups[index], -lengths[index])):
        is_of_group = bool(batch) and groups[batch[0]] == groups[index]
        # The first sequence of a batch is its longest.
        if not is_of_group or (len(batch) + 1) * lengths[batch[0]] > budget:
            batch = []
            batches.append(batch)
        batch.append(index)
    return batches


def padded(
    sequences: Sequence[Sequence[int]], padding: int, side: str = "right"
) -> tuple[torch.Tensor, torch.Tensor]:
    """Sequences of tokens, padded on a side, and the attention mask: (n, longest) each."""
    lengths = np.array([len(sequence) for sequence in sequences])
    longest = lengths.max(initial=0)
    starts = longest - lengths if side == "left" else np.zeros_like(lengths)
    columns = np.arange(longest)
    is_token = (columns >= starts[:, None]) & (columns < (starts + lengths)[:, None])
    tokens = np.full(is_token.shape, padding, dtype=np.int64)
    tokens[is_token] = np.fromiter(
        chain.from_iterable(sequences), np.int64, lengths.sum()
    )
    return torch.from_numpy(tokens), torch.from_numpy(is_token.astype(np.int64))


def run_batches(
    lengths: Sequence[int],
    budget: int,
    forward: Callable[[list[int]], None],
    groups: Mapping[int, int] | None = None,
) -> int:
    """Call `forward` on batches of sequences; one that does not fit on the GPU is halved.

    So are those after it that are as large, before they are tried. Lengths, budget and groups are
    those of `token_batches`; `forward` takes the indices of a batch.

    Returns:
        The most tokens that a batch may have from now on: `budget`, or less if one was halved.

    Raises:
        ModelError: a single sequence does not fit.
    """

    def tokens(batch: list[int]) -> int:
        return len(batch) * max(lengths[index] for index in batch)

    pending = deque(token_batches(lengths, budget, groups))
    while pending:
        batch = pending.popleft()
        half = (len(batch) + 1) // 2
        if len(batch) == 1 or tokens(batch) <= budget:
            try:
                forward(batch)
            except RuntimeError as error:
                if not _is_out_of_memory(error):
                    raise
                if len(batch) == 1:
                    raise ModelError(
                        f"even one sequence, of {tokens(batch)} tokens, does not fit in GPU "
                        "memory; take a GPU with more, dtype: bfloat16, or device: cpu"
                    ) from error
            else:
                continue
            # The memory of the failed attempt is free only after the error is gone.
            torch.cuda.empty_cache()
            budget = tokens(batch[:half])
            logger.warning(
                "out of GPU memory: a batch of %d is halved, and no other has over %d tokens",
                len(batch),
                budget,
            )
        pending.extendleft([batch[half:], batch[:half]])
    return budget


def _is_out_of_memory(error: RuntimeError) -> bool:
    """Whether torch could not allocate, or a library of CUDA, which has memory of its own."""
    signs = (
        "_STATUS_ALLOC_FAILED",
        "CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate",
        "CUDA error: out of memory",
    )
    return isinstance(error, torch.OutOfMemoryError) or any(
        sign in str(error) for sign in signs
    )
