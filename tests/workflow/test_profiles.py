"""The profiles, where neither a cluster nor a GPU is needed to try them."""

import ast
import re
from pathlib import Path

import project
import pytest
import yaml
from project import ROOT

from gec_attribution.experiments.catalogue import OWN, experiments
from gec_attribution.plugins.code import modules_of
from gec_attribution.storage.yaml_files import read_yaml

RULE = re.compile(r"^ *(?:use )?rule (?:\w+ as )?(\w+)(?: with)?:", re.MULTILINE)


def profile(name: str) -> dict:
    return yaml.safe_load((ROOT / "profiles" / name / "config.yaml").read_text(encoding="utf-8"))


def written_rules(*, of_a_study: bool) -> set[str]:
    """The rules that the workflow's files write out; of a study alone, those of no training."""
    return {
        rule
        for file in (ROOT / "workflow" / "rules").glob("*.smk")
        if not (of_a_study and file.stem.startswith("training"))
        for rule in RULE.findall(file.read_text(encoding="utf-8"))
    }


def rules_of_declarations() -> set[str]:
    """The rules that are made in a loop, of what this package's experiments declare."""
    found = set()
    for name in OWN:
        experiment = experiments()[name]
        if experiment.rule is None and experiment.reads:
            found.add(f"evaluate_{name}")
        found |= {f"plot_{figure.name}" for figure in experiment.figures}
        found |= {
            table.rule or f"tabulate_{table.name}"
            for table in experiment.tables
            if not table.explicit
        }
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "profiles").rglob("*.yaml")), ids=str)
def test_no_profile_says_a_thing_twice(path):
    assert read_yaml(path)  # which refuses a key that is there twice


def rules_by_environment() -> dict[str, set[str]]:
    """The rules of a study by their conda environment, as the workflow's files pair them."""
    found = {"analysis": rules_of_declarations()}
    for file in sorted((ROOT / "workflow" / "rules").glob("*.smk")):
        # These are no part of a study.
        if file.stem in {"benchmarks", "pages"} or file.stem.startswith("training"):
            continue
        pieces = RULE.split(file.read_text(encoding="utf-8"))[1:]
        for rule, body in zip(pieces[::2], pieces[1::2], strict=True):
            if environment := re.search(r"envs/(\w+)\.yaml", body):
                found.setdefault(environment[1], set()).add(rule)
    return found


def snakemake(folder: Path, *arguments: str, snakefile: Path = ROOT / "Snakefile") -> str:
    """What Snakemake says in a run that ends well."""
    options = ["--snakefile", snakefile, *arguments]
    done = project.snakemake(folder, *options, cores=None, TMPDIR=str(folder))
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout + done.stderr


def path(name: str) -> str:
    return str(ROOT / "profiles" / name)


def test_profiles_name_rules_of_the_workflow():
    rules = written_rules(of_a_study=False) | rules_of_declarations()
    slurm = profile("slurm")
    assert set(slurm["set-resources"]) | set(slurm["groups"]) <= rules
    assert set(profile("gpu")["set-resources"]) <= rules


def test_the_default_profile_says_what_the_others_say():
    # It is read beside a profile that is named, and its lines win.
    for key, value in profile("default").items():
        assert profile("gpu")[key] == profile("slurm")[key] == value


