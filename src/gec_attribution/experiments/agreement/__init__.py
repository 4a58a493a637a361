"""Figure 4: whether edits of positive attribution are those that a reference has (section 4.4)."""

from gec_attribution.experiments.declaration import Compared, Experiment, Figure

EXPERIMENT = Experiment(
    name="agreement",
    section="4.4 Agreement with references",
    text_columns=("protocol",),
    about="Figure 4.",
    unit="metric",
    reads=("attributions by all methods", "references"),
    settings=("include_sampled",),
    default=True,
    needs="references",
    compared=Compared(("protocol", "threshold"), ("protocol",)),
    figures=(
        Figure(
            name="agreement",
            title="Figure 4: agreement with the references",
            caption="""
            Agreement of the sign of an edit's attribution with the references (Figure 4 of the
            paper), over the edits whose normalised absolute attribution is at most the threshold.
            Data: {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}. Corrected
            sentences of all systems with at least 2 edits; all methods are compared
            on the same ones. In the paper's protocol the reference is the one that agrees best
            with the method; the second protocol has one reference for all methods (best ERRANT
            F0.5). The grey dashed line is what calling every edit right gives, on the same edits by
            the same protocol: the mean over metrics and methods. Whiskers are 95 % intervals ({{
            test_resamples }} resamples of the sentences, seed {{ seed }}), for at least ten
            sentences. Differences between methods and between metrics have a table of their own.
            Sentences with edits whose attribution is sampled, not exact, are {% if include_sampled
            %}counted in the title and, with their sentences, in the table behind the figure{% else
            %}left out{% endif %}.
            """,
        ),
    ),
)
