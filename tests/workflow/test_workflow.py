"""The workflow from end to end, on a few sentences and with tiny models."""

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
import yaml
from project import ROOT, snakemake

from gec_attribution.languages.tokenisation import detokenise

SOURCES = [
    "He go to the school every days .",
    "I have a cat .",
    "She like to reads the book about dogs in the evenings .",
    "They was happy becaus of the news .",
    "We discussed about a problem yesterday with teacher .",
    "My brother works at hospital since two year .",
]
REFERENCE = [
    "He goes to school every day .",
    "I have a cat .",
    "She likes to read books about dogs in the evening .",
    "They were happy because of the news .",
    "We discussed a problem with the teacher yesterday .",
    "My brother has worked at a hospital for two years .",
]
OUTPUTS = {
    "weak": [
        "He goes to the school every days .",
        "I have a cat .",
        "She likes to reads the book about dogs in the evenings .",
        "They were happy becaus of the news .",
        "We discussed about a problem yesterday with teacher .",
        "My brother works at hospital since two years .",
    ],
    "strong": [
        "He goes to school every day .",
        "I have a cat .",
        "She likes to read books about dogs in the evening .",
        "They were happy because of this news .",
        "We discussed the problem yesterday with our teacher .",
        "My brother has worked in a hospital for two years .",
    ],
    "late": [
        "He went to school every day .",
        "I have a cat .",
        "She likes reading a book about dogs in the evenings .",
        "They were happy because of the news .",
        "We discussed about the problem yesterday with the teacher .",
        "My brother worked at hospital for two years .",
    ],
}
PARTS = {"grammaticality": 0.55, "fluency": 0.43, "meaning": 0.02}
FIGURES = ["cumulative_edits", "consistency", "agreement", "efficiency", "bias", "interactions"]
FIGURES += ["probes"]
TABLES = [
    "probes",
    "warnings",
    "case_study",
    "meta_evaluation",
    "system_scores",
    "interactions",
    "strongest_interactions",
    "score_decomposition",
]


def write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def configuration(folder: Path, tiny_models: Path, systems: list[str]) -> dict:
    return {
        "study": "small",
        "datasets": {
            "essays": {
                "label": "Essays",
                # Ordinary text, but for the reference, which is tokenised already.
                "tokenise": True,
                "sources": write(folder / "sources.txt", list(map(detokenise, SOURCES))),
                "references": [write(folder / "reference.txt", REFERENCE)],
            }
        },
        "systems": {
            name: {
                "type": "outputs",
                "files": {
                    "essays": write(folder / f"{name}.txt", list(map(detokenise, OUTPUTS[name])))
                },
            }
            for name in systems
        },
        "metrics": {
            "some": {"type": "some", "model": str(tiny_models / "some")},
            "some-g": {"of": "some", "component": "grammaticality", "label": "SOME-g"},
            "ppl": {"type": "perplexity", "model": str(tiny_models / "gpt2")},
        },
        "methods": {"shapley": {"type": "shapley"}, "add": {"type": "add"}},
        "scoring": {"shards": 2},
        "evaluation": {
            "resamples": 100,
            "consistency": {"min_edits": 2, "max_edits": 10},
            "case_study": {
                "dataset": "essays",
                "system": "strong",
                "line": 3,
                "metrics": ["some", *(f"some.{part}" for part in PARTS), "some-g"],
            },
            "efficiency": {"max_edits": 3, "sentences": 1},
            "bias": {"min_frequency": 2},
            "precision": {"min_frequency": 2, "metrics": ["some"]},
            "interactions": {"min_frequency": 2},
            "probes": {"max_edits": 2},
        },
    }


def tables(folder: Path) -> dict[str, bytes]:
    """Every table of stages 1 to 7 whose content is no measurement of time."""
    results = folder / "results" / "small"
    return {
        str(path.relative_to(results)): path.read_bytes()
        for path in sorted(results.rglob("*"))
        if path.suffix in {".txt", ".m2", ".parquet", ".csv"}
        and not {"logs", "benchmarks", "efficiency"} & set(path.parts)
        and path.stem != "efficiency"
    }


