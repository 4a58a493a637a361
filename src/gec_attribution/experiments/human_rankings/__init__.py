"""Agreement of a metric's rankings of corrections and systems with people's."""

from gec_attribution.experiments.declaration import Experiment, Figure, Table
from gec_attribution.experiments.human_rankings.published import SYSTEMS

EXPERIMENT = Experiment(
    name="human_rankings",
    section="Beyond the paper",
    about=(
        "Whether English metrics rank corrections and systems as people do (SEEDA's "
        "rankings of fifteen systems on CoNLL-2014)."
    ),
    unit="study",
    scores="ranked",
    settings=("published",),
    registered={
        "texts": tuple(f"seeda/{system.lower()}" for system in SYSTEMS),
        "rankings": ("seeda/rankings-s", "seeda/rankings-e"),
        "people": ("seeda/ts-s", "seeda/ew-s", "seeda/ts-e", "seeda/ew-e"),
        "references": ("conll14/m2",),
    },
    after={"predicted": "chance"},
    results=("human_rankings", "published_scores", "ranking_correlations"),
    figures=(Figure(name="human_rankings", title="Agreement with people's rankings"),),
    tables=(
        Table(name="human_rankings", title="Agreement with people's rankings"),
        Table(
            name="ranking_correlations",
            title="Does a metric that ranks better attribute better?",
            module="correlations_table",
        ),
        Table(
            name="published_scores",
            title="Published scores and ours",
            module="published_table",
            verb="check",
            takes=("published",),
        ),
    ),
)
