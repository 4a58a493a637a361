"""Whether a metric ranks corrections, and systems, as people do."""

from gec_attribution.experiments.declaration import Experiment, Figure, Table

EXPERIMENT = Experiment(
    name="human_rankings",
    section="Beyond the paper",
    about="Whether the English metrics that read no references rank corrections, and systems, as people do: SEEDA's rankings of fifteen systems on CoNLL-2014, which are downloaded (or in the mirror). Only what the systems wrote is scored. Left out where null.",
    unit="study",
    results=("human_rankings", "published_scores"),
    figures=(
        Figure(
            name="human_rankings",
            title="Agreement with people's rankings",
            caption="""
            How metrics agree with people's rankings of corrections (SEEDA, Kobayashi et al. 2024;
            no part of the paper): accuracy and Kendall's τ over pairs of corrections of a
            sentence, and correlations of systems' mean scores with the scores that people's
            rankings give them. People judged by edits (SEEDA-E) or whole sentences (SEEDA-S);
            base: twelve systems, + fluency: two with fluent rewrites, too. In the figure the
            systems' scores are those of TrueSkill, and a red line is what a metric reaches that
            knows nothing. Metrics: {{ metrics }}. Intervals: {{ resamples }} resamples of the
            ranked sentences, seed {{ seed }}; people's scores of the systems are taken as they
            are.
            """,
        ),
    ),
    tables=(
        Table(
            name="human_rankings",
            title="Agreement with people's rankings",
            caption="""
            FIXME-DYNAMIC How metrics agree with people's rankings of corrections (SEEDA, Kobayashi
            et al. 2024; no part of the paper): accuracy and Kendall's τ over pairs of corrections
            of a sentence, and correlations of systems' mean scores with the scores that people's
            rankings give them. People judged by edits (SEEDA-E) or whole sentences (SEEDA-S);
            base: twelve systems, + fluency: two with fluent rewrites, too. In the figure the
            systems' scores are those of TrueSkill, and a red line is what a metric reaches that
            knows nothing. Metrics: {{ metrics }}. Intervals: {{ resamples }} resamples of the
            ranked sentences, seed {{ seed }}; people's scores of the systems are taken as they
            are. RST: How metrics agree with people's rankings of corrections (SEEDA, Kobayashi et
            al. 2024; no part of the paper): accuracy and Kendall's τ over pairs of corrections of
            a sentence, and correlations of systems' mean scores with the scores that people's
            rankings give them. People judged by edits (SEEDA-E) or whole sentences (SEEDA-S);
            base: twelve systems, + fluency: two with fluent rewrites, too. In the figure the
            systems' scores are those of TrueSkill, and a red line is what a metric reaches that
            knows nothing. Metrics: {{ metrics }}. Intervals: {{ resamples }} resamples of the
            ranked sentences, seed {{ seed }}; people's scores of the systems are taken as they
            are.
            """,
        ),
        Table(
            name="published_scores",
            title="Published scores and ours",
            result="published_scores",
            module="published_table",
            rule="check_published_scores",
            explicit=True,
            caption="""
            FIXME-DYNAMIC Mean scores of SEEDA's fifteen systems on CoNLL-2014's test set, as they
            were published and as the study's weights give them: they are the same only with the
            published weights. Metrics: {{ metrics }}. RST: Mean scores of SEEDA's fifteen systems
            on CoNLL-2014's test set, as they were published and as the study's weights give them:
            they are the same only with the published weights. Metrics: {{ metrics }}.
            """,
        ),
    ),
    rule="evaluate_human_rankings",
)
