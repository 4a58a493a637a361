"""The workflow from end to end, on a few sentences of English and Chinese, with tiny models."""

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
import yaml
from project import ROOT, snakemake, write_lines

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import apply_edits, m2_tokens
from gec_attribution.languages.tokenisation import detokenise
from gec_attribution.storage.text import read_lines

pytestmark = pytest.mark.workflow

LEARNER, CHINESE = ROOT / "data/learner", ROOT / "data/learner-zh"
SOURCES, REFERENCE, STRONG, LATE = (
    read_lines(LEARNER / f"{name}.txt")[2:8]
    for name in ("sources", "reference.0", "fluent", "reference.1")
)
# The weak system leaves the first half as it is.
OUTPUTS = {"weak": [*SOURCES[:3], *STRONG[3:]], "strong": STRONG, "late": LATE}
PARTS = {"grammaticality": 0.55, "fluency": 0.43, "meaning": 0.02}
FIGURES = [
    "cumulative_edits",
    "consistency",
    "agreement",
    "efficiency",
    "bias",
    "interactions",
]
FIGURES += [
    "probes",
    "explained_edits",
    "precision.essays.some",
    "precision.zuowen.overlap",
]
TABLES = [
    "probes",
    "warnings",
    "case_study",
    "meta_evaluation",
    "system_scores",
    "interactions",
]
TABLES += [
    "strongest_interactions",
    "score_decomposition",
    "taxonomy",
    "corpus_statistics",
]
TABLES += ["pipelines"]


def write(path: Path, lines: list[str]) -> str:
    """Write tokenised lines as ordinary text; returns the file's path."""
    return str(write_lines(path, map(detokenise, lines)))


