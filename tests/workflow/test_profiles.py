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

# The default study without the model that is fetched.
OFFLINE = ["--configfile", ROOT / "config/config.yaml", ROOT / "config/offline.yaml"]
RULE = re.compile(r"^ *(?:use )?rule (?:\w+ as )?(\w+)(?: with)?:", re.MULTILINE)


def profile(name: str) -> dict:
    return yaml.safe_load((ROOT / "profiles" / name / "config.yaml").read_text(encoding="utf-8"))


def rule_files() -> list[Path]:
    """The files that write rules out."""
    return sorted(ROOT.glob("workflow/rules/*.smk"))


def written_rules() -> set[str]:
    """The rules that these files write out."""
    return {
        rule for file in rule_files() for rule in RULE.findall(file.read_text(encoding="utf-8"))
    }


def computing_rules(*, with_models: bool) -> set[str]:
    """Rules that compute this package's experiments."""
    return {
        experiments()[name].rule
        for name in OWN
        if experiments()[name].computed and bool(experiments()[name].scores) == with_models
    }


def rules_of_declarations() -> set[str]:
    """Rules of this package's experiments, made in a loop."""
    shown = set()
    for name in OWN:
        experiment = experiments()[name]
        shown |= {figure.rule for figure in experiment.figures}
        shown |= {table.rule for table in experiment.tables} | {name}
    return shown | computing_rules(with_models=True) | computing_rules(with_models=False)


@pytest.mark.parametrize("path", sorted((ROOT / "profiles").rglob("*.yaml")), ids=str)
def test_no_profile_says_a_thing_twice(path):
    assert read_yaml(path)  # which refuses a key that is there twice


def rules_by_environment() -> dict[str, set[str]]:
    """The rules of a study by their conda environment, as the workflow's files pair them."""
    by_environment: dict[str, set[str]] = {}
    for file in rule_files():
        # Its rules run on the machine that a study is started on.
        if file.stem == "pages":
            continue
        pieces = RULE.split(file.read_text(encoding="utf-8"))[1:]
        for rule, body in zip(pieces[::2], pieces[1::2], strict=True):
            if environment := re.search(r"envs/(\w+)\.yaml", body):
                by_environment.setdefault(environment[1], set()).add(rule)
    return by_environment


def snakemake(folder: Path, *arguments: str, snakefile: Path = ROOT / "Snakefile") -> str:
    """Output of Snakemake in a run that ends well."""
    options = [*arguments, "--snakefile", snakefile]
    done = project.snakemake(folder, *options, cores=None, TMPDIR=str(folder))
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout + done.stderr


def path(name: str) -> str:
    return str(ROOT / "profiles" / name)


def test_profiles_name_rules_of_the_workflow():
    rules = written_rules() | rules_of_declarations()
    slurm = profile("slurm")
    assert set(slurm["set-resources"]) | set(slurm["groups"]) <= rules


def test_the_default_profile_says_what_the_others_say():
    # It is read beside a profile that is named, and its lines win.
    for key, value in profile("default").items():
        assert profile("gpu")[key] == profile("slurm")[key] == value


def scripts_of_rules() -> dict[str, Path]:
    """The script of each rule, as the workflow's files name it or the rule that it is made of."""
    scripts: dict[str, Path] = {}
    texts = {file: file.read_text(encoding="utf-8") for file in rule_files()}
    for file, text in texts.items():
        pieces = RULE.split(text)[1:]
        for rule, body in zip(pieces[::2], pieces[1::2], strict=True):
            if script := re.search(r'script:\s+"(.+)"', body):
                scripts[rule] = (file.parent / script[1]).resolve()
    for base, rule in re.findall(r"use rule (\w+) as (\w+)", "".join(texts.values())):
        scripts.setdefault(rule, scripts[base])
    return scripts


def runs_a_model(script: Path) -> bool:
    """Whether a script loads types named by a study, or imports code that places models."""
    tree = ast.walk(ast.parse(script.read_text(encoding="utf-8")))
    names = {node.id for node in tree if isinstance(node, ast.Name)}
    loads = names & {"load_metric", "load_system", "load_explainer"}
    return bool(loads) or "networks/hub.py" in modules_of(script)


