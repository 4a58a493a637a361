"""Learners' Chinese sentences with their corrections, apart from those kept for judging models."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from gec_attribution.errors import InputError
from gec_attribution.explanations.records import read_explanations
from gec_attribution.languages.zh import CHINESE
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import iter_lines
from gec_training.data.corpus import write_corpus

Pair = tuple[str, str]


def read_instructions(path: str | Path) -> list[Pair]:
    """Sources and targets, without white space, of a JSON list.

    Its objects have the texts `input` and `output`, as EXCGEC's for fine-tuning.

    Raises:
        InputError: the file is not such a list; names the entry.
    """
    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as JSON ({error})") from error
    if not isinstance(entries, list):
        raise InputError(f"{path}: must be a list of objects with the texts `input` and `output`")
    pairs = []
    for number, entry in enumerate(entries, start=1):
        match entry:
            case {"input": str(source), "output": str(target)} if source.strip() and target.strip():
                pairs.append((_plain(source), _plain(target)))
            case _:
                raise InputError(
                    f"{path}: entry {number}: must have the texts `input` and `output`, neither "
                    f"empty; found {str(entry)[:80]!r}"
                )
    return pairs


def kept_texts(paths: Iterable[str | Path]) -> set[str]:
    """Sources and targets, without white space, of explained sentences that are kept for a test.

    Raises:
        InputError: a file is not in EXCGEC's JSON.
    """
    return {
        _plain(text)
        for path in paths
        for sentence in read_explanations(path).sentences
        for text in (sentence.source, sentence.target)
    }


def without(pairs: Iterable[Pair], kept: Iterable[str]) -> list[Pair]:
    """The pairs, each once, neither of whose texts is among those that are kept for a test."""
    known = set(map(_plain, kept))
    return [pair for pair in dict.fromkeys(pairs) if known.isdisjoint(pair)]


def check_unseen(texts: Iterable[str], kept: Iterable[str]) -> None:
    """Holds that none of the texts is kept for a test.

    Raises:
        InputError: one is; names it.
    """
    known = set(map(_plain, kept))
    for text in texts:
        if _plain(text) in known:
            raise InputError(f"{text!r} is kept for a test; leave it out of the training text")


def write_targets(path: str | Path, pairs: Sequence[Pair]) -> None:
    """Writes the targets as a corpus."""
    write_corpus(path, (target for _, target in pairs))


def write_pairs(path: str | Path, pairs: Sequence[Pair]) -> None:
    """Writes a pair per line, source and target divided by a tab."""
    lines = "".join(f"{source}\t{target}\n" for source, target in pairs)
    with write_atomically(path) as temporary:
        temporary.write_text(lines, encoding="utf-8")


def read_pairs(path: str | Path) -> Iterator[Pair]:
    """The pairs that `write_pairs` wrote."""
    for line in iter_lines(path):
        source, target = line.split("\t")
        yield source, target


def _plain(text: str) -> str:
    return CHINESE.join(CHINESE.tokenize(text))
