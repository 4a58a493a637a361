"""A small GECToR: the lower layers of an encoder that learnt grammar, and heads for tags.

It is trained in two stages (Omelianchuk et al. 2020, section 4, has three): on synthetic errors in
correct English, then on learners' sentences and their corrections. A sentence is an example as it
is in each round of correction, up to the last, in which nothing is left to correct.

The encoder cannot see case. So sources are put in lower case before they are tagged: a word that
should have a capital has the tag that gives it one, which changes nothing where it has it already.
A wrong capital is not corrected.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import compress, product
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit
from gec_attribution.judging.errant_scores import corpus_score
from gec_attribution.languages import Extractor
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from
from gec_attribution.systems.gector_tags import CASES, KEEP, START, apply_tags, inflect
from gec_training.data.synthetic_errors import (
    apply_labelled,
    draw_errors,
    learn_lexicon,
)
from gec_training.gector.tagging import tags_between
from gec_training.loop.steps import batch_at, steps_in_epoch, train
from gec_training.loop.text_model import load_encoder

if TYPE_CHECKING:
    import torch
    from transformers import BatchEncoding, PreTrainedTokenizerBase

    from gec_attribution.systems.gector_model import Tagger

Example = tuple[list[str], list[str]]
Score = Callable[["Learners", Sequence[str]], float]

_IGNORED = -100
_DROPOUT = 0.1
_LEXICON_SIZE = 3000
# Words per synthetic error; and the share of sentences with none.
_SPACING, _ERRORLESS = 9, 0.1
# Tags do not correct spelling, and no tag brings back a word that was replaced by another one.
_UNTAGGABLE = frozenset(("spelling", "word"))
_LOST_COMMAS, _LOST_STOPS = 0.3, 0.1
# Sentences from which tags are counted; and how often a learner's sentence must need a tag.
_COUNTED, _TIMES = 4000, 3
# Synthetic examples, in addition to learners' ones, in a step of the second stage.
_REMEMBERED = 16
_REMEMBERED_WEIGHT = 0.3
# Thresholds that are tried.
_GRID = [round(0.1 * tenth, 1) for tenth in range(10)]


def example_rounds(source: Sequence[str], target: Sequence[str]) -> list[Example]:
    """The input of each round of a correction, in lower case, with its tags; the last has no edit.

    Args:
        source: tokens of a sentence with errors.
        target: tokens of its correction.
    """
    rounds: list[Example] = []
    seen = _lower(source)
    while True:
        tags = tags_between(seen, target)
        rounds.append((seen, tags))
        following = _lower(apply_tags(seen, tags, inflect))
        if following == seen:
            return rounds
        seen = following


def damage(
    tokens: Sequence[str], lexicon: Sequence[str], generator: np.random.Generator
) -> list[str]:
    """A copy of a correct sentence with errors that tags can correct: few, or sometimes none."""
    if generator.random() < _ERRORLESS:
        return list(tokens)
    count = 1 + int(generator.poisson(len(tokens) / _SPACING))
    errors = draw_errors(tokens, count, lexicon, generator)
    damaged, _ = apply_labelled(tokens, [e for e in errors if e.type not in _UNTAGGABLE])
    lost = {",": _LOST_COMMAS, ".": _LOST_STOPS}
    return [token for token in damaged if generator.random() >= lost.get(token, 0.0)]


@dataclass(frozen=True)
class Synthetic:
    """Correct sentences from which synthetic examples are made.

    Attributes:
        sentences: tokenised, ordered by length.
    """

    sentences: Sequence[list[str]]

    @cached_property
    def lexicon(self) -> list[str]:
        """Frequent words of the sentences."""
        return learn_lexicon(self.sentences, _LEXICON_SIZE)

    def draw(self, count: int, generator: np.random.Generator) -> list[Example]:
        """An example, any round of its correction, for `count` sentences of similar length."""
        window = min(len(self.sentences), 16 * count)
        start = generator.integers(len(self.sentences) - window + 1)
        examples = []
        for row in start + generator.choice(window, size=min(count, window), replace=False):
            rounds = example_rounds(
                damage(self.sentences[row], self.lexicon, generator), self.sentences[row]
            )
            # Mostly the first round, which all sentences have.
            examples.append(rounds[min(int(generator.geometric(0.7)), len(rounds)) - 1])
        return examples


@dataclass(frozen=True)
class Learners:
    """Learners' sentences and their corrections.

    Attributes:
        sources: the sentences as they were written.
        inputs: each as the tagger reads it, its spelling corrected already.
        references: the corrections of each.
    """

    sources: Sequence[str]
    inputs: Sequence[str]
    references: Sequence[Sequence[str]]

    def split(self, seed: int) -> tuple["Learners", "Learners"]:
        """Nine tenths to learn from and a tenth to tune on, chosen by the sources' content."""
        held_out = [seed_from(seed, "held out", source) % 10 == 0 for source in self.sources]
        return self._part([not held for held in held_out]), self._part(held_out)

    def examples(self) -> list[Example]:
        """All rounds of every sentence towards every correction."""
        return [
            example
            for text, references in zip(self.inputs, self.references, strict=True)
            for reference in references
            for example in example_rounds(text.split(), reference.split())
        ]

    def _part(self, kept: Sequence[bool]) -> "Learners":
        return Learners(
            [*compress(self.sources, kept)],
            [*compress(self.inputs, kept)],
            [*compress(self.references, kept)],
        )


