"""Side networks, trained on what a frozen language model made of the texts.

The language model reads each text once, before training. What it made of them is kept in a folder,
part by part, so that a run that is stopped goes on from there.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gec_attribution.networks.adapter import FrozenModel
from gec_attribution.networks.hub import device_of, model_folder
from gec_attribution.networks.precision import has_bfloat16
from gec_attribution.networks.side_network import Shape, SideNetwork, padded
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest
from training.recipes import Base

Readings = dict[str, tuple[torch.Tensor, torch.Tensor]]
_TEXTS = 256


class Side(SideNetwork):
    """A side network that the trainer of transformers trains."""

    supports_gradient_checkpointing = False

    def forward(
        self, states: torch.Tensor, signs: torch.Tensor, lengths: torch.Tensor, rows: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """What each head says of each text or pair.

        Args:
            states: of the tokens of all texts, one text after the other.
            signs: of the same tokens.
            lengths: how many tokens each text has.
            rows: the numbers of the one text or two that are judged, (rows, 2); -1 for none.
        """
        texts = self.project(states.float(), signs).split(lengths.tolist())
        parts = [[texts[text] for text in row if text >= 0] for row in rows.tolist()]
        return {"logits": self.judge(*padded(parts))}


def side_network(
    recipe: Base, labels: Mapping[str, float], texts: Sequence[str], readings: Readings
) -> Side:
    """A new side network, whose heads start at the labels' values.

    Args:
        recipe: says its sizes.
        labels: names of the heads with these values.
        texts: those to learn from, whose tokens say what is a usual state.
        readings: as `read_texts` gives them.
    """
    assert recipe.side
    states = torch.cat([readings[text][0].float() for text in texts])
    sizes = recipe.side.model_dump()
    network = Side(Shape(hidden=states.shape[-1], labels=tuple(labels), **sizes))
    network.mean.copy_(states.mean(0))
    network.deviation.copy_(states.std(0) + 1e-4)
    network.heads.bias.data = torch.tensor(list(labels.values()))
    return network


def read_texts(recipe: Base, texts: Sequence[str], device: str, folder: Path) -> Readings:
    """States (in bfloat16) and signs of each text's tokens.

    Args:
        recipe: names the language model and its layers.
        texts: the texts.
        device: `auto`, or a torch device.
        folder: where they are kept until all is trained.
    """
    assert recipe.side
    texts = sorted(set(texts))
    base = model_folder(recipe.base, recipe.revision)
    place = device_of(Settings(device=device))
    frozen: list[FrozenModel] = []
    readings: Readings = {}
    for start in range(0, len(texts), _TEXTS):
        part = texts[start : start + _TEXTS]
        name = digest({"base": str(base), "layers": recipe.side.layers, "texts": part})
        file = folder / f"{name}.pt"
        if not file.exists():
            dtype = "bfloat16" if has_bfloat16(place) else "float32"
            frozen = frozen or [FrozenModel(base, Settings(device=device, dtype=dtype))]
            made, _ = frozen[0].read(part, recipe.side.layers, _kept)
            with write_atomically(file) as temporary:
                torch.save(made, temporary)
        readings |= zip(part, torch.load(file), strict=True)
    return readings


def collate(readings: Readings, examples: Sequence[Any]) -> dict[str, torch.Tensor]:
    """Arguments of `Side.forward` and the labels of examples."""
    judged = [texts for one in examples for texts in one.texts]
    numbers = {text: number for number, text in enumerate(dict.fromkeys(sum(judged, ())))}
    states, signs = zip(*(readings[text] for text in numbers), strict=True)
    rows = [[*(numbers[text] for text in texts), -1][:2] for texts in judged]
    return {
        "states": torch.cat(states),
        "signs": torch.cat(signs),
        "lengths": torch.tensor([len(text) for text in states]),
        "rows": torch.tensor(rows),
        "labels": torch.tensor(np.stack([one.labels for one in examples]), dtype=torch.float32),
    }


def _kept(states: torch.Tensor, signs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    # Copies: what is given are parts of a whole batch.
    return states.to("cpu", torch.bfloat16, copy=True), signs.to("cpu", copy=True)
