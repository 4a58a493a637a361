"""Run a rule's script outside the workflow: `python run_alone.py SCRIPT JOB`.

JOB is a file with a JSON object of what the script reads of `snakemake`: input, output, params,
wildcards, log, threads, resources. Names in input, output, params and wildcards become attributes.
"""

import json
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any


class Named(dict[str, Any]):
    """Values by name, as Snakemake gives them to a script."""

    __getattr__ = dict.__getitem__


if __name__ == "__main__":
    script, job = sys.argv[1:]
    parts = {
        key: Named(value)
        if key in {"input", "output", "params", "wildcards"} and isinstance(value, dict)
        else value
        for key, value in json.loads(Path(job).read_text()).items()
    }
    runpy.run_path(script, init_globals={"snakemake": SimpleNamespace(**parts)})
