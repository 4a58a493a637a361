"""Time of attributing a few sentences with the metric itself, outside the score store."""

import platform
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from gec_attribution.attribution import Method
from gec_attribution.games.game import Game, Score, play
from gec_attribution.games.values import Sentence
from gec_attribution.languages import Language
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.seeds import seed_from


class DrawnSentence(NamedTuple):
    """A corrected sentence of a sample: its line in the corpus, from 1, and its game."""

    line: int
    game: Game


def draw_sentences(
    systems: Iterable[Iterable[Sentence]],
    *,
    fewest_edits: int,
    most_edits: int,
    language: Language,
    seed: int,
) -> list[DrawnSentence]:
    """The distinct corrected sentences in a range of edits, in an order decided by their content.

    A prefix of the list is a sample of sentences that does not depend on the order of systems or
    lines, and a larger sample contains a smaller one. The seed is the study's.
    """
    keyed: dict[tuple[int, str, str], Any] = {}
    for sentences in systems:
        for line, (source, edits) in enumerate(sentences, start=1):
            if fewest_edits <= len(edits) <= most_edits:
                game = Game.of_correction(source, edits, language, seed)
                content = (game.source, game.grand_text)
                key = (seed_from(seed, "sample", *content), *content)
                keyed.setdefault(key, DrawnSentence(line, game))
    return [keyed[key] for key in sorted(keyed)]


def seconds_to_attribute(score: Score, method: Method, game: Game) -> float:
    """Seconds that one sentence takes: its coalitions are made and scored, the value divided."""
    start = time.perf_counter()
    (table,) = play([game], [method.masks(game.n, game.seed)], score)
    method.attribute(table, game.seed)
    return time.perf_counter() - start


def describe_device(device: str) -> str:
    """Name of a configured device, in words: the GPU's name, or the processor's."""
    import torch

    from gec_attribution.networks.hub import device_of

    place = device_of(Settings(device=device))
    if place.type == "cuda":
        return torch.cuda.get_device_name(place)
    threads = torch.get_num_threads()
    return f"{platform.machine()} CPU, {threads} thread{'s' * (threads > 1)}"
