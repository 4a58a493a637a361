"""The embedded causal language models: GPT-2s trained from scratch to score sentences.

Their only use is the perplexity of sentences, so they are trained on what they will score: a text
begins at position 0 with its own first word (there is no start token), most texts are single
sentences, and most have the form of a learner corpus.
"""

import csv
import ctypes
import itertools
import math
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.networks.hub import device_of
from gec_attribution.networks.precision import has_bfloat16
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from
from gec_training.language_model.contrast import contrasted, pair_batches
from gec_training.language_model.texts import as_scored, epoch_texts, split_paragraphs
from gec_training.language_model.token_batches import (
    END_OF_TEXT,
    IGNORED,
    batches_of_similar_length,
    character_tokenizer,
    encode,
    train_tokenizer,
)

if TYPE_CHECKING:
    from tokenizers import Tokenizer

CURVE_SENTENCES = 1024


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides the trained model, apart from the corpora.

    Attributes:
        language: `en` (byte-level BPE pieces) or `zh` (characters).
        vocabulary: The most tokens, special ones included.
        layers: Transformer blocks.
        width: Size of the hidden states, a multiple of `heads`.
        heads: Attention heads.
        positions: Longest text in tokens.
        steps: Optimiser steps.
        micro_batch_tokens: Tokens in one forward pass, padding included.
        micro_batches: Forward passes in one step; as many processor cores are well used.
        learning_rate: Peak learning rate of both optimisers.
        weight_decay: Decoupled weight decay of the blocks' matrices.
        warmup_steps: Steps in which the learning rate rises from zero.
        decay: Share of the steps, at the end, in which it falls to zero; in between it is constant.
        evaluate_every: Steps between two held-out losses, each with a checkpoint.
        seed: Seed of the weights, and of the form and order of the texts.
        repeats: How often an epoch has the texts of each corpus; once each by default.
        contrast: Weight of preferring corrections to their sources. Above 0, learners' sentences
            with their corrections are read while the learning rate falls: in every other pass of a
            step, from the first one on.
        penn_share: Share of the English paragraphs tokenised as in learner corpora.
        sentence_share: Share of the English paragraphs cut into sentences.
    """

    language: str
    vocabulary: int
    layers: int
    width: int
    heads: int
    positions: int
    steps: int
    micro_batch_tokens: int
    micro_batches: int
    learning_rate: float
    weight_decay: float
    warmup_steps: int
    decay: float
    evaluate_every: int
    seed: int
    repeats: Sequence[int] | None = None
    contrast: float = 0.0
    penn_share: float = 0.0
    sentence_share: float = 0.0

    def reads_pairs(self, step: int) -> bool:
        """Whether a step, numbered from 0, reads sentences with their corrections."""
        return self.contrast > 0 and step >= self.decay_start

    @property
    def decay_start(self) -> int:
        """The first step with a falling learning rate."""
        return self.steps - round(self.decay * self.steps)

    def rate(self, step: int) -> float:
        """The learning rate of a step, numbered from 0, as a share of the peak."""
        rising = (step + 1) / max(1, self.warmup_steps)
        falling = (self.steps - step) / max(1, self.steps - self.decay_start)
        return min(1.0, rising, falling)


class _Batch(NamedTuple):
    """Token numbers, padded (texts, longest text); if paired, of sources and their corrections."""

    tokens: torch.Tensor
    paired: bool = False

    @property
    def targets(self) -> int:
        """Tokens that are learnt: all but the first of each text, and none of a source."""
        learnt = self.tokens[1::2] if self.paired else self.tokens
        return int((learnt[:, 1:] != IGNORED).sum())


def train_language_model(
    corpora: Sequence[str | Path],
    recipe: Recipe,
    checkpoints: str | Path,
    output: str | Path,
    losses: str | Path,
    *,
    pairs: Sequence[tuple[str, str]] = (),
) -> None:
    """Trains tokenizer and model from scratch, or resumes from the last checkpoint.

    A finished training can be continued with more steps: it then resumes from where the learning
    rate began to fall.

    Args:
        corpora: xz-compressed files, one paragraph per line; every hundredth one is held out.
        recipe: Architecture, schedule and seed.
        checkpoints: Folder of the training's state.
        output: Folder of model (float16) and tokenizer, in the layout of transformers.
        losses: CSV file of the loss curve: step, tokens, split, loss (nats per token), without
            the steps that read pairs.
        pairs: Sentences and their corrections, for a recipe with a contrast.

    Raises:
        InputError: A corpus cannot be read, or pairs are missing.
        ConfigError: The checkpoints belong to another recipe.
    """
    if recipe.contrast and not pairs:
        raise InputError("a recipe with a contrast needs sentences with their corrections")
    _keep_freed_memory()
    checkpoints = Path(checkpoints)
    training, held_out = split_paragraphs(corpora, recipe.repeats)
    tokenizer = _tokenizer(checkpoints / "tokenizer.json", training, recipe)
    scored = as_scored(held_out, recipe.language)
    validation = encode(tokenizer, itertools.islice(scored, CURVE_SENTENCES), recipe.positions)
    torch.manual_seed(recipe.seed)
    model: Any = new_model(recipe, tokenizer.get_vocab_size())
    model.to(device_of(Settings()))
    optimizers = new_optimizers(model, recipe)
    state = _resume(checkpoints, recipe, model, optimizers)
    start, curve = state["step"], state["curve"]
    batches = _batches(tokenizer, training, pairs, recipe, start)
    recent = []
    with _progress() as progress, _side_by_side(model.device, recipe.micro_batches) as parallel_map:
        bar = progress.add_task("training", total=recipe.steps, completed=start, loss=math.nan)
        for step in range(start, recipe.steps):
            if step == recipe.decay_start:
                _save(checkpoints / "plateau.pt", recipe, model, optimizers, state)
            micro_batches = next(batches)
            rate = recipe.rate(step) * recipe.learning_rate
            loss, tokens = _step(
                model, optimizers, micro_batches, rate, parallel_map, recipe=recipe
            )
            if not recipe.reads_pairs(step):
                recent.append(loss)
            done = step + 1
            state["step"] = done
            state["tokens"] += tokens
            progress.update(bar, advance=1, loss=loss)
            if done % recipe.evaluate_every == 0 or done == recipe.steps:
                model.eval()
                with _fast_arithmetic(model.device):
                    held_out_loss = mean_loss(model, validation, recipe.micro_batch_tokens)
                model.train()
                if recent:
                    curve.append((done, state["tokens"], "train", float(np.mean(recent))))
                curve.append((done, state["tokens"], "held-out", held_out_loss))
                recent.clear()
                _write_curve(Path(losses), curve)
                _save(checkpoints / "latest.pt", recipe, model, optimizers, state)
    # Also of a finished training whose files are gone.
    _write_curve(Path(losses), curve)
    save_model(model, tokenizer, Path(output))


def held_out_perplexity(
    corpora: Sequence[str | Path], language: str, folder: str | Path
) -> tuple[float, int]:
    """The perplexity of a trained model on all held-out sentences, and their number of tokens.

    First tokens are not scored, ends of text are.
    """
    model = GPT2LMHeadModel.from_pretrained(folder, dtype=torch.float32)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(folder).backend_tokenizer
    _, held_out = split_paragraphs(corpora)
    texts = encode(tokenizer, as_scored(held_out, language), model.config.n_positions)
    return math.exp(mean_loss(model, texts, 2048)), sum(len(text) - 1 for text in texts)


def new_model(recipe: Recipe, tokens: int) -> GPT2LMHeadModel:
    """A GPT-2 of so many tokens with random weights, input and output embeddings tied."""
    return GPT2LMHeadModel(
        GPT2Config(
            vocab_size=tokens,
            n_positions=recipe.positions,
            n_embd=recipe.width,
            n_layer=recipe.layers,
            n_head=recipe.heads,
            # The same function as GPT-2's own gelu_new, in one kernel.
            activation_function="gelu_pytorch_tanh",
            resid_pdrop=0.0,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            bos_token_id=0,
            eos_token_id=0,
        )
    )


def new_optimizers(model: GPT2LMHeadModel, recipe: Recipe) -> list[torch.optim.Optimizer]:
    """Muon for the matrices of the blocks; AdamW for embeddings, biases and layer norms.

    There are two of Muon, which is slow, so that they can take a step in parallel.

    Muon (Jordan et al. 2024) has its updates scaled to the size of AdamW's, so that one learning
    rate serves both (Liu et al. 2025, arXiv 2502.16982).
    """
    matrices: list[torch.nn.Parameter] = []
    others: list[torch.nn.Parameter] = []
    for name, parameter in model.named_parameters():
        (matrices if ".h." in name and parameter.ndim == 2 else others).append(parameter)
    halves = matrices[::2], matrices[1::2]
    return [
        *(
            torch.optim.Muon(half, weight_decay=recipe.weight_decay, adjust_lr_fn="match_rms_adamw")
            for half in halves
        ),
        torch.optim.AdamW(others, betas=(0.9, 0.95), weight_decay=0.0),
    ]


@torch.no_grad()
def mean_loss(model: GPT2LMHeadModel, texts: Sequence[np.ndarray], batch_tokens: int) -> float:
    """The mean loss in nats per token, the first token of each text left out."""
    total, count = 0.0, 0
    for batch in batches_of_similar_length(texts, batch_tokens, seed=0):
        total += _losses(model, batch).sum().item()
        count += _Batch(batch).targets
    return total / count


def save_model(model: GPT2LMHeadModel, tokenizer: "Tokenizer", folder: Path) -> None:
    """Writes model (float16) and tokenizer in the layout of transformers."""
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=END_OF_TEXT,
        eos_token=END_OF_TEXT,
        unk_token=tokenizer.model.unk_token or END_OF_TEXT,
        pad_token=END_OF_TEXT,
        model_max_length=model.config.n_positions,
        clean_up_tokenization_spaces=False,
    )
    with write_atomically(folder) as temporary:
        deepcopy(model).half().cpu().save_pretrained(temporary)
        wrapped.save_pretrained(temporary)


def _tokenizer(path: Path, paragraphs: Sequence[str], recipe: Recipe) -> "Tokenizer":
    """The tokenizer of the training that is resumed, or a new one."""
    from tokenizers import Tokenizer

    if not path.exists():
        train = character_tokenizer if recipe.language == "zh" else train_tokenizer
        tokenizer = train(epoch_texts(paragraphs, recipe, epoch=0), recipe.vocabulary)
        with write_atomically(path) as temporary:
            tokenizer.save(str(temporary))
    return Tokenizer.from_file(str(path))


def _batches(
    tokenizer: "Tokenizer",
    paragraphs: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    recipe: Recipe,
    start: int,
) -> Iterator[list[_Batch]]:
    """The micro-batches of each step from `start` on, epoch after epoch."""

    def text_batches() -> Iterator[torch.Tensor]:
        for epoch in itertools.count():
            texts = encode(tokenizer, epoch_texts(paragraphs, recipe, epoch), recipe.positions)
            seed = seed_from(recipe.seed, "order", epoch)
            yield from batches_of_similar_length(texts, recipe.micro_batch_tokens, seed)

    sizes = recipe.micro_batch_tokens, recipe.positions
    paired_batches = pair_batches(tokenizer, pairs, *sizes, recipe.seed)
    plain_batches = text_batches()
    count = recipe.micro_batches
    begun = sum(map(recipe.reads_pairs, range(start))) * math.ceil(count / 2)
    plain_batches = itertools.islice(plain_batches, start * count - begun, None)
    paired_batches = itertools.islice(paired_batches, begun, None)
    for step in itertools.count(start):
        paired = [recipe.reads_pairs(step) and number % 2 == 0 for number in range(count)]
        yield [_Batch(next(paired_batches if pair else plain_batches), pair) for pair in paired]


@contextmanager
def _side_by_side(device: torch.device, count: int) -> Iterator[Callable]:
    """A `map` whose calls run in parallel on the processor, each on its own cores."""
    if device.type == "cuda":
        yield map
        return
    cores = torch.get_num_threads()
    torch.set_num_threads(max(1, cores // count))
    share_cores = partial(torch.set_num_threads, torch.get_num_threads())
    try:
        with ThreadPoolExecutor(min(cores, count), initializer=share_cores) as pool:
            yield pool.map
    finally:
        torch.set_num_threads(cores)


def _step(
    model: GPT2LMHeadModel,
    optimizers: Sequence[torch.optim.Optimizer],
    batches: Sequence[_Batch],
    learning_rate: float,
    parallel_map: Callable,
    *,
    recipe: Recipe,
) -> tuple[float, int]:
    """One optimiser step, computed with `parallel_map`.

    Returns:
        The batches' mean loss in nats, and over how many tokens.
    """
    parameters = list(model.parameters())
    tokens = sum(batch.targets for batch in batches)

    def differentiate(batch: _Batch) -> tuple[float, Sequence[torch.Tensor]]:
        with _fast_arithmetic(model.device):
            losses = _losses(model, batch.tokens)
            if batch.paired:
                loss = contrasted(losses, batch.tokens.to(model.device), recipe.contrast) / tokens
            else:
                loss = losses.sum() / tokens
        return loss.item(), torch.autograd.grad(loss, parameters)

    losses, gradients = zip(*parallel_map(differentiate, batches), strict=True)
    for parameter, *parts in zip(parameters, *gradients, strict=True):
        parameter.grad = sum(parts)
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate
    list(parallel_map(lambda optimizer: optimizer.step(), optimizers))
    return sum(losses), tokens


def _losses(model: GPT2LMHeadModel, batch: torch.Tensor) -> torch.Tensor:
    """The losses of all tokens but the first of each text, 0 for padding, (texts, longest - 1).

    Padding is at the right, where no scored token of a causal model sees it: no mask is needed.
    """
    batch = batch.to(model.device)
    read = batch[:, :-1].clamp(min=0)
    logits = model(read, use_cache=False).logits.float()
    losses = torch.nn.functional.cross_entropy(
        logits.flatten(0, 1), batch[:, 1:].flatten(), ignore_index=IGNORED, reduction="none"
    )
    return losses.view_as(read)


def _fast_arithmetic(device: torch.device) -> torch.autocast:
    # Without a cache, for threads would share it.
    return torch.autocast(
        device.type, torch.bfloat16, enabled=_has_bfloat16(device), cache_enabled=False
    )


def _has_bfloat16(device: torch.device) -> bool:
    """Whether matrix products in bfloat16 are computed as such here, not emulated."""
    if device.type == "cuda":
        return has_bfloat16(device)
    return torch.ops.mkldnn._is_mkldnn_bf16_supported()  # noqa: SLF001


def _keep_freed_memory() -> None:
    """Lets glibc's malloc keep freed memory: fresh pages for every activation cost much time."""
    if platform.libc_ver()[0] == "glibc":
        trim_threshold, mmap_max = -1, -4
        libc = ctypes.CDLL(None)
        libc.mallopt(mmap_max, 0)
        libc.mallopt(trim_threshold, 2**31 - 1)


