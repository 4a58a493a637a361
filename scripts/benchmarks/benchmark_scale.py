"""Measure time and memory of stages 4 to 6 on synthetic corpora of several sizes.

Each stage runs in a process of its own. The metric is word overlap, so that everything but the
models is measured.
Reads: input.edits, whose sentences the synthetic ones are like; params.sizes (sentence pairs),
params.methods, params.coalitions, params.scoring, params.seed. Writes: output[0].
"""

import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.benchmarks.scale import measure, synthetic_corrections
from gec_attribution.edits.m2 import iter_edits, write_m2
from gec_attribution.edits.model import m2_tokens
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.row_groups import count_rows

NAMES = {"dataset": "synthetic", "metric": "overlap", "method": "shapley", "shard": "0"}


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row per size and stage."""
    shapes = [
        (len(m2_tokens(source)), len(edits))
        for path in snakemake.input.edits
        for source, edits in iter_edits(path)
    ]
    here = Path(snakemake.scriptdir)
    rows = []
    for size in snakemake.params.sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            corrections = synthetic_corrections(shapes, size, snakemake.params.seed)
            write_m2(folder / "edits.m2", corrections)
            for stage, rule in _rules(folder, snakemake.params).items():
                files, size_before = _content(folder)
                (script,) = here.parent.glob(f"*/{stage}.py")
                command = [here / "run_alone.py", script, json.dumps(rule)]
                cost = measure([sys.executable, *map(str, command)])
                files_after, size_after = _content(folder)
                rows.append(
                    {
                        "sentence_pairs": size,
                        "pairs": count_rows(folder / "pairs.parquet"),
                        "stage": stage,
                        **asdict(cost),
                        "files": files_after - files,
                        "bytes": size_after - size_before,
                    }
                )
    write_csv(pd.DataFrame(rows), snakemake.output[0], decimals=2)


def _rules(folder: Path, params: Any) -> dict[str, dict[str, Any]]:
    """What the script of each stage reads, by the script's name."""

    def path(name: str) -> str:
        return str(folder / name)

    language = {"language": "en"}
    study = {
        "systems": ["synthetic"],
        "coalitions": params.coalitions,
        "seed": params.seed,
    } | language
    method = {"type": "shapley"}
    rules = {
        "plan_coalitions": {
            "input": {"edits": [path("edits.m2")]},
            "output": {"pairs": path("pairs.parquet"), "coalitions": path("coalitions.parquet")},
            "params": {
                **study,
                "methods": {"shapley": method},
                "experiments": {"consistency": None, "interactions": None},
                "missed": None,
            },
        },
        "score_pairs": {
            "input": {"pairs": path("pairs.parquet")},
            "output": [path("0.parquet")],
            "params": {
                "metric": {"type": "token_overlap"},
                "scoring": {**params.scoring, "shards": 1},
                "store": path("store"),
                **language,
            },
        },
        "gather_scores": {
            "input": {"pairs": path("pairs.parquet"), "shards": [path("0.parquet")]},
            "output": [path("scores.parquet")],
        },
        "attribute_edits": {
            "input": {
                "edits": [path("edits.m2")],
                "extraction": [],
                "rounds": [],
                "coalitions": path("coalitions.parquet"),
                "scores": path("scores.parquet"),
            },
            "output": [path("attributions.parquet")],
            "params": {**study, "method": method},
        },
    }
    everywhere = {"wildcards": NAMES, "log": [], "threads": 1, "resources": {}}
    return {stage: {**everywhere, **rule} for stage, rule in rules.items()}


def _content(folder: Path) -> tuple[int, int]:
    """Number and bytes of the files in a folder."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
