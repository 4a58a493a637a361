"""Whether attributions follow the severity of errors, and which types of error a metric feels."""

from gec_attribution.experiments.declaration import Experiment, Figure, Option, Table, at_least

EXPERIMENT = Experiment(
    name="severity_attribution",
    section="Beyond the paper",
    text_columns=("by", "group"),
    about=(
        "Whether attributions follow the severities that people gave, on the data sets that have "
        "`explanations`; left out where null."
    ),
    reads=("sources", "gold", "attributions by all methods"),
    settings=("language",),
    options={
        "systems": Option(
            "Systems whose edits are taken, where the explained reference has the same; null takes "
            "all.",
            None,
            ("array", "null"),
            {"items": {"type": "string"}},
        ),
        "method": Option(
            "Attribution method shown by type; null takes the first of the study.",
            None,
            ("string", "null"),
        ),
        "min_frequency": at_least(
            1, 10, "Fewest edits of an error type, in sentences with two edits or more."
        ),
    },
    needs="explanations",
    figures=(
        Figure(
            name="severity_attribution",
            title="Attributions and severities",
            caption="""
            The mean rank of |φ| by the severities that people gave the same edits, with 95 %
            intervals ({{ resamples }} resamples of the sentences, seed {{ seed }}): about 0.5
            everywhere where φ has nothing to do with them. Data: {{ datasets }}; metrics:
            {{ metrics }}.
            """,
        ),
        Figure(
            name="felt_types",
            title="Types of errors that a metric feels",
            module="felt_types_figure",
            takes=("method", "min_frequency"),
            caption="""
            What each metric gives the right corrections of each type of error. Bold: the mean
            differs from 0 at the 5 % level, after Holm's correction over the types
            ({{ test_resamples }} resamples of the sentences, seed {{ seed }}). Data:
            {{ datasets }}; metrics: {{ metrics }}; method: {{ methods }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="severity_attribution",
            title="Attributions and severities",
            caption="""
            Spearman's correlation of attributions with the severities (1 to 5) that the explained
            reference gives the same edits, with 95 % intervals: of |φ|; of φ with its sign; and of
            the normalised |φ|, for sentences with two edits or more. Within sentences: of the pairs
            of edits of a sentence with different severities, the share in which the more severe has
            the larger |φ|, ties half; 0.5 is chance, and no difference between sentences enters it.
            Where there are fewer than {{ least_sources }} sources, their number replaces the
            interval. Data: {{ datasets }}; metrics: {{ metrics }}. Intervals: {{ resamples }}
            resamples of the sentences, seed {{ seed }}.
            """,
        ),
        Table(
            name="felt_types",
            title="Types of errors that a metric feels",
            module="felt_types_table",
            takes=("method",),
            caption="""
            What each metric gives the right corrections of each type. Mean normalised φ of
            sentences with two edits or more: a metric that feels a type rewards its correction, or
            punishes it; where the mean does not differ from 0 (5 % level, Holm's correction over
            the types), what it gives such an edit is noise, as often against as for it. Weight:
            mean of the normalised |φ| times the number of edits, 1 for an edit that gets what edits
            get on average. Zero: share of the edits whose φ is within the metric's rounding.
            Spearman: |φ| with severity, within the type. 95 % intervals; where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. Data: {{ datasets }};
            metrics: {{ metrics }}; method: {{ methods }}. Intervals: {{ resamples }} resamples of
            the sentences ({{ test_resamples }} of the mean), seed {{ seed }}.
            """,
        ),
    ),
)
