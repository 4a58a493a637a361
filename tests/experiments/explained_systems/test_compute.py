import dataclasses

import numpy as np
import pytest
from project import ROOT

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.explained_systems.compute import (
    Solution,
    answer_failures,
    explained_system_scores,
    shares_of_quotations,
)
from gec_attribution.explanations.generating import EMPTY
from gec_attribution.explanations.records import read_explanations
from gec_attribution.judging.correction_scores import chinese_scores
from gec_attribution.judging.explanation_scores import score_explanations
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.statistics.bootstrap import Resampling

FEW = Resampling(resamples=2)
FOLDER = ROOT / "data" / "learner-zh"


@pytest.fixture(scope="module")
def corpus():
    """The first sentences of the written corpus: gold, and both written systems."""
    return {
        name: read_explanations(FOLDER / f"{name}.json").sentences[:24]
        for name in ("gold", "strong", "weak")
    }


def scored(corpus, *solutions):
    return tables_of(corpus, *solutions)["explained_systems"].set_index(
        ["explainer", "system"]
    )


def tables_of(corpus, *solutions):
    gold = corpus["gold"]
    return explained_system_scores(
        Evaluation("d", resamples=100),
        [sentence.source for sentence in gold],
        [[sentence.target] for sentence in gold],
        gold,
        solutions,
        aligner=ChineseAligner(Lexicons()),
    )


def texts(sentences):
    return [sentence.target for sentence in sentences]


def test_scores_are_those_of_the_measures_and_runs_are_averaged(corpus):
    strong, weak, gold = corpus["strong"], corpus["weak"], corpus["gold"]
    reports = [{"unread": 3}, {"unread": 4}]
    table = scored(
        corpus,
        Solution("model", "own", [texts(strong), texts(weak)], [strong, weak], reports),
        Solution("model", "reference", [], [gold]),
        Solution("", "alone", [texts(weak)], []),
    )
    sources = [sentence.source for sentence in gold]
    right = [[sentence.target] for sentence in gold]
    aligner = ChineseAligner(Lexicons())
    f = {
        name: measured["cleme", "dependent", "corpus", "weighted"].scores["f0_5"].value
        for name in ("strong", "weak")
        for measured in [
            chinese_scores(sources, texts(corpus[name]), right, aligner, FEW)
        ]
    }
    run_scores = [score_explanations(run, gold, FEW) for run in (strong, weak)]
    # Numbers are written as numbers, undefined ones too.
    assert set(table.drop(columns=["dataset", "signature"]).dtypes.map(str)) == {
        "int64",
        "float64",
    }
    own = table.loc[("model", "own")]
    assert own["runs"] == 2
    assert own["unread"] == 3.5
    assert own["cleme_f0_5"] == pytest.approx((f["strong"] + f["weak"]) / 2)
    assert own["hits"] == np.mean([run.hits for run in run_scores])
    for name in ("hit", "miss", "accuracy", "macro_f1", "mae", "rouge_1"):
        expected = np.mean([run.measures[name].value for run in run_scores])
        assert own[name] == pytest.approx(expected)
        # A resample lacks types of the data, so its macro-F1 is lower.
        assert (
            own[f"{name}_low"] <= own[name] <= own[f"{name}_high"] or name == "macro_f1"
        )
    given = table.loc[("model", "reference")]
    assert np.isnan(given["cleme_f0_5"])
    assert given[["hit", "accuracy", "mae", "rouge_l"]].tolist() == [
        1,
        1,
        0,
        pytest.approx(1),
    ]
    alone = table.loc[("", "alone")]
    assert alone["cleme_f0_5"] == pytest.approx(f["weak"])
    assert np.isnan(alone["hit"])
    assert np.isnan(alone["unread"])


def test_solutions_are_compared_by_sentence(corpus):
    """With itself a solution has no difference in any resample."""
    given = Solution("model", "reference", [], [corpus["strong"]])
    again = Solution("again", "reference", [], [corpus["strong"]])
    other = Solution("other", "reference", [], [corpus["weak"]])
    tables = tables_of(
        corpus, given, again, other, Solution("", "s", [texts(corpus["weak"])], [])
    )
    differences = tables["explained_differences"]
    # A system without explanations has nothing in common with explanations of the reference.
    assert len(differences.groupby(["explainer", "other_explainer"])) == 3
    pairs = differences.set_index(["explainer", "other_explainer", "measure"])
    same = pairs.loc[("model", "again", "rouge_1")]
    assert same[["difference", "low", "high"]].tolist() == [0, 0, 0]
    scores = tables["explained_systems"].set_index("explainer")["rouge_1"]
    apart = pairs.loc[("model", "other", "rouge_1")]
    assert apart["difference"] == pytest.approx(scores["model"] - scores["other"])
    assert apart["low"] <= apart["difference"] <= apart["high"]


def test_parts_of_the_scores_add_up(corpus):
    """Types and confusions count the hits once; a domain is scored like a corpus of its own."""
    solution = Solution("model", "reference", [], [corpus["strong"]])
    parts = tables_of(corpus, solution)
    gold = corpus["gold"]
    hits = parts["explained_systems"]["hits"].item()
    types, confusion = parts["explained_types"], parts["explained_confusion"]
    assert types["tp"].sum() + types["fn"].sum() == confusion["edits"].sum() == hits
    same = confusion[confusion["type"] == confusion["written"]]["edits"].sum()
    assert (
        types["tp"].sum()
        == same
        == parts["explained_systems"]["accuracy"].item() * hits
    )
    domains = parts["explained_domains"].set_index("group")
    assert domains["sentences"].sum() == len(gold)
    of_one = [
        [one for one in corpus[name] if one.domain == gold[0].domain]
        for name in ("strong", "gold")
    ]
    alone = score_explanations(*of_one, FEW).measures
    assert domains.loc[gold[0].domain, "rouge_1"] == alone["rouge_1"].value


def test_failures_are_counted_over_runs():
    reports = [{"sentences": 4, "repairs": {EMPTY: {"sentences": n}}} for n in (1, 2)]
    table = answer_failures(Evaluation("d"), [Solution("m", "own", [], [], reports)])
    counted = table.set_index("failure")["sentences"]
    assert counted["empty"] == counted.sum() == 3
    assert set(table["of_sentences"]) == {8}


def test_a_description_quotes_its_edit_and_invents_nothing(corpus):
    gold = corpus["gold"][0]
    (edit, *_) = (edit for edit in gold.edits if edit.original)

    def shares(*descriptions):
        edits = [
            dataclasses.replace(
                edit,
                explanation=dataclasses.replace(edit.explanation, description=text),
            )
            for text in descriptions
        ]
        run = [dataclasses.replace(gold, edits=tuple(edits))]
        quoted = shares_of_quotations(Evaluation(resamples=10), run)
        return [float(share.value) for share in quoted.values()]

    quotation = f"【{edit.original}】"
    assert shares(quotation, "") == [0.5, 0, 0]
    assert shares(f"【{gold.source[:2]}……{gold.source[-2:]}】", "【xyz】") == [
        0,
        0.5,
        0,
    ]
    assert shares(f"{quotation}【xyz】") == [1, 1, 0]
    # What stands in the source alone is no correction.
    assert edit.original not in gold.target
    assert shares(f"{{{gold.target[:3]}}}", f"{{{edit.original}}}") == [0, 0, 0.5]
