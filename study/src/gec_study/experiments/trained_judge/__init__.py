"""How well people's judgements of edits can be told at all: a judge trained on them."""

from gec_study.experiments.declaration import METHOD, Experiment, Figure, Table

_WHAT = """
How well a judge tells the edits that people find valid from the others that was trained on what
people said of edits of other sources: a line above attributions ({{ methods }}), none of which was
trained on it. The judges are logistic models of the error type and operation; of these and the edit
(its words, its length, its place, how many others there are); of how far the edit alone moves its
sentence in the states of an encoder, that of the first metric which has one; of the φ, normalised φ
and effect of the whole correction under every metric; and of all that. Each judges a tenth of the
sources, and was fitted to the others; only edits of the same tenth are compared, by φ, too. People:
one annotator in the place of a judge.
"""
_DATA = """
Data: {{ datasets }}, for evaluation alone: no judge is kept, and nothing else was trained on it.
Metrics: {{ metrics }}. Intervals: {{ test_resamples }} resamples of the sources, seed {{ seed }}.
"""

EXPERIMENT = Experiment(
    name="trained_judge",
    section="Against chance",
    about=(
        "How well a judge that was trained on people's judgements of other edits tells valid edits "
        "from invalid ones, beside attributions and people, on the data sets whose `experiments` "
        "name it; it needs `human_judgements`. Left out where null."
    ),
    reads=("attributions", "judged", "sources"),
    after={"judgements": "human_judgements"},
    settings=("language", "lines"),
    scores="scored",
    environment="scores",
    options={"method": METHOD},
    text_columns=("knows", "metric"),
    figures=(
        Figure(
            name="trained_judge",
            title="What would be possible",
            caption=f"""
            {_WHAT} Areas under the ROC curve with 95 % intervals; chance is 0.5. {_DATA}
            """,
        ),
    ),
    tables=(
        Table(
            name="trained_judge",
            title="What would be possible",
            caption=f"""
            {_WHAT} Areas under the ROC curve (AUC), with 95 % intervals; how much they are above
            that of the φ of the metric with the highest one, and above that of the judge which
            knows the edit and no metric. Differences are paired; p-values after Holm's correction
            over all of a data set. {_DATA}
            """,
        ),
    ),
)
