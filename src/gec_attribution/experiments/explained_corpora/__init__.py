"""Contents of an explained corpus: EXCGEC's Table 2, and its edits by type and severity."""

from gec_attribution.experiments.declaration import Experiment, Figure, Table

EXPERIMENT = Experiment(
    name="explained_corpora",
    section="EXCGEC",
    text_columns=("group",),
    unit="study",
    reads=("gold",),
    environment="explanations",
    results=("corpus_statistics", "explained_edits"),
    options=None,
    needs="explanations",
    figures=(
        Figure(
            name="explained_edits",
            title="Edits by type and severity",
            result="explained_edits",
            caption="""
            The edits of the explained references by type and severity. Data: {{ datasets }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="taxonomy",
            title="EXCGEC, Table 1: types of errors",
            result="explained_edits",
            module="taxonomy_table",
            caption="""
            The types of errors of EXCGEC (Table 1 of its paper), and the edits of each type in the
            explained references, with their share. Data: {{ datasets }}.
            """,
        ),
        Table(
            name="corpus_statistics",
            title="EXCGEC, Table 2: the data",
            caption="""
            Sentences, edits per sentence and characters per source of the explained references, by
            the corpus or topic that they come from (Table 2 of the paper on EXCGEC), with 95 %
            intervals. Changed: share of the sentences that have an edit. Where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. Data: {{ datasets }}.
            Intervals: {{ resamples }} resamples of the sentences, seed {{ seed }}.
            """,
        ),
    ),
)
