"""Figure 2: how many edits the systems make in a sentence."""

from gec_attribution.experiments.declaration import Experiment, Figure, Reads

EXPERIMENT = Experiment(
    name="edit_counts",
    section="4.1 Settings",
    reads=(Reads.EDITS,),
    options=None,
    figures=(
        Figure(name="cumulative_edits", title="Figure 2: number of edits", takes=("max_edits",)),
    ),
)
