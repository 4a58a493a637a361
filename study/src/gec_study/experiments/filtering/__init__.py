"""Whether corrections get better when the edits that a metric finds harmful are left out."""

from gec_study.experiments.declaration import DATASETS, Experiment, Figure, Option, Table

EXPERIMENT = Experiment(
    name="filtering",
    section="Beyond the paper",
    about=(
        "Whether corrections get better where the edits that a metric finds harmful are left out, "
        "on the data sets that have references; left out where null."
    ),
    reads=("sources", "edits", "references", "attributions by all methods", "thresholds"),
    settings=("language",),
    options={
        "datasets": DATASETS,
        "threshold": Option(
            "Edits whose normalised attribution is below it are left out.",
            0,
            "number",
            {"minimum": -1, "maximum": 1},
        ),
        "tuned_on": Option(
            "Data set on which a second threshold is tuned for each metric and method, to the best "
            "F0.5 of the systems that correct it; null tunes none. It must not be one that filters "
            "are evaluated on, so its `experiments` name this one alone.",
            None,
            ("string", "null"),
        ),
    },
    needs="references",
    figures=(
        Figure(
            name="filtering",
            title="Without the edits that a metric finds harmful",
            caption="""
            What corrections gain where the edits that a metric finds harmful are left out: those
            whose normalised attribution is below a threshold, {{ threshold }}{% if tuned_on %} or
            one tuned on other data for each metric and method{% endif %}. ERRANT's precision,
            recall and F0.5, and GLEU, before and after, beside a filter that leaves out as many
            edits at random. Data: {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}.
            Intervals: {{ test_resamples }} paired resamples of the source sentences, seed
            {{ seed }}; that many intervals leave 0 by chance now and then, and the table has
            p-values after Holm's correction.
            """,
        ),
    ),
    tables=(
        Table(
            name="filtering",
            title="Without the edits that a metric finds harmful",
            caption="""
            Corrections without the edits that a metric finds harmful: those whose normalised
            attribution is below a threshold, {{ threshold }}{% if tuned_on %} or one that was tuned
            to the best F0.5 on other data for each metric and method (tuned){% endif %}. Dropped:
            share of the edits that were left out. Before: ERRANT's F0.5 of the whole corrections.
            Then what changed in ERRANT's precision, recall and F0.5, and in GLEU, in points; and
            F0.5 less that of a filter that leaves out as many edits at random. Means over systems;
            the CSV file has each. Data: {{ datasets }}; metrics: {{ metrics }}; methods:
            {{ methods }}. With 95 % intervals from {{ test_resamples }} paired resamples of the
            source sentences ({{ resamples }} of GLEU), seed {{ seed }}; p-values of the changes of
            F0.5 after Holm's correction over all systems, metrics, methods and thresholds.
            """,
        ),
    ),
)
