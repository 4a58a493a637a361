"""Agreement of a metric's rankings of corrections and systems with people's."""

from typing import TYPE_CHECKING

from gec_attribution.config.registry import registry
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    RegisteredFiles,
    ResultOf,
    Table,
)
from gec_attribution.experiments.human_rankings.published import SYSTEMS

if TYPE_CHECKING:
    from gec_attribution.config.study import Study


def _ranked_metrics(study: "Study", dataset: str) -> list[str]:
    """The metrics of SEEDA's language, to be compared with people's rankings of its texts."""
    del dataset
    language = registry()["seeda"].language
    entries = study.metrics.items()
    return [name for name, entry in entries if language in study.languages_of(entry)]


def _published_metrics(study: "Study") -> dict[str, str]:
    """The published metric that each metric reproduces."""
    entries = study.metrics.items()
    return {name: entry.published for name, entry in entries if entry.published}


EXPERIMENT = Experiment(
    name="human_rankings",
    section="Beyond the paper",
    about=(
        "Whether English metrics rank corrections and systems as people do (SEEDA's "
        "rankings of twelve systems, two rewrites and the input on CoNLL-2014)."
    ),
    unit="study",
    scores=_ranked_metrics,
    asks=lambda study, *_: {"published": list(_published_metrics(study))},
    inputs={
        "texts": RegisteredFiles(
            tuple(f"seeda/{system.lower()}" for system in SYSTEMS)
        ),
        "rankings": RegisteredFiles(("seeda/rankings-s", "seeda/rankings-e")),
        "people": RegisteredFiles(
            ("seeda/ts-s", "seeda/ew-s", "seeda/ts-e", "seeda/ew-e")
        ),
        "references": RegisteredFiles(("conll14/m2",)),
        "predicted": ResultOf("chance"),
    },
    results=(
        "human_rankings",
        "ranking_windows",
        "ranking_pairs",
        "published_scores",
        "ranking_correlations",
    ),
    figures=(Figure(name="human_rankings", title="Agreement with people's rankings"),),
    tables=(
        Table(name="human_rankings", title="Agreement with people's rankings"),
        Table(
            name="ranking_windows",
            title="Agreement with people's rankings among neighbouring systems",
            module="windows_table",
        ),
        Table(
            name="ranking_pairs",
            title="Agreement with people's rankings by the ranks of two corrections",
            module="pairs_table",
        ),
        Table(
            name="ranking_correlations",
            title="Does a metric that ranks better attribute better?",
            module="correlations_table",
        ),
        Table(
            name="published_scores",
            title="Published scores and ours",
            module="published_table",
            asks=lambda study: {"published": _published_metrics(study)},
        ),
    ),
)
