"""Adapters: folders with a side network, over a language model that their configuration names."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file

from gec_attribution.errors import ModelError
from gec_attribution.networks.batches import moved, parts, run_batches
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.networks.encoder import Encoded, Encoder, column_of
from gec_attribution.networks.hub import model_folder
from gec_attribution.networks.model_files import (
    check_descriptions,
    description,
    read_weights,
)
from gec_attribution.networks.side_network import Shape, SideNetwork, SideNetworks
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.json_files import write_json

KIND = "side-network"
"""The `model_type` of an adapter's configuration."""
# Pairs that a GPU judges at once.
PAIRS = 4096


class Adapter:
    """A side network and the language model under it, as an encoder with heads.

    The folders of both, `folders`, identify it.
    """

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Load the adapter in `folder` and its language model.

        Raises:
            ModelError: one of them is missing, damaged or of another kind.
        """
        described = description(folder / "config.json")
        try:
            base = described["base"]
            shape = Shape(**described["shape"])
            network = SideNetworks(shape)
            network.load_state_dict(read_weights(folder))
        except (KeyError, TypeError, RuntimeError) as error:
            raise ModelError(
                f"{folder}: is not an adapter that fits its config.json"
            ) from error
        self.folders = (folder, model_folder(base, None))
        self.shape = shape
        self.language_model = CausalLanguageModel(
            self.folders[1], settings, max_length=settings.max_length
        )
        self.device = self.language_model.model.device
        self.network = network.to(self.device).eval()
        self.tokenizer = self.language_model.tokenizer
        self.batch_tokens = self.language_model.batch_tokens
        # Vectors and cuts of the texts read last, for the pairs that share them.
        self._read: dict[str, tuple[torch.Tensor, bool]] = {}

    def head(self, name: str) -> int:
        """See `Encoder.head`."""
        return column_of(name, self.shape.labels, self.folders[0])

    @torch.inference_mode()
    def encode(
        self, texts: Sequence[str], pairs: Sequence[str] | None = None
    ) -> Encoded:
        """Judge `texts`, or `pairs` beside the texts that they correct; what is equal only once."""
        pooled = np.empty((len(texts), 0))
        if not texts:
            logits = np.empty((0, len(self.shape.labels)))
            return Encoded(logits, pooled, np.empty(0, dtype=bool))
        judged = texts if pairs is None else pairs
        wanted = list(dict.fromkeys([*texts, *judged]))
        new = [text for text in wanted if text not in self._read]
        for part in parts(len(new), self.device):
            self._read_vectors(new[part])
        self._read = {text: self._read[text] for text in wanted}
        vectors, cut = zip(*self._read.values(), strict=True)
        is_cut = np.array(cut, dtype=bool)
        rows = {text: row for row, text in enumerate(wanted)}
        beside = np.array([rows[text] for text in texts])
        own = np.array([rows[text] for text in judged])
        logits = self._judge(torch.stack(vectors), own, beside)
        return Encoded(logits, pooled, is_cut[beside] | is_cut[own])

    def _judge(
        self, vectors: torch.Tensor, own: np.ndarray, beside: np.ndarray
    ) -> np.ndarray:
        """Outputs of the heads for texts beside others, by their rows, (n, heads) float64."""
        outputs = []
        # One pair at a time on a processor, so that no output depends on other pairs.
        step = 1 if self.device.type == "cpu" else PAIRS
        for start in range(0, len(own), step):
            part = slice(start, start + step)
            own_rows = moved(own[part], self.device)
            rows_beside = moved(beside[part], self.device)
            judged = self.network.judge(vectors[own_rows], vectors[rows_beside])
            outputs.append(judged)
        return torch.cat(outputs).cpu().numpy().astype(np.float64)

    def _read_vectors(self, texts: Sequence[str]) -> None:
        """Keep the vectors of texts, and whether each was cut."""

        def project(states: torch.Tensor, signs: torch.Tensor) -> tuple[torch.Tensor]:
            return (self.network.project(states, signs),)

        read, cut = self.language_model.read(texts, self.shape.layers, project)
        tokens = [projected for (projected,) in read]

        def forward(batch: list[int]) -> None:
            vectors = self.network.vectors([tokens[row] for row in batch])
            for row, vector in zip(batch, vectors, strict=True):
                self._read[texts[row]] = (vector, bool(cut[row]))

        lengths = [max(len(text), 1) for text in tokens]
        self.batch_tokens = run_batches(lengths, self.batch_tokens, forward)


def load_judge(
    folder: Path, settings: Settings, tokenizer: Path | None = None
) -> Encoder | Adapter:
    """The encoder with heads, or the adapter, in a folder; arguments as in `Encoder`.

    Raises:
        ModelError: there is none.
    """
    check_descriptions(folder)
    if is_adapter(folder):
        return Adapter(folder, settings)
    return Encoder(folder, settings, heads=True, tokenizer=tokenizer)


def is_adapter(folder: Path) -> bool:
    """Whether a folder has an adapter."""
    file = folder / "config.json"
    return file.is_file() and description(file).get("model_type") == KIND


def save_adapter(members: Sequence[SideNetwork], base: str, folder: Path) -> None:
    """Write an adapter's folder, its weights in float16.

    Args:
        members: the side networks of which the mean counts.
        base: the name of their language model: a known model, or a folder.
        folder: folder to write.
    """
    networks = SideNetworks(replace(members[0].shape, members=len(members)))
    for network, member in zip(networks.members, members, strict=True):
        network.load_state_dict(member.state_dict())
    described = {"model_type": KIND, "base": base, "shape": asdict(networks.shape)}
    weights = networks.half().state_dict()
    with write_atomically(folder) as temporary:
        temporary.mkdir()
        write_json(described, temporary / "config.json")
        save_file(weights, temporary / "model.safetensors")
