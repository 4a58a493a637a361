"""Claims in words beside numbers that bear them out, or do not."""

import pandas as pd
import pytest

from gec_attribution.experiments.paper_vs_reproduction.claims_table import join
from gec_attribution.tables.excgec_paper import ROWS

DATASETS = {"test": "excgec-test"}


def printed(shift=0.0):
    """The paper's own rows as if a study had found them, those of `qwen-post` moved."""
    rows = []
    for _, explainer, correction, measures, values in ROWS:
        scores = {
            name: float(value) / 100 for name, value in zip(measures, values.split(), strict=True)
        }
        if explainer == "qwen-post":
            scores["rouge_l"] = scores.get("rouge_l", 0) + shift
        rows.append({"explainer": explainer, "system": correction, **scores})
    return pd.DataFrame(rows).assign(dataset="test", signature="s")


def verdicts(**tables):
    joined = join(published_datasets=DATASETS, **tables)
    return joined.set_index("claim")[["printed", "verdict"]].to_dict("index")


def test_what_no_study_ran_is_neither_true_nor_false():
    rows = verdicts()
    assert {row["verdict"] for row in rows.values()} == {"not run"}
    assert len(rows) == 4


def test_the_papers_own_numbers_say_what_they_say():
    rows = verdicts(explained_systems=printed())
    for row in rows.values():
        assert row["verdict"] in (row["printed"], "not run")
    claims = {claim: row["printed"] for claim, row in rows.items()}
    # DeepSeek's chat model is behind its base model in accuracy: 58.11 against 60.64.
    assert claims["Chat models are superior to base models"] == "false"
    # Its post-explaining model misses fewer and leads everywhere, as the others do.
    assert claims["Post-explaining models outperform pre-explaining models"] == "true"
    assert claims["The pipeline improves on multi-task models"] == "true"
    assert claims["ROUGE-1 correlates best with people"] == "true"


def test_one_measure_decides():
    claim = "The pipeline improves on multi-task models"
    assert verdicts(explained_systems=printed())[claim]["verdict"] == "true"
    assert verdicts(explained_systems=printed(shift=0.5))[claim]["verdict"] == "false"
    rows = join(published_datasets=DATASETS, explained_systems=printed(shift=0.5)).set_index(
        "claim"
    )
    assert "qwen-explain ahead of qwen-post in 11 of 12 measures" in rows.loc[claim, "found"]


@pytest.mark.parametrize(("rouge", "verdict"), [(0.9, "true"), (0.7, "false")])
def test_what_correlates_best_with_people(rouge, verdict):
    ratings = pd.DataFrame(
        {
            "dataset": "test",
            "level": "system",
            "measure": ["bleu", "rouge_1", "annotators"],
            "statistic": "pearson",
            "value": [0.8, rouge, 0.99],
            "signature": "s",
        }
    )
    row = verdicts(description_ratings=ratings)["ROUGE-1 correlates best with people"]
    assert row["verdict"] == verdict


def consistency(sub):
    rows = [
        ("some", "shapley", "spearman", 0.95, 0.93, 0.97),
        ("some", "sub", "spearman", sub, sub - 0.02, sub + 0.02),
        ("some", "shapley", "pearson", 0.95, 0.93, 0.97),
        ("some", "sub", "pearson", 0.5, 0.4, 0.6),
    ]
    names = ["metric", "method", "measure", "value", "low", "high"]
    return pd.DataFrame(rows, columns=names).assign(dataset="j", signature="s")


def test_a_drop_is_one_beyond_the_intervals():
    def claims(sub):
        joined = join(published_datasets={"j": "jfleg-dev"}, consistency=consistency(sub))
        return joined.set_index("claim")

    spearman = "Sub's Spearman correlation drops for certain metrics"
    assert claims(0.92).loc[spearman, "verdict"] == "false"
    assert claims(0.9).loc[spearman, "verdict"] == "true"
    assert claims(0.92).loc[spearman, "found"] == "some: 0.920, Shapley 0.950"
    swapped = claims(0.92).loc["Sub's Pearson correlation drops for certain metrics"]
    assert swapped["verdict"] == "true"
    assert swapped["place"] == "Figure 3, if its labels are swapped"
    assert claims(0.92)["printed"].unique().tolist() == ["not printed"]
    # A metric that Sub did not explain says nothing of it.
    alone = consistency(0.9).assign(metric="ppl").query("method == 'shapley'")
    both = pd.concat([alone.assign(value=0.1), consistency(0.92)])
    rows = join(published_datasets={"j": "jfleg-dev"}, consistency=both).set_index("claim")
    assert rows.loc[spearman, "found"] == "some: 0.920, Shapley 0.950"
