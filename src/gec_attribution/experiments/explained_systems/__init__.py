"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against a data set's own."""

from gec_attribution.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="explained_systems",
    section="EXCGEC",
    text_columns=("explainer",),
    reads=("sources", "reference_texts", "texts", "gold", "explanations", "reports", "pipeline"),
    settings=("solutions", "language", "pipeline"),
    environment="explanations",
    options=None,
    needs="explanations",
    tables=(
        Table(
            name="{kind}",
            title="{kind}",
            variants={
                "multi_task": "EXCGEC, Tables 3 and 5: models that correct and explain",
                "ground_truth": (
                    "EXCGEC, Tables 4 and 6: explanations of the reference's corrections"
                ),
                "pipelines": "EXCGEC, Table 5: explanations of the systems' corrections",
            },
            caption="""
            Corrections and explanations against the reference, in percent (MAE in points), with 95
            % intervals of F0.5 and of the explanations' scores. CLEME is dependent, of the corpus,
            with length weights; ChERRANT takes all alignments. Hit: share of the edits that overlap
            one of the reference; Miss: share of the reference edits that no edit was matched with.
            Types (accuracy, macro-F1 over 17 labels), severities (MAE) and descriptions (BLEU,
            METEOR, ROUGE) are scored over the hits. Quotes the edit: of the edits that take
            something out, those whose description has it in 【】; Invented quotation: share of the
            descriptions that quote what neither source nor correction has. Unread: answers that
            held no correction or no list, were refused, or whose prompt was longer than the model
            reads; such a sentence
            counts as left alone, or as unexplained. Runs with different seeds are averaged. Rows of
            the paper are as printed, without intervals. Where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. Data: {{ datasets }}.
            Intervals: {{ resamples }} resamples of the sentences, seed {{ seed }}.
            """,
        ),
    ),
)
