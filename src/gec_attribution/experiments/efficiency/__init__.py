"""Figure 5: the time that attributing a sentence takes, by its number of edits (section 4.5)."""

from gec_attribution.experiments.declaration import DATASETS, Experiment, Figure, Reads, at_least

EXPERIMENT = Experiment(
    name="efficiency",
    section="4.5 Efficiency",
    about="Figure 5; it is measured outside the score store, and takes its time.",
    reads=(Reads.EDITS,),
    settings=("methods", "language"),
    scores="timed",
    environment="scores",
    options={
        "datasets": DATASETS,
        "max_edits": at_least(1, 10, "Most edits measured."),
        "sentences": at_least(
            1, 3, "Sentences measured for each number of edits, drawn by their content."
        ),
    },
    figures=(Figure(name="efficiency", title="Figure 5: time by number of edits"),),
    verb="measure",
)
