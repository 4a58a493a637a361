"""Known-answer tests of metrics: right edits, useless ones, and edits that should be alike."""

from gec_attribution.experiments.declaration import (
    METHOD,
    Experiment,
    Figure,
    Option,
    Table,
    at_least,
)

_RIGHT = """
The references' own edits are right by construction: each reference of at most {{ max_edits }} edits
is a correction whose every coalition is scored (after Choshen and Abend 2018, MAEGE). Beside them
stand the systems' edits that a reference has and those that none has; and, of written sentences,
edits that correct nothing (a synonym, a paraphrase, a dropped or repeated word, a fluent insertion,
noise of case and punctuation) with the real edits of the same sentences.
"""
_PAIRS = """
In pairs of written sentences that differ in one word alone, which is gendered or names a nation, φ
of the same edit is compared, in percent of the mean |φ|; a nation's difference is that to the
nations it is compared with.
"""
_DATA = """
A φ of 0 counts half. Data: {{ datasets }}; metrics: {{ metrics }}; method: {{ methods }}. 95 %
intervals from {{ test_resamples }} resamples of the sources, of pairs of their templates, seed
{{ seed }}.
"""

EXPERIMENT = Experiment(
    name="probes",
    section="Against chance",
    about=(
        "Known-answer tests: whether metrics reward the references' own edits, which adds these "
        "edits' coalitions to what is scored; and, on the data sets whose `experiments` name it "
        "(data/probes), edits that correct nothing, whose types begin with `X:`, and the same edit "
        "in sentences that differ in a gendered or national word alone. Left out where null."
    ),
    reads=("attributions", "references", "coalitions", "scores", "pairs"),
    settings=("methods", "coalitions", "language", "lines"),
    options={
        "method": METHOD,
        "max_edits": at_least(1, 6, "Most edits of a reference whose coalitions are all scored."),
        "pairs": Option(
            "Table of the pairs of sentences to compare (data/probes).",
            "data/probes/pairs.tsv",
            "string",
        ),
    },
    needs="probes",
    figures=(
        Figure(
            name="probes",
            title="Edits that are right, and edits that correct nothing",
            caption=f"""
            The share of edits with φ > 0. {_RIGHT} The red line is what scores drawn at random
            give. {_DATA}
            """,
        ),
        Figure(
            name="probe_pairs",
            title="Sentences that differ in one word",
            module="pairs_figure",
            caption=f"{_PAIRS} {_DATA}",
        ),
    ),
    tables=(
        Table(
            name="probes",
            title="Edits that are right, that correct nothing, and that should not differ",
            caption=f"""
            {_RIGHT} Preferred: how often the reference has a higher score than the source. τ:
            Kendall's, between the number of applied edits and the score, over all pairs of texts of
            which one has the edits of the other and more. {_PAIRS} p is that of scores drawn at
            random, which give 50 % and 0, after Holm's correction over the rows of a data set.
            {_DATA}
            """,
        ),
    ),
    text_columns=("kind", "group", "measure"),
)
