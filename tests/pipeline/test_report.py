import re
from dataclasses import replace

import pandas as pd
import pytest
from browsing import assert_no_barrier
from project import ROOT

from gec_attribution.experiments.declaration import Finding
from gec_attribution.pipeline.report import finding_of, write_report
from gec_attribution.pipeline.targets import Result
from gec_attribution.tables.render import write_table

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100pt" height="50pt"><circle r="9"/></svg>'
LABELS = {
    "dataset": {"essays": "Essays & <b>letters</b>"},
    "system": {"weak": "Weak"},
    "metric": {"some": "SOME"},
    "method": {"shapley": "Shapley"},
}
HOSTILE = "<script>window.hacked=1</script> | _a_ [x](y)"


@pytest.fixture
def study(tmp_path):
    """A table of two rows, a table without rows and a figure."""
    cells = pd.DataFrame(
        {
            "System": ["Weak", HOSTILE],
            "Score": ["0.51 [0.50, 0.52]", "−0.20 (3 sources)"],
        },
        index=["metric:some|seed:0", "metric:some|seed:0"],
    )
    write_table(
        cells, tmp_path / "tables/system_scores", "What each metric gave.", cells
    )
    empty = cells.iloc[:0]
    write_table(
        empty, tmp_path / "tables/warnings", "Every sentence was scored.", empty
    )
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/bias.svg").write_text(SVG)

    def result(name, section, title):
        caption = f"Of |φ| in |{HOSTILE}|."
        return Result(tmp_path / name, "figures" in name, section, title, caption)

    return tmp_path, [
        result("tables/warnings", "Beyond the paper", "Warnings"),
        result("figures/bias", "5.1 Case study and bias", "Figure 6"),
        result(
            "tables/system_scores", "1 The systems under each metric", "Mean scores"
        ),
    ]


def write(study):
    folder, results = study
    facts = {"Seed": "7"}
    write_report(
        folder / "report.html", results, study="small", labels=LABELS, facts=facts
    )
    return (folder / "report.html").read_text(encoding="utf-8")


def test_sections_stand_in_the_order_of_reading(study):
    page = write(study)
    headings = re.findall(r"<h2 [^>]*>(.*)</h2>", page)
    assert headings == [
        "Case study and bias (the paper&#39;s section 5.1)",
        "The systems under each metric",
        "Beyond the paper",
        "How it was made",
    ]
    assert page.index("Mean scores") < page.index("Warnings")


def test_figures_and_tables_of_the_paper_are_open_and_all_else_is_folded(study):
    folder, (warnings, bias, scores) = study
    other = replace(bias, title="Strongest pairs")
    bias = replace(
        bias, title="Figure 6: bias", caption="Mean φ of each type. Data: essays."
    )
    behind = replace(scores, title="Figure 6: mean attributions")
    scores = replace(scores, title="Table 1: case study")
    page = write((folder, [warnings, other, bias, scores, behind, replace(bias)]))
    folded = re.findall(r"<summary><h3 [^>]*>(.*)</h3></summary>", page)
    opened = re.findall(r"^<h3 [^>]*>(.*)</h3>$", page, flags=re.MULTILINE)
    assert sorted(opened) == ["Figure 6: bias", "Table 1: case study"]
    # A second figure of its number is folded, too, and so is the table behind a figure.
    assert sorted(folded) == [
        "Figure 6: bias",
        "Figure 6: mean attributions",
        "Strongest pairs",
        "Warnings",
    ]
    assert "<p>Mean φ of each type.</p>" in page
    assert "<summary>Data and method</summary><p>Data: essays.</p>" in page


def test_tables_are_tables_and_their_text_stays_text(study):
    page = write(study)
    assert '<th class="number" scope="col">Score</th>' in page
    assert '<td class="short">Weak</td>' in page
    assert '<td class="number">0.51 [0.50, 0.52]</td>' in page
    assert "<td>&lt;script&gt;window.hacked=1&lt;/script&gt; | _a_ [x](y)</td>" in page
    # None for the one without rows, which has its sentence.
    assert page.count("<table>") == 1
    assert "<p>Every sentence was scored.</p>" in page
    assert "<code>metric:some|seed:0</code>" in page
    assert "Essays &amp; &lt;b&gt;letters" in page


