"""Compares what two checkouts make of a study: the jobs they plan, and the tables they made.

    python tools/compare_results.py jobs BEFORE AFTER config/config.yaml …
    python tools/compare_results.py tables BEFORE/results AFTER/results

`jobs` asks Snakemake in both checkouts for a plan of each configuration, as if nothing had been
made. `tables` compares every CSV file under tables, figures and evaluation, byte for byte apart
from the column of signatures, which name the code. Ends with status 1 where anything differs.
"""

import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("tables/*.csv", "figures/*.csv", "evaluation/**/*.csv", "*/evaluation/**/*.csv")
NOT_NUMBERS = ("signature", "other_signature")
# What is measured differs from run to run.
TIMED = ("efficiency",)


def planned_jobs(checkout: Path, config: str) -> dict[str, int]:
    """How often each rule runs for a configuration, where nothing has been made."""
    with tempfile.TemporaryDirectory() as empty:
        snakemake = checkout / ".venv/bin/snakemake"
        plan = subprocess.run(  # noqa: S603
            [
                *(snakemake, "-n", "--quiet", "rules", "--snakefile", checkout / "Snakefile"),
                *("--configfile", checkout / config, "--directory", empty, "--cores", "2"),
            ],
            capture_output=True,
            text=True,
            check=False,
            env={
                **os.environ,
                "PYTHONPATH": str(checkout / "src"),
            },
        )
    if plan.returncode:
        sys.exit(f"{checkout}: {plan.stdout}{plan.stderr}")
    rows = (line.split() for line in plan.stdout.splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdecimal()}


def compared_jobs(before: Path, after: Path, configs: list[str]) -> Iterator[str]:
    """A line for each rule whose jobs are more or fewer."""
    for config in configs:
        jobs, now = planned_jobs(before, config), planned_jobs(after, config)
        for rule in sorted(jobs.keys() | now.keys()):
            if jobs.get(rule) != now.get(rule):
                yield f"{config}: {rule}: {jobs.get(rule, 0)} jobs before, {now.get(rule, 0)} now"


def tables_below(results: Path) -> dict[str, Path]:
    """The CSV files of all studies of a results folder."""
    files = {path for form in FOLDERS for path in results.glob(f"*/{form}")}
    return {path.relative_to(results).as_posix(): path for path in files}


def numbers_of(path: Path) -> list[list[str]]:
    """The cells of a CSV file without its signatures."""
    with path.open(encoding="utf-8", newline="") as file:
        heading, *rows = csv.reader(file)
    kept = [place for place, name in enumerate(heading) if name not in NOT_NUMBERS]
    return [[row[place] for place in kept] for row in (heading, *rows)]


def compared_tables(before: Path, after: Path) -> Iterator[str]:
    """A line for each table that is missing, new or another one."""
    tables, now = tables_below(before), tables_below(after)
    for name in sorted(tables.keys() | now.keys()):
        if name not in now:
            yield f"{name}: is no longer made"
        elif name not in tables:
            yield f"{name}: is new"
        elif tables[name].read_bytes() == now[name].read_bytes():
            continue
        elif numbers_of(tables[name]) != numbers_of(now[name]):
            timed = any(Path(name).stem.startswith(kind) for kind in TIMED)
            yield f"{name}: differs{' (measured times)' if timed else ''}"


def main(what: str, before: str, after: str, *configs: str) -> int:
    """Print the differences."""
    lines = (
        compared_jobs(Path(before).resolve(), Path(after).resolve(), list(configs))
        if what == "jobs"
        else compared_tables(Path(before), Path(after))
    )
    count = 0
    for line in lines:
        print(line)  # noqa: T201
        count += "(measured times)" not in line
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
