"""Contents of an explained corpus: EXCGEC's Table 2, and its edits by type and severity."""

from typing import Any

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Reads,
    Table,
)


def _explained_datasets(study: Any, *_: str) -> dict[str, object]:
    """The data sets with explained edits, those for single experiments among them."""
    explained = [name for name, entry in study.datasets.items() if entry.explanations]
    return {"explained_datasets": explained}


EXPERIMENT = Experiment(
    name="explained_corpora",
    section="EXCGEC",
    text_columns=("group",),
    unit="study",
    reads=(Reads.GOLD, Reads.UNEXPLAINED),
    asks=_explained_datasets,
    results=("corpus_statistics", "explained_edits"),
    options=None,
    needs="explanations",
    own_datasets=True,
    figures=(Figure(name="explained_edits", title="Edits by type and severity"),),
    tables=(
        Table(
            name="taxonomy",
            title="EXCGEC, Table 1: types of errors",
            result="explained_edits",
            module="taxonomy_table",
        ),
        Table(
            name="corpus_statistics",
            title="EXCGEC, Table 2: the data",
            finding=Finding(
                "A sentence of {highest[dataset]} has between {lowest[edits]:.1f} "
                "({lowest[group]}) and {highest[edits]:.1f} edits ({highest[group]}) on average.",
                column="edits",
            ),
        ),
    ),
)
