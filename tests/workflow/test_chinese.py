"""A study with an English and a Chinese data set, from the sources to every figure and table."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
import yaml
from project import snakemake

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import m2_tokens
from gec_attribution.explanations.records import (
    ExplainedSentence,
    Explanation,
    write_explanations,
)
from gec_attribution.explanations.tasks import place_edits
from gec_attribution.languages import load_extractor
from gec_attribution.storage.text import read_lines

SOURCES = [
    "我门昨天去学校看见老师。",
    "他很喜欢吃平果和香焦。",
    "今天天汽很好，我们去公圆玩。",
    "妈妈做的饭很好吃，我吃完很多。",
    "我学习汉语已经两年多时间了。",
    "图书馆里有很多书籍们。",
    "因为下雨，但是我没有去跑步。",
    "她是一个很认真学生，每天复习。",
    "我想买一个新的自行车。",
    "这个电影我看了三次了，真有意思。",
]
REFERENCE = [
    "我们昨天去学校看见了老师。",
    "他很喜欢吃苹果和香蕉。",
    "今天天气很好，我们去公园玩。",
    "妈妈做的饭很好吃，我吃了很多。",
    "我学习汉语已经两年多了。",
    "图书馆里有很多书籍。",
    "因为下雨，所以我没有去跑步。",
    "她是一个很认真的学生，每天复习。",
    "我想买一辆新的自行车。",
    "这部电影我看了三次了，真有意思。",
]
OUTPUTS = {
    "弱": [*REFERENCE[:3], *SOURCES[3:8], "我想买一辆新自行车。", "这部电影我看过三次，真有意思。"],
    "strong": [
        "我们昨天到学校看见了老师。",
        *REFERENCE[1:4],
        "我学汉语已经两年多了。",
        "图书馆里有许多书。",
        "因为下雨，我没去跑步。",
        *REFERENCE[7:],
    ],
}
ENGLISH_SOURCES = ["He go to the school every days .", "She like to reads book ."]
ENGLISH = ["He goes to school every day .", "She likes to read books ."]
FIGURES = [
    "cumulative_edits",
    "consistency",
    "agreement",
    "efficiency",
    "bias",
    "explained_edits",
]
TABLES = [
    "case_study",
    "meta_evaluation",
    "system_scores",
    "taxonomy",
    "corpus_statistics",
    "pipelines",
]


def write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def explanations(path: Path, targets: list[str]) -> str:
    """The edits that give some texts, explained in EXCGEC's JSON: as words or marks by turns."""
    extracted = load_extractor("zh").extract(zip(SOURCES, targets, strict=True))
    sentences = [
        ExplainedSentence(
            source,
            target,
            tuple(
                placed.explained(
                    Explanation(("标点误用", "词语误用")[line % 2], 1 + line % 5, target)
                )
                for placed in place_edits(source, edits)
            ),
        )
        for line, (source, target, edits) in enumerate(
            zip(SOURCES, targets, extracted, strict=True), start=1
        )
    ]
    write_explanations(path, sentences)
    return str(path)


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """Each data set under a metric that is a formula: the overlap of words or characters."""
    folder = tmp_path_factory.mktemp("chinese")
    config = {
        "study": "two-languages",
        "datasets": {
            "essays": {
                "sources": write(folder / "en.src", ENGLISH_SOURCES),
                "references": [write(folder / "en.ref", ENGLISH)],
            },
            "zuowen": {
                "label": "学习者作文",
                "language": "zh",
                "sources": write(folder / "zh.src", SOURCES),
                "references": [write(folder / "zh.ref", REFERENCE)],
                "explanations": explanations(folder / "gold.json", REFERENCE),
            },
        },
        "systems": {
            "first": {
                "label": "弱系统",
                "type": "outputs",
                "files": {
                    "essays": write(folder / "en.1", ENGLISH),
                    "zuowen": write(folder / "zh.1", OUTPUTS["弱"]),
                },
            },
            "second": {
                "type": "outputs",
                "files": {
                    "essays": write(folder / "en.2", ["He goes to the school .", ENGLISH[1]]),
                    "zuowen": write(folder / "zh.2", OUTPUTS["strong"]),
                },
            },
        },
        "metrics": {
            "words": {"type": "token_overlap"},
            "overlap": {
                "type": "token_overlap",
                "language": "zh",
                "languages": ["zh"],
                "label": "字符重叠",
            },
        },
        "explainers": {
            "written": {
                "type": "outputs",
                "files": {"zuowen": {"second": explanations(folder / "2.json", OUTPUTS["strong"])}},
            }
        },
        "methods": {"shapley": {"type": "shapley"}, "add": {"type": "add"}},
        "evaluation": {
            "resamples": 100,
            "consistency": {"min_edits": 2},
            "case_study": {"dataset": "zuowen", "system": "second", "line": 1},
            "efficiency": {"max_edits": 2, "sentences": 1},
            "bias": {"min_frequency": 1},
            "precision": {"min_frequency": 1},
        },
    }
    snakemake(folder, study=config)
    return folder / "results" / "two-languages"