def train_gector(
    start: Path,
    sentences: Sequence[list[str]],
    learners: Learners,
    folder: Path,
    work: Path,
    *,
    score: Score,
    layers: int,
    positions: int,
    tags: int,
    steps: int,
    examples_a_step: int,
    learning_rate: float,
    epochs: int,
    fine_tuning_rate: float,
    seed: int,
    device: str = "auto",
) -> pd.DataFrame:
    """Trains a tagger in two stages, tunes its thresholds, and writes it to `folder`.

    Args:
        start: folder of a BERT encoder that knows no case, with its tokenizer.
        sentences: tokenised, correct, ordered by length.
        learners: what the second stage learns from, but for a tenth that thresholds are tuned on.
        folder: gets the checkpoint, 16-bit.
        work: gets checkpoints and losses.csv of each stage; a run found there is resumed.
        score: of learners' sentences and a hypothesis for each; see `errant_score`.
        layers: how many of the encoder's layers to keep.
        positions: the longest input, in pieces.
        tags: size of the tag vocabulary, <OOV> counted and <PAD> not.
        steps: of the first stage.
        examples_a_step: of the first stage; the second has half as many learners' ones.
        learning_rate: the highest one of the first stage.
        epochs: passes over the learners' examples.
        fine_tuning_rate: the highest learning rate of the second stage.
        seed: of everything random.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".

    Returns:
        Rows keep_confidence, min_error_prob, score: the held-out tenth with each pair of
        thresholds. The checkpoint has the first pair with the highest score.
    """
    from gec_attribution.systems.gector_model import save_checkpoint

    learnt, held_out = learners.split(seed)
    synthetic, examples = Synthetic(sentences), learnt.examples()
    vocabulary = choose_tags(synthetic, examples, tags, seed)
    tagger, tokenizer = cut_tagger(
        start, len(vocabulary), layers=layers, positions=positions, seed=seed, device=device
    )
    teaching = Teaching(tagger, tokenizer, vocabulary)
    train(
        tagger,
        lambda step: teaching.losses(
            synthetic.draw(examples_a_step, np.random.default_rng(seed_from(seed, "drawn", step)))
        ),
        steps=steps,
        learning_rate=learning_rate,
        folder=work / "synthetic",
        seed=seed,
        warmup=min(100, steps // 10),
        decay=0.5,
        weight_decay=0.01,
        description="synthetic errors",
    )
    size = examples_a_step // 2
    epoch = steps_in_epoch(len(examples), size)

    def learners_losses(step: int) -> dict[str, "torch.Tensor"]:
        rows = batch_at(step, len(examples), size, seed_from(seed, "learners"))
        generator = np.random.default_rng(seed_from(seed, "remembered", step))
        remembered = teaching.losses(synthetic.draw(_REMEMBERED, generator))
        return teaching.losses([examples[row] for row in rows]) | {
            "synthetic": _REMEMBERED_WEIGHT * cast("torch.Tensor", sum(remembered.values()))
        }

    train(
        tagger,
        learners_losses,
        steps=epochs * epoch,
        learning_rate=fine_tuning_rate,
        folder=work / "learners",
        seed=seed,
        warmup=epoch // 4,
        decay=0.9,
        weight_decay=0.01,
        description="learners' errors",
    )
    save = partial(save_checkpoint, tagger, vocabulary, tokenizer)
    with write_atomically(work / "untuned") as temporary:
        save(temporary)
    figures = tune(work / "untuned", held_out, score)
    best = figures.loc[figures["score"].idxmax()]
    with write_atomically(folder) as temporary:
        save(
            temporary,
            keep_confidence=float(best["keep_confidence"]),
            min_error_prob=float(best["min_error_prob"]),
        )
    return figures


def tune(folder: Path, held_out: Learners, score: Score) -> pd.DataFrame:
    """Scores with all pairs of thresholds, in steps of a tenth; columns as `train_gector` says."""
    from gec_attribution.systems.gector import Gector

    system = Gector(model=str(folder), settings=Settings())
    rows = []
    for system.keep_confidence, system.min_error_prob in product(_GRID, _GRID):
        hypotheses = system.correct(held_out.inputs)
        thresholds = system.keep_confidence, system.min_error_prob
        rows.append((*thresholds, score(held_out, hypotheses)))
    return pd.DataFrame(rows, columns=["keep_confidence", "min_error_prob", "score"])


def errant_score(extractor: Extractor) -> Score:
    """ERRANT's F0.5 of hypotheses on their references; the edits of a pair are extracted once."""
    known: dict[tuple[str, str], tuple[Edit, ...]] = {}

    def edits_of(sources: Sequence[str], corrections: Sequence[str]) -> list[tuple[Edit, ...]]:
        pairs = list(zip(sources, corrections, strict=True))
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        known.update(zip(new, extractor.extract(new), strict=True))
        return [known[pair] for pair in pairs]

    def score(learners: Learners, hypotheses: Sequence[str]) -> float:
        coders = zip(*learners.references, strict=True)
        references = [edits_of(learners.sources, coder) for coder in coders]
        edits = edits_of(learners.sources, hypotheses)
        _, scores = corpus_score(edits, list(zip(*references, strict=True)))
        return scores.f

    return score


def choose_tags(
    synthetic: Synthetic, learners: Iterable[Example], size: int, seed: int
) -> list[str]:
    """The tags to learn: <OOV>, $KEEP, those learners' sentences need, then the most frequent."""
    needed = Counter(tag for _, tags in learners for tag in tags)
    generator = np.random.default_rng(seed_from(seed, "tags"))
    counts: Counter[str] = Counter()
    for _ in range(_COUNTED // 100):
        for _, tags in synthetic.draw(100, generator):
            counts.update(tags)
    ranked = sorted(needed, key=lambda tag: (-needed[tag], tag))
    chosen = ["<OOV>", KEEP, *(tag for tag in ranked if needed[tag] >= _TIMES and tag != KEEP)]
    chosen += sorted(counts.keys() - set(chosen), key=lambda tag: (-counts[tag], tag))
    return chosen[:size]


def cut_tagger(
    start: Path, tags: int, *, layers: int, positions: int, seed: int, device: str
) -> tuple["Tagger", "PreTrainedTokenizerBase"]:
    """A tagger on the lower layers of a BERT encoder, and its tokenizer, which knows $START.

    Args:
        start: folder of the encoder and its tokenizer.
        tags: how many tags.
        layers: how many of the encoder's layers to keep.
        positions: the longest input, in pieces.
        seed: of the heads.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".
    """
    import torch

    from gec_attribution.systems.gector_model import Tagger

    full = load_encoder(start, device=device)
    config = deepcopy(full.model.config)
    config.num_hidden_layers = layers
    config.max_position_embeddings = positions
    config.vocab_size += 1
    config.architectures = None
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = _DROPOUT
    torch.manual_seed(seed_from(seed, "heads"))
    tagger = Tagger(config, tags, pooler=True)
    # In bfloat16 on a CPU, training takes half the time it takes with the fused kernel.
    tagger.bert.set_attn_implementation("eager")
    weights = full.model.state_dict()
    words, places = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
    # $START begins as [CLS], which is also before a sentence.
    cls = weights[words][full.tokenizer.cls_token_id]
    weights[words] = torch.cat([weights[words], cls[None]])
    weights[places] = weights[places][:positions]
    own = tagger.bert.state_dict()
    tagger.bert.load_state_dict({name: weights.get(name, value) for name, value in own.items()})
    full.tokenizer.add_special_tokens({"additional_special_tokens": [START]})
    full.tokenizer.model_max_length = positions
    return tagger.to(full.model.device), full.tokenizer


@dataclass(frozen=True)
class Teaching:
    """A tagger that is being taught.

    Attributes:
        tagger: the model.
        tokenizer: knows $START.
        tags: the tag of each of the model's outputs.
    """

    tagger: "Tagger"
    tokenizer: "PreTrainedTokenizerBase"
    tags: Sequence[str]

    @cached_property
    def _index(self) -> dict[str, int]:
        return {tag: index for index, tag in enumerate(self.tags)}

    def losses(self, examples: Sequence[Example]) -> dict[str, "torch.Tensor"]:
        """Cross entropy of the tags and of detection, over the first pieces of words."""
        from torch.nn.functional import cross_entropy

        device = next(self.tagger.parameters()).device
        inputs = self.tokenizer(
            [[START, *tokens] for tokens, _ in examples],
            is_split_into_words=True,
            padding=True,
            truncation=True,
            return_tensors="pt",
        )
        labels, wrong = self._labels(inputs, examples)
        said, doubted = self.tagger(
            inputs["input_ids"].to(device), inputs["attention_mask"].to(device)
        )
        first_pieces = labels != _IGNORED
        return {
            "tags": cross_entropy(said[first_pieces].float(), labels[first_pieces].to(device)),
            "detection": cross_entropy(
                doubted[first_pieces].float(), wrong[first_pieces].to(device)
            ),
        }

    def _labels(
        self, inputs: "BatchEncoding", examples: Sequence[Example]
    ) -> tuple["torch.Tensor", "torch.Tensor"]:
        import torch

        labels = torch.full(inputs["input_ids"].shape, _IGNORED)
        wrong = torch.zeros_like(labels)
        for row, (_, tags) in enumerate(examples):
            words = inputs.word_ids(row)
            for column, word in enumerate(words):
                if word is not None and word != words[column - 1]:
                    labels[row, column] = self._index.get(tags[word], 0)
                    wrong[row, column] = tags[word] != KEEP and tags[word] not in CASES
        return labels, wrong


def _lower(tokens: Iterable[str]) -> list[str]:
    return [token.lower() for token in tokens]
