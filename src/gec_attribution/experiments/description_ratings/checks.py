"""Check of people's ratings against the lines of the data set."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from gec_attribution.errors import GecAttributionError
from gec_attribution.experiments.description_ratings import Options
from gec_attribution.experiments.inputs import Texts


def check(options: Options, datasets: Mapping[str, Texts]) -> Iterator[str]:
    """A line about unreadable ratings, or ratings of lines beyond the data set."""
    path = options.ratings
    texts = datasets[options.dataset]
    if not Path(path).exists():
        return
    from gec_attribution.experiments.description_ratings.compute import read_ratings

    try:
        last = int(read_ratings(path, texts.lines)["line"].max())
    except GecAttributionError as error:
        yield f"ratings: {error}"
        return
    if texts.sources is not None and last > len(texts.sources):
        yield f"ratings: {path}: rates line {last}; {options.dataset} has {len(texts.sources)}"
