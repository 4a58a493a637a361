import multiprocessing
import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from gec_attribution.errors import ConfigError
from gec_attribution.running.gpus import held_gpus, visible_gpus
from gec_attribution.running.scripts import run_script

HOLDER = """
import sys, time
from gec_attribution.running.gpus import held_gpus
with held_gpus(1) as gpus:
    print(*gpus, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def machine(monkeypatch, tmp_path):
    """A machine with two GPUs, and no lock of a real one."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("gec_attribution.running.gpus._SECONDS_BETWEEN_LOOKS", 0.01)


def use_gpu(users, barrier, seen):
    """Hold a GPU for a moment, and report who else held it then."""
    barrier.wait()
    for _ in range(20):
        with held_gpus(1) as (gpu,):
            with users.get_lock():
                users[int(gpu)] += 1
                seen.put((gpu, users[int(gpu)]))
            time.sleep(0.001)
            with users.get_lock():
                users[int(gpu)] -= 1


def test_jobs_at_once_use_different_gpus_and_all_of_them():
    context = multiprocessing.get_context("fork")
    users, barrier, seen = context.Array("i", 2), context.Barrier(4), context.SimpleQueue()
    jobs = [context.Process(target=use_gpu, args=(users, barrier, seen)) for _ in range(4)]
    for job in jobs:
        job.start()
    uses = [seen.get() for _ in range(80)]
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0] * 4
    assert {gpu for gpu, _ in uses} == {"0", "1"}
    assert {users for _, users in uses} == {1}


def test_a_killed_job_holds_no_gpu():
    killed = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True)
    assert killed.stdout.readline() == "0\n"
    with held_gpus(1) as gpus:
        assert gpus == ["1"]
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    with held_gpus(1) as gpus:
        assert gpus == ["0"]


def test_the_held_gpus_alone_are_visible_while_they_are_held():
    with held_gpus(1):
        assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0,1"


def test_a_scheduler_that_shows_one_gpu_has_chosen_it(monkeypatch):
    # Two jobs of a cluster may call different GPUs of a node 0: neither waits for the other.
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    with held_gpus(1) as first, held_gpus(1) as second:
        assert first == second == ["0"]


def test_without_a_variable_the_gpus_of_the_machine_are_visible(monkeypatch, tmp_path):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho GPU-a\necho GPU-b\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert visible_gpus() == ["GPU-a", "GPU-b"]
    with held_gpus(1):
        assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-a"
    assert "CUDA_VISIBLE_DEVICES" not in os.environ


def test_a_machine_without_gpus_has_none_to_give(monkeypatch, tmp_path):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match=r"asks for 1 GPU.*finds 0"), held_gpus(1):
        pass


def test_a_script_whose_rule_asks_for_a_gpu_gets_one_of_its_own():
    seen = []

    def main(_):
        seen.append(os.environ["CUDA_VISIBLE_DEVICES"])

    run_script(main, SimpleNamespace(log=[], resources={"gpu": 1}))
    run_script(main, SimpleNamespace(log=[], resources={}))
    assert seen == ["0", "0,1"]
