"""Training of side networks on a frozen language model's states.

The language model reads each text once, before training. Its states are kept in a folder, part by
part, so that a stopped run goes on from there.
"""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers

from gec_attribution.errors import ConfigError
from gec_attribution.networks.adapter import save_adapter
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.networks.hub import device_of, model_configuration, model_folder
from gec_attribution.networks.precision import has_bfloat16
from gec_attribution.networks.side_network import Shape, SideNetwork
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest
from training.fitting import Lesson, Run, fit
from training.recipes import Impara, Side, Some

Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
Measure = Callable[[np.ndarray, np.ndarray], float]
Readings = dict[str, tuple[torch.Tensor, torch.Tensor]]

_HELD_OUT = ("validation", "test")
_TEXTS = 256


class Example(NamedTuple):
    """Texts that are judged together.

    Attributes:
        texts: the texts, or (source, correction) pairs where the two are compared.
        labels: target of each head for each text, (texts, heads); NaN where none is known.
    """

    texts: Sequence[tuple[str, ...]]
    labels: np.ndarray


@dataclass(frozen=True)
class Judging:
    """Judgements that networks learn.

    Attributes:
        labels: the names of the heads, each with the value that it starts at.
        parts: examples, all with the same number of texts: `train` to learn from, `validation` to
            choose the epoch by, and `test`.
        loss: loss of the heads' outputs and the labels, both (examples, texts, heads).
        measure: quality of outputs and labels of the validation part; the best epoch has the
            highest.
    """

    labels: Mapping[str, float]
    parts: Mapping[str, Sequence[Example]]
    loss: Loss
    measure: Measure


def train_side_networks(
    recipe: Some | Impara, judging: Judging, run: Run
) -> dict[str, np.ndarray]:
    """Train the networks of a recipe, keep the best epoch of each, and write their adapter.

    Args:
        recipe: the language model, the networks' sizes, and how they are trained.
        judging: judgements to learn.
        run: places of files, and the device.

    Returns:
        Outputs of the heads for the parts `validation` and `test`, (examples, texts, heads).

    Raises:
        ModelError: the model is missing or of another kind.
    """
    device = device_of(Settings(device=run.device))
    labels = judging.labels
    parts = judging.parts
    texts = {name: _texts_of(part) for name, part in parts.items()}
    readings = _read(recipe, set.union(*texts.values()), run)
    states = torch.cat([readings[text][0] for text in sorted(texts["train"])]).float()
    collate = partial(_collate, readings)
    texts_learnt = [list(one.texts) for one in parts["train"]]
    identity = [recipe.model_dump(), dict(labels), texts_learnt]

    def batch_loss(
        outputs: Any, labels: torch.Tensor, num_items_in_batch: Any = None
    ) -> Any:
        # The trainer collects the logits, one row an example.
        outputs["logits"] = outputs["logits"].float().reshape(labels.shape)
        mean = judging.loss(outputs["logits"], labels)
        if num_items_in_batch is None:
            return mean
        # The mean over the labels of all forward passes of a step.
        return mean * (labels.numel() / num_items_in_batch)

    def measured(done: Any) -> dict[str, float]:
        return {"measure": judging.measure(done.predictions, done.label_ids)}

    networks = []
    outputs: dict[str, list[Any]] = {name: [] for name in _HELD_OUT}
    for member in range(recipe.side.members):
        once = recipe.fit.model_copy(update={"seed": recipe.fit.seed + member})
        transformers.set_seed(once.seed)
        network = _network(recipe.side, labels, states).to(device)
        lesson = Lesson(once, parts["train"], parts["validation"], collate, identity)
        trainer = fit(
            network,
            lesson,
            device,
            run.checkpoints,
            best="measure",
            compute_loss_func=batch_loss,
            compute_metrics=measured,
        )
        networks.append(network)
        for name, of_members in outputs.items():
            # A list of examples is a data set, although transformers' annotation denies it.
            predicted = trainer.predict(parts[name])  # type: ignore[arg-type]
            of_members.append(predicted.predictions)
    save_adapter(networks, recipe.base, run.output)
    shutil.rmtree(run.checkpoints, ignore_errors=True)
    return {name: np.mean(of_members, axis=0) for name, of_members in outputs.items()}


