"""Writing the explorer's folder: the page, its list, and chunks with everything about a few lines.

A page opened from a file may load its scripts, but no other file. So data comes as scripts that
hand their content to a function: JSON lines, compressed, and written in letters (base64), since a
script holds no bytes.
"""

import base64
import gzip
import json
import shutil
from collections.abc import Iterator, Sequence
from importlib import resources
from itertools import islice
from pathlib import Path

import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.pages.explorer.datasets import Dataset, DatasetFiles, Line
from gec_attribution.pages.explorer.form import Labels
from gec_attribution.pages.explorer.sentences import index_of, types_of
from gec_attribution.storage.files import write_atomically

MAX_CORRECTIONS = 200_000
"""The most corrected sentences of a data set, of all systems, that a browser is asked to list."""


def write_explorer(
    folder: str | Path, datasets: Sequence[DatasetFiles], *, study: str, labels: Labels
) -> None:
    """Write a folder whose `index.html` shows the sentences of a study and their edits.

    It replaces a folder. `labels` are of each `dataset`, `system`, `metric` and `method`.

    Raises:
        InputError: results do not belong together, or a data set has more than `MAX_CORRECTIONS`;
            says which.
    """
    for files in datasets:
        _check_size(files)
    with write_atomically(folder) as temporary:
        with resources.as_file(
            resources.files(__package__).joinpath("static")
        ) as static:
            shutil.copytree(static, temporary)
        (temporary / "data").mkdir()
        sentences: list[str] = []
        texts: list[str] = []
        searched: list[str] = []
        types: dict[str, None] = {}
        headers = []
        numbers = []
        for files in datasets:
            dataset = Dataset(files)
            for line in _write_chunks(dataset, temporary):
                sentences.append(_json(line.listed))
                texts.append(_json(line.texts))
                searched.append(_json(line.searched))
                types |= dict.fromkeys(types_of(line.listed))
            headers.append(dataset.index())
            numbers.append(dataset.numbers)
        index = index_of(headers, types, study=study, labels=labels)
        _write_data(temporary, "index", [_json(index), *sentences])
        for metric in index["metrics"]:
            by_dataset = [_json(of_dataset.get(metric)) for of_dataset in numbers]
            _write_data(temporary, f"numbers.{metric}", by_dataset)
        _write_data(temporary, "texts", texts)
        _write_data(temporary, "search", searched)


def _check_size(files: DatasetFiles) -> None:
    planned = pd.read_parquet(files.games, columns=["system"])["system"]
    corrections = planned.isin(files.systems).sum()
    if corrections > MAX_CORRECTIONS:
        raise InputError(
            f"explorer: {files.name} has {corrections} corrected sentences, of all systems; a "
            f"browser shows at most {MAX_CORRECTIONS}. Ask for the figures and tables alone, or "
            f"for a study of a part: datasets.{files.name}.lines"
        )


def _write_chunks(dataset: Dataset, folder: Path) -> Iterator[Line]:
    """Write the details of a data set's corrections, and yield each line."""
    lines = dataset.lines()
    number = 0
    while chunk := list(islice(lines, dataset.lines_per_chunk)):
        details = [_json(correction) for line in chunk for correction in line.details]
        _write_data(folder, f"{dataset.files.name}.{number}", details)
        yield from chunk
        number += 1


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _write_data(folder: Path, name: str, lines: Sequence[str]) -> None:
    """Write lines of JSON as a script that gives them to the page."""
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    letters = base64.b64encode(packed).decode()
    path = folder / "data" / f"{name}.js"
    path.write_text(f'receive("{name}", "{letters}");\n', encoding="utf-8")
