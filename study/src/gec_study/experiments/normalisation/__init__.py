"""Whether normalised attributions can be compared between sentences."""

from gec_study.experiments.declaration import METHOD, Experiment, Figure, Table, at_least

_WHAT = """
Whether attributions can be compared between sentences better after each is divided by the Σ|φ| of
its sentence (equation 5 of the paper), which leaves their signs and their order within a sentence
as they are.
"""
_DATA = """
Right is what the reference of best F0.5 or people say. Data: {{ datasets }}; metrics:
{{ metrics }}; method: {{ methods }}. Intervals: {{ test_resamples }} resamples of the sources, seed
{{ seed }}.
"""

EXPERIMENT = Experiment(
    name="normalisation",
    section="Against chance",
    about=(
        "Whether normalised attributions can be compared between sentences better than those that "
        "are not: by the order of types, by references or people, and over sentences of different "
        "length. Left out where null."
    ),
    reads=("attributions", "references", "judged", "sources"),
    settings=("language", "lines", "include_sampled"),
    options={
        "method": METHOD,
        "min_frequency": at_least(1, 10, "Fewest edits of an error type that has a place."),
    },
    needs="judgements",
    results=("normalisation", "type_orders"),
    text_columns=("truth", "measure", "part"),
    figures=(
        Figure(
            name="normalisation",
            title="Is normalised φ comparable between sentences?",
            caption=f"""
            {_WHAT} Left: how well normalised φ tells right edits from wrong ones, all edits
            together and by the number of edits and of tokens of their sentence (thirds of the
            edits); the area under the ROC curve, 0.5 being chance. Right: how much that is above
            the area of φ itself, on the same edits. Whiskers are 95 % intervals; those of
            differences are paired. {_DATA}
            """,
        ),
    ),
    tables=(
        Table(
            name="normalisation",
            title="Is normalised φ comparable between sentences?",
            caption=f"""
            {_WHAT} AUC: probability that a right edit has a higher value than a wrong one, all
            edits together and by the number of edits and of tokens of their sentence. Agreement:
            share of edits of which the truth is said where as many are called right, the highest,
            as are right. Size, by edits or tokens: Spearman's correlation of the absolute value
            with the number of edits of its sentence, or of tokens; what can be compared between
            sentences has no reason to have one. Differences with paired 95 % intervals, and
            p-values after Holm's correction over all rows of a data set. {_DATA}
            """,
        ),
        Table(
            name="type_orders",
            title="Does normalising change the order of error types?",
            result="type_orders",
            module="types_table",
            caption=f"""
            Spearman's correlation of the mean φ of each error type with its mean normalised φ, over
            the types with at least {{{{ min_frequency }}}} edits, with a 95 % interval: 1 where
            normalising leaves their order as it is; and how many types have means of opposite
            signs. {_DATA}
            """,
        ),
    ),
)