def scored_pairs(folder: Path) -> int:
    """Pairs that the logs of the scoring jobs say were scored by a model."""
    logs = (folder / "results/small/logs/score_pairs").glob("*.log")
    return sum(
        int(re.search(r"of \d+ pairs, (\d+) are to be scored", log.read_text())[1]) for log in logs
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory, tiny_models) -> Path:
    """The small study of two systems, run to the end."""
    folder = tmp_path_factory.mktemp("workflow")
    printed = snakemake(folder, study=configuration(folder, tiny_models, ["weak", "strong"]))
    assert "report: results/small/report.html" in printed
    return folder


@pytest.mark.workflow
def test_every_figure_and_table_is_made(finished):
    results = finished / "results" / "small"
    for name in [*FIGURES, "precision.essays.some"]:
        for suffix in ("pdf", "png", "svg", "csv"):
            assert (results / "figures" / f"{name}.{suffix}").stat().st_size > 100
    for name in TABLES:
        for suffix in ("tex", "md", "json", "csv"):
            # A table without a row, such as one of no warnings, has its headings alone.
            assert (results / "tables" / f"{name}.{suffix}").stat().st_size > 50
    assert {path.name for path in (results / "explorer/data").iterdir()} == {
        "index.js",
        "essays.0.js",
    }
    listing = pd.read_csv(results / "essays/evaluation/sentences/some-g.shapley.csv")
    assert set(listing["system"]) == {"weak", "strong"}


@pytest.mark.workflow
def test_ordinary_text_is_tokenised_before_all_else(finished):
    essays = finished / "results/small/essays"
    for file, sentences in {
        "corpus/sources": SOURCES,
        "corpus/reference.0": REFERENCE,
        "systems/strong": OUTPUTS["strong"],
    }.items():
        assert (essays / f"{file}.txt").read_text().splitlines() == sentences
    assert (finished / "sources.txt").read_text().startswith("He go to the school every days.")


@pytest.mark.workflow
def test_every_system_is_scored_beside_the_unchanged_source(finished):
    table = pd.read_csv(finished / "results/small/tables/system_scores.csv")
    table = table.drop_duplicates("system")
    assert table["system"].tolist() == ["unchanged source", "weak", "strong"]
    assert table["gleu"].is_monotonic_increasing
    assert table["f"].is_monotonic_increasing


@pytest.mark.workflow
def test_systems_can_be_scored_without_a_metric(tmp_path):
    config = yaml.safe_load((ROOT / "config/systems.yaml").read_text())
    here = [entry for entry in config["systems"].values() if entry["type"] != "outputs"]
    timed = [entry for entry in here if entry["type"] != "chat"]
    arguments = ["--configfile", ROOT / "config/systems.yaml", "--dry-run", "--quiet", "rules"]
    printed = snakemake(tmp_path, *arguments, "--", "system_scores")
    jobs = dict(re.findall(r"^(\w+) +(\d+)$", printed, re.MULTILINE))
    datasets = len(config["datasets"])
    assert int(jobs["correct_sentences"]) == datasets * len(timed)
    assert int(jobs["evaluate_system_scores"]) == datasets
    assert "score_pairs" not in jobs


@pytest.mark.workflow
def test_the_attributions_of_some_are_the_weighted_sum_of_those_of_its_parts(finished):
    table = pd.read_csv(finished / "results/small/tables/case_study.csv")
    phi = table.dropna(subset="phi").pivot_table("phi", "chunk", "metric")
    parts = [f"some ({part})" for part in PARTS]
    assert set(phi) == {"some", *parts, "SOME-g"}
    assert len(phi) > 2
    summed = sum(weight * phi[part] for part, weight in zip(parts, PARTS.values(), strict=True))
    assert (abs(summed - phi["some"]) < 1e-9).all()
    assert (phi["SOME-g"] == phi["some (grammaticality)"]).all()
    assert (phi["some"] != phi["some (fluency)"]).all()


