"""Kills, full and read-only disks, damaged files, rivals: a run recovers or says what to do."""

import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from matplotlib.figure import Figure
from project import ROOT, copy_project, process_of, python_path, write_edits
from safetensors.torch import save_file
from written_study import changed

from gec_attribution.errors import ModelError, OutputError
from gec_attribution.metrics import Metric, load_metric
from gec_attribution.storage.files import altered_file, write_atomically

TARGETS = [
    "results/small/d/attributions/counted/shapley.parquet",
    "results/small/d/evaluation/edit_counts.csv",
]
CHUNK = 16
# A job notes a start as an empty list, then the sentences of each chunk before it scores them.
METRIC = '''"""Length ratio, slowly; notes in a file what it is asked to score."""

import json
import os
import time
from pathlib import Path

import numpy as np

from gec_attribution.metrics.base import Metric


class Counted(Metric):
    chunk = 16

    def __init__(self, notes, seconds):
        self.notes, self.seconds = Path(f"{notes}.jsonl"), seconds
        self.note([])

    def note(self, sentences):
        with self.notes.open("a") as file:
            file.write(json.dumps([os.getpid(), sentences]) + "\\n")

    def score(self, sources, hypotheses):
        self.note(list(hypotheses))
        time.sleep(self.seconds)
        return np.array([len(h) / len(s) for s, h in zip(sources, hypotheses)])
'''


@pytest.fixture(scope="module")
def code(tmp_path_factory) -> Path:
    """A copy of the workflow and the library, with a metric that counts."""
    folder = copy_project(tmp_path_factory.mktemp("code"))
    (folder / "src/gec_attribution/metrics/counted.py").write_text(METRIC)
    return folder


class Study:
    """A study of 4 sentences with 6 edits each, in a folder of its own."""

    def __init__(self, code: Path, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.code, self.folder = code, folder
        self.logs: list[Path] = []
        sources = [
            " ".join(f"s{line}w{token}" for token in range(8)) for line in range(4)
        ]
        edits = (
            [
                f"A {token} {token + 1}|||R:OTHER|||c{line}{'x' * token}"
                for token in range(6)
            ]
            for line in range(4)
        )
        write_edits(folder, sources, edits)
        self.config = changed(
            systems__s__files={"d": "s.m2"},
            metrics={"counted": {"type": "counted", "notes": "calls", "seconds": 0.2}},
            scoring__shards=2,
        )

    def start(self, *arguments: str) -> subprocess.Popen:
        process = process_of(
            self.folder,
            *arguments,
            "--",
            *TARGETS,
            study=self.config,
            code=self.code,
            OMP_NUM_THREADS="1",
            PYTHONPATH=python_path(self.code),
        )
        self.logs.append(self.folder / f"run-{len(self.logs)}.log")
        with self.logs[-1].open("w") as log:
            return subprocess.Popen(
                **process,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def run(self, *arguments: str) -> tuple[int, str]:
        """Exit status and what was said, of one run."""
        status = self.start(*arguments).wait()
        return status, self.logs[-1].read_text()

    def finish(self, *arguments: str) -> None:
        status, said = self.run(*arguments)
        assert status == 0, said

    def calls(self) -> list[tuple[int, list[str]]]:
        notes = self.folder / "calls.jsonl"
        lines = notes.read_text().splitlines() if notes.exists() else []
        return [tuple(json.loads(line)) for line in lines]

    def results(self) -> dict[str, bytes]:
        """Every file of the study but logs, times, shards of scores, and leftovers."""
        results = self.folder / "results" / "small"
        contents = {}
        for path in sorted(results.rglob("*")):
            name = str(path.relative_to(results))
            left_out = re.match(
                r"logs/|benchmarks/|d/scores/counted/|.*\.partial-", name
            )
            if path.is_file() and not left_out:
                contents[name] = path.read_bytes()
        return contents


@pytest.fixture
def study(code, tmp_path) -> Study:
    return Study(code, tmp_path / "study")


@pytest.fixture(scope="module")
def undisturbed(code, tmp_path_factory) -> Study:
    """The study after a run that nothing disturbed, and the `seconds` it took."""
    study = Study(code, tmp_path_factory.mktemp("undisturbed") / "study")
    start = time.monotonic()
    study.finish()
    study.seconds = time.monotonic() - start
    assert len(study.results()) == 14
    assert sum(len(sentences) for _, sentences in study.calls()) == 4 * 2**6
    return study


# --- kills

VICTIMS = ("the run", "Snakemake alone", "a scoring job")


def kill(
    victim: str, run: subprocess.Popen, chance: random.Random, seconds: float
) -> bool:
    """Kill the victim at some moment of a run that takes `seconds`; whether it was still alive."""
    if victim == "a scoring job":
        job = scoring_job(run)
        time.sleep(chance.uniform(0, seconds / 2))
        if job is None or run.poll() is not None:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(job, signal.SIGKILL)
        return run.wait() != 0
    try:
        run.wait(chance.uniform(0, seconds))
    except subprocess.TimeoutExpired:
        (os.killpg if victim == "the run" else os.kill)(run.pid, signal.SIGKILL)
        return run.wait() != 0
    return False


def scoring_job(run: subprocess.Popen) -> int | None:
    """Wait for a scoring job of a run; None if it ended without one."""
    while run.poll() is None:
        find = ["pgrep", "-P", str(run.pid), "-f", "score_pairs"]
        found = subprocess.run(find, check=False, capture_output=True, text=True).stdout
        if found:
            return int(found.split()[0])
        time.sleep(0.05)
    return None


def assert_no_chunk_is_scored_twice(calls: list[tuple[int, list[str]]]) -> None:
    """Assert that a job does not score again a chunk stored before it began."""
    stored, in_flight, known = set(), {}, {}
    for job, sentences in calls:
        if not sentences:
            known[job], in_flight[job] = set(stored), []
            continue
        assert not known[job] & set(sentences)
        # A job stores a chunk before it scores the next.
        stored.update(in_flight[job])
        known[job].update(sentences)
        in_flight[job] = sentences


@pytest.mark.workflow
@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.faults)])
def test_killed_runs_end_as_if_nothing_had_happened(undisturbed, code, tmp_path, kills):
    chance = random.Random(kills)  # noqa: S311
    killed = Counter()
    studies = 0
    while killed.total() < kills:
        studies += 1
        study = Study(code, tmp_path / f"study-{studies}")
        while killed.total() < kills:
            victim = VICTIMS[killed.total() % len(VICTIMS)]
            if not kill(victim, study.start(), chance, undisturbed.seconds):
                break
            killed[victim] += 1
            if victim != "a scoring job":
                study.finish("--unlock")
        study.finish()
        assert study.results() == undisturbed.results()
        assert_no_chunk_is_scored_twice(study.calls())


