"""The training loop that recipes share: seeded by step, checkpointed, resumed exactly.

What happens at a step depends only on the seed and the step's number, so a run that was killed and
resumed ends with the same weights as one that was not.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pandas as pd

from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from

if TYPE_CHECKING:
    import torch


def batch_at(step: int, items: int, size: int, seed: int) -> np.ndarray:
    """Indices of a step's batch: each epoch shuffles `items` again; its last batch may be short."""
    epoch, batch = divmod(step, steps_in_epoch(items, size))
    order = np.random.default_rng(seed_from(seed, "epoch", epoch)).permutation(items)
    return order[batch * size : (batch + 1) * size]


def steps_in_epoch(items: int, size: int) -> int:
    """Batches of `size` that `items` fill."""
    return -(-items // size)


def train(
    model: "torch.nn.Module",
    losses_at: Callable[[int], Mapping[str, "torch.Tensor"]],
    *,
    steps: int,
    learning_rate: float,
    folder: Path,
    seed: int,
    warmup: int = 0,
    decay: float = 0.0,
    weight_decay: float = 0.0,
    validate: Callable[[], Mapping[str, float]] | None = None,
    every: int = 100,
    description: str = "training",
) -> None:
    """Minimises the sum of the losses with Adam, in bfloat16 where the device has it.

    Args:
        model: trained in place; ends in evaluation mode, with the weights that validated best, or
            without validation the last.
        losses_at: named losses, scalars, of a step numbered from 0. Torch's chance is seeded with
            the step's number before each call.
        steps: number of steps in all, those of a resumed run included.
        learning_rate: the highest one.
        folder: gets checkpoint.pt, from which a run found there is resumed; losses.csv, with a row
            every ten steps; best.pt and validation.csv when there is validation.
        seed: of everything random.
        warmup: steps over which the learning rate rises.
        decay: last share of the steps, over which it falls to zero; before these, a run may be
            resumed with another number of steps.
        weight_decay: decoupled from the gradient, as in AdamW.
        validate: figures of the model as it is; their mean is maximised.
        every: steps between checkpoints and validations.
        description: shown next to the progress bar.
    """
    import torch
    from rich.progress import track

    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=learning_rate, weight_decay=weight_decay, fused=True)
    folder = Path(folder)
    checkpoint, best = folder / "checkpoint.pt", folder / "best.pt"
    losses_seen: list[dict[str, float]] = []
    validations: list[dict[str, float]] = []
    start = 0
    if checkpoint.is_file():
        state = torch.load(checkpoint, weights_only=True, map_location="cpu")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        start, losses_seen, validations = state["step"], state["losses"], state["validations"]
    device = next(model.parameters()).device
    low = in_bfloat16(device)
    model.train()
    for step in track(range(start, steps), description, total=steps, completed=start):
        torch.manual_seed(seed_from(seed, "step", step))
        for group in optimizer.param_groups:
            group["lr"] = learning_rate * _schedule(step, steps, warmup, decay)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=low):
            losses = losses_at(step)
        optimizer.zero_grad(set_to_none=True)
        cast("torch.Tensor", sum(losses.values())).backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        if step % 10 == 0:
            values = {name: loss.item() for name, loss in losses.items()}
            losses_seen.append({"step": step, **values})
        if (step + 1) % every and step + 1 < steps:
            continue
        if validate:
            model.eval()
            with torch.inference_mode():
                figures = dict(validate())
            model.train()
            figures["mean"] = float(np.mean(list(figures.values())))
            if figures["mean"] > max((row["mean"] for row in validations), default=-np.inf):
                _save(best, model.state_dict())
            validations.append({"step": step + 1, **figures})
            write_csv(pd.DataFrame(validations), folder / "validation.csv")
        write_csv(pd.DataFrame(losses_seen), folder / "losses.csv")
        state = {"step": step + 1, "losses": losses_seen, "validations": validations}
        state |= {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
        _save(checkpoint, state)
    if validate:
        model.load_state_dict(torch.load(best, weights_only=True, map_location="cpu"))
    model.eval()


def in_bfloat16(device: "torch.device") -> bool:
    """Whether `train` multiplies in bfloat16: not on a GPU that would emulate it or refuse.

    On a processor it always does: what is trained there must not depend on its instructions.
    """
    from gec_attribution.networks.precision import has_bfloat16

    return device.type == "cpu" or has_bfloat16(device)


def _schedule(step: int, steps: int, warmup: int, decay: float) -> float:
    rising = (step + 1) / (warmup + 1)
    falling = (steps - step) / (decay * steps) if decay else 1.0
    return min(1.0, rising, falling)


def _save(path: Path, state: Mapping) -> None:
    import torch

    with write_atomically(path) as temporary:
        torch.save(state, temporary)
