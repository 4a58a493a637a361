"""Measurements and choices of a program, as a JSON file that people can read, too."""

import json
from pathlib import Path
from typing import Any

from gec_attribution.storage.files import write_atomically


def read_json(path: str | Path) -> Any:
    """The content of a JSON file that a program wrote."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def write_json(content: object, path: str | Path) -> None:
    """Write numbers, texts, lists and mappings as JSON, one entry on each line.

    Raises:
        OutputError: the disk is full, or the folder cannot be written to.
    """
    with write_atomically(path) as temporary:
        text = json.dumps(content, ensure_ascii=False, indent=2)
        temporary.write_text(f"{text}\n", encoding="utf-8", newline="\n")
