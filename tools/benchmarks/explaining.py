"""How fast `Explainer` is beside the workflow's scoring of the same sentences, in one run.

`python -m tools.benchmarks.explaining` prints the ratio on the data of this repository. Both halves
take turns, and the processor's time counts, so that other programs matter little.
"""

import sys
import time
from collections.abc import Callable, Sequence

import numpy as np

from gec_attribution import Edit, Explainer
from gec_attribution.attribution import load_method
from gec_attribution.games.coalitions import end_masks
from gec_attribution.games.game import Game
from gec_attribution.languages import load_extractor
from gec_attribution.metrics import Metric
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.text import read_lines
from gec_attribution.study.places import DEFAULT_CONFIG, PROJECT

METRICS = ("some", "impara", "ppl")
SENTENCES, REPEATS = 500, 3

Edited = tuple[str, Sequence[Edit]]


def planned_pairs(sentences: Sequence[Edited], explainer: Explainer) -> tuple[list[str], list[str]]:
    """The sources and sentences that a workflow would score for the explainer's first method."""
    (name, entry), *_ = explainer.config["methods"].items()
    method = load_method(name, entry, **explainer.config["coalitions"])
    seed = explainer.config["seed"]
    pairs: dict[tuple[str, str], None] = {}
    for source, edits in sentences:
        game = Game.of_correction(source, edits, explainer.language, seed)
        masks = np.union1d(end_masks(game.n), method.masks(game.n, game.seed))
        pairs |= dict.fromkeys((game.source, text) for text in game.texts(masks))
    sources, texts = zip(*pairs, strict=True)
    return list(sources), list(texts)


def ratio(
    sentences: Sequence[Edited],
    explainer: Explainer,
    metrics: dict[str, Metric],
    repeats: int = REPEATS,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """The explainer's throughput as a part of that of scoring alone, the best turn of each.

    Args:
        sentences: sources with their edits.
        explainer: with all models loaded, and no store.
        metrics: its metrics by name.
        repeats: how often both take their turn.
        clock: gives seconds.
    """
    sources, texts = planned_pairs(sentences, explainer)
    scoring, explaining = [], []
    for _ in range(repeats):
        start = clock()
        for metric in metrics.values():
            score_pairs(metric, sources, texts, progress=False)
        scored = clock()
        list(explainer.explain_edits(sentences, list(metrics)))
        scoring.append(scored - start)
        explaining.append(clock() - scored)
    return min(scoring) / min(explaining)


def main(sentences: int = SENTENCES, repeats: int = REPEATS) -> None:
    """Measure on the corrections of the learner corpus, repeated with a word before them."""
    corpus = PROJECT / "data/learner"
    files = (read_lines(corpus / f"{name}.txt") for name in ("sources", "reference.0"))
    pairs = list(zip(*files, strict=True))
    edits = load_extractor("en", "auto").extract(pairs, progress=False)
    known = [(source, own) for (source, _), own in zip(pairs, edits, strict=True)]
    taken = [
        (f"{'So ' * (number // len(known))}{source}", _moved(own, number // len(known)))
        for number, (source, own) in enumerate(
            known[number % len(known)] for number in range(sentences)
        )
    ]
    explainer = Explainer(DEFAULT_CONFIG, progress=False)
    list(explainer.explain_edits(taken[:2], METRICS))
    metrics = {name: explainer._study.load(name) for name in METRICS}  # noqa: SLF001
    measured = ratio(taken, explainer, metrics, repeats)
    sys.stdout.write(
        f"{sentences} sentences, {len(metrics)} metrics: {measured:.2f} of scoring's throughput\n"
    )


def _moved(edits: Sequence[Edit], by: int) -> list[Edit]:
    return [Edit(one.start + by, one.end + by, one.correction, one.type) for one in edits]


if __name__ == "__main__":
    main()
