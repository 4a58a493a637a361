"""What was scored: how many pairs, and how many of them were undefined, cut or gated."""

from gec_study.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="score_summary",
    section="4.1 Settings",
    unit="metric",
    reads=("scores",),
    options=None,
    tables=(
        Table(
            name="score_summary",
            title="What was scored",
            caption="""
            Distinct pairs of source and coalition sentence that each metric scored, their mean
            score and its standard deviation, and how many of them have no score (undefined), were
            cut to the model's length, or were set to 0 by IMPARA's gate for being too unlike their
            source. Data: {{ datasets }}; metrics: {{ metrics }}.
            """,
        ),
    ),
)
