import json
import sys

from project import ROOT

from tools.benchmarks import chinese


def test_each_part_takes_some_time(monkeypatch, capsys):
    folder = ROOT / "data" / "learner-zh"
    arguments = [str(folder / name) for name in ("gold.json", "weak.json")]
    monkeypatch.setattr(sys, "argv", ["chinese", *arguments])
    chinese.main()
    seconds = json.loads(capsys.readouterr().out)
    assert seconds.keys() == {"cleme", "explanations", "cherrant_side", "cherrant_comparison"}
    assert all(value > 0 for value in seconds.values())
