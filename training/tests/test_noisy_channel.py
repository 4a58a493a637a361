"""The table and the settings of the system `noisy_channel`, learnt and tuned by their rules."""

import itertools
import runpy
from types import SimpleNamespace

import pandas as pd
import project
import pytest
from project import ROOT

from gec_attribution.systems.edit_table import load_table
from gec_training import noisy_channel
from gec_training.data.learner_chinese import write_pairs


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

    def run(script, inputs, outputs, **options):
        paths = list(outputs.values())
        output = type("Output", (list,), {})(paths)
        output.__dict__.update(outputs)
        rule = {"input": SimpleNamespace(**inputs), "output": output, "log": [], "resources": {}}
        runpy.run_path(
            str(project.script(script)), {"snakemake": SimpleNamespace(**rule, **options)}
        )

    run("learn_channel", {"pairs": tmp_path / "pairs.tsv"}, {"edits": tmp_path / "edits.json"})
    learnt = load_table(tmp_path / "edits.json")
    assert learnt.corrections["门"] == {"们": 9}
    assert learnt.occurrences["门"] == 9
    gold = ROOT / "data" / "learner-zh" / "gold.json"
    run(
        "tune_noisy_channel",
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
