"""How good the systems' corrections are: ERRANT's F0.5 and GLEU against the references."""

from gec_attribution.experiments.declaration import Experiment, Table

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
            explicit=True,
            caption="""
            FIXME-DYNAMIC Each system against the references: ERRANT's true positives, false
            positives, false negatives, precision, recall and F0.5 as errant_compare counts them
            (precision is 100 where nothing was proposed), and GLEU, in percent, with 95 %
            intervals. Changed: share of the sentences that the system changed. Where there are
            fewer than 10 sources, their number replaces the interval. Data: {{ datasets }}.
            Intervals: {{ resamples }} resamples of the sentences, seed {{ seed }}. Sentences per
            second are measured with a loaded, warm system on one thread (the median of three
            samples), for systems that run here; a system that
            corrects another's output is timed without that one. RST: How good the corrections of
            each GEC system are, compared with the unchanged source: ERRANT's counts, precision,
            recall and F0.5 as `errant_compare` has them, and GLEU as published for JFLEG (mean of
            500 draws of one reference per sentence). Data: {{ datasets }}. Intervals:
            {{ resamples }} resamples of the sentences, seed {{ seed }}. Sentences per second are
            measured with a loaded, warm system on one thread (the median of three samples), for systems that run here; a system that corrects another's
            output is timed without that one.
            """,
        ),
    ),
)
