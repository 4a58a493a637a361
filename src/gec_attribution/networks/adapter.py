"""Adapters: folders with a side network, over a language model that their configuration names."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file

from gec_attribution.errors import ModelError, unknown
from gec_attribution.languages.tokenisation import detokenise
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.networks.encoder import Encoded, Encoder
from gec_attribution.networks.hub import model_folder, read_weights, run_batches
from gec_attribution.networks.side_network import Shape, SideNetwork, padded
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.json_files import read_json, write_json

KIND = "side-network"
"""The `model_type` of an adapter's configuration."""


class FrozenModel:
    """A causal language model that reads English as it is written, and whose states are wanted."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Load the model in `folder`; of the settings, `max_length` counts as well."""
        self.language_model = CausalLanguageModel(folder, settings)
        self.language_model.max_length = min(self.language_model.max_length, settings.max_length)

    def read(
        self, texts: Sequence[str], layers: Sequence[int], take: Callable[..., Any]
    ) -> tuple[list[Any], np.ndarray]:
        """What `take` makes of the states and signs of each text's tokens, and which were cut.

        Args:
            texts: tokens between spaces, or ordinary text.
            layers: of which states are wanted.
            take: as in `CausalLanguageModel.read`, but for the number; called once for texts of the
                same tokens.
        """
        tokens = self.language_model.encode([detokenise(text) for text in texts], whole=True)
        numbers = {ids: number for number, ids in enumerate(dict.fromkeys(t.ids for t in tokens))}
        made: list[Any] = [None] * len(numbers)

        def keep(number: int, states: torch.Tensor, signs: torch.Tensor) -> None:
            made[number] = take(states, signs)

        self.language_model.read(list(numbers), layers, keep)
        cut = np.array([text.cut for text in tokens], dtype=bool)
        return [made[numbers[text.ids]] for text in tokens], cut


class Adapter:
    """A side network and the language model under it, as an encoder with heads.

    Attributes:
        folders: that of the adapter and that of the language model, which identify it.
        tokenizer: that of the language model.
    """

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Load the adapter in `folder` and its language model.

        Raises:
            ModelError: one of them is missing, damaged or of another kind.
        """
        described = read_json(folder / "config.json")
        try:
            base, shape = described["base"], Shape(**described["shape"])
            network = SideNetwork(shape)
            network.load_state_dict(read_weights(folder))
        except (KeyError, TypeError, RuntimeError) as error:
            raise ModelError(f"{folder}: is not an adapter that fits its config.json") from error
        self.folders = (folder, model_folder(base, None))
        self.shape = shape
        self.frozen = FrozenModel(self.folders[1], settings)
        self.network = network.to(self.frozen.language_model.model.device).eval()
        self.tokenizer = self.frozen.language_model.tokenizer
        self.batch_tokens = settings.batch_tokens
        # What was read last: pairs follow the texts that are one side of them.
        self._read: dict[str, tuple[torch.Tensor, bool]] = {}

    def head(self, name: str) -> int:
        """The column of `Encoded.logits` for the head `name`; a single head needs no name.

        Raises:
            ModelError: the adapter has several heads and none of that name.
        """
        labels = self.shape.labels
        if len(labels) > 1 and name not in labels:
            raise ModelError(f"{self.folders[0]}/config.json: {unknown('head', name, labels)}")
        return labels.index(name) if name in labels else 0

    @torch.inference_mode()
    def encode(self, texts: Sequence[str], pairs: Sequence[str] | None = None) -> Encoded:
        """Judge `texts`, or pairs of `texts` and `pairs`; what is equal only once."""
        sides = [texts] if pairs is None else [texts, pairs]
        wanted = list(dict.fromkeys(text for side in sides for text in side))
        new = [text for text in wanted if text not in self._read]
        made, cut = self.frozen.read(new, self.shape.layers, self.network.project)
        known = self._read | dict(zip(new, zip(made, cut, strict=True), strict=True))
        self._read = {text: known[text] for text in wanted}
        rows = list(zip(*sides, strict=True))
        numbers = {row: number for number, row in enumerate(dict.fromkeys(rows))}
        distinct = [[self._read[text][0] for text in row] for row in numbers]
        logits = np.empty((len(distinct), len(self.shape.labels)))

        def forward(batch: list[int]) -> None:
            logits[batch] = self.network.judge(*padded([distinct[row] for row in batch])).cpu()

        lengths = [sum(map(len, parts)) for parts in distinct]
        self.batch_tokens = run_batches(lengths, self.batch_tokens, forward)
        return Encoded(
            logits[[numbers[row] for row in rows]],
            np.empty((len(rows), 0)),
            np.array([any(self._read[text][1] for text in row) for row in rows], dtype=bool),
        )


def load_judge(
    folder: Path, settings: Settings, tokenizer: Path | None = None
) -> Encoder | Adapter:
    """The encoder with heads, or the adapter, in a folder; arguments as in `Encoder`.

    Raises:
        ModelError: there is none.
    """
    if is_adapter(folder):
        return Adapter(folder, settings)
    return Encoder(folder, settings, heads=True, tokenizer=tokenizer)


def is_adapter(folder: Path) -> bool:
    """Whether a folder has an adapter."""
    file = folder / "config.json"
    return file.is_file() and json.loads(file.read_bytes()).get("model_type") == KIND


def save_adapter(network: SideNetwork, base: str, folder: Path) -> None:
    """Write an adapter's folder, its weights in float16.

    Args:
        network: the side network.
        base: the name of its language model: a known model, or a folder.
        folder: where to.
    """
    described = {"model_type": KIND, "base": base, "shape": asdict(network.shape)}
    weights = {name: weight.half().contiguous() for name, weight in network.state_dict().items()}
    with write_atomically(folder) as temporary:
        temporary.mkdir()
        write_json(described, temporary / "config.json")
        save_file(weights, temporary / "model.safetensors")
