"""What every experiment computes, from files as the stages before it write them.

That numbers are right is the matter of each experiment's own tests; here all that is asked of it is
what the figures and tables behind it rely on.
"""

import pandas as pd
import pytest
from attributed import attributions
from figure_checks import synthetic_module
from project import ROOT
from small_study import COALITIONS, METHODS, SETTINGS, SOURCES, SYSTEMS, run, score_of

from gec_attribution.corpora.probes import PAIR_COLUMNS
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.human_rankings.compute import SYSTEMS as RANKED
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.loading import module_of
from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines
from gec_attribution.study.config import load_config
from gec_attribution.study.study import Study

EXPERIMENTS = experiments()
COMPUTED = [name for name, experiment in EXPERIMENTS.items() if experiment.computed]
CHINESE = ROOT / "data/learner-zh"
GOLD = {"gold": [CHINESE / "gold.json"]}
WRITTEN = ("strong", "weak")
EXPLAINED = {"explanations": [CHINESE / f"{name}.json" for name in WRITTEN]}
SOLUTIONS = [("written", name, 1, False) for name in WRITTEN]
AGREEMENT = {"min_edits": 2, "thresholds": [1.0]}
OVERLAP = {"overlap": ("overlap", {"type": "token_overlap"}, "score")}
SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9, "chunk_size": 8}
# Nothing of four sentences reaches the default.
OPTIONS = {"min_frequency": 1, "threshold": 0}
# They look for a paper's sentences.
OF_A_PAPER = {"published_attributions"}
# What experiments read beyond `small_study`, or in place of it.
FURTHER = {}


def further(make):
    FURTHER[make.__name__] = make
    return make


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


@pytest.fixture(scope="module")
def defaults():
    """The options that the default study has."""
    return Study(load_config(ROOT / "config/config.yaml")).all_options


