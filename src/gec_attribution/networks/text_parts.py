"""Parts of texts that are tokenised together, for a bound on memory."""

from collections.abc import Iterator, Sequence

# Texts tokenised together have no more characters, for a token takes some 100 bytes.
PART_CHARACTERS = 2**18


def text_parts(lengths: Sequence[int]) -> Iterator[slice]:
    """Neighbouring texts that are tokenised together, given the characters of each."""
    start = characters = 0
    for index, length in enumerate(lengths):
        if characters and characters + length > PART_CHARACTERS:
            yield slice(start, index)
            start, characters = index, 0
        characters += length
    if start < len(lengths):
        yield slice(start, len(lengths))
