"""Scores one file again and again, under load, and compares the bytes of all that comes out.

Left out unless asked for: `make test-soak`. A process scores the file ten times, and then another
one does, since what may differ between two runs of a command, such as where its memory lies, does
not differ within one. `SOAK_REPEATS` is the number of scorings, 200 unless it is set.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from project import ROOT

REPEATS = int(os.environ.get("SOAK_REPEATS", "200"))
IN_ONE_PROCESS = 10

SCORE = """
import sys
from pathlib import Path

from gec_attribution.metrics import load_metric
from gec_attribution.scores.engine import score_pairs

model, sources, sentences, output, times = sys.argv[1:]
metric = load_metric("some", {"type": "some", "model": model})
pairs = [Path(path).read_text(encoding="utf-8").splitlines() for path in (sources, sentences)]
with Path(output).open("wb") as file:
    for _ in range(int(times)):
        file.write(score_pairs(metric, *pairs)["score"].to_numpy().tobytes())
"""


# Keeps a core and its vector units busy, in pieces of uneven size.
COMPUTE = """
import torch

torch.set_num_threads(1)
while True:
    size = int(torch.randint(16, 512, ()))
    matrix = torch.randn(size, size)
    for _ in range(20):
        matrix = matrix @ matrix / torch.linalg.norm(matrix)
"""


@contextmanager
def load(processes: int) -> Iterator[list[subprocess.Popen]]:
    workers = [subprocess.Popen([sys.executable, "-c", COMPUTE]) for _ in range(processes)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


@pytest.mark.soak
def test_a_file_scored_again_and_again_has_the_same_bytes(tmp_path):
    texts = [ROOT / "data/learner" / name for name in ("sources.txt", "fluent.txt")]
    scores = []
    with load(2 * os.cpu_count()) as workers:
        for done in range(0, REPEATS, IN_ONE_PROCESS):
            times = min(IN_ONE_PROCESS, REPEATS - done)
            output = tmp_path / f"{done}.bytes"
            subprocess.run(
                [
                    *(sys.executable, "-c", SCORE, ROOT / "models/encoder", *texts),
                    *(output, str(times)),
                ],
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                check=True,
            )
            scores += np.split(np.fromfile(output), times)
            assert all(worker.poll() is None for worker in workers), "the load has ended"
            moved = np.flatnonzero(np.ptp(scores, axis=0)).tolist()
            assert not moved, (
                f"within {len(scores)} scorings, lines {moved} moved by up to "
                f"{np.ptp(scores, axis=0).max():.3g}"
            )
    assert len(scores) == REPEATS
    assert len(scores[0]) == 150
