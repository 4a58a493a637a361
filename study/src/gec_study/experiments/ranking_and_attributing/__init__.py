"""Whether a metric that ranks corrections better attributes better, too."""

from gec_study.experiments.declaration import Experiment, Figure, Table

_SHOWN = """
How each metric agrees with people who ranked corrections (SEEDA's rankings: the share of pairs of
corrections that it orders as a person did, and Spearman's ρ of systems' mean scores with people's
by TrueSkill), and how well its attributions ({{ first_method }}) tell the edits that people find
valid from the others (the area under the ROC curve; 0.5 is chance).
"""
_SAID = """
Spearman's ρ is that of the two over the metrics, with an interval from {{ test_resamples }}
resamples of the metrics, where there are ten or more of them, and a p-value from as many
permutations, after Holm's correction over the ways of judging, sets of systems and measures. The
metrics are a choice, not a sample, and parts of one metric are alike. Metrics:
{{ ranked_metrics }}; seed {{ seed }}.
"""

EXPERIMENT = Experiment(
    name="ranking_and_attributing",
    section="Against chance",
    about=(
        "Whether a metric that ranks corrections as people do also attributes as people judge "
        "edits, over the study's metrics; it needs `human_rankings` and `human_judgements`. Left "
        "out where null."
    ),
    text_columns=("judged", "systems", "measure"),
    unit="study",
    after={"rankings": "human_rankings", "judgements": "human_judgements"},
    figures=(
        Figure(
            name="ranking_and_attributing",
            title="Does a metric that ranks better attribute better?",
            caption=f"""
            {_SHOWN} A point is a metric, with its 95 % interval of the area; the line at 0.5 is
            chance. Systems: the twelve of SEEDA's base set. {_SAID}
            """,
        ),
    ),
    tables=(
        Table(
            name="ranking_and_attributing",
            title="Does a metric that ranks better attribute better?",
            caption=f"{_SHOWN} {_SAID}",
        ),
    ),
)