def test_every_rule_that_runs_a_model_has_an_input_by_which_profiles_know_it():
    scripts = scripts_of_rules()
    running = {rule for rule, script in scripts.items() if runs_a_model(script)}
    # It downloads weights, and runs none.
    running -= {"fetch_models"}
    study = "".join(file.read_text("utf-8") for file in rule_files())
    pieces = RULE.split(study)[1:]
    bodies = zip(pieces[::2], pieces[1::2], strict=True)
    of_study = {
        rule for rule, body in bodies if re.search(r"\n +models=.*?output:", body, re.DOTALL)
    }
    of_study -= {"fetch_models"}
    slurm, gpu = profile("slurm"), profile("gpu")
    assert "score_pairs" in running
    assert running == of_study
    assert not running & set(slurm["groups"])
    for told in (slurm, gpu):
        assert told["default-resources"]["gpu"] == "int('models' in input.keys())"


def test_short_rules_of_a_study_are_grouped_or_local():
    environments = rules_by_environment()
    short = environments["analysis"] | environments["edits"]
    assert short - set(profile("slurm")["groups"]) == {"download_file"}


def test_rules_of_declarations_are_in_groups_unless_they_run_models():
    rules = (ROOT / "workflow/rules/experiments.smk").read_text(encoding="utf-8")
    groups = re.findall(r"group:\n +(.+)\n", rules)
    assert groups == ['None if experiment.scores else "evaluation"', '"figures"', '"figures"']
    assert not set(profile("slurm")["groups"]) & rules_of_declarations()


@pytest.mark.workflow
def test_the_workflow_has_the_rules_that_are_written_and_those_of_declarations(default_study):
    options = [*OFFLINE, "--snakefile", ROOT / "Snakefile", "--list-rules"]
    done = project.snakemake(default_study, *options)
    assert done.returncode == 0, done.stderr[-4000:]
    expected = written_rules() | rules_of_declarations() | {"all"}
    # The default study leaves it out, so that there is nothing by this name to ask for.
    expected -= {"human_rankings"}
    assert set(done.stdout.split()) == expected


@pytest.mark.workflow
@pytest.mark.parametrize("option", ["--lint", "--rulegraph", "--summary"])
def test_snakemake_describes_the_default_study(default_study, option):
    options = [*OFFLINE, "--snakefile", ROOT / "Snakefile", option]
    done = project.snakemake(default_study, *options, cores=None)
    assert done.returncode == 0, done.stderr[-4000:]


def test_memory_and_time_grow_with_each_attempt():
    slurm = profile("slurm")
    for needs in [slurm["default-resources"], *slurm["set-resources"].values()]:
        for limit in needs.keys() & {"mem_mb", "runtime"}:
            assert needs[limit].startswith("attempt * ")
    assert slurm["retries"] >= 1


@pytest.fixture
def default_study(tmp_path) -> Path:
    """A folder without results in which the default study can be planned."""
    for folder in ("config", "data", "models"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    return tmp_path


@pytest.mark.workflow
def test_the_default_study_is_a_few_submissions(default_study):
    printed = snakemake(default_study, *OFFLINE, "--dry-run", "--profile", path("slurm"))
    rules = re.findall(r"^ *rule (\w+):", printed, re.MULTILINE)
    alone = re.findall(r"^rule (\w+):", printed, re.MULTILINE)
    groups = re.findall(r"Group job (\w+) ", printed)
    assert len(rules) > 70
    assert sorted(set(groups)) == ["corpus", "edits", "evaluation", "figures"]
    models = {
        *("correct_sentences", "score_pairs", "explain_corrections"),
        *("compare_estimators", "evaluate_related_forms", "measure_efficiency"),
    }
    assert set(alone) == {"all", *models}
    needs = re.findall(r"^ *rule (\w+):.*?gpu=(\d)", printed, re.MULTILINE | re.DOTALL)
    assert {rule for rule, gpus in needs if gpus == "1"} == models
    assert len(groups) + len(alone) < 50


@pytest.mark.workflow
def test_without_a_profile_no_gpu_is_asked_for(default_study):
    printed = snakemake(default_study, *OFFLINE, "--dry-run", "--cores", "2")
    assert "rule score_pairs:" in printed
    assert "gpu=" not in printed
