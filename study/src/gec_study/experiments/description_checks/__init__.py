"""Whether descriptions of edits are about the edit, checked without a person or a model."""

from gec_study.experiments.declaration import Experiment, Table

_ROWS = """
The first run of each explainer; beside it the data set's own descriptions, and what chance gives:
those descriptions, each given to an edit of another sentence (none where the data set is too
small). 95 % intervals from {{ resamples }} resamples of the sentences, seed {{ seed }}; where
there are fewer than {{ least_sources }} sources, their number replaces the interval. Data:
{{ datasets }}.
"""

EXPERIMENT = Experiment(
    name="description_checks",
    section="EXCGEC",
    text_columns=("explainer",),
    reads=("gold", "explanations by their first run"),
    settings=("solutions",),
    environment="explanations",
    options=None,
    needs="explanations",
    tables=(
        Table(
            name="description_checks",
            title="EXCGEC: what descriptions quote and name",
            caption=f"""
            Shares of the descriptions, in percent: Quotes: there is a quotation in 【】; In the
            source: of these, everything that is quoted is in the source. Corrects: there is text in
            braces; In the target: of these, all such text is in the target. Original:
            where the edit takes something out, a quotation has it; Put in: where it puts
            something in, such text has it. Type: the description has a word by which one tells its
            type (words chosen on EXCGEC's validation part; other types have none).
            {_ROWS}
            """,
        ),
        Table(
            name="description_failures",
            title="EXCGEC: how descriptions fail",
            module="failures_table",
            caption=f"""
            Shares of the descriptions that fail in some way, in percent; one may in several.
            Invented quotation: text in 【】 that neither source nor target has. Invented
            correction: text in braces that neither has. Elsewhere: neither what the edit
            takes out nor what it puts in stands anywhere in the description. Against the edit: it
            says that something is to be deleted where the edit only adds, or the reverse. Repeated:
            the same words as of another edit of the sentence. Empty: no words.
            {_ROWS}
            """,
        ),
    ),
)
