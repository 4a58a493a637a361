import multiprocessing
import os
import select
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
import torch

from gec_attribution.errors import ConfigError
from gec_attribution.networks.gpus import held_gpus, least_memory, visible_gpus
from gec_attribution.networks.hub import device_of
from gec_attribution.plugins.settings import Settings
from gec_study.scripts import run_script

HOLDER = """
import sys, time
from gec_attribution.networks.gpus import held_gpus
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
    monkeypatch.setattr("gec_attribution.networks.gpus._SECONDS_BETWEEN_LOOKS", 0.01)


def use_gpu(users, barrier, reports):
    """Hold a GPU for a moment, and report who else held it then."""
    barrier.wait()
    for _ in range(20):
        with held_gpus(1) as (gpu,):
            with users.get_lock():
                users[int(gpu)] += 1
                reports.put((gpu, users[int(gpu)]))
            time.sleep(0.001)
            with users.get_lock():
                users[int(gpu)] -= 1


def test_jobs_at_once_use_different_gpus_and_all_of_them():
    context = multiprocessing.get_context("fork")
    users, barrier, reports = context.Array("i", 2), context.Barrier(4), context.SimpleQueue()
    jobs = [context.Process(target=use_gpu, args=(users, barrier, reports)) for _ in range(4)]
    for job in jobs:
        job.start()
    uses = [reports.get() for _ in range(80)]
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


def nvidia_smi(folder, *gpus):
    """A program that lists GPUs, each by its place and what identifies it."""
    folder.mkdir(exist_ok=True)
    program = folder / "nvidia-smi"
    lines = "".join(f"echo {place}, {gpu}; " for place, gpu in enumerate(gpus))
    program.write_text(f"#!/bin/sh\n{lines}\n")
    program.chmod(0o755)
    return str(folder)


def first_line_of(job, seconds=2):
    """What a job says first, if it says something in that time."""
    ready, _, _ = select.select([job.stdout], [], [], seconds)
    return job.stdout.readline().strip() if ready else None


@pytest.mark.parametrize("listed", [False, True])
def test_two_jobs_that_see_the_same_gpu_take_turns(monkeypatch, tmp_path, listed):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    if listed:
        monkeypatch.setenv("PATH", nvidia_smi(tmp_path / "bin", "GPU-a"), prepend=os.pathsep)
    command = [sys.executable, "-c", HOLDER]
    first_job, second_job = (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in "ab"
    )
    try:
        saying, _, _ = select.select([first_job.stdout, second_job.stdout], [], [], 30)
        (holder,) = saying
        assert holder.readline() == "0\n"
        waiting = second_job if holder is first_job.stdout else first_job
        assert first_line_of(waiting) is None
        (first_job if waiting is second_job else second_job).kill()
        assert first_line_of(waiting, 30) == "0"
    finally:
        for job in (first_job, second_job):
            job.kill()
            job.communicate()


def test_a_cluster_may_call_different_gpus_by_the_same_number(monkeypatch, tmp_path):
    # Each job sees the GPU that it was given, and that alone: neither waits for the other.
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", nvidia_smi(tmp_path / "a", "GPU-a") + os.pathsep + path)
    with held_gpus(1) as first_gpus:
        monkeypatch.setenv("PATH", nvidia_smi(tmp_path / "b", "GPU-b") + os.pathsep + path)
        with held_gpus(1) as second_gpus:
            assert first_gpus == second_gpus == ["0"]


def test_a_gpu_has_one_lock_by_whatever_name_it_goes(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", nvidia_smi(tmp_path / "bin", "GPU-a", "GPU-b"), prepend=os.pathsep)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "GPU-b")
    with held_gpus(1) as by_uuid:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1,0")
        with held_gpus(1) as by_number:
            assert (by_uuid, by_number) == (["GPU-b"], ["0"])


def test_the_smallest_gpu_that_may_be_used_is_what_counts(monkeypatch, tmp_path):
    folder = tmp_path / "bin"
    nvidia_smi(folder)
    (folder / "nvidia-smi").write_text(
        "#!/bin/sh\n"
        'case "$1" in\n'
        "*memory.total*) echo GPU-a, 81559; echo GPU-b, 24564; echo GPU-c, [N/A];;\n"
        "*) echo 0, GPU-a; echo 1, GPU-b; echo 2, GPU-c;;\n"
        "esac\n"
    )
    assert least_memory() is None
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    for named, mebibytes in {"0": 81559, "GPU-b": 24564, "0,1": 24564}.items():
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", named)
        assert least_memory() == mebibytes * 2**20
    for named in ("", "2"):
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", named)
        assert least_memory() is None


def test_without_a_variable_the_gpus_of_the_machine_are_visible(monkeypatch, tmp_path):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setenv("PATH", nvidia_smi(tmp_path / "bin", "GPU-a", "GPU-b"), prepend=os.pathsep)
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
    visible = []

    def main(_):
        visible.append(os.environ["CUDA_VISIBLE_DEVICES"])

    run_script(main, SimpleNamespace(log=[], resources={"gpu": 1}))
    run_script(main, SimpleNamespace(log=[], resources={}))
    assert visible == ["0", "0,1"]


def test_without_a_profile_a_model_on_a_gpu_has_it_alone_too(monkeypatch):
    """As with `snakemake --cores all`, which starts as many jobs as there are cores."""
    monkeypatch.setattr(torch.backends.cuda, "is_built", lambda: True)
    visible = []

    def load(device):
        device_of(Settings(device=device))
        visible.append(os.environ["CUDA_VISIBLE_DEVICES"])

    def main(_):
        load("cpu")
        load("auto")
        load("auto")

    job = SimpleNamespace(log=[], resources={})
    other_job = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True)
    try:
        assert first_line_of(other_job, 30) == "0"
        run_script(main, job)
        assert visible == ["0,1", "1", "1"]
    finally:
        other_job.kill()
        other_job.communicate()
    visible.clear()
    # What is held ends with the script; and who loads a model by hand waits for nobody.
    run_script(main, job)
    load("auto")
    assert visible == ["0,1", "0", "0", "0,1"]
