"""Methods against methods and metrics against metrics, in each experiment that is compared."""

from gec_attribution.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="differences",
    section="Comparisons",
    text_columns=("protocol",),
    options=None,
    tables=(
        Table(
            name="{experiment}_differences",
            title="Differences: {experiment}",
            variants={
                "consistency_differences": "Figure 3: differences",
                "agreement_differences": "Figure 4: differences",
                "meta_evaluation_differences": "Section 4.4: differences",
            },
            caption="""
            Paired differences between methods (under each metric, {{ first_method }} minus each
            other one) and between metrics (under {{ first_method }}), with 95 % intervals: both
            numbers were measured in the same {{ test_resamples }} resamples of the source
            sentences (seed {{ seed }}). The p-value is 2 (1 + r) / (1 + n), at most 1, where r of
            n resamples lie on the far side of zero; p (Holm) is the same after Holm's correction
            over all differences on a data set, for agreement those of one protocol at all
            thresholds, of which the largest is shown. Where there are fewer than
            {{ least_sources }} sources, their number replaces the interval.
            """,
        ),
    ),
)