@pytest.mark.workflow
def test_the_report_shows_every_figure_and_table(finished):
    page = (finished / "results/small/report.html").read_text(encoding="utf-8")
    shown = {
        *(f"figure-{name}" for name in [*FIGURES, "precision.essays.some"]),
        *(f"table-{name}" for name in TABLES),
    }
    headings = re.findall(r'<h3 id="([a-z0-9-]+)"', page)
    assert {re.sub("[._]", "-", name) for name in shown} <= set(headings)
    assert headings[:2] == ["table-system-scores", "table-warnings"]
    assert page.count("<img ") == sum(name.startswith("figure-") for name in headings)
    row = r"<td[^>]*>Essays</td>\s*<td[^>]*>strong</td>\s*<td[^>]*>\d"
    assert re.search(row, page)


@pytest.mark.workflow
def test_the_report_of_snakemake_starts_with_that_of_the_study(finished):
    snakemake(finished, "--configfile", "study.yaml", "--report", "report.html")
    page = (finished / "report.html").read_text(encoding="utf-8")
    # Snakemake sorts the categories of its results.
    categories = json.loads(re.search(r"var categories = (.*?});?\n", page)[1])
    assert min(categories) == "0 Start here"


@pytest.mark.workflow
def test_an_added_system_scores_only_its_new_sentences(finished, tmp_path, tiny_models):
    folder = tmp_path / "more"
    shutil.copytree(finished, folder, symlinks=True)
    before = {name: content for name, content in tables(folder).items() if "weak" in name}
    old = pd.read_parquet(folder / "results/small/essays/coalitions/pairs.parquet")
    config = configuration(folder, tiny_models, ["weak", "strong", "late"])
    scores = (f"results/small/essays/scores/{metric}.parquet" for metric in ("some", "ppl"))
    snakemake(folder, "--", *scores, study=config)
    new = pd.read_parquet(folder / "results/small/essays/coalitions/pairs.parquet")
    known = set(zip(old["source"], old["sentence"], strict=True))
    unseen = [
        pair for pair in zip(new["source"], new["sentence"], strict=True) if pair not in known
    ]
    metrics_with_models = 2
    assert 0 < len(unseen) < len(new)
    assert scored_pairs(folder) == metrics_with_models * len(unseen)
    after = tables(folder)
    assert {name: after[name] for name in before} == before


@pytest.mark.workflow
def test_a_changed_option_of_an_experiment_reruns_that_experiment_alone(finished, tmp_path):
    config = yaml.safe_load((finished / "study.yaml").read_text())
    config["evaluation"]["bias"] = {"min_frequency": 3}
    # This moves no number, and makes nothing anew.
    config["scoring"]["batch_tokens"] = 512
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(config, sort_keys=False))
    printed = snakemake(finished, "--configfile", tmp_path / "study.yaml", "--dry-run")
    rules = set(re.findall(r"^ *(?:local)?rule (\w+):", printed, re.MULTILINE))
    # Nothing else was left to do, and the claims of the paper are about bias, too.
    assert rules == {"evaluate_bias", "plot_bias", "tabulate_paper_claims", "make_report", "all"}


@pytest.mark.workflow
def test_faulty_inputs_end_with_all_their_names_before_the_first_job(tmp_path, tiny_models):
    config = configuration(tmp_path, tiny_models, ["weak", "strong"])
    write(tmp_path / "weak.txt", OUTPUTS["weak"][:-1])
    (tmp_path / "strong.txt").write_bytes("Il va à la maison .\n".encode("latin-1"))
    config["evaluation"]["case_study"]["line"] = 9
    printed = snakemake(tmp_path, study=config, fails=True)
    assert re.search(r"systems\.weak\.files\.essays: .*weak\.txt:5: .*5.*6", printed)
    assert re.search(r"systems\.strong\.files\.essays: .*strong\.txt:1: .*UTF-8", printed)
    assert "evaluation.case_study.line: found 9" in printed
    assert "Traceback" not in printed
    assert not (tmp_path / "results").exists()