def scripts_of_rules() -> dict[str, Path]:
    """The script of each rule, as the workflow's files name it or the rule that it is made of."""
    scripts: dict[str, Path] = {}
    files = sorted((ROOT / "workflow" / "rules").glob("*.smk"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    for text in texts:
        pieces = RULE.split(text)[1:]
        for rule, body in zip(pieces[::2], pieces[1::2], strict=True):
            if script := re.search(r'script:\s+"(.+)"', body):
                scripts[rule] = (files[0].parent / script[1]).resolve()
    for base, rule in re.findall(r"use rule (\w+) as (\w+)", "".join(texts)):
        scripts.setdefault(rule, scripts[base])
    return scripts


def runs_a_model(script: Path) -> bool:
    """Whether it loads what a study names, or reaches what places models by its imports."""
    tree = ast.walk(ast.parse(script.read_text(encoding="utf-8")))
    names = {node.id for node in tree if isinstance(node, ast.Name)}
    loads = names & {"load_metric", "load_system", "load_explainer"}
    return bool(loads) or "networks/hub.py" in modules_of(script)


def test_every_rule_that_runs_a_model_has_a_gpu_and_memory_of_its_own():
    scripts = scripts_of_rules()
    models = {rule for rule, script in scripts.items() if runs_a_model(script)}
    assert {"score_pairs", "train_chinese_language_model", "pair_published_corrections"} <= models
    # These read a model's weights or what another rule's model is told, and run none.
    models -= {"cut_encoder", "learn_channel", "fetch_models", "convert_gector"}
    # These measure what has no model.
    models -= {"benchmark_scale", "benchmark_million"}
    slurm, gpu = profile("slurm"), profile("gpu")
    with_gpu = {rule for rule, needs in slurm["set-resources"].items() if "gpu" in needs}
    assert models == with_gpu == set(gpu["set-resources"])
    assert not models & set(slurm["groups"])


def test_short_rules_of_a_study_are_grouped_or_local():
    environments = rules_by_environment()
    short = environments["analysis"] | environments["edits"]
    assert short - set(profile("slurm")["groups"]) == {"download_file"}


def test_every_experiment_is_computed_in_a_group_or_with_a_gpu():
    rules = {
        rule
        for rule in written_rules(of_a_study=True) | rules_of_declarations()
        if rule.startswith("evaluate_")
    }
    slurm = profile("slurm")
    grouped = {rule for rule in slurm["groups"] if rule.startswith("evaluate_")}
    assert len(grouped) > 20
    assert grouped == rules - slurm["set-resources"].keys()


@pytest.mark.workflow
def test_the_workflow_has_the_rules_that_are_written_and_those_of_declarations(default_study):
    options = ["--snakefile", ROOT / "Snakefile", "--list-rules"]
    done = project.snakemake(default_study, *options)
    assert done.returncode == 0, done.stderr[-4000:]
    expected = written_rules(of_a_study=True) | rules_of_declarations() | {"all"}
    assert set(done.stdout.split()) == expected


def test_memory_and_time_grow_with_each_attempt():
    slurm = profile("slurm")
    for needs in [slurm["default-resources"], *slurm["set-resources"].values()]:
        assert needs["mem_mb"].startswith("attempt * ")
        assert needs["runtime"].startswith("attempt * ")
    assert slurm["retries"] >= 1


@pytest.fixture
def default_study(tmp_path) -> Path:
    """A folder in which the default study can be planned, none of whose results exist."""
    for folder in ("config", "data", "models"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    return tmp_path


@pytest.mark.workflow
def test_the_default_study_is_a_few_submissions(default_study):
    said = snakemake(default_study, "--dry-run", "--profile", path("slurm"))
    rules = re.findall(r"^ *rule (\w+):", said, re.MULTILINE)
    alone = re.findall(r"^rule (\w+):", said, re.MULTILINE)
    groups = re.findall(r"Group job (\w+) ", said)
    assert len(rules) > 70
    assert sorted(set(groups)) == ["corpus", "edits", "evaluation", "figures"]
    models = {
        *("correct_sentences", "score_pairs", "explain_corrections"),
        *("compare_estimators", "evaluate_related_forms"),
    }
    timed = {"measure_efficiency", "measure_sampling_error", "measure_system_speed"}
    assert set(alone) == {"all", *models, *timed}
    assert len(groups) + len(alone) < 50


@pytest.mark.workflow
def test_jobs_at_once_run_on_different_gpus(tmp_path, monkeypatch):
    (tmp_path / "Snakefile").write_text(
        "rule all:\n    input: expand('{job}.gpu', job=range(4))\n\n"
        "rule score_pairs:\n    output: '{job}.gpu'\n    script: 'score.py'\n"
    )
    (tmp_path / "score.py").write_text(
        "import os, time\n"
        "from pathlib import Path\n"
        "from gec_attribution.running.scripts import run_script\n"
        "def main(snakemake):\n"
        "    gpu = os.environ['CUDA_VISIBLE_DEVICES']\n"
        "    Path('in-use', gpu).mkdir(parents=True)  # fails if another job is there\n"
        "    Path(snakemake.output[0]).with_suffix('.started').touch()\n"
        "    deadline = time.time() + 60\n"
        "    while len(list(Path().glob('*.started'))) < 2 and time.time() < deadline:\n"
        "        time.sleep(0.05)\n"
        "    Path('in-use', gpu).rmdir()\n"
        "    Path(snakemake.output[0]).write_text(gpu)\n"
        "run_script(main, snakemake)\n"
    )
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1")
    arguments = ["--profile", path("gpu"), "--resources", "gpu=2", "--cores", "4"]
    said = snakemake(tmp_path, *arguments, snakefile=tmp_path / "Snakefile")
    assert len(re.findall(r"resources: .*gpu=1", said)) == 4
    assert {file.read_text() for file in tmp_path.glob("*.gpu")} == {"0", "1"}


@pytest.mark.workflow
def test_without_a_profile_no_gpu_is_asked_for(default_study):
    said = snakemake(default_study, "--dry-run", "--cores", "2")
    assert "rule score_pairs:" in said
    assert "gpu=" not in said