@pytest.mark.workflow
def test_every_figure_and_table_is_made_with_glyphs_for_its_characters(finished):
    for name in [*FIGURES, "precision.zuowen.overlap"]:
        for suffix in ("pdf", "png", "svg", "csv"):
            assert (finished / "figures" / f"{name}.{suffix}").stat().st_size > 100
    for name in TABLES:
        assert (finished / "tables" / f"{name}.md").stat().st_size > 100
    logs = [log.read_text(encoding="utf-8") for log in (finished / "logs").rglob("*.log")]
    assert len(logs) > 30
    assert not any("no font has" in log for log in logs)
    table = (finished / "figures" / "bias.csv").read_text(encoding="utf-8")
    assert "学习者作文" in table
    assert "字符重叠" in table


@pytest.mark.workflow
def test_a_metric_scores_the_data_sets_of_its_language_alone(finished):
    for dataset, metric in (("essays", "words"), ("zuowen", "overlap")):
        scores = finished / dataset / "scores"
        assert [path.name for path in scores.glob("*.parquet")] == [f"{metric}.parquet"]
        assert (finished / "figures" / f"precision.{dataset}.{metric}.png").exists()
    table = pd.read_csv(finished / "tables" / "system_scores.csv")
    assert set(zip(table["dataset"], table["metric"], strict=True)) == {
        ("essays", "words"),
        ("学习者作文", "字符重叠"),
    }


@pytest.mark.workflow
def test_explanations_are_scored(finished):
    scores = pd.read_csv(finished / "zuowen/evaluation/explained_systems.csv").fillna("")
    assert scores[["explainer", "system"]].to_numpy().tolist() == [
        ["written", "second"],
        ["", "first"],
    ]
    written = scores.iloc[0]
    # Its types and severities are those of the reference on the same line, wherever they meet.
    assert (written["accuracy"], written["mae"]) == (1, 0)
    assert 0 < written["cleme_f0_5"] < 1
    assert (finished / "tables" / "taxonomy.md").read_text(encoding="utf-8").count("标点误用") == 1


@pytest.mark.workflow
def test_an_explainer_reads_the_edits_unless_it_corrects_by_itself(finished, tmp_path):
    folder = finished.parents[1]
    config = yaml.safe_load((folder / "study.yaml").read_text(encoding="utf-8"))
    chat = {"type": "chat", "model": "m"}
    config["explainers"] = {
        "first": {**chat, "task": "pre-explaining", "runs": 2, "corrections": ["own", "reference"]},
        "after": chat,
    }
    config["systems"]["told"] = {"type": "explainer", "explainer": "first"}
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    stem = "results/two-languages/zuowen"
    made = [f"{stem}/explanations/first.reference.1.json", f"{stem}/systems/told.txt"]
    made += [f"{stem}/explanations/after.{name}.json" for name in ("second", "reference")]
    options = ["--configfile", tmp_path / "study.yaml", "--dry-run"]
    printed = snakemake(folder, *options, "--", *made)
    rules = re.findall(r"rule \w+:\n    input: (.*)\n    output: ([^,\n]*)", printed)
    read = {Path(output).name: set(files.split(", ")) for files, output in rules}
    sources = f"{stem}/corpus/sources.txt"
    assert read["first.own.1.json"] == {sources}
    assert {Path(file).name for file in read["first.reference.1.json"]} == {
        "sources.txt",
        "gold.json",
    }
    assert read["after.second.json"] == {sources, f"{stem}/edits/second.m2"}
    assert read["after.reference.json"] == {sources, f"{stem}/edits/reference.0.m2"}
    assert read["told.txt"] == {sources, f"{stem}/explanations/first.own.1.json"}


@pytest.mark.workflow
def test_chinese_is_cut_into_characters_and_joined_without_spaces(finished):
    pairs = pd.read_parquet(finished / "zuowen/coalitions/pairs.parquet")
    assert not pairs["source"].str.contains(" ").any()
    assert not pairs["sentence"].str.contains(" ").any()
    assert set(pairs["source"]) == set(SOURCES)
    assert set(OUTPUTS["strong"]) <= set(pairs["sentence"])
    for source, edits in edits_of(finished / "zuowen/edits/second.m2"):
        assert all(len(token) == 1 for token in m2_tokens(source))
        assert all(len(token) == 1 for edit in edits for token in edit.tokens)
    signature = json.loads((finished / "zuowen/edits/second.json").read_text(encoding="utf-8"))
    english = json.loads((finished / "essays/edits/second.json").read_text(encoding="utf-8"))
    assert signature
    assert "errant" not in signature
    assert english["pipeline"].startswith("en_")


@pytest.mark.workflow
def test_what_a_reader_sees_has_no_spaces_between_characters(finished):
    listed = pd.read_csv(finished / "zuowen/evaluation/sentences/overlap.shapley.csv")
    case = pd.read_csv(finished / "zuowen/evaluation/case_study/overlap.csv", keep_default_na=False)
    assert "".join(case["source"]) == SOURCES[0]
    assert "".join(case["correction"]) == OUTPUTS["strong"][0]
    (first,) = listed.query("system == 'second' and line == 1")["sentence"]
    assert first.startswith("我[门 → 们 ")
    scores = pd.read_csv(finished / "tables/system_scores.csv")
    chinese = scores[scores["dataset"] == "学习者作文"].set_index("system")
    assert chinese.loc["unchanged source", "gleu"] < chinese.loc["second", "gleu"]
    assert read_lines(finished / "zuowen/corpus/sources.txt") == SOURCES
