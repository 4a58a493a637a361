"""The system `noisy_channel`, on small models with random weights and tables written here."""

import itertools
import runpy
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from project import ROOT

from gec_attribution.edits.model import Edit
from gec_attribution.errors import ModelError
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.chinese_confusions import WORTH
from gec_attribution.systems.edit_table import EditTable, load_table
from gec_attribution.systems.noisy_channel import chinese_likelihoods, weighed
from gec_attribution.training import noisy_channel
from gec_attribution.training.data.learner_chinese import write_pairs

SETTINGS = Settings(device="cpu")
# 门 was corrected in nine of ten readings, 的 in one of twenty.
TABLE = EditTable({"门": 10, "的": 20}, {"门": {"们": 9}, "的": {"地": 1}})


@pytest.fixture
def table(tmp_path):
    TABLE.save(tmp_path / "edits.json")
    return tmp_path / "edits.json"


def load(models, table, **options):
    entry = {"model": str(models / "gpt2"), "edits": str(table), **options}
    return load_system("channel", {"type": "noisy_channel", **entry}, SETTINGS)


def test_a_sure_channel_decides_alone(tiny_models, table):
    system = load(tiny_models, table, weight=1000.0, threshold=0.0)
    system._likelihoods._margin = np.inf  # weights drawn at random find anything hopeless
    assert system.correct(["他门慢慢的走。", "我走。"]) == ["他们慢慢的走。", "我走。"]


def test_an_unreachable_threshold_changes_nothing(tiny_models, table):
    system = load(tiny_models, table, weight=1000.0, threshold=1e9)
    assert system.correct(["他门走。", "门" * 80]) == ["他门走。", "门" * 80]
    assert system.counts == {"longer than the language model reads, left as it is": 1}


def test_an_edit_gains_likelihood_odds_and_what_its_characters_are_worth(tiny_models):
    likelihoods = chinese_likelihoods(tiny_models / "gpt2", SETTINGS)
    likelihoods._margin = np.inf
    table = EditTable({"门": 10, "了": 4}, {"门": {"们": 9}, "了": {"": 1}})
    edits, gains, odds = weighed(likelihoods, table, list("他门走了"))
    assert edits == [Edit(1, 2, "们", "table"), Edit(3, 4, "", "table")]
    assert odds == pytest.approx([np.log(9), np.log(1 / 3)])
    _, losses = likelihoods.compare(list("他门走了"), edits)
    likelier = losses[:, 0] + losses[:, 1] - losses[:, 2] - losses[:, 3]
    assert gains == pytest.approx(likelier + WORTH * np.array([0, -1]))


def test_its_signature_names_model_and_table(tiny_models, table, tmp_path):
    before = load(tiny_models, table).signature()
    EditTable({"门": 10}, {"门": {"们": 8}}).save(tmp_path / "other.json")
    after = load(tiny_models, tmp_path / "other.json").signature()
    assert {key for key in before if before[key] != after[key]} == {"edits", "table"}


def test_a_file_that_is_no_table_is_refused(tiny_models, tmp_path):
    (tmp_path / "edits.json").write_text("{")
    with pytest.raises(ModelError, match="is not a table of edits"):
        load(tiny_models, tmp_path / "edits.json")


@pytest.fixture
def pairs():
    return [
        (f"{who}门{does}。", f"{who}们{does}。")
        for who, does in itertools.product("他你我", "走来去")
    ]


def test_channel_is_learnt_and_tuned_by_its_rules(tiny_models, pairs, tmp_path, monkeypatch):
    monkeypatch.setattr(noisy_channel, "THRESHOLDS", (0.0, 1e9))
    monkeypatch.setattr(noisy_channel, "WEIGHTS", (1000.0,))
    write_pairs(tmp_path / "pairs.tsv", pairs)
    scripts = ROOT / "scripts" / "training"

    def run(script, inputs, outputs, **others):
        paths = list(outputs.values())
        output = type("Output", (list,), {})(paths)
        output.__dict__.update(outputs)
        rule = {"input": SimpleNamespace(**inputs), "output": output, "log": [], "resources": {}}
        runpy.run_path(str(scripts / script), {"snakemake": SimpleNamespace(**rule, **others)})

    run("learn_channel.py", {"pairs": tmp_path / "pairs.tsv"}, {"edits": tmp_path / "edits.json"})
    learnt = load_table(tmp_path / "edits.json")
    assert learnt.corrections["门"] == {"们": 9}
    assert learnt.occurrences["门"] == 9
    gold = ROOT / "data" / "learner-zh" / "gold.json"
    run(
        "tune_noisy_channel.py",
        {
            "explained": gold,
            "edits": tmp_path / "edits.json",
            "language_model": tiny_models / "gpt2",
        },
        {"setting": tmp_path / "setting.json", "figures": tmp_path / "figures.csv"},
        threads=1,
        params=SimpleNamespace(device="cpu"),
    )
    figures = pd.read_csv(tmp_path / "figures.csv")
    assert figures["threshold"].tolist() == [0, 1e9]
    # What nothing corrects has a precision of 1 by definition, and no recall.
    assert figures["recall"].iloc[1] == 0
    best = noisy_channel.best_setting(figures)
    assert best == {"weight": 1000.0, "threshold": figures["threshold"][figures["f"].idxmax()]}
