"""Predictors of right edits: attributions beside what needs no metric."""

from gec_attribution.experiments.declaration import Experiment, Figure, Reads, Table

_WHAT = """
Right is what the reference of best F0.5 has, or what most of the people say who judged the edit (an
edit whose judges are split evenly counts as neither). Agreement of systems is the share of the
other systems with the same edit; where people judged, of the other corrections of the source. The
error type, with its operation, is a logistic model of nine tenths of the sources that judges the
others. Few edits and few tokens are those of a correction and of an edit; ΔM is the effect of the
whole correction; all right calls every edit so. One annotator is
predicted on the edits that several judged, by each of the others and by every predictor. All
predictors judge the same edits: those with an attribution by every metric and method.
"""
_AREAS = """
The area under the ROC curve (AUC) is the share of pairs of a right and a wrong edit that a
predictor orders, ties counted half; 0.5 is chance. Pairs are of all edits (of the same tenth of the
sources, in five divisions), or within a correction.
"""
_DATA = """
Data: {{ datasets }}; metrics: {{ metrics }}. Intervals of 95 %: {{ resamples }} resamples of the
sources, seed {{ seed }}.
"""

EXPERIMENT = Experiment(
    name="chance",
    section="Against chance",
    about=(
        "What predicts a right edit: attributions, agreement of systems, error type and others, by "
        "references, and by people on the data sets whose `experiments` name it."
    ),
    text_columns=("truth", "predictor", "metric", "method", "beside"),
    reads=(Reads.ALL_ATTRIBUTIONS, Reads.REFERENCES, Reads.JUDGED),
    settings=("lines",),
    default=True,
    needs="references",
    own_datasets=True,
    results=("chance", "chance_added"),
    figures=(
        Figure(
            name="chance",
            title="What predicts a right edit",
            caption=f"How well right edits are told from wrong ones. {_AREAS} {_WHAT} {_DATA}",
        ),
    ),
    tables=(
        Table(
            name="chance",
            title="What predicts a right edit",
            caption=f"""
            How well right edits are told from wrong ones. {_AREAS} Agreement is the share of edits
            that are called what they are: right above one half, or for φ and ΔM above 0; balanced
            accuracy is the mean of this share among right and among wrong edits. A value at the
            limit counts half. {_WHAT} {_DATA}
            """,
        ),
        Table(
            name="chance_added",
            title="What attributions add to error type and agreement of systems",
            result="chance_added",
            module="added_table",
            caption=f"""
            What φ adds to logistic models of the error type, of the agreement of systems and of
            both: the gain in the mean log likelihood of an edit of held-out sources (ten folds), in
            nats, with p-values of {{{{ test_resamples }}}} resamples after Holm's correction over
            the rows of a data set. {_WHAT} {_DATA}
            """,
        ),
    ),
)
