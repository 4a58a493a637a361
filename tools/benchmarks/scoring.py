"""How fast the scoring engine is, compared with scoring pairs as the authors' experiments do.

The authors' way: each experiment scores every coalition again, in batches of 32 within a sentence,
and encoders pad every text to 128 tokens. Duplicates and padding are computed in vain. The floor is
the cost of only the distinct tokens, at the speed of the authors' way.
"""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import torch

from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import full_mask, lattice_masks
from gec_attribution.games.game import Game
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import load_metric
from gec_attribution.metrics.impara import Impara
from gec_attribution.metrics.perplexity import Perplexity
from gec_attribution.metrics.some import Some
from gec_attribution.networks.hub import load_tokenizer
from gec_attribution.networks.plain import PlainTokenizer
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.seeds import seed_from

if TYPE_CHECKING:
    from transformers import BatchEncoding, PreTrainedModel, PreTrainedTokenizerFast

Pairs = Sequence[tuple[str, str]]  # of source and sentence
Sentences = Sequence[tuple[str, Sequence[Edit]]]  # source and edits of every line
Benchmarked = Some | Impara | Perplexity

PADDED_LENGTH = 128
BATCH_SIZE = 32
# Batches on which the authors' way is timed; all of its tokens cost about the same.
TIMED_BATCHES = 12


def sample_lines(systems: Sequence[Sentences], count: int, seed: int) -> list[Sentences]:
    """The same lines of every system, `count` of them, chosen by their sources.

    Args:
        systems: for each system the source and edits of every line.
        count: lines wanted.
        seed: another seed takes other lines.
    """
    sources = [source for source, _ in systems[0]]
    lines = sorted(range(len(sources)), key=lambda line: seed_from(seed, sources[line]))[:count]
    return [[sentences[line] for line in sorted(lines)] for sentences in systems]


def listed_batches(systems: Iterable[Sentences]) -> list[Pairs]:
    """The batches of pairs that the authors' code scores, batch after batch.

    Counted are Figure 3 (without its regrouped sentences), Figure 4 and Figure 6, on sentences with
    at most ten edits.

    Args:
        systems: for each system the source and edits of every line.
    """
    batches: list[Pairs] = []
    for text, edits in itertools.chain(*systems):
        n = len(edits)
        if not 1 <= n <= 10:
            continue
        game = Game.of_correction(text, edits, ENGLISH)
        whole, single = full_mask(n), np.uint64(1) << np.arange(n, dtype=np.uint64)
        shapley, add, sub = (
            game.texts(np.array([*masks, 0, whole], dtype=np.uint64))
            for masks in (lattice_masks(n), single, single ^ np.uint64(whole))
        )
        figure_3 = [shapley, add, sub] if n >= 3 else []
        figure_4 = [shapley, add, sub] if n >= 2 else []
        for call in (*figure_3, *figure_4, shapley):
            pairs = [(game.source, sentence) for sentence in call]
            batches += [
                pairs[start : start + BATCH_SIZE] for start in range(0, len(pairs), BATCH_SIZE)
            ]
    return batches


def benchmark_scoring(batches: Sequence[Pairs], metrics: Mapping[str, Benchmarked]) -> pd.DataFrame:
    """Time both ways of scoring what the experiments list.

    Args:
        batches: the authors' batches (`listed_batches`).
        metrics: the metrics by name.

    Returns:
        One row per metric, and one, `all`, for their sum.

        - `listed_pairs`, `distinct_pairs`: what is scored the authors' way, and ours
        - `official_tokens`, `distinct_tokens`, `computed_tokens`: with padding and duplicates;
          without either; ours
        - `official_seconds`, `seconds`: on a CPU those of the processor, so that other work on the
          machine does not count
        - `ratio`, `floor_ratio`: of the seconds; and of the tokens, which is what no padding and no
          duplicates would gain
        - `floor_share`: of the two ratios
        - `tokens_per_second`, `pairs_per_second`: distinct ones, our way
    """
    distinct = list(dict.fromkeys(itertools.chain(*batches)))
    table = pd.DataFrame([_compare(metric, batches, distinct) for metric in metrics.values()])
    total = table.sum()
    total[["listed_pairs", "distinct_pairs"]] = table.loc[0, ["listed_pairs", "distinct_pairs"]]
    table = pd.concat([table, total.to_frame().T], ignore_index=True)
    table["ratio"] = table["official_seconds"] / table["seconds"]
    table["floor_ratio"] = table["official_tokens"] / table["distinct_tokens"]
    table["floor_share"] = table["ratio"] / table["floor_ratio"]
    table["tokens_per_second"] = table["distinct_tokens"] / table["seconds"]
    table["pairs_per_second"] = table["distinct_pairs"] / table["seconds"]
    table.insert(0, "metric", [*metrics, "all"])
    return table


