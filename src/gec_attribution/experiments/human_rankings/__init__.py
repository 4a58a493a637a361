"""Whether a metric ranks corrections, and systems, as people do."""

from gec_attribution.experiments.declaration import Experiment, Figure, Table

_SYSTEMS = (
    *("bart", "bert-fuse", "gector-bert", "gector-ens", "gpt-3.5", "lm-critic", "pie", "ref-f"),
    *("ref-m", "riken-tohoku", "t5", "templategec", "transgec", "uedin-ms"),
)

EXPERIMENT = Experiment(
    name="human_rankings",
    section="Beyond the paper",
    text_columns=("judged", "systems", "measure"),
    about=(
        "Whether the English metrics rank corrections and systems as people do: SEEDA's "
        "rankings of fifteen systems on CoNLL-2014. Left out where null."
    ),
    unit="study",
    scores="ranked",
    environment="scores",
    settings=("published",),
    registered={
        "texts": ("seeda/input", *(f"seeda/{system}" for system in _SYSTEMS)),
        "rankings": ("seeda/rankings-s", "seeda/rankings-e"),
        "people": ("seeda/ts-s", "seeda/ew-s", "seeda/ts-e", "seeda/ew-e"),
        "references": ("conll14/m2",),
    },
    after={"predicted": "chance"},
    results=("human_rankings", "published_scores", "ranking_differences", "ranking_correlations"),
    figures=(
        Figure(
            name="human_rankings",
            title="Agreement with people's rankings",
            caption="""
            How metrics agree with people's rankings of corrections (SEEDA, Kobayashi et al. 2024;
            no part of the paper): the share of pairs of corrections of a sentence that the metric
            orders as a person did, and correlations of systems' mean scores with the scores that
            people's rankings give them by TrueSkill. People judged by edits (SEEDA-E) or whole
            sentences (SEEDA-S); base: twelve systems, + fluency: two with fluent rewrites, too. A
            red line is what a metric reaches that knows nothing. Metrics: {{ ranked_metrics }}.
            Intervals: {{ test_resamples }} resamples of the ranked sentences, seed {{ seed }};
            people's scores of the systems are taken as they are.
            """,
        ),
    ),
    tables=(
        Table(
            name="human_rankings",
            title="Agreement with people's rankings",
            caption="""
            Agreement of metrics with people's rankings of corrections (SEEDA, Kobayashi et al.
            2024; no part of the paper), judged by edits (SEEDA-E) or as sentences (SEEDA-S), with
            95 % intervals. Of sentences: the share of pairs of corrections that the metric orders
            as a person did, and Kendall's τ. Of systems: correlation of mean scores with people's
            scores of the systems by TrueSkill and expected wins, over twelve systems (base) or
            fourteen (+ fluency). Where there are fewer than {{ least_sources }} sentences, their
            number replaces the interval. Metrics: {{ ranked_metrics }}. Intervals:
            {{ test_resamples }} resamples of the ranked sentences, seed {{ seed }}; people's scores
            of the systems are taken as they are.
            """,
        ),
        Table(
            name="ranking_differences",
            title="Agreement with people's rankings: differences",
            result="ranking_differences",
            module="differences_table",
            caption="""
            Differences between metrics in how they agree with people's rankings, with 95 %
            intervals: both were measured in the same {{ test_resamples }} resamples of the ranked
            sentences (seed {{ seed }}). p (Holm) is the p-value after Holm's correction over all
            pairs of metrics, for each way of judging, set of systems and measure. Metrics:
            {{ ranked_metrics }}.
            """,
        ),
        Table(
            name="ranking_correlations",
            title="Does a metric that ranks better attribute better?",
            result="ranking_correlations",
            module="correlations_table",
            caption="""
            Spearman's ρ, over the metrics, of how each agrees with people who ranked corrections
            (the share of pairs of corrections that it orders as a person did, or the correlation of
            systems' mean scores with people's by TrueSkill), and of how well its attributions (φ by
            {{ first_method }}) tell the edits that people find valid from the others (the area
            under the ROC curve), with an interval from {{ test_resamples }} resamples of the
            metrics, where there are ten or more of them, and a p-value from as many permutations,
            after Holm's correction over all rows. The metrics are a choice, not a sample, and parts
            of one metric are alike. Metrics: {{ ranked_metrics }}; seed {{ seed }}.
            """,
        ),
        Table(
            name="published_scores",
            title="Published scores and ours",
            result="published_scores",
            module="published_table",
            verb="check",
            takes=("published",),
            caption="""
            Mean scores of SEEDA's systems on all sentences of CoNLL-2014's test set, published
            (with four digits at most) and as the study's weights give them: they are the same only
            with the published weights. The last row of a metric has the correlation over the
            systems, and the largest difference, in which 0.0005 are left to the rounding. IMPARA's
            scores were published on another scale than its quality in [0, 1], of which the
            correlation alone can tell.
            """,
        ),
    ),
)
