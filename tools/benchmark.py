"""Times explaining and attributing as parts of the time that scoring takes, in one run.

    python tools/benchmark.py [--sentences N] [--repeats N]

`scoring` scores the sentences that a study would plan, metric by metric, with the default study's
models. `explaining` is `Explainer` on the same sentences. `attributing` is `Explainer` with a
metric that costs nothing, so that planning, attributing and writing records remain. `one at a time`
scores each pair alone, as without the scoring engine. All take turns, and the processor's time of
the fastest turn counts, so that other programs on the machine matter little.
"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

import numpy as np

from gec_attribution import Edit, Explainer, load_metric
from gec_attribution.attribution import load_method
from gec_attribution.config.places import DEFAULT_CONFIG, PROJECT
from gec_attribution.games.coalitions import end_masks
from gec_attribution.games.game import Game
from gec_attribution.languages import load_extractor
from gec_attribution.metrics import Metric
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.text import read_lines

METRICS = ("some", "impara", "ppl")
ALONE = 200
"""Pairs that are scored one at a time; the time of all is extrapolated from them."""

EditedSource = tuple[str, Sequence[Edit]]


def free_metric(sources: Sequence[str], hypotheses: Sequence[str]) -> list[float]:
    """Give every pair the score 0 at no cost."""
    del sources
    return [0.0] * len(hypotheses)


def planned_pairs(
    sentences: Sequence[EditedSource], explainer: Explainer
) -> tuple[list[str], list[str]]:
    """Sources and sentences that a study would score for the explainer's first method."""
    (name, entry), *_ = explainer.config["methods"].items()
    method = load_method(name, entry, **explainer.config["coalitions"])
    pairs: dict[tuple[str, str], None] = {}
    for source, edits in sentences:
        game = Game.of_correction(source, edits, explainer.language, explainer.config["seed"])
        masks = np.union1d(end_masks(game.n), method.masks(game.n, game.seed))
        pairs |= dict.fromkeys((game.source, text) for text in game.texts(masks))
    sources, texts = zip(*pairs, strict=True)
    return list(sources), list(texts)


def fastest_turns(
    steps: Mapping[str, Callable[[], object]],
    repeats: int,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Seconds of each step's fastest turn, where all steps take turns.

    Args:
        steps: what is timed, by name.
        repeats: number of turns of each step.
        clock: gives seconds.
    """
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(repeats):
        for name, step in steps.items():
            start = clock()
            step()
            seconds[name].append(clock() - start)
    return {name: min(turns) for name, turns in seconds.items()}


def relative_times(
    sentences: Sequence[EditedSource],
    explainer: Explainer,
    metrics: Mapping[str, Metric],
    repeats: int,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Times of all steps, divided by the time of scoring.

    Args:
        sentences: sources with their edits.
        explainer: explains by these metrics, with its models loaded and without a store.
        metrics: the same metrics, by their names in the explainer.
        repeats: number of turns of each step.
        clock: gives seconds.
    """
    sources, texts = planned_pairs(sentences, explainer)
    pairs = list(zip(sources, texts, strict=True))
    shared = {key: explainer.config[key] for key in ("methods", "coalitions", "seed")}
    free = Explainer({**shared, "metrics": {"free": free_metric}}, progress=False)

    def score() -> None:
        for metric in metrics.values():
            score_pairs(metric, sources, texts, progress=False)

    def score_alone() -> None:
        for metric in metrics.values():
            for source, text in islice(pairs, ALONE):
                score_pairs(metric, [source], [text], progress=False)

    steps = {
        "scoring": score,
        "explaining": lambda: list(explainer.explain_edits(sentences, list(metrics))),
        "attributing": lambda: list(free.explain_edits(sentences, "free")),
        "one at a time": score_alone,
    }
    seconds = fastest_turns(steps, repeats, clock)
    seconds["one at a time"] *= len(pairs) / min(ALONE, len(pairs))
    return {name: value / seconds["scoring"] for name, value in seconds.items()}


def learner_sentences(count: int) -> list[EditedSource]:
    """Corrections of the learner corpus; more than it has are repeated after the word "So"."""
    files = (PROJECT / "data/learner" / f"{name}.txt" for name in ("sources", "reference.0"))
    pairs = list(zip(*map(read_lines, files), strict=True))
    edits = load_extractor("en", "auto").extract(pairs, progress=False)
    corpus = [(source, found) for (source, _), found in zip(pairs, edits, strict=True)]
    sentences: list[EditedSource] = []
    for number in range(count):
        added, line = divmod(number, len(corpus))
        source, found = corpus[line]
        moved = [
            Edit(edit.start + added, edit.end + added, edit.correction, edit.type) for edit in found
        ]
        sentences.append(("So " * added + source, moved))
    return sentences


def main() -> None:
    """Print each step's time as a multiple of scoring's."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    sentences = learner_sentences(options.sentences)
    explainer = Explainer(DEFAULT_CONFIG, progress=False)
    metrics = {name: load_metric(name, explainer.config["metrics"][name]) for name in METRICS}
    list(explainer.explain_edits(sentences[:2], METRICS))  # loads the explainer's models
    times = relative_times(sentences, explainer, metrics, options.repeats)
    for name, value in times.items():
        sys.stdout.write(f"{name:14} {value:8.3f}\n")


if __name__ == "__main__":
    main()
