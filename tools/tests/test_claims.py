"""A page follows the results, or is refused where they no longer say what it claims."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from project import ROOT

from gec_attribution.errors import InputError
from tools.cards import files_of
from tools.claims import MODELS, NotRunError, page

COMMAND = [sys.executable, "-m", "tools.claims", "written", "."]

HEADER = "dataset,metric,method,value,low,high,p\n"
PAGE = """\
# What they show

{% set study = results("learner") %}
{% set some = study.row("tables/area", metric="SOME") %}
{% set ppl = study.row("tables/area", metric="PPL") %}
{% call claim(ppl.value > some.value and ppl.low > 0) %}
- **PPL is ahead of SOME**: {{ ppl | estimate(2) }} against
  {{ some.value | fixed(2) }}.
{% endcall %}
- Together {{ study.rows("tables/area", metric=["SOME", "PPL"]) | span(0, unit="%") }}.
- {{ ppl.value | percent(1) }} is {{ ppl | estimate(3, "low", signed=True) }} at least.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "results/learner/tables").mkdir(parents=True)
    (tmp_path / "written").mkdir()
    (tmp_path / "written/page.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def write(folder: Path, *rows: str) -> None:
    text = HEADER + "".join(f"{row}\n" for row in rows)
    (folder / "results/learner/tables/area.csv").write_text(text, encoding="utf-8")


def made(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        COMMAND,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_numbers_of_the_page_are_those_of_the_tables_now(folder: Path) -> None:
    write(folder, "L,SOME,Shapley,0.531,-0.1,0.6,", "L,PPL,Shapley,0.5864,0.55,0.6195,")

    assert made(folder).returncode == 0

    assert (folder / "page.md").read_text(encoding="utf-8") == (
        "<!-- made by `make docs` from written/page.md, which is the file to edit -->\n\n"
        "# What they show\n\n"
        "- **PPL is ahead of SOME**: 0.59 [0.55, 0.62] against\n  0.53.\n"
        "- Together 53 to 59 %.\n"
        "- 58.6 % is +0.550 [+0.550, +0.620] at least.\n"
    )
    # After another training.
    write(folder, "L,SOME,Shapley,0.44,-0.1,0.6,", "L,PPL,Shapley,0.7,0.65,0.75,")

    assert made(folder).returncode == 0

    assert "0.70 [0.65, 0.75] against\n  0.44." in (folder / "page.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(("sub", "leading"), [("0.5", True), ("0.6", False)])
def test_who_leads_is_asked_within_each_group(
    folder: Path, sub: str, leading: bool
) -> None:
    write(
        folder,
        "L,SOME,Shapley,0.9,,,",
        "L,SOME,Sub,0.8,,,",
        "L,PPL,Shapley,0.59,,,",
        f"L,PPL,Sub,{sub},,,",
        "L,GLEU,Sub,,,,",
    )
    text = (
        '{{ leads(results("learner").rows("tables/area"), '
        'per=["metric"], method="Shapley") }}'
    )
    (folder / "written/page.md").write_text(text, encoding="utf-8")

    made(folder)

    assert (folder / "page.md").read_text(encoding="utf-8").endswith(f"\n{leading}\n")


def test_a_model_that_turns_the_order_round_is_refused_and_the_page_stays(
    folder: Path,
) -> None:
    write(folder, "L,SOME,Shapley,0.531,-0.1,0.6,", "L,PPL,Shapley,0.5864,0.55,0.6195,")
    made(folder)
    before = (folder / "page.md").read_bytes()
    write(folder, "L,SOME,Shapley,0.66,0.6,0.7,", "L,PPL,Shapley,0.5864,0.55,0.6195,")

    refusal = made(folder)

    assert refusal.returncode != 0
    sentence = "**PPL is ahead of SOME**: 0.59 [0.55, 0.62] against 0.66."
    assert refusal.stderr == f"written/page.md: no longer true:\n- {sentence}\n"
    assert (folder / "page.md").read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ('row("tables/area", metric="GLEU")', "no metric GLEU in tables/area.csv"),
        ('row("tables/area", kind="x")', "area.csv has no column 'kind'"),
        ('row("tables/area", dataset="L")', "area.csv has 2 rows with"),
        ('row("tables/volume")', "volume.csv: cannot be read as a CSV table"),
        ('row("tables/area", metric="PPL").size', "has no attribute 'size'"),
        ('row("tables/area", metric="SOME").p | estimate(1)', "not subscriptable"),
    ],
)
def test_what_no_result_has_is_named_with_the_line(
    folder: Path, asked: str, reason: str
) -> None:
    write(folder, "L,SOME,Shapley,0.531,,,", "L,PPL,Shapley,0.5864,0.55,0.6195,")
    text = f'# Title\n\n{{{{ results("learner").{asked} }}}}\n'
    (folder / "written/page.md").write_text(text, encoding="utf-8")

    refusal = made(folder)

    assert refusal.stderr.startswith("written/page.md, line 3: ")
    assert reason in refusal.stderr
    assert not (folder / "page.md").exists()


def test_a_page_about_a_study_that_was_not_run_stays_as_it_is(folder: Path) -> None:
    (folder / "written/page.md").write_text(
        '{{ results("paper-offline") }}', encoding="utf-8"
    )
    (folder / "page.md").write_text("what it was", encoding="utf-8")

    left = made(folder)

    assert left.returncode == 0
    assert (
        "page.md stays as it is: the study paper-offline has no results in results"
        in left.stderr
    )
    assert (folder / "page.md").read_text(encoding="utf-8") == "what it was"


def test_without_results_a_page_is_made_from_the_copies_of_its_tables(
    folder: Path,
) -> None:
    signed = "metric,value,signature\nPPL,0.5,seed:0|a long signature\n"
    (folder / "results/learner/tables/area.csv").write_text(signed, encoding="utf-8")
    text = (
        '{{ results("learner").row("tables/area", metric="PPL").value | fixed(1) }}\n'
    )
    (folder / "written/page.md").write_text(text, encoding="utf-8")
    copies = folder / "tables/learner"
    copies.mkdir(parents=True)
    (copies / "signatures.csv").write_text(
        "digest,signature\nabc,of no table\n", encoding="utf-8"
    )

    assert made(folder).returncode == 0

    before = (folder / "page.md").read_bytes()
    digest = (copies / "tables/area.csv").read_text("utf-8").split(",")[-1].strip()
    expected = f"digest,signature\n{digest},seed:0|a long signature\n"
    assert (copies / "signatures.csv").read_text("utf-8") == expected
    shutil.rmtree(folder / "results")

    assert made(folder).returncode == 0

    assert (folder / "page.md").read_bytes() == before
    # A page that reads another table stays as it is.
    (folder / "written/page.md").write_text(
        text.replace("area", "volume"), encoding="utf-8"
    )
    assert "page.md stays as it is" in made(folder).stderr
    assert (folder / "page.md").read_bytes() == before


def test_the_copies_of_tables_are_small() -> None:
    files = (ROOT / "docs/tables").rglob("*.csv")
    assert sum(file.stat().st_size for file in files) < 2**20


@pytest.mark.parametrize(
    "written", sorted((ROOT / "docs/written").glob("*.md")), ids=str
)
def test_the_pages_about_studies_that_were_run_here_claim_what_the_results_say(
    written: Path,
) -> None:
    try:
        text = page(written, ROOT / "results", ROOT / "docs/tables")
    except NotRunError as error:
        pytest.skip(str(error))
    assert text.startswith("# ")


def test_what_training_gave_holds_while_the_model_is_the_same(folder: Path) -> None:
    sentence = (
        '{% call claim(files_of("explainer-zh") == "DIGITS") %}\n'
        "It has 0.23.\n{% endcall %}\n"
    )
    source = folder / "written/page.md"
    source.write_text(
        sentence.replace("DIGITS", files_of(MODELS / "explainer-zh")), "utf-8"
    )
    assert page(source, folder / "results", folder / "tables") == "It has 0.23.\n"
    source.write_text(sentence, "utf-8")
    with pytest.raises(InputError, match=r"no longer true:\n- It has 0\.23\."):
        page(source, folder / "results", folder / "tables")