def test_the_page_runs_nothing_and_loads_nothing(study):
    policy = re.search(
        r'http-equiv="Content-Security-Policy" content="([^"]*)"', write(study)
    )[1]
    assert policy.startswith(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    )
    assert "script-src" not in policy


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(study, chromium, scheme):
    write(study)
    page = chromium.new_page(
        color_scheme=scheme, viewport={"width": 360, "height": 700}
    )
    page.goto((study[0] / "report.html").as_uri())
    assert_no_barrier(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("window.hacked") is None
    page.close()


@pytest.mark.browser
def test_the_first_table_is_complete_on_a_common_screen(study, chromium):
    folder, results = study
    cells = {
        "Dataset": "Learner Chinese",
        "Metric": "PPL (Chinese)",
        "System": "unchanged source",
        "Score": "−246.1 [−296.7, −202.6]",
        "Difference": "+0.0174 [+0.0042, +0.0283]",
        "p (Holm)": "< 0.001",
        "Sentences": "150",
        "Undefined": "0",
    }
    table = pd.DataFrame([cells], index=["metric:some|seed:0"])
    write_table(table, folder / "tables/system_scores", "What each metric gave.", table)
    write((folder, results))
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto((folder / "report.html").as_uri())
    page.evaluate(
        "document.querySelectorAll('details').forEach(part => { part.open = true })"
    )
    scrolls = page.locator(".scroll").first
    assert scrolls.evaluate("region => region.scrollWidth - region.clientWidth") == 0
    page.set_viewport_size({"width": 390, "height": 800})
    # Where it goes on there is a shadow, and the page itself does not scroll sideways.
    assert scrolls.evaluate("region => region.scrollWidth - region.clientWidth") > 0
    assert "gradient" in scrolls.evaluate(
        "region => getComputedStyle(region).backgroundImage"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["learner", "chinese"])
def test_the_report_of_a_default_study_is_soon_read(name, chromium):
    report = ROOT / "results" / name / "report.html"
    if not report.exists():
        pytest.skip(f"the study {name} has no report here; `make figures` makes it")
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollHeight") <= 12_000
    page.close()


def test_a_section_begins_with_its_finding_and_the_page_with_all():
    table = pd.DataFrame(
        {"metric": ["SOME", "PPL-2", "PPL"], "value": [0.5, -0.25, float("nan")]}
    )
    text = (
        "{highest[metric]} {highest[value]:.2f}, {lowest[metric]} {lowest[value]:.2f}."
    )
    finding = Finding(text=text, column="value", names={"metric": {"SOME": "Some"}})
    assert finding_of(finding, table) == "Some 0.50, PPL-2 −0.25."
    assert finding_of(replace(finding, where={"metric": "none"}), table) == ""
    # No sentence is about a number of fewer sources than an interval needs.
    enough = table.assign(sources=[9, 10, 10], value=[0.5, -0.25, 0.25])
    assert finding_of(finding, enough) == "PPL 0.25, PPL-2 −0.25."
    # Nor does it name two that are alike.
    assert finding_of(finding, table.assign(value=0.5)) == ""
    assert (
        finding_of(Finding(text="{highest[value]}", column="value"), table[:1]) == "0.5"
    )


def test_findings_stand_at_the_top(study):
    folder, results = study
    pd.DataFrame({"metric": ["<SOME>"], "value": [1]}).to_csv(
        folder / "tables/warnings.csv"
    )
    finding = Finding(text="Best: {highest[metric]}.", column="value")
    page = write((folder, [replace(results[0], finding=finding), *results[1:]]))
    assert page.count("Best: &lt;SOME&gt;.") == 2
    assert page.index('id="summary"') < page.index("Best: ") < page.index("<section")
