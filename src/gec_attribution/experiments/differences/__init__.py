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
        ),
    ),
)
