"""Side networks, trained on what a frozen language model made of the texts.

The language model reads each text once, before training. What it made of them is kept in a folder,
part by part, so that a run that is stopped goes on from there.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gec_attribution.networks.adapter import FrozenModel
from gec_attribution.networks.hub import device_of, model_folder
from gec_attribution.networks.precision import has_bfloat16
from gec_attribution.networks.side_network import Shape, SideNetwork
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest
from training.recipes import Base, Side

Readings = dict[str, tuple[torch.Tensor, torch.Tensor]]
_TEXTS = 256


class Judge(SideNetwork):
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
            rows: the numbers of a source and its correction, or twice that of a text, (rows, 2).
        """
        vectors = self.vectors(self.project(states.float(), signs).split(lengths.tolist()))
        return {"logits": self.judge(vectors[rows[:, 1]], vectors[rows[:, 0]])}


def side_network(sizes: Side, labels: Mapping[str, float], states: torch.Tensor) -> Judge:
    """A new side network, whose heads start at the labels' values.

    Args:
        sizes: its sizes.
        labels: names of the heads with these values.
        states: those of the tokens to learn from, which say what is usual.
    """
    network = Judge(Shape(hidden=states.shape[-1], labels=tuple(labels), **sizes.model_dump()))
    network.get_buffer("mean").copy_(states.mean(0))
    network.get_buffer("deviation").copy_(states.std(0) + 1e-4)
    network.heads.bias.data = torch.tensor(list(labels.values()))
    return network


def read_texts(
    recipe: Base, layers: Sequence[int], texts: Iterable[str], device: str, folder: Path
) -> Readings:
    """States (in bfloat16) and signs of each text's tokens.

    Args:
        recipe: names the language model.
        layers: whose states are wanted.
        texts: the texts.
        device: `auto`, or a torch device.
        folder: where they are kept until all is trained.
    """
    texts = sorted(set(texts))
    base = model_folder(recipe.base, recipe.revision)
    place = device_of(Settings(device=device))
    frozen: list[FrozenModel] = []
    readings: Readings = {}
    for start in range(0, len(texts), _TEXTS):
        part = texts[start : start + _TEXTS]
        name = digest({"base": str(base), "layers": layers, "texts": part})
        file = folder / f"{name}.pt"
        if not file.exists():
            dtype = "bfloat16" if has_bfloat16(place) else "float32"
            frozen = frozen or [FrozenModel(base, Settings(device=device, dtype=dtype))]
            made, _ = frozen[0].read(part, layers, _kept)
            with write_atomically(file) as temporary:
                torch.save(made, temporary)
        readings |= zip(part, torch.load(file), strict=True)
    return readings


def collate(readings: Readings, examples: Sequence[Any]) -> dict[str, torch.Tensor]:
    """Arguments of `Judge.forward` and the labels of examples."""
    judged = [texts for one in examples for texts in one.texts]
    numbers = {text: number for number, text in enumerate(dict.fromkeys(chain(*judged)))}
    states, signs = zip(*(readings[text] for text in numbers), strict=True)
    rows = [[numbers[texts[0]], numbers[texts[-1]]] for texts in judged]
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