def _texts_of(examples: Iterable[Example]) -> set[str]:
    """The distinct texts of examples, sources among them."""
    texts: set[str] = set()
    for example in examples:
        texts.update(*example.texts)
    return texts


class Judge(SideNetwork):
    """A side network that the trainer of transformers trains."""

    supports_gradient_checkpointing = False

    def forward(
        self,
        states: torch.Tensor,
        signs: torch.Tensor,
        lengths: torch.Tensor,
        rows: torch.Tensor,
    ) -> dict[str, torch.Tensor]:
        """Outputs of the heads for each text or pair.

        Args:
            states: states of the tokens of all texts, one text after the other.
            signs: signs of the same tokens.
            lengths: tokens of each text.
            rows: the numbers of a source and its correction, or twice that of a text, (rows, 2).
        """
        projected = self.project(states.float(), signs)
        vectors = self.vectors(projected.split(lengths.tolist()))
        return {"logits": self.judge(vectors[rows[:, 1]], vectors[rows[:, 0]])}


def _network(sizes: Side, labels: Mapping[str, float], states: torch.Tensor) -> Judge:
    """A new network; `states` of the tokens to learn from give means and deviations."""
    shape = sizes.model_dump() | {"layers": tuple(sizes.layers)}
    network = Judge(Shape(hidden=states.shape[-1], labels=tuple(labels), **shape))
    network.get_buffer("mean").copy_(states.mean(0))
    network.get_buffer("deviation").copy_(states.std(0) + 1e-4)
    network.heads.bias.data = torch.tensor(list(labels.values()))
    return network


def _read(recipe: Some | Impara, distinct: AbstractSet[str], run: Run) -> Readings:
    """States (in bfloat16) and signs of each text's tokens, kept among the checkpoints.

    Raises:
        ConfigError: the language model does not have all layers.
    """
    texts = sorted(distinct)
    layers = recipe.side.layers
    base = model_folder(recipe.base, recipe.revision)
    last = model_configuration(str(base), None).get_text_config().num_hidden_layers
    if max(layers) > last:
        raise ConfigError(
            f"side.layers: found {layers}; allowed: 0 to {last} of {recipe.base}"
        )
    dtype = "float32"
    if has_bfloat16(device_of(Settings(device=run.device))):
        dtype = "bfloat16"
    settings = Settings(device=run.device, dtype=dtype)
    frozen: CausalLanguageModel | None = None
    readings: Readings = {}
    for start in range(0, len(texts), _TEXTS):
        part = texts[start : start + _TEXTS]
        name = digest({"base": str(base), "layers": layers, "texts": part})
        file = run.checkpoints / "read" / f"{name}.pt"
        if not file.exists():
            frozen = frozen or CausalLanguageModel(
                base, settings, max_length=settings.max_length
            )
            made, _ = frozen.read(part, layers, _copied)
            with write_atomically(file) as temporary:
                torch.save(made, temporary)
        readings |= zip(part, torch.load(file), strict=True)
    return readings


def _copied(
    states: torch.Tensor, signs: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """States in bfloat16, and signs, in the machine's memory."""
    return states.to("cpu", torch.bfloat16), signs.cpu()


def _collate(readings: Readings, examples: Sequence[Any]) -> dict[str, torch.Tensor]:
    """Arguments of `Judge.forward` and the labels of examples."""
    judged = list(chain.from_iterable(one.texts for one in examples))
    distinct = list(dict.fromkeys(chain.from_iterable(judged)))
    states, signs = zip(*map(readings.__getitem__, distinct), strict=True)
    rows = [[distinct.index(texts[0]), distinct.index(texts[-1])] for texts in judged]
    labels = np.stack([one.labels for one in examples])
    return {
        "states": torch.cat(states),
        "signs": torch.cat(signs),
        "lengths": torch.tensor(list(map(len, states))),
        "rows": torch.tensor(rows),
        "labels": torch.tensor(labels, dtype=torch.float32),
    }
