"""How many sentences a system corrects in a second."""

from gec_study.experiments.declaration import Experiment, at_least

EXPERIMENT = Experiment(
    name="system_speed",
    section="The GEC systems",
    about="Sentences per second in the table of systems, measured on one thread.",
    options={"sentences": at_least(1, 64, "Sentences in each of three samples, drawn by content.")},
    default=True,
    needs="references",
    timed=True,
)
