"""Learners' Chinese sentences with their corrections, as EXCGEC has them for fine-tuning."""

import json
from pathlib import Path

from gec_attribution.errors import InputError
from gec_attribution.languages.zh import CHINESE

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


def _plain(text: str) -> str:
    return CHINESE.join(CHINESE.tokenize(text))
