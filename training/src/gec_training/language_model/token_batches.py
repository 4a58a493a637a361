"""From texts to batches of token numbers for a causal language model."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    from tokenizers import Tokenizer

END_OF_TEXT = "<|endoftext|>"
UNKNOWN = "<|unknown|>"
UNKNOWN_NUMBER = 1
IGNORED = -100

# Texts are put in order of length within pools of this many, encoded at once.
_POOL = 8192


def train_tokenizer(texts: Iterable[str], vocabulary: int) -> "Tokenizer":
    """Trains a byte-level BPE tokenizer; end of text is its number 0.

    A space is put before the first word of a text, so that a word has the same pieces there as
    elsewhere.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[END_OF_TEXT],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def character_tokenizer(texts: Iterable[str], vocabulary: int) -> "Tokenizer":
    """A tokenizer whose tokens are the commonest characters; white space is left out.

    End of text is number 0; number 1 stands for every other character.
    """
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

    counts = Counter(itertools.chain.from_iterable(texts))
    characters = sorted((c for c in counts if not c.isspace()), key=lambda c: (-counts[c], c))
    tokens = [END_OF_TEXT, UNKNOWN, *characters][:vocabulary]
    numbers = {token: number for number, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.Replace(Regex(r"\s"), "")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex("."), "isolated")
    tokenizer.decoder = decoders.Fuse()
    tokenizer.add_special_tokens([END_OF_TEXT, UNKNOWN])
    return tokenizer


def encode(tokenizer: "Tokenizer", texts: Iterable[str], longest: int) -> list[np.ndarray]:
    """Token numbers of each text and end of text, cut at `longest`; no text of one token."""
    end = tokenizer.token_to_id(END_OF_TEXT)
    return [
        np.array([*encoding.ids, end][:longest], dtype=np.int32)
        for pool in _pools(texts)
        for encoding in tokenizer.encode_batch_fast(pool)
        if len(encoding.ids) > 1
    ]


def batches_of_similar_length(
    texts: Sequence[np.ndarray], tokens: int, seed: int
) -> Iterator[torch.Tensor]:
    """Puts every text in one batch with texts of similar length, in an order drawn from `seed`.

    Yields:
        int64 tensors (texts, longest text), padded at the right with `IGNORED`, of at most `tokens`
        entries unless a single text is longer.
    """
    for batch in by_similar_length([len(text) for text in texts], tokens, seed):
        yield pad([texts[index] for index in batch])


def by_similar_length(lengths: Sequence[int], tokens: int, seed: int) -> Iterator[list[int]]:
    """Numbers of texts in batches, as `batches_of_similar_length` makes them."""
    draw = np.random.default_rng(seed)
    batches = []
    for pool in _pools(draw.permutation(len(lengths))):
        batch: list[int] = []
        for index in sorted(pool, key=lambda index: lengths[index]):
            if batch and (len(batch) + 1) * lengths[index] > tokens:
                batches.append(batch)
                batch = []
            batch.append(index)
        batches.append(batch)
    for number in draw.permutation(len(batches)):
        yield batches[number]


def pad(texts: Sequence[np.ndarray]) -> torch.Tensor:
    """Texts of token numbers as one int64 tensor, padded at the right with `IGNORED`."""
    batch = torch.full((len(texts), max(map(len, texts))), IGNORED)
    for row, text in zip(batch, texts, strict=True):
        row[: len(text)] = torch.from_numpy(text)
    return batch


def _pools(items: Iterable) -> Iterator[list]:
    items = iter(items)
    while pool := list(itertools.islice(items, _POOL)):
        yield pool
