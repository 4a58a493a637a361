"""Figure 4: whether edits of positive attribution are those that a reference has (section 4.4)."""

from gec_attribution.experiments.declaration import Compared, Experiment, Figure, Reads

EXPERIMENT = Experiment(
    name="agreement",
    section="4.4 Agreement with references",
    text_columns=("protocol",),
    about="Figure 4.",
    reads=(Reads.ALL_ATTRIBUTIONS, Reads.REFERENCES),
    default=True,
    needs="references",
    compared=Compared(("protocol", "threshold"), ("protocol",)),
    figures=(Figure(name="agreement", title="Figure 4: agreement with the references"),),
)
