"""Measurements and choices of a program, as a JSON file that people can read, too."""

import json
from pathlib import Path
from typing import Any

from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically


def read_json(path: str | Path) -> Any:
    """The content of a JSON file that a program wrote."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def read_samples(path: str | Path) -> tuple[list[Any], dict[str, Any]]:
    """The samples of a user's JSON file, a list or the list `samples` of an object; its metadata.

    Raises:
        InputError: the file cannot be read, or is not such JSON.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON in UTF-8: {error}") from error
    whole = content if isinstance(content, dict) else {"samples": content}
    samples = whole.get("samples")
    metadata = whole.get("metadata")
    if not isinstance(samples, list):
        raise InputError(
            f"{path}: must be EXCGEC's JSON, a list of samples or an object with that list as "
            f"`samples`; found {json.dumps(content, ensure_ascii=False)[:60]}"
        )
    return samples, metadata if isinstance(metadata, dict) else {}


def write_json(content: object, path: str | Path) -> None:
    """Write numbers, texts, lists and mappings as JSON, one entry on each line.

    Raises:
        OutputError: the disk is full, or the folder cannot be written to.
    """
    with write_atomically(path) as temporary:
        text = json.dumps(content, ensure_ascii=False, indent=2)
        temporary.write_text(f"{text}\n", encoding="utf-8", newline="\n")