# --- disks


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of 64 kB on a folder for a while; the test is skipped where none can be mounted."""
    folder.mkdir(parents=True, exist_ok=True)
    if not shutil.which("mount"):
        pytest.skip("needs the command mount")
    done = mount(folder, "-t", "tmpfs", "-o", "size=64k", "tmpfs")
    if done.returncode:
        pytest.skip(f"needs the right to mount a file system: {done.stderr.strip()}")
    try:
        yield
    finally:
        command = ["umount", "--lazy", str(folder)]
        subprocess.run(command, check=True)


def mount(folder: Path, *options: str) -> subprocess.CompletedProcess:
    command = ["mount", *options, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


NO_ROOM = "cannot be written: No space left on device"


WRITERS = {
    "text.txt": lambda path: path.write_text("x" * 100_000),
    "table.parquet": lambda path: large_table().to_parquet(path),
    # Its library hides the cause.
    "figure.pdf": lambda path: busy_figure().savefig(path),
    "weights.safetensors": lambda path: save_file({"weight": torch.rand(50_000)}, path),
}


def large_table() -> pd.DataFrame:
    return pd.DataFrame({"score": np.random.default_rng(0).random(20_000)})


def busy_figure() -> Figure:
    figure = Figure()
    figure.add_subplot().imshow(np.random.default_rng(0).random((400, 400)))
    return figure


@pytest.mark.parametrize("name", WRITERS)
def test_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, name):
    path = tmp_path / "disk" / name
    with small_disk(path.parent):
        path.write_text("old")
        with (
            pytest.raises(OutputError, match=f"{path}: {NO_ROOM}"),
            write_atomically(path) as new,
        ):
            WRITERS[name](new)
        assert path.read_text() == "old"
        assert list(path.parent.iterdir()) == [path]


@pytest.mark.workflow
def test_run_on_a_full_disk_goes_on_when_there_is_room(undisturbed, study):
    results = study.folder / "results"
    with small_disk(results):
        status, printed = study.run()
        assert status != 0
        assert "Traceback" not in printed
        lines = set(re.findall(r"^Error: .*", printed, re.MULTILINE))
        assert lines
        assert all(
            re.match(rf"Error: results/\S+: {NO_ROOM}; make sure", line)
            for line in lines
        )
        assert not list(results.rglob(".partial-*"))
        assert mount(results, "-o", "remount,size=64m").returncode == 0
        study.finish()
        assert study.results() == undisturbed.results()
        assert_no_chunk_is_scored_twice(study.calls())


# --- damaged files


def load_some(folder: Path) -> Metric:
    return load_metric("some", {"type": "some", "model": str(folder)})


def test_model_file_of_another_sum_is_named(tmp_path, tiny_models):
    folder = tmp_path / "model"
    shutil.copytree(tiny_models / "encoder", folder)
    weights = folder / "model.safetensors"
    content = weights.read_bytes()
    pinned = hashlib.sha256(content).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{pinned}  {weights.name}\n")
    load_some(folder)
    # Other weights, which would load.
    weights.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(
        ModelError, match=rf"some: {weights}: is not the file listed in {folder}/"
    ):
        load_some(folder)
    weights.unlink()
    (folder / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(ModelError, match=f"{weights}: is not the file listed"):
        load_some(folder)


@pytest.mark.parametrize(
    "folder", sorted((ROOT / "models").iterdir()), ids=lambda path: path.name
)
def test_embedded_models_are_the_listed_ones(folder):
    listed = {
        line.split()[1] for line in (folder / "SHA256SUMS").read_text().splitlines()
    }
    present = {
        str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()
    }
    assert listed == present - {"README.md", "SHA256SUMS"}
    assert altered_file(folder) is None
