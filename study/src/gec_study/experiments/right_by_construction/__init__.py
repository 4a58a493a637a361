"""Whether metrics reward edits that are right by construction: those of the references."""

from gec_study.experiments.declaration import (
    DATASETS,
    METHOD,
    Experiment,
    Figure,
    Table,
    at_least,
)

_WHAT = """
The references' own edits are right by construction: each reference of at most {{ max_edits }} edits
is a correction whose every coalition is scored (after Choshen and Abend 2018, MAEGE). Shown are the
share of edits with φ > 0 ({{ methods }}), beside the same share of the systems' edits that a
reference has and of those that none has;
"""
_INTERVALS = """
Data: {{ datasets }}; metrics: {{ metrics }}. 95 % intervals from {{ test_resamples }} resamples of
the sources, seed {{ seed }}.
"""

EXPERIMENT = Experiment(
    name="right_by_construction",
    section="Against chance",
    about=(
        "Whether metrics reward the references' own edits, which are right by construction, on the "
        "data sets that have references; left out where null. It adds these edits' coalitions to "
        "what is scored."
    ),
    reads=("attributions", "references", "coalitions", "scores"),
    settings=("methods", "coalitions", "language"),
    options={
        "datasets": DATASETS,
        "method": METHOD,
        "max_edits": at_least(1, 6, "Most edits of a reference whose coalitions are all scored."),
        "min_frequency": at_least(1, 10, "Fewest edits of an error type that has rows."),
    },
    needs="references",
    figures=(
        Figure(
            name="right_by_construction",
            title="Edits that are right by construction",
            caption=f"""
            {_WHAT} and Kendall's τ between the number of applied edits and the score, over all
            pairs of texts of which one has the edits of the other and more. The red lines are what
            scores drawn at random give, 50 % and 0. {_INTERVALS}
            """,
        ),
    ),
    tables=(
        Table(
            name="right_by_construction",
            title="Edits that are right by construction",
            caption=f"""
            {_WHAT} how often the reference has a higher score than the source; and Kendall's τ
            between the number of applied edits and the score, over all pairs of texts of which one
            has the edits of the other and more. p is that of scores drawn at random, which give 50
            % and 0, after Holm's correction over the metrics, measures and types of a data set. By
            error type where the references have at least {{{{ min_frequency }}}} edits.
            {_INTERVALS}
            """,
        ),
        Table(
            name="edit_scale",
            title="From edits that correct nothing to edits that are right",
            module="scale_table",
            joins={"tables": "right_by_construction", "probes": "vulnerability"},
            caption=f"""
            The scale on which the systems' edits lie: the share with φ > 0, in percent, of edits
            that correct nothing (the probes), of systems' edits that no reference has, of those
            that a reference has, and of the references' own. What tells right edits from others has
            0 at the one end and 100 at the other; chance has 50 everywhere. {_INTERVALS}
            """,
        ),
    ),
    text_columns=("kind", "type", "measure"),
)
