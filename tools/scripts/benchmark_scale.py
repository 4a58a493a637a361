"""Measure time and memory of every stage on synthetic corpora of several sizes.

Each job runs in a process of its own. The metric is word overlap, so that everything but the models
is measured.
Reads: input.edits, whose sentences the synthetic ones are like; params.sizes (sentence pairs),
params.coalitions, params.scoring, params.experiments, params.seed. Writes: output[0].
"""

import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.edits.m2 import iter_edits
from gec_attribution.edits.model import m2_tokens
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.project import PROJECT
from gec_attribution.storage.row_groups import count_rows
from gec_study.scripts import run_script
from tools.benchmarks.scale import (
    measure,
    pairs_file,
    stages,
    synthetic_study,
    write_corpus,
)


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row per size and job."""
    params = snakemake.params
    shapes = [
        (len(m2_tokens(source)), len(edits))
        for path in snakemake.input.edits
        for source, edits in iter_edits(path)
    ]
    study = synthetic_study(
        coalitions=params.coalitions,
        scoring=params.scoring,
        evaluation=params.experiments,
        seed=params.seed,
    )
    rows = []
    for size in params.sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_corpus(folder, shapes, size, params.seed)
            for stage, name_of_script, job in stages(folder, study):
                files, size_before = _content(folder)
                (script,) = PROJECT.glob(f"scripts/*/{name_of_script}.py")
                (folder / "job.json").write_text(json.dumps(job))
                command = [PROJECT / "tools/scripts/run_alone.py", script, folder / "job.json"]
                cost = measure([sys.executable, *map(str, command)])
                (folder / "job.json").unlink()
                files_after, size_after = _content(folder)
                rows.append(
                    {
                        "sentence_pairs": size,
                        "stage": stage,
                        **asdict(cost),
                        "files": files_after - files,
                        "bytes": size_after - size_before,
                    }
                )
            pairs = count_rows(folder / pairs_file(study))
        rows = [{**row, "pairs": row.get("pairs", pairs)} for row in rows]
    write_csv(pd.DataFrame(rows), snakemake.output[0], decimals=2)


def _content(folder: Path) -> tuple[int, int]:
    """Number and bytes of the files in a folder."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
