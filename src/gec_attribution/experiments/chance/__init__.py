"""Predictors of right edits: attributions beside what needs no metric."""

from gec_attribution.experiments.chance.labels import PREDICTORS
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Reads,
    Table,
)

_WHAT = """
Right is what the reference of best F0.5 has, or what most of the people say who judged the edit (an
edit whose judges are split evenly counts as neither). Agreement of systems is the share of the
other systems with the same edit; where people judged, of the other corrections of the source. The
error type, with its operation, is a logistic model of nine tenths of the sources that judges the
others, or one of all edits of another data set. For one correction alone: few edits of it, few
tokens of the edit, and the overlap (Dice) of the source's tokens with those after the edit. ΔM is
the effect of the whole correction; all right calls every edit so. One annotator is predicted on the
edits that several judged, by each of the others and by every predictor. All predictors judge the
same edits: those with an attribution by every metric and method.
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
_TESTS = """
p is of {{ test_resamples }} resamples, after Holm's correction over the rows of a data set and a
truth (and of one method). Within the margin, two one-sided tests at the 5 % level call both equal.
"""

EXPERIMENT = Experiment(
    name="chance",
    section="Against chance",
    about=(
        "Predictors of a right edit (attributions, agreement of systems and others) by "
        "references, and by people on data sets whose `experiments` name it."
    ),
    text_columns=(
        *("truth", "part", "predictor", "metric", "method", "other", "beside"),
        *("people", "reference"),
    ),
    reads=(
        *(Reads.ALL_ATTRIBUTIONS, Reads.REFERENCES, Reads.JUDGED, Reads.SOURCES),
        *(Reads.OTHER_ATTRIBUTIONS, Reads.OTHER_REFERENCES),
    ),
    settings=("lines", "language"),
    default=True,
    needs="references",
    own_datasets=True,
    results=("chance", "chance_differences", "chance_added", "chance_truths"),
    figures=(
        Figure(
            name="chance",
            title="What predicts a right edit",
            caption=f"How well right edits are told from wrong ones. {_AREAS} {_WHAT} {_DATA}",
        ),
    ),
    tables=(
        Table(
            name="chance_pairs",
            title="Of 100 pairs of a right and a wrong edit of one correction",
            finding=Finding(
                text=(
                    "Within a correction, right and wrong edits are told apart best by "
                    "{highest[predictor]} {highest[metric]} (AUC {highest[value]:.2f}, "
                    "{highest[dataset]}), worst by {lowest[predictor]} {lowest[metric]} "
                    "({lowest[value]:.2f}, {lowest[dataset]})."
                ),
                column="value",
                where={"measure": "auc_within"},
                names={"predictor": PREDICTORS},
            ),
            module="pairs_table",
            caption=f"""
            Of 100 pairs of a right and a wrong edit of one correction, how many each predictor puts
            in order; 50 is chance. φ is by {{{{ first_method }}}}. {_WHAT} {_DATA}
            """,
        ),
        Table(
            name="chance",
            title="What predicts a right edit",
            caption=f"""
            How well right edits are told from wrong ones. {_AREAS} Agreement is the share of edits
            that are called what they are: right above one half, or for φ and ΔM above 0; balanced
            accuracy is the mean of this share among right and among wrong edits. A value at the
            limit counts half. Least and most are the AUC of all edits where the edits and the votes
            of one system are left out. {_WHAT} {_DATA}
            """,
        ),
        Table(
            name="chance_differences",
            title="Attributions against the best of what needs no metric",
            module="differences_table",
            caption=f"""
            Differences of the AUC within a correction. The best of one correction is chosen in each
            resample: of the error types, few edits, few tokens, token overlap and all right.
            {_TESTS} {_WHAT} {_DATA}
            """,
        ),
        Table(
            name="chance_added",
            title="What attributions add to error type and agreement of systems",
            module="added_table",
            caption=f"""
            What φ adds to logistic models of the error type, of the agreement of systems and of
            both: the gain in the mean log likelihood of an edit of held-out sources (ten folds), in
            nats. {_TESTS} {_WHAT} {_DATA}
            """,
        ),
        Table(
            name="chance_truths",
            title="People and references on the same edits",
            module="truths_table",
            caption="""
            Edits that people judged, by what most of their judges say (split: as many for as
            against) and by which reference has the edit: that of best F0.5, another alone, or none.
            """,
        ),
    ),
)
