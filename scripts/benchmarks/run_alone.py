"""Run a rule's script outside the workflow: `python run_alone.py SCRIPT RULE`.

RULE is a JSON object with what the script reads of `snakemake`: input, output, params, wildcards,
log, threads, resources. Names in input, output, params and wildcards become attributes.
"""

import json
import runpy
import sys
from types import SimpleNamespace

if __name__ == "__main__":
    script, rule = sys.argv[1:]
    parts = {
        key: SimpleNamespace(**value)
        if key in {"input", "output", "params", "wildcards"} and isinstance(value, dict)
        else value
        for key, value in json.loads(rule).items()
    }
    runpy.run_path(script, init_globals={"snakemake": SimpleNamespace(**parts)})
