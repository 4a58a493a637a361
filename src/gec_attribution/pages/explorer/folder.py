"""Writing the explorer's folder: the page, the columns, the chunks.

A page opened from a file may load its scripts, but no other file. So data comes as scripts that
hand their content to a function.
"""

import json
import shutil
from collections.abc import Sequence
from importlib import resources
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import cast

import pandas as pd

from gec_attribution.edits.error_types import OPERATIONS, describe_type
from gec_attribution.errors import InputError
from gec_attribution.pages.explorer.chunks import chunks_of
from gec_attribution.pages.explorer.columns import Corrected, DatasetFiles, columns_of, read_dataset
from gec_attribution.pages.explorer.form import Index, Labels, TypeInWords
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
        with resources.as_file(resources.files(__package__).joinpath("static")) as static:
            shutil.copytree(static, temporary)
        (temporary / "data").mkdir()
        corrected = [read_dataset(files) for files in datasets]
        for dataset, files in zip(corrected, datasets, strict=True):
            for number, chunk in enumerate(chunks_of(dataset, files)):
                _write_data(temporary, f"{dataset.name}.{number}", chunk)
        index = index_of(corrected, study=study, labels=labels)
        _write_data(temporary, "index", index)


def _check_size(files: DatasetFiles) -> None:
    planned = pd.read_parquet(files.games, columns=["system"])["system"]
    corrections = planned.isin(files.systems).sum()
    if corrections > MAX_CORRECTIONS:
        raise InputError(
            f"explorer: {files.name} has {corrections} corrected sentences, of all systems; a "
            f"browser shows at most {MAX_CORRECTIONS}. Ask for the figures and tables alone, or "
            f"for a study of a part: datasets.{files.name}.lines"
        )


def index_of(datasets: Sequence[Corrected], *, study: str, labels: Labels) -> Index:
    """Index that the explorer reads first; `labels` are those of `write_explorer`."""
    types: dict[str, int] = {}
    columns = [columns_of(dataset, types) for dataset in datasets]
    # A metric may score the data sets of one language alone.
    metrics = dict.fromkeys(chain.from_iterable(dataset.attributions for dataset in datasets))
    places = {name: place for place, name in enumerate(labels["metric"])}
    return {
        "study": study,
        "version": version("gec-attribution"),
        "labels": labels,
        "metrics": sorted(metrics, key=lambda name: places.get(name, len(places))),
        "methods": list(next(iter(datasets[0].attributions.values()))),
        "operations": {letter: name for letter, (name, _) in OPERATIONS.items()},
        "types": [
            cast("TypeInWords", {**describe_type(name)._asdict(), "type": name}) for name in types
        ],
        "signatures": {
            dataset.name: {
                metric: {
                    method: attributions.signature for method, attributions in by_method.items()
                }
                for metric, by_method in dataset.attributions.items()
            }
            for dataset in datasets
        },
        "datasets": columns,
    }


def _write_data(folder: Path, name: str, content: object) -> None:
    """Write JSON values as a script that gives them to the page."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    path = folder / "data" / f"{name}.js"
    path.write_text(f'receive("{name}", {text});\n', encoding="utf-8")
