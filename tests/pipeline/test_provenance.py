import hashlib
import json
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from project import ROOT, write_files
from written_study import changed

from gec_attribution.pipeline.archive import write_archive
from gec_attribution.pipeline.citations import bibliography
from gec_attribution.pipeline.opening import open_study
from gec_attribution.pipeline.provenance import provenance_of
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.pipeline.surroundings import software_facts
from gec_attribution.storage import code_state
from gec_attribution.storage.code_state import commit_of

STUDY = changed(
    datasets__jfleg={"registered": "jfleg-dev"},
    systems__s__files__jfleg="s.txt",
    metrics__some={"type": "some", "model": "models/encoder"},
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files of a study, in which a job has run."""
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, dict.fromkeys(("d.txt", "s.txt", "m"), "He goes home .\n"))
    log = "results/small/logs/score_pairs/d.ppl.log"
    run_script(
        lambda _: None, SimpleNamespace(rule="score_pairs", log=[log], resources={})
    )
    return tmp_path


@pytest.fixture
def provenance(folder) -> dict:
    """As `provenance.json` has it."""
    return json.loads(json.dumps(provenance_of(open_study(STUDY, [], within=folder))))


def test_every_default_of_the_study_is_there(provenance):
    assert provenance["study"]["metrics"]["ppl"] == {"type": "perplexity", "model": "m"}
    assert provenance["study"]["evaluation"]["resamples"] == 20_000
    assert provenance["seed"] == 0


def test_a_job_tells_its_own_software(provenance):
    (job,) = provenance["jobs"]
    assert job["rule"] == "score_pairs"
    assert job["packages"]["numpy"] == __import__("numpy").__version__
    facts = software_facts(provenance["jobs"])
    assert f"numpy {job['packages']['numpy']}" in facts["Releases"]
    assert "gec-attribution" in facts["Code"]


def test_data_and_models_have_digests_and_licences_and_no_place_of_this_machine(
    provenance, folder
):
    data = {each["key"]: each for each in provenance["data"]}
    sources = "datasets.d.sources"
    assert data[sources]["sha256"] == hashlib.sha256(b"He goes home .\n").hexdigest()
    assert data["datasets.jfleg.sources"]["licence"] == "CC BY-NC-SA 4.0"
    models = {each["key"]: each for each in provenance["models"]}
    encoder = models["metrics.some.model"]
    weights = ROOT / "models/encoder/model.safetensors"
    expected = hashlib.sha256(weights.read_bytes()).hexdigest()
    assert encoder["files"]["model.safetensors"] == expected
    assert encoder["licence"] == "cc-by-nc-sa-4.0"
    assert provenance["study"]["metrics"]["some"]["model"] == "models/encoder"
    for place in (ROOT, folder, Path.home()):
        assert f"{place}/" not in json.dumps(provenance)


def test_the_paper_and_the_metrics_in_use_are_cited(provenance):
    keys = ["goto-etal-2025-improving", "bryant-etal-2017-automatic"]
    keys.append("yoshimura-etal-2020-reference")
    assert provenance["cite"] == [bibliography()[key] for key in keys]
    assert all(text.count("{") == text.count("}") for text in bibliography().values())


def test_both_bibliographies_name_the_same_works():
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    cited = [cff["preferred-citation"], *cff["references"]]
    works = {(work["title"], str(work["year"]), work["url"]) for work in cited}
    written = set()
    for text in bibliography().values():
        fields = dict(re.findall(r"^  (\w+) = \{(.+)\},?$", text, re.MULTILINE))
        title = re.sub(r"[{}]", "", fields["title"]).replace("--", "–")
        written.add((title, fields["year"], fields["url"]))
    assert written == works


def test_the_commit_is_that_of_git_and_changes_are_said(tmp_path):
    git = ["git", "-C", tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "One"]):
        subprocess.run([*git, *command], check=True)
    head = subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    )
    assert commit_of(tmp_path) == {"commit": head.stdout.strip(), "changed": False}
    (tmp_path / "code.py").touch()
    subprocess.run([*git, "add", "code.py"], check=True)
    assert commit_of(tmp_path)["changed"]


def test_without_a_repository_the_commit_is_that_of_the_wheel_or_not_known(tmp_path):
    assert commit_of(tmp_path) == {"commit": None, "changed": None}
    (tmp_path / "COMMIT").write_text("abc\n")
    assert commit_of(tmp_path) == {"commit": "abc", "changed": None}


def test_an_archive_is_a_crate_with_results_and_without_texts(folder, provenance):
    rocrate = pytest.importorskip("rocrate.rocrate")
    results = folder / "results/small"
    names = ("tables/warnings.csv", "d/evaluation/bias.csv", "d/corpus/sources.txt")
    files = {"provenance.json": json.dumps(provenance), **dict.fromkeys(names, "a,b\n")}
    write_files(results, files)
    assert write_archive(results, "small.zip") == 3
    crate = rocrate.ROCrate("small.zip")
    names = {entity.id for entity in crate.data_entities}
    assert {"tables/warnings.csv", "d/evaluation/bias.csv", "study.yaml"} <= names
    assert not any("corpus" in name for name in names)
    assert crate.mainEntity.id == "workflow/Snakefile"
    (run,) = crate.get_by_type("CreateAction")
    assert run["instrument"] is crate.mainEntity
    assert {result.id for result in run["result"]} >= {"tables/warnings.csv"}


@pytest.mark.filterwarnings("error")
def test_an_installed_package_archives_without_a_warning_of_its_missing_workflow(
    provenance, folder, monkeypatch
):
    pytest.importorskip("rocrate")
    monkeypatch.setattr("gec_attribution.pipeline.archive.PROJECT", folder)
    results = folder / "results/small"
    files = {"provenance.json": json.dumps(provenance), "tables/warnings.csv": "a,b\n"}
    write_files(results, files)
    assert write_archive(results, "installed.zip") == 2


def test_jobs_take_the_state_of_the_code_from_their_run(monkeypatch):
    state = code_state.code_state()
    monkeypatch.setenv(code_state.VARIABLE, "")
    code_state.hand_on()
    monkeypatch.setattr(
        code_state, "commit_of", lambda _folder: {"commit": "asked again"}
    )
    assert code_state.code_state() == state
