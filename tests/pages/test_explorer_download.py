"""The explorer's CSV, as a spreadsheet opens it; run by Node, where it is installed."""

import csv
import io
import json
import shutil
import subprocess

import pytest
from project import ROOT

SCRIPT = ROOT / "src/gec_attribution/pages/explorer/static/download.js"
RUN = """
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const query = { anyJudged: () => false };
let parts;
globalThis.Blob = class { constructor(content) { parts = content; } };
globalThis.document = { createElement: () => ({ click() {} }) };
URL.createObjectURL = () => "";
URL.revokeObjectURL = () => {};
const study = {
  name: "s", datasets: [{}], metrics: ["m"], methods: ["add"], line: texts.map((_, i) => i + 1),
  details: async () => ({ metrics: { m: { baseline: -1, score: -0.5, methods: {
    add: { phi: [-0.25], stderr: [0] } } } } }),
  editsOf: (c) => [c], edit: (c) => ({ start: 0, end: 1, original: texts[c], correction: "x" }),
  datasetOf: () => ({ name: "d" }), systemOf: () => "weak", source: (c) => texts[c],
  hypothesis: () => "x",
};
%s
download.csv(study, {}, { order: texts.map((_, i) => i) }, () => {})
  .then(() => { process.stdout.write(parts.join("")); process.exit(0); });
"""
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]
TEXTS = ["a - b", "1", 'say "no", then', "a\rb", "a\nb"]


def test_no_text_is_a_formula_and_numbers_stay_numbers():
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    done = subprocess.run(
        [node, "-e", RUN % SCRIPT.read_text(encoding="utf-8")],
        input=json.dumps([*FORMULAS, *TEXTS]).encode(), capture_output=True, check=True,
    )  # fmt: skip
    written = io.StringIO(done.stdout.decode(), newline="")
    rows = list(csv.DictReader(written))
    guarded = [f"'{text}" for text in FORMULAS]
    assert [row["source"] for row in rows] == [row["original"] for row in rows] == guarded + TEXTS
    assert {row["m.baseline"] for row in rows} == {"-1"}
    assert {row["m.add.phi"] for row in rows} == {"-0.25"}
