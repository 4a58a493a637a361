"""A small study through `profiles/slurm`, on a real scheduler: `make test-slurm`."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from project import ROOT, snakemake
from workflow.test_workflow import configuration, tables

pytestmark = pytest.mark.slurm

PROFILE = ["--workflow-profile", str(ROOT / "profiles" / "slurm")]
TARGETS = ["results/small/figures/agreement.pdf", "results/small/tables/warnings.csv"]


@pytest.fixture(scope="module", autouse=True)
def scheduler():
    """A Slurm controller that answers."""
    if shutil.which("sbatch") is None:
        pytest.skip("needs Slurm: there is no sbatch on this machine")
    ping = subprocess.run(["scontrol", "ping"], capture_output=True, check=False)  # noqa: S607
    if ping.returncode:
        pytest.skip("needs Slurm: no slurmctld answers `scontrol ping`")


def small_study(folder: Path, tiny_models: Path) -> dict:
    """One system, one method and one metric, whose pairs are scored by two jobs."""
    config = configuration(folder, tiny_models, ["weak"])
    config["metrics"] = {"ppl": config["metrics"]["ppl"]}
    config["methods"] = {"shapley": config["methods"]["shapley"]}
    config["evaluation"] = {"resamples": 100}
    return config


@pytest.fixture(scope="module")
def on_slurm(tmp_path_factory, tiny_models) -> tuple[Path, str]:
    """The folder of the study after its run, and Snakemake's log of it."""
    folder = tmp_path_factory.mktemp("slurm")
    snakemake(folder, *PROFILE, "--", *TARGETS, study=small_study(folder, tiny_models))
    (log,) = (folder / ".snakemake" / "log").iterdir()
    return folder, log.read_text()


def submitted(log: str) -> list[str]:
    """The ids that sbatch gave to the jobs of a run."""
    return re.findall(r"has been submitted with SLURM jobid (\d+)", log)


def slurm_job(jobid: str) -> dict[str, str]:
    """The scheduler's record of a job."""
    command = ["scontrol", "show", "job", "--oneliner", jobid]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(field.split("=", 1) for field in shown.split() if "=" in field)


def test_every_rule_went_through_the_scheduler(on_slurm):
    _, log = on_slurm
    jobs = [slurm_job(jobid) for jobid in submitted(log)]
    assert {job["JobState"] for job in jobs} == {"COMPLETED"}
    assert "localrule" not in log
    assert len(set(re.findall(r"^ *rule (\w+):", log, re.MULTILINE))) == 12


def test_short_rules_share_a_submission(on_slurm):
    _, log = on_slurm
    comments = [slurm_job(jobid)["Comment"] for jobid in submitted(log)]
    kinds = Counter(re.match(r"\"?(rule_[a-z]+)", comment)[1] for comment in comments)
    # Warnings need scores alone, agreement attributions. Two jobs score, a third joins them.
    expected = {"corpus": 1, "edits": 1, "evaluation": 2, "figures": 1, "score": 3}
    assert kinds == {f"rule_{kind}": number for kind, number in expected.items()}


def test_scoring_jobs_ask_for_a_gpu_and_memory(on_slurm):
    _, log = on_slurm
    scoring = [
        job for job in map(slurm_job, submitted(log)) if "score_part" in job["Comment"]
    ]
    assert [job["TresPerJob"] for job in scoring] == ["gres:gpu:1"] * 2
    assert [job["MinMemoryNode"] for job in scoring] == ["4000M"] * 2


def test_the_tables_are_those_of_a_local_run(on_slurm, tmp_path, tiny_models):
    folder, _ = on_slurm
    snakemake(tmp_path, "--", *TARGETS, study=small_study(tmp_path, tiny_models))
    assert len(tables(tmp_path)) > 10
    assert tables(folder) == tables(tmp_path)


def test_a_failed_job_is_reported_with_its_log(tmp_path, tiny_models):
    config = small_study(tmp_path, tiny_models)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.json").write_text("{}")
    config["systems"]["broken"] = {"type": "seq2seq", "model": str(broken)}
    target = "results/small/essays/systems/broken.txt"
    options = [*PROFILE, "--retries", "0", "--", target]
    printed = snakemake(tmp_path, *options, study=config, fails=True)
    assert "Error in rule correct_sentences" in printed
    assert re.search(r"broken: has no tokenizer file", printed)
    *_, jobid = submitted(printed)
    assert slurm_job(jobid)["JobState"] == "FAILED"
    (log,) = (tmp_path / "results" / "slurm").rglob(f"{jobid}.log")
    assert "broken" in log.read_text()


def test_the_reason_of_a_refusal_is_said_once(tmp_path, tiny_models):
    resources = ["slurm_partition=nope", "mem_mb=1000", "runtime=5", "slots=1"]
    options = [*PROFILE, "--default-resources", *resources, "--", *TARGETS]
    printed = snakemake(
        tmp_path, *options, study=small_study(tmp_path, tiny_models), fails=True
    )
    # The group of rules that comes first is tried three times.
    assert printed.count("Trying to restart job") == 2
    refused = (tmp_path / "results" / "slurm" / "refused.log").read_text()
    for said in (printed, refused):
        assert said.count("sbatch: error: invalid partition specified: nope") == 1
        assert said.count(" -p nope ") == 1
