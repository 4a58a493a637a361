"""Figure 2: how many edits the systems make in a sentence."""

from gec_attribution.experiments.declaration import Experiment, Figure

EXPERIMENT = Experiment(
    name="edit_counts",
    section="4.1 Settings",
    reads=("edits",),
    options=None,
    figures=(
        Figure(
            name="cumulative_edits",
            title="Figure 2: number of edits",
            takes=("max_edits",),
            caption="""
            Share of each system's sentences that have at most the given number of edits (Figure 2
            of the paper), on an axis that is stretched towards 100 %. Data: {{ datasets }}; the
            number of sentences is above each panel. The red line is at {{ most_edits }} edits, up
            to which attributions are exact. Bands are 95 % intervals ({{ resamples }} resamples,
            seed {{ seed }}).
            """,
        ),
    ),
)
