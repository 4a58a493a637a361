"""Experiments computed from files, where their other tests call what is behind `compute`."""

import pandas as pd
import pytest
from figure_checks import synthetic_module
from project import ROOT
from small_study import COALITIONS, METHODS, SYSTEMS

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.loading import module_of

CHINESE = ROOT / "data/learner-zh"
GOLD = {"gold": [CHINESE / "gold.json"]}
WRITTEN = ("strong", "weak")
EXPLAINED = {"explanations": [CHINESE / f"{name}.json" for name in WRITTEN]}
SOLUTIONS = [("written", name, 1, False) for name in WRITTEN]
SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9, "chunk_size": 8}


def explained_corpora(_study, _folder):
    return Inputs(GOLD, settings={"datasets": ["zh"]}, resamples=100)


def description_ratings(_study, folder):
    ratings = pd.read_csv(CHINESE / "ratings.csv").query("explainer == 'written'")
    ratings.to_csv(folder / "ratings.csv", index=False)
    return Inputs(
        {**GOLD, **EXPLAINED, "ratings": [folder / "ratings.csv"]},
        dataset="zh",
        settings={"solutions": SOLUTIONS},
        resamples=100,
    )


def explained_systems(_study, folder):
    (folder / "report.json").write_text('{"unread": 3}')
    texts = [CHINESE / f"{name}.txt" for name in WRITTEN]
    references = [CHINESE / f"reference.{number}.txt" for number in (0, 1)]
    files = {"sources": [CHINESE / "sources.txt"], "texts": texts, "reference_texts": references}
    return Inputs(
        {**GOLD, **EXPLAINED, **files, "reports": [folder / "report.json"] * len(WRITTEN)},
        dataset="zh",
        systems=WRITTEN,
        settings={"solutions": SOLUTIONS, "language": "zh", "pipeline": "auto"},
        resamples=100,
    )


def estimators(study, folder):
    return Inputs(
        study,
        dataset="d",
        systems=list(SYSTEMS),
        options={"min_edits": 3, "sentences": [1], "permutations": [2], "repetitions": 2},
        settings={
            "language": "en",
            "scored": {"overlap": ("overlap", {"type": "token_overlap"}, "score")},
        },
        resamples=100,
        scoring=SCORING,
        store=str(folder / "store"),
    )


def related_forms(study, folder):
    form = {"metric": {"type": "gleu"}, "method": {"type": "add"}}
    files = {"attributions": study["attributions"][:1], "reference_texts": study["sources"]}
    return Inputs(
        {**study, **files},
        dataset="d",
        systems=list(SYSTEMS),
        metrics=["m"],
        options={"max_edits": 4, "sentences": 9},
        settings={
            "language": "en",
            "methods": METHODS,
            "coalitions": COALITIONS,
            "forms": {"gleu": form},
            "scored": {"gleu": ("gleu", form["metric"], "score")},
        },
        resamples=100,
        scoring=SCORING,
        store=str(folder / "store"),
    )


@pytest.mark.parametrize(
    "make",
    [explained_corpora, description_ratings, explained_systems, estimators, related_forms],
    ids=lambda make: make.__name__,
)
def test_its_rows_have_the_columns_that_are_shown_and_ordered_intervals(make, study, tmp_path):
    name = make.__name__
    computed = module_of(f"{name}.compute").compute(make(study, tmp_path))
    results = experiments()[name].result_names()
    tables = computed if isinstance(computed, dict) else {results[0]: computed}
    assert list(tables) == list(results)
    for result, table in tables.items():
        assert len(table) > 0
        expected = getattr(synthetic_module(name), result)()
        assert set(expected.columns) <= set(table.columns)
        for column in [key for key in table.columns if key.endswith("_low")]:
            stem = column.removesuffix("_low")
            measured = table[[column, stem, f"{stem}_high"]].astype(float).dropna()
            assert (measured[column] <= measured[stem] + 1e-9).all()
            assert (measured[stem] <= measured[f"{stem}_high"] + 1e-9).all()
        assert table["signature"].str.len().gt(0).all()