def written(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return [folder / name]


def table_file(folder, name, table):
    write_csv(table, folder / name)
    return [folder / name]


def typed(study, folder, types):
    """Attributions whose edits are of other types, by the number of the edit in its sentence."""
    table = pd.read_parquet(study["attributions"][0])
    kinds = [types[number % len(types)] for number in table["edit"]]
    table = table.assign(type=kinds)
    table.attrs.clear()
    table.to_parquet(folder / "typed.parquet", index=False)
    return {"attributions": [folder / "typed.parquet"]}


def planned_with_references(study, folder):
    """Coalitions of missed edits and of the references' own beside those of the systems."""
    planned = run(
        "plan_coalitions",
        input={name: study[name] for name in ("edits", "references")},
        params={
            "systems": list(SYSTEMS),
            "methods": {"shapley": METHODS["shapley"]},
            "coalitions": COALITIONS,
            "lattices": {"every": (1, 4)},
            "missed": "shapley",
            "played_references": 4,
            "language": "en",
            "seed": 0,
        },
        output={name: str(folder / f"{name}.parquet") for name in ("pairs", "coalitions")},
    )
    pairs = pd.read_parquet(planned["pairs"])
    scores = pairs[["pair"]].assign(score=pairs["sentence"].map(score_of))
    scores.attrs["signature"] = {"model": "abc"}
    scores.to_parquet(folder / "all.parquet", index=False)
    return {"coalitions": [planned["coalitions"]], "scores": [folder / "all.parquet"]}


def judged_edits(study, folder):
    """The edited sentences of the first system, as two people judged them."""
    sheets = []
    for judge, votes in (("ann", ["True", "False"] * 2), ("ben", ["True", "True", "False"] * 2)):
        for source, edits in zip(SOURCES, SYSTEMS["one"], strict=True):
            tokens = source.split()
            for edit, vote in zip(edits, votes, strict=False):
                tokens[edit.start] = f"[{tokens[edit.start]}→{edit.correction}|{vote}]"
            body = f"<t>{source}</t>\n<s1>{' '.join(tokens)}</s1>\n"
            sheets.append(f"==> {judge}/0.txt <==\n{body}")
    files = []
    for number, path in enumerate(study["attributions"]):
        table = pd.read_parquet(path).query("system == 'one'")
        lines = table["line"].drop_duplicates().to_list()
        table = table.assign(line=[1 + lines.index(line) for line in table["line"]])
        files.append(folder / f"judged.{number}.parquet")
        table.to_parquet(files[-1], index=False)
    return {"judged": written(folder, "judged.txt", "".join(sheets)), "attributions": files}


@further
def chance(_study, _folder):
    return {"files": {"judged": []}, "settings": {"agreement": AGREEMENT}}


@further
def case_study(_study, _folder):
    options = {"system": "one", "line": 3, "method": "shapley"}
    return {"options": options, "settings": {"columns": ["score"], "weights": None}}


@further
def counterfactual_bias(_study, folder):
    pairs = pd.DataFrame([("gender", 1, 2, "he", 3, "she")], columns=PAIR_COLUMNS)
    pairs.to_csv(folder / "pairs.tsv", sep="\t", index=False)
    return {"files": {"pairs": [folder / "pairs.tsv"]}}


@further
def description_ratings(_study, folder):
    ratings = pd.read_csv(CHINESE / "ratings.csv").query("explainer == 'written'")
    files = {**GOLD, **EXPLAINED, "ratings": table_file(folder, "ratings.csv", ratings)}
    return {"files": files, "settings": {"solutions": SOLUTIONS}, "dataset": "zh"}


@further
def estimators(_study, folder):
    return {
        "options": {"min_edits": 3, "sentences": [1], "permutations": [2], "repetitions": 2},
        "settings": {"scored": OVERLAP},
        "scoring": SCORING,
        "store": str(folder / "store"),
    }


@further
def explained_corpora(_study, _folder):
    return {"files": GOLD, "settings": {"datasets": ["zh"]}, "dataset": ""}


@further
def description_checks(_study, _folder):
    return {"files": {**GOLD, **EXPLAINED}, "settings": {"solutions": SOLUTIONS}, "dataset": "zh"}


@further
def explained_systems(_study, folder):
    report = written(folder, "report.json", '{"unread": 3}')
    texts = [CHINESE / f"{name}.txt" for name in WRITTEN]
    references = [CHINESE / f"reference.{number}.txt" for number in (0, 1)]
    files = {"sources": [CHINESE / "sources.txt"], "texts": texts, "reference_texts": references}
    return {
        "files": {**GOLD, **EXPLAINED, **files, "reports": report * 2, "pipeline": []},
        "systems": WRITTEN,
        "settings": {"solutions": SOLUTIONS, "language": "zh", "pipeline": "auto"},
        "dataset": "zh",
    }


@further
def filtering(_study, _folder):
    return {"files": {"thresholds": []}}


@further
def human_judgements(study, folder):
    return {"files": judged_edits(study, folder)}


@further
def human_rankings(_study, folder):
    """The first system has one x, the next two, and so on; people prefer the last."""
    names = [name for name in RANKED if name != "INPUT"]
    texts = written(folder, "INPUT", "a\nb\nc\n")
    for count, name in enumerate(names, start=1):
        texts += written(folder, name, f"{'x ' * count}y\n" * 3)
    ranks = "".join(f"<t system='{name}' rank='{20 - k}'/>" for k, name in enumerate(RANKED))
    items = "".join(f"<ranking-item src-id='{line}'>{ranks}</ranking-item>" for line in (1, 3))
    scores = "".join(f"{number}\n" for number in range(len(RANKED)))
    files = {
        "texts": texts,
        "rankings": written(folder, "rankings.xml", f"<a>{items}</a>") * 2,
        "people": written(folder, "people.txt", scores) * 4,
    }
    settings = {"published": ["overlap"], "scored": {**OVERLAP, "again": OVERLAP["overlap"]}}
    return {"files": files, "settings": settings, "scoring": SCORING, "store": None}


@further
def interactions(study, folder):
    path = run(
        "find_interactions",
        input={
            **{name: study[name][0] for name in ("coalitions", "scores")},
            **{name: study[name] for name in ("edits", "extraction")},
        },
        params={"systems": list(SYSTEMS), "max_edits": 4, "language": "en"},
        wildcards={"dataset": "d", "metric": "m"},
        output=[folder / "interactions.parquet"],
    )
    return {"files": {"interactions": [path]}}


@further
def joined_players(_study, _folder):
    return {"settings": {"agreement": AGREEMENT}}


@further
def missed_value(study, folder):
    return {"files": planned_with_references(study, folder)}


@further
def normalisation(_study, _folder):
    return {"files": {"judged": []}}


@further
def ranking_and_attributing(_study, folder):
    return {
        "files": {
            name: table_file(folder, f"{name}.csv", getattr(synthetic_module(name), name)())
            for name in ("human_rankings", "human_judgements")
        }
    }


@further
def related_forms(study, folder):
    form = {"metric": {"type": "gleu"}, "method": {"type": "add"}}
    return {
        "files": {"attributions": study["attributions"][:1], "reference_texts": study["sources"]},
        "settings": {
            "forms": {"gleu": form},
            "scored": {"gleu": ("gleu", form["metric"], "score")},
        },
        "options": {"max_edits": 4, "sentences": 9},
        "scoring": SCORING,
        "store": str(folder / "store"),
    }


@further
def reproduced_outputs(_study, _folder):
    return {"options": {"pairs": {"one": "two"}}}


@further
def right_by_construction(study, folder):
    return {"files": planned_with_references(study, folder)}


@further
def severity_attribution(_study, folder):
    """Every edit of an explained reference, worth less the later it comes in its sentence."""
    sources = read_lines(CHINESE / "sources.txt")
    games = []
    for line, sentence in enumerate(
        read_explanations_of(GOLD["gold"][0], sources).sentences, start=1
    ):
        edits = [explained.edit for explained in sentence.edits]
        places = [(edit.start, edit.end, edit.correction, "S") for edit in edits]
        games.append(("annotator", line, [1 / k for k in range(1, len(edits) + 1)], places))
    attributions(games).to_parquet(folder / "attributions.parquet", index=False)
    files = {"sources": [CHINESE / "sources.txt"]}
    return {
        "files": {**GOLD, **files, "attributions": [folder / "attributions.parquet"]},
        "settings": {"language": "zh"},
        "options": {"systems": None, "min_frequency": 10},
        "dataset": "zh",
    }


@further
def trained_judge(study, folder):
    people = synthetic_module("human_judgements").human_judgements()
    path = table_file(folder, "human_judgements.csv", people.assign(dataset="d"))
    return {"files": {**judged_edits(study, folder), "human_judgements": path}}


@further
def vulnerability(study, folder):
    return {"files": typed(study, folder, ["X:SYNONYM", "R:NOUN"])}


def inputs_of(name, study, folder, defaults):
    """What an experiment is computed from: what it declares to read, and no more."""
    experiment = EXPERIMENTS[name]
    own = FURTHER.get(name, lambda *_: {})(study, folder)
    files = dict(own.get("files", {}))
    for reading in experiment.reads:
        key = reading.split(" by ")[0].split(" of ")[0]
        if key not in files:
            files[key] = study[key][: 1 if reading == "attributions" else None]
    settings = {**SETTINGS, **own.get("settings", {})}
    known = defaults.get(name) or {}
    options = {key: OPTIONS.get(key, value) for key, value in known.items()}
    return Inputs(
        files,
        dataset=own.get("dataset", "d" if experiment.unit != "study" else ""),
        systems=own.get("systems", list(SYSTEMS)),
        metrics=["m"],
        options={**options, **own.get("options", {})},
        settings=settings,
        resamples=100,
        scoring=own.get("scoring"),
        store=own.get("store", ""),
    )


@pytest.mark.parametrize("name", COMPUTED)
def test_rows_have_the_columns_that_are_shown_and_ordered_intervals(
    name, study, tmp_path, defaults
):
    computed = module_of(f"{name}.compute").compute(inputs_of(name, study, tmp_path, defaults))
    results = EXPERIMENTS[name].result_names()
    tables = computed if isinstance(computed, dict) else {results[0]: computed}
    # What the next rule compares is no table.
    assert tables.keys() - {"statistics"} == set(results)
    for result in results:
        table = tables[result]
        assert len(table) > 0 or name in OF_A_PAPER
        if shown := getattr(synthetic_module(name), result, None):
            assert set(shown().columns) <= set(table.columns)
        for column in [key for key in table.columns if key.endswith("_low")]:
            stem = column.removesuffix("_low")
            low, value, high = table[[column, stem, f"{stem}_high"]].dropna().to_numpy(float).T
            assert (low <= value + 1e-9).all()
            assert (value <= high + 1e-9).all()
        assert table["signature"].str.len().gt(0).all()
