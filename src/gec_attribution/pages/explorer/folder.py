"""Writing the explorer's folder: the page, the columns, the chunks.

A page that is opened from a file may load scripts that it names, but no other file, so data comes
as scripts that hand their content to a function.
"""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from importlib.metadata import version
from pathlib import Path

from gec_attribution.edits.error_types import OPERATIONS, describe_type
from gec_attribution.pages.explorer.charts import disagreement_charts
from gec_attribution.pages.explorer.chunks import chunks_of, lines_per_chunk
from gec_attribution.pages.explorer.columns import DatasetFiles, columns_of, read_dataset
from gec_attribution.storage.files import write_atomically


def write_explorer(
    folder: str | Path,
    datasets: Sequence[DatasetFiles],
    *,
    study: str,
    labels: Mapping[str, Mapping[str, str]],
    figures: Iterable[Mapping] = (),
) -> None:
    """Write a folder whose `index.html` shows the sentences of a study and what their edits did.

    Args:
        folder: replaced if it exists.
        datasets: the results of each data set, in the study's order.
        study: the study's name.
        labels: what readers call each `dataset`, `system`, `metric` and `method`.
        figures: what the overview shows besides the disagreement of metrics; see `charts`.

    Raises:
        InputError: results do not belong together; says which.
    """
    attributed = [files.attributions for files in datasets]
    # A metric may score the data sets of one language alone.
    metrics = [name for name in labels["metric"] if any(name in found for found in attributed)]
    methods = list(next(iter(attributed[0].values())))
    with write_atomically(folder) as temporary:
        write_page(temporary)
        types: dict[str, int] = {}
        signatures: dict[str, dict[str, dict[str, str]]] = {}
        parts = []
        corrected = [read_dataset(files) for files in datasets]
        for dataset in corrected:
            files = dataset.files
            columns = columns_of(dataset, types)
            parts.append({**columns, "lines_per_chunk": lines_per_chunk(dataset)})
            signatures[files.name] = {
                metric: {method: found.signature for method, found in by_method.items()}
                for metric, by_method in dataset.attributions.items()
            }
            for number, chunk in enumerate(chunks_of(dataset)):
                name = f"{files.name}.{number}"
                write_data(temporary / "data" / f"{name}.js", name, chunk)
        index = {
            "study": study,
            "version": version("gec-attribution"),
            "labels": labels,
            "metrics": metrics,
            "methods": methods,
            "operations": {letter: name for letter, (name, _) in OPERATIONS.items()},
            "types": [describe_type(name)._asdict() | {"type": name} for name in types],
            "signatures": signatures,
            "charts": [*disagreement_charts(corrected, labels), *figures],
            "datasets": parts,
        }
        write_data(temporary / "data" / "index.js", "index", index)


def write_page(folder: Path) -> None:
    """Write what is the same for all studies: the page, its style and its scripts."""
    with resources.as_file(resources.files(__package__).joinpath("static")) as static:
        shutil.copytree(static, folder)


def write_data(path: Path, name: str, content: object) -> None:
    """Write JSON values as a script that gives them to the page."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'receive("{name}", {script_json(content)});\n', encoding="utf-8")


def script_json(content: object) -> str:
    """JSON that may stand in a script, within a page or in a file of its own."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
