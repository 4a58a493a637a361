"""How good the systems' corrections are: ERRANT's F0.5 and GLEU against the references."""

from gec_study.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="system_scores",
    section="The GEC systems",
    reads=("sources", "edits", "references"),
    settings=("language",),
    options=None,
    needs="references",
    tables=(
        Table(
            name="system_scores",
            title="The systems against the references",
            caption="""
            How good the corrections of each GEC system are against the references, beside the
            unchanged source: ERRANT's true positives, false positives, false negatives, precision,
            recall and F0.5 as errant_compare counts them (precision is 100 where nothing was
            proposed), and GLEU as published for JFLEG (mean of 500 draws of one reference per
            sentence), in percent. Changed: share of the sentences that the system changed. Data:
            {{ datasets }}. With 95 % intervals from {{ resamples }} resamples of the sentences,
            seed {{ seed }}; where there are fewer than {{ least_sources }} sources, their number
            replaces the interval.
            """,
        ),
    ),
)