def _save(
    path: Path,
    recipe: Recipe,
    model: GPT2LMHeadModel,
    optimizers: Sequence[torch.optim.Optimizer],
    state: dict[str, Any],
) -> None:
    checkpoint = {
        "recipe": asdict(recipe),
        "model": model.state_dict(),
        "optimizers": [optimizer.state_dict() for optimizer in optimizers],
        "state": state,
    }
    with write_atomically(path) as temporary:
        torch.save(checkpoint, temporary)


def _resume(
    checkpoints: Path,
    recipe: Recipe,
    model: GPT2LMHeadModel,
    optimizers: Sequence[torch.optim.Optimizer],
) -> dict[str, Any]:
    """Loads the last checkpoint that `recipe` can resume from; returns its position."""
    paths = [path for name in ("latest.pt", "plateau.pt") if (path := checkpoints / name).exists()]
    for path in paths:
        checkpoint = torch.load(path, map_location=model.device, weights_only=True)
        if _continues(checkpoint["recipe"], recipe, checkpoint["state"]["step"]):
            model.load_state_dict(checkpoint["model"])
            for optimizer, saved in zip(optimizers, checkpoint["optimizers"], strict=True):
                optimizer.load_state_dict(saved)
            return checkpoint["state"]
    if paths:
        raise ConfigError(
            f"{checkpoints}: has a training with another recipe, which this one cannot resume; "
            "only `steps`, `decay` and `contrast` may differ, and not by so much that the learning "
            "rate would have begun to fall earlier. Give another folder, or remove this one"
        )
    return {"step": 0, "tokens": 0, "curve": []}


def _continues(old: Mapping[str, Any], new: Recipe, step: int) -> bool:
    """Whether the first `step` steps are the same with both recipes."""
    if old.keys() != asdict(new).keys():
        return False
    before = Recipe(**old)
    # Until its learning rate falls, a training does not depend on how many steps it will have.
    before_decay = step <= min(before.decay_start, new.decay_start)
    as_new = replace(before, steps=new.steps, decay=new.decay, contrast=new.contrast)
    return before == new or (before_decay and as_new == new)


def _write_curve(path: Path, curve: Iterable[tuple[int, int, str, float]]) -> None:
    with write_atomically(path) as temporary, temporary.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("step", "tokens", "split", "loss"))
        writer.writerows(
            (step, tokens, split, f"{loss:.4f}") for step, tokens, split, loss in curve
        )


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("loss {task.fields[loss]:.3f}"),
        TimeRemainingColumn(),
    )
