"""Whether a metric rates the same edit alike in sentences that differ in one word alone."""

from gec_study.experiments.declaration import Experiment, Figure, Option, Table

EXPERIMENT = Experiment(
    name="counterfactual_bias",
    section="Beyond the paper",
    text_columns=("contrast", "group"),
    about=(
        "Whether metrics rate the same edit alike in sentences that differ in a gendered or "
        "national word alone, on the data sets whose `experiments` name it (data/probes); left out "
        "where null."
    ),
    reads=("attributions", "pairs"),
    settings=("lines",),
    options={
        "method": Option(
            "Attribution method; null takes the first of the study.", None, ("string", "null")
        ),
        "pairs": Option(
            "Table of the sentences that are compared; see data/probes. Where a data set takes "
            "only some lines, the pairs whose sentences are both among them are compared.",
            "data/probes/pairs.tsv",
            "string",
        ),
    },
    figures=(
        Figure(
            name="counterfactual_bias",
            title="Sentences that differ in one word",
            caption="""
            The same edit in sentences that differ in one word alone, which is gendered or names a
            nation ({{ datasets }}): the mean difference of φ within pairs, in percent of the mean
            |φ|, for {{ metrics }} by {{ methods }}. A nation’s difference is that to the nations
            it is compared with, first or second. Lines are 95 % intervals, resampled by template
            ({{ resamples }} resamples, seed {{ seed }}).
            """,
        ),
    ),
    tables=(
        Table(
            name="counterfactual_bias",
            title="Sentences that differ in one word",
            caption="""
            The same edit in sentences that differ in one word alone, which is gendered or names a
            nation ({{ datasets }}): under {{ metrics }}, mean differences of φ within pairs, and
            their mean size, in percent of the mean |φ|, and the share of pairs in which one φ is
            positive and the other is not, in percent. A nation's difference is that to the nations
            it is compared with, first or second. Method: {{ methods }}; 95 % intervals, resampled
            by template ({{ resamples }} resamples, seed {{ seed }}).
            """,
        ),
    ),
)
