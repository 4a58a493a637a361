"""On a GPU: the attributions of a CPU, two jobs on one device, and too little memory for real.

`pytest -m gpu` runs them where there is a GPU; elsewhere they are skipped.
"""

import subprocess
import sys

import numpy as np
import pytest
import torch
from corrected import EDITS, SOURCE
from numpy.testing import assert_allclose
from project import ROOT
from tiny_models import entries
from toy_games import english_game

from gec_attribution.attribution import normalise
from gec_attribution.attribution.shapley import Shapley
from gec_attribution.edits.model import Edit
from gec_attribution.games.game import play
from gec_attribution.metrics import load_metric
from gec_attribution.scores.engine import score_pairs

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU"),
]

ENTRIES = entries(
    ROOT / "models",
    **dict.fromkeys(("some", "quality", "similarity"), "encoder"),
    language_model="gpt2-embedded",
)
GAMES = [
    english_game(SOURCE, EDITS),
    english_game(
        "We discussed about a problem yesterday with teacher .",
        [Edit(2, 3, "", "U"), Edit(7, 7, "our", "M")],
    ),
]
SHAPLEY = Shapley(name="shapley", exact_up_to=10, above="skip")


def normalised(name, device, dtype):
    metric = load_metric(name, ENTRIES[name], device=device, dtype=dtype)
    tables = play(
        GAMES, [SHAPLEY.masks(game.n, game.seed) for game in GAMES], metric.score
    )
    return np.concatenate(
        [normalise(SHAPLEY.attribute(table, 0).phi) for table in tables]
    )


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize(
    ("dtype", "tolerance"), [("float32", 1e-4), ("bfloat16", 3e-2)]
)
def test_attributions_are_those_of_a_cpu(name, dtype, tolerance):
    expected = normalised(name, "cpu", dtype)
    assert_allclose(normalised(name, "cuda", dtype), expected, rtol=0, atol=tolerance)


SCORE = """
import sys
from gec_attribution.metrics import load_metric

metric = load_metric("some", {"type": "some", "model": sys.argv[1]}, device="cuda")
for _ in range(20):
    scores = metric.score(["he go home"] * 64, [f"he goes home {n}" for n in range(64)])
print(repr(scores.tolist()))
"""


def test_two_jobs_share_a_gpu():
    command = [sys.executable, "-c", SCORE, ENTRIES["some"]["model"]]
    jobs = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    outputs = [job.communicate(timeout=300)[0] for job in jobs]
    assert [job.returncode for job in jobs] == [0, 0]
    assert outputs[0] == outputs[1] != ""


def test_what_does_not_fit_is_halved_and_scores_stay(caplog):
    metric = load_metric("some", ENTRIES["some"], device="cuda", batch_tokens=2**16)
    sources = ["she sat on the mat"] * 4000
    sentences = [f"{row} she sat {'on ' * (row % 40)}the mat" for row in range(4000)]
    whole = score_pairs(metric, sources, sentences)["score"].to_numpy()
    torch.cuda.empty_cache()
    free, _ = torch.cuda.mem_get_info()
    occupied = torch.empty(max(0, free - 2**28), dtype=torch.uint8, device="cuda")
    scores = score_pairs(metric, sources, sentences)["score"].to_numpy()
    del occupied
    assert "out of GPU memory: a batch of" in caplog.text
    assert_allclose(scores, whole, rtol=0, atol=1e-5)
