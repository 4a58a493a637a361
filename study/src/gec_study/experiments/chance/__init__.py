"""What attributions know of right and wrong edits, beside what is known without them."""

from gec_study.experiments.declaration import Experiment, Figure, Table

_DATA = "Data: {{ datasets }}; metrics: {{ metrics }}."
_INTERVALS = "{{ test_resamples }} resamples of the sources, seed {{ seed }}"

EXPERIMENT = Experiment(
    name="chance",
    section="Against chance",
    about=(
        "What attributions know of right and wrong edits beside what is known without them: by the "
        "references of Figure 4, and by people on the data sets whose edits they judged."
    ),
    text_columns=("truth", "signs", "best"),
    reads=("attributions by all methods", "references", "judged"),
    settings=("agreement", "lines", "include_sampled"),
    default=True,
    needs="judgements",
    results=("chance", "chance_differences", "chance_added"),
    figures=(
        Figure(
            name="chance",
            title="Agreement beside what needs no attributions",
            caption=f"""
            How often the sign of an attribution ({{{{ first_method }}}}) says of an edit what the
            references or people say (filled points, with 95 % intervals), beside what needs no
            attribution: to call every edit right; the same signs, shuffled within sentences or over
            all of them (means of 100); the majority of an edit's error type in other sources; and
            the sign of the effect of the whole correction. All stand for the same edits, those
            whose attribution has a sign, and may choose their reference where attributions do. Of
            references: corrected sentences of at least two edits, as in Figure 4. {_DATA}
            Intervals: {_INTERVALS}.
            """,
        ),
        Figure(
            name="chance_added",
            title="What attributions add to the error type",
            result="chance_added",
            module="added_figure",
            caption=f"""
            How well right edits are told from wrong ones by φ ({{{{ first_method }}}}), by the
            error type and by both: the area under the ROC curve, 0.5 being chance. Type and both
            are logistic models that judge each edit as they were fitted to nine tenths of the
            sources without its own; edits of the same tenth are compared, by φ, too (means over
            five divisions into tenths). The whiskers of φ and of both are the 95 % intervals of
            their paired differences to the type. {_DATA} Intervals: {_INTERVALS}.
            """,
        ),
    ),
    tables=(
        Table(
            name="chance_summary",
            title="Do attributions know more than the error type?",
            result="chance_added",
            module="summary_table",
            caption=f"""
            What the attributions of each metric ({{{{ first_method }}}}) know of right and wrong
            edits, in a sentence: the area under the ROC curve of φ beside that of the error type
            alone (of other sources), and what a model of both gains on one of the type in the log
            likelihood of what is true of an edit. More, less and adds are said where the p-value,
            after Holm's correction over the metrics and methods of a data set, is below 0.05. Areas
            of what knows nothing are somewhat below 0.5 where models are cross-validated, for what
            is frequent in one part of the sources is rarer in the others; likelihoods do not have
            this fault. {_DATA} Intervals: {_INTERVALS}.
            """,
        ),
        Table(
            name="chance_added",
            title="What attributions add to the error type",
            result="chance_added",
            module="added_table",
            caption=f"""
            Right edits told from wrong ones by φ, by the error type, and by both: areas under the
            ROC curve, and the mean log likelihood of what is true of an edit, in nats. Type and
            both are logistic models cross-validated by source: nested, so that their difference is
            what φ adds; φ enters as its rank. Differences with 95 % intervals and p-values after
            Holm's correction over the metrics and methods of a data set. {_DATA} Intervals:
            {_INTERVALS}.
            """,
        ),
        Table(
            name="chance",
            title="Attributions beside the best of what needs none",
            result="chance_differences",
            caption=f"""
            Agreement, balanced accuracy, Matthews' correlation (MCC) and the area under the ROC
            curve (AUC) of attributions, and of that baseline without attributions which has the
            highest value on the same edits: every edit is right; the same signs, shuffled within
            sentences or over all of them; the majority of an edit's type in other sources; the sign
            of the whole correction. Differences with 95 % intervals, paired, and p-values after
            Holm's correction over all metrics, methods and measures of a data set and truth.
            {_DATA} Intervals: {_INTERVALS}.
            """,
        ),
    ),
)
