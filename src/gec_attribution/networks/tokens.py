"""Tokens of texts and of pairs, cut to what a model reads."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import tokenizers
from tokenizers import models

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

# Texts tokenised together have no more characters, for a token takes some 100 bytes.
PART_CHARACTERS = 2**18


class Tokens(NamedTuple):
    """The tokens of a text or of a pair of texts.

    Attributes:
        ids: their numbers in the vocabulary, special tokens among them.
        type_ids: 0 for each token of the first text and 1 for each of the second, as far as
            the tokenizer says so.
        cut: whether there were more than could be read.
    """

    ids: tuple[int, ...]
    type_ids: tuple[int, ...]
    cut: bool


class Frame(NamedTuple):
    """The tokens that a tokenizer puts around each text, such as `[CLS]` and `[SEP]` of BERT.

    Attributes:
        before: their numbers in the vocabulary, before the text.
        after: after the text.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]


def frame_of(tokenizer: "PreTrainedTokenizerFast") -> Frame:
    """The tokens that a tokenizer puts around each text."""
    # A tokenizer of one word, since a text of our own may have no tokens in this vocabulary.
    probe = tokenizers.Tokenizer(models.WordLevel({"word": 0}))
    probe.post_processor = tokenizer.backend_tokenizer.post_processor
    encoding = probe.encode("word")
    place = encoding.special_tokens_mask.index(0)
    return Frame(tuple(encoding.ids[:place]), tuple(encoding.ids[place + 1 :]))


def tokenize(
    tokenizer: "PreTrainedTokenizerFast",
    texts: Sequence[str],
    pairs: Sequence[str] | None,
    max_length: int,
    *,
    framed: bool = True,
) -> list[Tokens]:
    """The tokens of each of `texts`, or of each pair of `texts` and `pairs`, unpadded.

    What is longer than `max_length` is cut, the longer side of a pair first. Memory grows with the
    length of a text, not with its square. A special token's name within a text, such as
    `<|endoftext|>`, is text like any other.

    Args:
        tokenizer: the tokenizer.
        texts: the texts.
        pairs: the second text of each pair; None for texts that stand alone.
        max_length: the most tokens of a text or pair.
        framed: whether a text that stands alone gets its tokenizer's `Frame`; a pair always does.
    """
    backend = tokenizer.backend_tokenizer
    backend.no_padding()
    backend.encode_special_tokens = True
    direction = tokenizer.truncation_side
    tokens: list[Tokens] = []
    for part in text_parts([len(text) for text in texts]):
        if pairs is not None:
            tokens += _tokenize_pairs(
                backend, texts[part], pairs[part], max_length, direction
            )
            continue
        backend.enable_truncation(max_length, direction=direction)
        tokens += [
            Tokens(
                tuple(encoding.ids),
                tuple(encoding.type_ids),
                bool(encoding.overflowing),
            )
            for encoding in backend.encode_batch(
                list(texts[part]), add_special_tokens=framed
            )
        ]
    return tokens


def whole_ids(
    tokenizer: "PreTrainedTokenizerFast", texts: Sequence[str]
) -> list[list[int]]:
    """The numbers of all tokens of each text, uncut, without its tokenizer's `Frame`."""
    backend = tokenizer.backend_tokenizer
    backend.no_padding()
    backend.no_truncation()
    backend.encode_special_tokens = True
    return [
        encoding.ids
        for encoding in backend.encode_batch(texts, add_special_tokens=False)
    ]


def _tokenize_pairs(
    backend: tokenizers.Tokenizer,
    texts: Sequence[str],
    pairs: Sequence[str],
    max_length: int,
    direction: str,
) -> Iterator[Tokens]:
    """The tokens of pairs, as if they were cut as pairs.

    Cutting a pair keeps what is cut off: every part of one side with every part of the other. So
    the sides are cut before, to what may be read of them, the longer to one token more: which is
    the longer one decides how a pair is cut.
    """
    backend.enable_truncation(max_length + 1, direction=direction)
    firsts = backend.encode_batch(list(texts), add_special_tokens=False)
    seconds = backend.encode_batch(list(pairs), add_special_tokens=False)
    backend.enable_truncation(max_length, direction=direction)
    for text_encoding, pair_encoding in zip(firsts, seconds, strict=True):
        difference = _uncut_length(text_encoding) - _uncut_length(pair_encoding)
        if difference > 0:
            pair_encoding.truncate(max_length, direction=direction)
        elif difference < 0:
            text_encoding.truncate(max_length, direction=direction)
        encoding = backend.post_process(text_encoding, pair_encoding)
        # Without a post-processor, a token's type is the number of its side, 0 or 1.
        types = encoding.type_ids
        if backend.post_processor is None:
            types = [side or 0 for side in encoding.sequence_ids]
        yield Tokens(tuple(encoding.ids), tuple(types), bool(encoding.overflowing))


def _uncut_length(encoding: tokenizers.Encoding) -> int:
    return len(encoding) + sum(map(len, encoding.overflowing))


def text_parts(lengths: Sequence[int]) -> Iterator[slice]:
    """Neighbouring texts that are tokenised together, given the characters of each."""
    start = 0
    characters = 0
    for index, length in enumerate(lengths):
        if characters and characters + length > PART_CHARACTERS:
            yield slice(start, index)
            start = index
            characters = 0
        characters += length
    if start < len(lengths):
        yield slice(start, len(lengths))
