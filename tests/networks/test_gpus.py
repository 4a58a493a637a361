import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
import torch

from gec_attribution.networks.gpus import gpu_on_demand, take_gpu
from gec_attribution.networks.hub import device_of
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.plugins.settings import Settings

HOLDER = """
import os, time
from gec_attribution.errors import ConfigError
from gec_attribution.networks.gpus import gpu_on_demand, take_gpu
with gpu_on_demand():
    take_gpu()
    print(os.environ["CUDA_VISIBLE_DEVICES"], flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def machine(monkeypatch, tmp_path):
    """A machine with two GPUs, and no lock of a real one."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("gec_attribution.networks.gpus._SECONDS_BETWEEN_LOOKS", 0.01)


def taken() -> str:
    """The GPU that a job gets now; its lock ends with the job."""
    before = os.environ["CUDA_VISIBLE_DEVICES"]
    with gpu_on_demand():
        take_gpu()
        take_gpu()
        gpu = os.environ["CUDA_VISIBLE_DEVICES"]
    os.environ["CUDA_VISIBLE_DEVICES"] = before
    return gpu


def test_jobs_at_once_use_different_gpus_until_they_end():
    jobs = []
    for gpu in ("0\n", "1\n"):
        job = subprocess.Popen(
            [sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True
        )
        jobs.append(job)
        assert job.stdout.readline() == gpu
    waiting = subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True
    )
    jobs[1].send_signal(signal.SIGKILL)
    jobs[1].communicate()
    assert waiting.stdout.readline() == "1\n"
    for job in (jobs[0], waiting):
        job.kill()
        job.communicate()
    assert taken() == "0"


def test_a_script_whose_rule_asks_for_a_gpu_ends_where_there_is_none(
    monkeypatch, capsys
):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    with pytest.raises(SystemExit):
        run_script(print, SimpleNamespace(log=[], resources={"gpu": 1}))
    assert (
        "asks for a GPU (its resource `gpu`) and finds none" in capsys.readouterr().err
    )


def test_a_model_of_a_job_has_its_gpu_alone(monkeypatch):
    """With `snakemake --cores all`, which starts as many jobs as there are cores, too."""
    monkeypatch.setattr(torch.backends.cuda, "is_built", lambda: True)
    visible = []

    def main(_):
        for device in ("cpu", "auto", "auto"):
            device_of(Settings(device=device))
            visible.append(os.environ["CUDA_VISIBLE_DEVICES"])

    run_script(main, SimpleNamespace(log=[], resources={}))
    assert visible == ["0,1", "0", "0"]
    # Who loads a model by hand waits for nobody.
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1")
    device_of(Settings(device="auto"))
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0,1"