def random_metrics(
    folder: Path, encoder_tokenizer: Path, language_model_tokenizer: Path, **settings: Any
) -> dict[str, Benchmarked]:
    """SOME, IMPARA and perplexity with random weights of the sizes of BERT-base and GPT-2.

    Args:
        folder: where the models are written.
        encoder_tokenizer: folder of a tokenizer for BERT.
        language_model_tokenizer: folder of a tokenizer for GPT-2.
        settings: see `load_metric`.
    """
    import transformers

    with torch.random.fork_rng():
        torch.manual_seed(0)
        encoder = transformers.BertForSequenceClassification(
            transformers.BertConfig(num_labels=1)  # type: ignore[call-arg]
        )
        language_model = transformers.GPT2LMHeadModel(transformers.GPT2Config())
    for model, tokenizer, name in (
        (encoder, encoder_tokenizer, "encoder"),
        (language_model, language_model_tokenizer, "gpt2"),
    ):
        model.save_pretrained(folder / name)
        fast = transformers.AutoTokenizer.from_pretrained(tokenizer, trust_remote_code=False)
        fast.save_pretrained(folder / name)
    # Five encoders with the same weights, each of which has passes of its own.
    for name in ("some/grammer", "some/fluency", "some/meaning", "quality", "similarity"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to((folder / "encoder").resolve())
    entries = {
        "some": {"type": "some", "model": str(folder / "some")},
        "impara": {
            "type": "impara",
            "quality_estimator": str(folder / "quality"),
            "similarity_estimator": str(folder / "similarity"),
        },
        "ppl": {"type": "perplexity", "model": str(folder / "gpt2")},
    }
    metrics: dict[str, Any] = {
        name: load_metric(name, entry, **settings) for name, entry in entries.items()
    }
    return metrics


@dataclass(frozen=True)
class _Pass:
    """One model's part in the authors' code: what it reads of each pair, and to what length.

    Attributes:
        model: the model.
        tokenizer: its tokenizer.
        parts: 0 for the source, 1 for the sentence.
        length: tokens each text is padded to; None for the longest of its batch.
    """

    model: "PreTrainedModel"
    tokenizer: "PreTrainedTokenizerFast"
    parts: tuple[int, ...]
    length: int | None = PADDED_LENGTH

    def inputs(self, batch: Pairs) -> "BatchEncoding":
        """A batch as the authors give it to the model."""
        return self.tokenizer(
            *([pair[part] for pair in batch] for part in self.parts),
            padding="max_length" if self.length else "longest",
            max_length=self.length,
            truncation=True,
            return_tensors="pt",
        )

    @torch.no_grad()
    def run(self, batch: Pairs) -> None:
        """Read a batch."""
        self.model(**self.inputs(batch).to(self.model.device))

    def distinct_texts(self, pairs: Pairs) -> set[tuple[str, ...]]:
        """The distinct texts that the model reads of `pairs`."""
        return {tuple(pair[part] for part in self.parts) for pair in pairs}


def _passes(metric: Benchmarked) -> list[_Pass]:
    match metric:
        case Some(encoders=encoders):
            parts = {"grammaticality": (1,), "fluency": (1,), "meaning": (0, 1)}
            read = [(encoders[name], of) for name, of in parts.items()]
        case Impara(quality_encoder=quality, similarity_encoder=similarity):
            read = [(quality, (1,)), (similarity, (0,)), (similarity, (1,))]
        case Perplexity(language_model=read):
            tokenizer = _official_tokenizer(read.tokenizer)
            tokenizer.pad_token = tokenizer.eos_token
            return [_Pass(read.model, tokenizer, (1,), length=None)]
    return [
        _Pass(encoder.model, _official_tokenizer(encoder.tokenizer), of) for encoder, of in read
    ]


def _official_tokenizer(tokenizer: Any) -> Any:
    """The same tokenizer as the authors' code has it."""
    return load_tokenizer(tokenizer.folder) if isinstance(tokenizer, PlainTokenizer) else tokenizer


def _compare(metric: Benchmarked, batches: Sequence[Pairs], distinct: Pairs) -> dict[str, float]:
    passes = _passes(metric)
    chosen = np.linspace(0, len(batches) - 1, min(TIMED_BATCHES, len(batches))).astype(int)
    timed = [batches[index] for index in chosen]
    for model_pass in passes:  # the first run of a model is slower
        model_pass.run(timed[0])
    with _stopwatch(passes[0].model) as official_seconds:
        for batch, model_pass in itertools.product(timed, passes):
            model_pass.run(batch)
    with _token_counter(passes) as computed_tokens, _stopwatch(passes[0].model) as seconds:
        sources, sentences = zip(*distinct, strict=True)
        score_pairs(metric, sources, sentences)
    official_tokens = _padded_tokens(passes, batches)
    return {
        "listed_pairs": sum(map(len, batches)),
        "distinct_pairs": len(distinct),
        "official_tokens": official_tokens,
        "distinct_tokens": _distinct_tokens(passes, distinct),
        "computed_tokens": computed_tokens(),
        "official_seconds": official_seconds() * official_tokens / _padded_tokens(passes, timed),
        "seconds": seconds(),
    }


def _padded_tokens(passes: Iterable[_Pass], batches: Iterable[Pairs]) -> int:
    return sum(
        len(batch) * one.length if one.length else one.inputs(batch)["input_ids"].numel()
        for batch, one in itertools.product(batches, passes)
    )


def _distinct_tokens(passes: Iterable[_Pass], pairs: Pairs) -> int:
    """Tokens of the distinct texts that each model reads."""
    texts: dict[PreTrainedModel, set[tuple[str, ...]]] = {}
    for model_pass in passes:
        texts.setdefault(model_pass.model, set()).update(model_pass.distinct_texts(pairs))
    tokenizers = {model_pass.model: model_pass.tokenizer for model_pass in passes}
    return sum(
        len(ids)
        for model, distinct in texts.items()
        for ids in tokenizers[model](*zip(*distinct, strict=True), truncation=True)["input_ids"]
    )


@contextmanager
def _token_counter(passes: Iterable[_Pass]) -> Iterator[Callable[[], int]]:
    """Counts the tokens, padding included, that the models compute in the block."""
    counts = []

    def count(_module: object, _inputs: object, output: Any) -> None:
        counts.append(output.last_hidden_state[..., 0].numel())

    with ExitStack() as hooks:
        for model in {one.model for one in passes}:
            hooks.enter_context(model.base_model.register_forward_hook(count))
        yield lambda: sum(counts)


@contextmanager
def _stopwatch(model: "PreTrainedModel") -> Iterator[Callable[[], float]]:
    """Measures the seconds of the block: of the processor, or of the clock where a GPU computes."""
    on_gpu = model.device.type == "cuda"
    clock = time.perf_counter if on_gpu else time.process_time
    times = [clock()]
    yield lambda: times[1] - times[0]
    if on_gpu:
        torch.cuda.synchronize()
    times.append(clock())