def configuration(folder: Path, tiny_models: Path, systems: list[str]) -> dict:
    return {
        "study": "small",
        "datasets": {
            "essays": {
                "label": "Essays",
                "tokenise": True,
                "sources": write(folder / "sources.txt", SOURCES),
                "references": [write(folder / "reference.txt", REFERENCE)],
            }
        },
        "systems": {
            name: {
                "type": "outputs",
                "files": {"essays": write(folder / f"{name}.txt", OUTPUTS[name])},
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
            "consistency": {"fewest_edits": 2, "most_edits": 10},
            "case_study": {
                "dataset": "essays",
                "system": "strong",
                "line": 3,
                "metrics": ["some", *(f"some.{part}" for part in PARTS), "some-g"],
            },
            "efficiency": {"most_edits": 3, "sentences": 1},
            "bias": {"min_frequency": 2},
            "precision": {"min_frequency": 2},
            "interactions": {"min_frequency": 2},
            "probes": {"most_edits": 2},
        },
    }


def add_chinese(study: dict) -> dict:
    """The study with a Chinese data set, which the same systems correct, under a formula."""
    study["datasets"]["zuowen"] = {
        "label": "学习者作文",
        "language": "zh",
        "lines": "1-10",
        "sources": str(CHINESE / "sources.txt"),
        "references": [str(CHINESE / "reference.0.txt")],
        "explanations": str(CHINESE / "gold.json"),
    }
    for name in ("weak", "strong"):
        study["systems"][name]["files"]["zuowen"] = str(CHINESE / f"{name}.txt")
    overlap = {
        "type": "token_overlap",
        "language": "zh",
        "languages": ["zh"],
        "label": "字符重叠",
    }
    study["metrics"]["overlap"] = overlap
    explained = {"zuowen": {"strong": str(CHINESE / "strong.json")}}
    study["explainers"] = {"written": {"type": "outputs", "files": explained}}
    return study


def tables(folder: Path) -> dict[str, bytes]:
    """Every table of stages 1 to 7 whose content is no measurement of time."""
    results = folder / "results" / "small"
    contents = {}
    for path in sorted(results.rglob("*")):
        is_table = path.suffix in {".txt", ".m2", ".parquet", ".csv"}
        measures_time = {"logs", "benchmarks", "efficiency"} & {*path.parts, path.stem}
        if is_table and not measures_time:
            contents[str(path.relative_to(results))] = path.read_bytes()
    return contents


def scored_pairs(folder: Path) -> int:
    """Pairs that the logs of the scoring jobs say were scored by a model."""
    logs = (folder / "results/small/logs/score_pairs").glob("essays.*.log")
    return sum(
        int(re.search(r"of \d+ pairs, (\d+) are to be scored", log.read_text())[1])
        for log in logs
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory, tiny_models) -> Path:
    """The small study of two systems, run to the end."""
    folder = tmp_path_factory.mktemp("workflow")
    study = add_chinese(configuration(folder, tiny_models, ["weak", "strong"]))
    assert "report: results/small/report.html" in snakemake(folder, study=study)
    return folder


@pytest.fixture
def results(finished) -> Path:
    return finished / "results" / "small"


def test_the_report_shows_every_figure_and_table(results):
    """Snakemake itself sees that each of their files is there."""
    page = (results / "report.html").read_text(encoding="utf-8")
    shown = {
        *(f"figure-{name}" for name in FIGURES),
        *(f"table-{name}" for name in TABLES),
    }
    headings = re.findall(r'<h3 id="([a-z0-9-]+)"', page)
    assert {re.sub("[._]", "-", name) for name in shown} <= set(headings)
    assert headings[:2] == ["figure-cumulative-edits", "table-edit-counts"]
    assert page.count("<img ") == sum(name.startswith("figure-") for name in headings)
    row = r"<td[^>]*>Essays</td>\s*<td[^>]*>strong</td>\s*<td[^>]*>\d"
    assert re.search(row, page)
    explored = {path.name for path in (results / "explorer/data").iterdir()}
    assert {
        "index.js",
        "texts.js",
        "search.js",
        "essays.0.js",
        "zuowen.0.js",
    } <= explored
    listing = pd.read_csv(results / "essays/evaluation/sentences/some-g.shapley.csv")
    assert set(listing["system"]) == {"weak", "strong"}


def test_ordinary_text_is_tokenised_before_all_else(finished, results):
    for file, sentences in {
        "corpus/sources": SOURCES,
        "systems/strong": STRONG,
    }.items():
        assert read_lines(results / f"essays/{file}.txt") == sentences
    m2 = edits_of(results / "essays/edits/reference.0.m2")
    assert [
        " ".join(apply_edits(source.split(), edits)) for source, edits in m2
    ] == REFERENCE
    assert (finished / "sources.txt").read_text().startswith(f"{SOURCES[0][:-2]}.\n")


def test_every_system_is_scored_beside_the_unchanged_source(results):
    scores = pd.read_csv(results / "tables/system_scores.csv")
    for dataset, other_measure in {"Essays": "gleu", "学习者作文": "cleme"}.items():
        table = scores[scores["dataset"] == dataset].drop_duplicates("system")
        assert table["system"].tolist() == ["unchanged source", "weak", "strong"]
        assert table[other_measure].is_monotonic_increasing
        assert table["f"].is_monotonic_increasing
    # A metric scores the data sets of its language alone.
    scored = scores.groupby("dataset")["metric"].agg(set).to_dict()
    assert scored == {"Essays": {"some", "SOME-g", "−PPL"}, "学习者作文": {"字符重叠"}}


def test_the_attributions_of_some_are_the_weighted_sum_of_those_of_its_parts(results):
    table = pd.read_csv(results / "tables/case_study.csv")
    phi = table.dropna(subset="phi").pivot_table("phi", "chunk", "metric")
    parts = [f"some ({part})" for part in PARTS]
    assert set(phi) == {"some", *parts, "SOME-g"}
    assert len(phi) > 2
    summed = sum(
        weight * phi[part] for part, weight in zip(parts, PARTS.values(), strict=True)
    )
    assert (abs(summed - phi["some"]) < 1e-9).all()
    assert (phi["SOME-g"] == phi["some (grammaticality)"]).all()
    assert (phi["some"] != phi["some (fluency)"]).all()


def test_explanations_are_scored(results):
    scores = pd.read_csv(results / "zuowen/evaluation/explained_systems.csv")
    explained = scores[["explainer", "system"]].fillna("").to_numpy().tolist()
    assert explained == [["written", "strong"], ["", "weak"]]
    assert 0 < scores["cleme_f0_5"][0] < 1


def test_chinese_is_cut_into_characters_and_joined_without_spaces(results):
    sources, strong = (
        read_lines(CHINESE / f"{name}.txt")[:10] for name in ("sources", "strong")
    )
    pairs = pd.read_parquet(results / "zuowen/coalitions/pairs.parquet")
    assert not pairs["sentence"].str.contains(" ").any()
    assert set(pairs["source"]) == set(sources)
    assert set(strong) <= set(pairs["sentence"])
    for source, edits in edits_of(results / "zuowen/edits/strong.m2"):
        assert all(len(token) == 1 for token in m2_tokens(source))
        assert all(len(token) == 1 for edit in edits for token in edit.tokens)


def test_an_explainer_reads_the_edits_unless_it_corrects_by_itself(finished, tmp_path):
    config = yaml.safe_load((finished / "study.yaml").read_text(encoding="utf-8"))
    chat = {"type": "chat", "model": "m"}
    config["explainers"] = {
        "first": {
            **chat,
            "task": "pre-explaining",
            "runs": 2,
            "corrections": ["own", "reference"],
        },
        "after": chat,
    }
    config["systems"]["told"] = {"type": "explainer", "explainer": "first"}
    stem = "results/small/zuowen"
    made = [f"{stem}/explanations/first.reference.1.json", f"{stem}/systems/told.txt"]
    made += [
        f"{stem}/explanations/after.{name}.json" for name in ("strong", "reference")
    ]
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    options = ["--configfile", tmp_path / "study.yaml", "--dry-run"]
    printed = snakemake(finished, *options, "--", *made)
    rules = re.findall(r"rule \w+:\n    input: (.*)\n    output: ([^,\n]*)", printed)
    read = {Path(output).name: set(files.split(", ")) for files, output in rules}
    sources = f"{stem}/corpus/sources.txt"
    assert read["first.own.1.json"] == {sources}
    assert read["first.reference.1.json"] == {
        sources,
        f"{stem}/corpus/explanations.json",
    }
    assert read["after.strong.json"] == {sources, f"{stem}/edits/strong.m2"}
    assert read["after.reference.json"] == {sources, f"{stem}/edits/reference.0.m2"}
    assert read["told.txt"] == {sources, f"{stem}/explanations/first.own.1.json"}


def test_the_report_of_snakemake_starts_with_that_of_the_study(finished):
    snakemake(finished, "--configfile", "study.yaml", "--report", "report.html")
    page = (finished / "report.html").read_text(encoding="utf-8")
    # Snakemake sorts the categories of its results.
    categories = json.loads(re.search(r"var categories = (.*?});?\n", page)[1])
    assert min(categories) == "0 Start here"


def test_an_added_system_scores_only_its_new_sentences(finished, tmp_path, tiny_models):
    folder = tmp_path / "more"
    shutil.copytree(finished, folder, symlinks=True)
    before = {
        name: content for name, content in tables(folder).items() if "weak" in name
    }
    old = pd.read_parquet(folder / "results/small/essays/coalitions/pairs.parquet")
    config = configuration(folder, tiny_models, ["weak", "strong", "late"])
    scores = (
        f"results/small/essays/scores/{metric}.parquet" for metric in ("some", "ppl")
    )
    snakemake(folder, "--", *scores, study=config)
    new = pd.read_parquet(folder / "results/small/essays/coalitions/pairs.parquet")
    known = set(zip(old["source"], old["sentence"], strict=True))
    unseen = [
        pair
        for pair in zip(new["source"], new["sentence"], strict=True)
        if pair not in known
    ]
    metrics_with_models = 2
    assert 0 < len(unseen) < len(new)
    assert scored_pairs(folder) == metrics_with_models * len(unseen)
    after = tables(folder)
    assert {name: after[name] for name in before} == before
