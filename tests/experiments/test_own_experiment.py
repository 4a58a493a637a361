"""The example of docs/extending.md, carried out word for word."""

import re
import tomllib

import project
import pytest
import yaml
from project import ROOT

PAGE = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
FILES = ("__init__", "compute", "table")
SOURCES = ["a b c d e", "f g h i j"]
EDITS = ["A 0 1|||R:OTHER|||x", "A 2 4|||R:OTHER|||y z"]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A folder with the page's package, installed, and a study of two sentences."""
    folder = tmp_path_factory.mktemp("own")
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    package = folder / "mine/long_edits"
    package.mkdir(parents=True)
    (folder / "mine/__init__.py").touch()
    for name, text in zip(FILES, code, strict=True):
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    groups = tomllib.loads(toml)["project"]["entry-points"]
    information = folder / "mine-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (information / "entry_points.txt").write_text("\n".join(lines) + "\n")
    (folder / "sources.txt").write_text("".join(f"{source}\n" for source in SOURCES))
    m2 = [
        "\n".join([f"S {source}", *(f"{edit}|||REQUIRED|||-NONE-|||0" for edit in EDITS), "\n"])
        for source in SOURCES
    ]
    (folder / "one.m2").write_text("".join(m2))
    return folder


def run(folder, *arguments, **options):
    config = {
        "study": "tiny",
        "datasets": {"essays": {"sources": "sources.txt"}},
        "systems": {"one": {"type": "outputs", "files": {"essays": "one.m2"}}},
        "metrics": {"overlap": {"type": "token_overlap"}},
        "methods": {"shapley": {"type": "shapley"}},
        "evaluation": {"long_edits": options},
    }
    (folder / "study.yaml").write_text(yaml.safe_dump(config))
    return project.snakemake(
        folder,
        *("--snakefile", ROOT / "Snakefile", "--configfile", "study.yaml", *arguments),
        PYTHONPATH=str(folder),
    )


@pytest.mark.workflow
def test_a_study_makes_the_table_and_the_report_shows_it(study):
    done = run(study, "--", "tabulate_long_edits", "make_report", min_tokens=2)
    assert done.returncode == 0, done.stderr[-3000:]
    table = (study / "results/tiny/tables/long_edits.md").read_text(encoding="utf-8")
    assert "edits of at least 2 tokens" in table
    # The metric counts the tokens that are kept: of three that change, the longer edit has two.
    assert "| essays | overlap | 2 | 66.7 |" in table
    report = (study / "results/tiny/report.html").read_text(encoding="utf-8")
    assert "Our own" in report
    assert "66.7" in report


@pytest.mark.workflow
def test_its_options_are_checked_and_its_code_is_part_of_its_digest(study):
    refused = run(study, "--dry-run", min_token=2)
    assert refused.returncode != 0
    assert "evaluation.long_edits: unknown key 'min_token'" in refused.stderr + refused.stdout
    assert "did you mean 'min_tokens'?" in refused.stderr + refused.stdout
    compute = study / "mine/long_edits/compute.py"
    compute.write_text(compute.read_text() + "\nCHANGED = 1\n")
    planned = run(study, "--dry-run", "--", "tabulate_long_edits", min_tokens=2)
    assert "evaluate_long_edits" in planned.stdout + planned.stderr
