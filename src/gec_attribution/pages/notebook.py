"""An explained correction as a notebook shows it: as a page, as a table, as a figure."""

import html
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from gec_attribution.attribution.collection import Records
from gec_attribution.attribution.records import AttributedEdit, Record
from gec_attribution.formatting.changes import change
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import decimals_for, numeral
from gec_attribution.pages.other_software import (
    shap_of_many,
    shap_of_one,
    shapiq_of,
    shapiq_of_table,
    values_of,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import shap
    import shapiq
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from gec_attribution.games.values import ValueTable

# Pixels of a page without edits, and of each edit.
_PAGE_HEIGHT = 600
_EDIT_HEIGHT = 60
# Number of records shown of a longer list.
_SHOWN = 10


class ExplainedCorrection(Record):
    """A record that a notebook shows; it equals the record of the same content.

    Attributes:
        value_table: the scores behind it, which its JSON does not have; else None.
    """

    value_table: ClassVar["ValueTable | None"] = None

    @classmethod
    def of(cls, record: Record, table: "ValueTable | None" = None) -> Self:
        """The record as a notebook shows it, equal to one that is read from its JSON."""
        # The reader's undefined numbers are one NaN; others would be unequal to themselves.
        shown = cls.from_dict(record.to_dict())
        object.__setattr__(shown, "value_table", table)
        return shown

    def __eq__(self, other: object) -> bool:
        """Whether the other is a record of the same content."""
        if not isinstance(other, Record):
            return False
        return {**vars(self), "value_table": None} == {
            **vars(other),
            "value_table": None,
        }

    __hash__ = Record.__hash__

    def __str__(self) -> str:
        """Three lines: the correction, its scores, and φ of each edit in the metric's unit."""
        decimals = decimals_for(edit.phi for edit in self.edits)
        before = numeral(self.baseline, decimals)
        after = numeral(self.score, decimals)
        difference = numeral(self.score - self.baseline, decimals, signed=True)
        edits = []
        for edit in self.edits:
            phi = numeral(edit.phi, decimals, signed=True)
            error = f" ±{numeral(edit.stderr, decimals)}" if edit.stderr > 0 else ""
            edits.append(f"{change(edit.original, edit.correction)}: {phi}{error}")
        estimated = f"estimated from {self.evaluations:,} of {2 ** len(self.edits):,}"
        kind = "exact" if self.exact else estimated
        scores = f"{before} (source) → {after} (hypothesis), Δ {difference}; {kind}"
        lines = (
            self.hypothesis_text or self.hypothesis,
            f"{self.shown_metric}, {self.method}: {scores}",
            "; ".join(edits) or "no edits: there is nothing to attribute",
        )
        return "\n".join(map(visible, lines))

    @property
    def values(self) -> "NDArray[np.float64]":
        """φ of each edit, (n,), in the metric's unit; NaN where it is undefined."""
        return values_of(self)

    @property
    def base_value(self) -> float:
        """The score of the source: with the sum of `values`, that of the hypothesis."""
        return self.baseline

    def to_shap(self) -> "shap.Explanation":
        """The record for the plots of shap: edits are the features, and their types the data.

        Raises:
            PackageError: shap is not installed.
        """
        return shap_of_one(self)

    def to_shapiq(
        self, order: int | None = None, index: str = "SII"
    ) -> "shapiq.InteractionValues":
        """The record for shapiq, with the interactions of pairs where the record has them.

        Args:
            order: the most edits of an interaction; None gives pairs (`SII`) or, without pairs, φ
                alone (`SV`).
            index: an index of shapiq, of interactions up to `order`.

        Raises:
            InputError: an order is given, and not all combinations of the edits were scored, or the
                record was read from its JSON, which has no scores of combinations.
            PackageError: shapiq is not installed.
        """
        if order is None:
            return shapiq_of(self)
        return shapiq_of_table(self.value_table, index, order)

    def to_frame(self) -> "pd.DataFrame":
        """One row per edit, with the keys of an edit in the record's JSON as columns.

        What belongs to the whole correction (metric, method, baseline, score, …) is in `attrs`.
        """
        import pandas as pd

        whole = self.to_dict()
        del whole["edits"]
        columns = [field.name for field in fields(AttributedEdit)]
        frame = pd.DataFrame([asdict(edit) for edit in self.edits], columns=columns)
        # Without edits these columns would be objects, and so would those of joined frames.
        frame = frame.astype(dict.fromkeys(("phi", "phi_normalised", "stderr"), float))
        frame.attrs = whole
        return frame

    def plot(self, *others: Record) -> "Figure":
        """A waterfall from the source's score to the hypothesis'; with others, bars to compare.

        Args:
            others: records of the same correction by other metrics or methods; then there is a bar
                of normalised φ for each of them beside each edit.

        Raises:
            ValueError: the others are of another correction.
        """
        from gec_attribution.pages.pictures import side_by_side, waterfall

        if others:
            return side_by_side([self, *others])
        return waterfall(self)

    def _repr_html_(self) -> str:
        """The page of `explain --html` in a frame of its own, whose style touches nothing else."""
        from gec_attribution.pages.html import page_of

        return _framed(page_of([self]), "Explained correction", len(self.edits))


class ExplainedCorrections(Records[ExplainedCorrection]):
    """Records that a notebook shows together.

    Args:
        records: the records, such as `Explainer.explain_pairs` gives.
    """

    kind: ClassVar[type[Record]] = ExplainedCorrection

    def to_shap(self) -> "shap.Explanation":
        """The records for shap's `beeswarm` and `bar`: a row each, and a feature an error type.

        Values are sums of φ over the edits of a type, data are their numbers. Records with an
        undefined φ are left out.

        Raises:
            InputError: the records are by several metrics or methods.
            PackageError: shap is not installed.
        """
        return shap_of_many(self)

    def plot(self, by: str = "type") -> "Figure":
        """Bars of what edits contribute on average, of each kind by each metric and method.

        Args:
            by: a column of `to_frame`, such as `type` or `system`.

        Raises:
            InputError: there is no such column.
        """
        from gec_attribution.pages.pictures import bars

        return bars(self.summed(by), by)

    def write_html(self, path: str | Path) -> None:
        """Write the page of `explain --html`, with each sentence and its edits."""
        from gec_attribution.pages.html import write_html

        write_html(self, path)

    def _repr_html_(self) -> str:
        """The first records on a page in a frame of its own."""
        from gec_attribution.pages.html import page_of

        shown = self[:_SHOWN]
        edits = sum(len(record.edits) for record in shown)
        rest = (
            f"<p>{len(shown)} of {len(self)} records</p>"
            if len(shown) < len(self)
            else ""
        )
        return rest + _framed(page_of(shown), "Explained corrections", edits)


def _framed(page: str, title: str, edits: int) -> str:
    """A page in a frame as high as its content, whose style touches nothing else.

    The frame runs no script; the notebook measures it. A notebook that may not do so, since it was
    not run here, shows the estimated height.
    """
    measure = (
        "this.style.height = this.contentDocument.documentElement.offsetHeight + 'px'"
    )
    height = _PAGE_HEIGHT + _EDIT_HEIGHT * edits
    return (
        f'<iframe title="{title}" srcdoc="{html.escape(page, quote=True)}" '
        f'sandbox="allow-same-origin" onload="{measure}" '
        f'style="width: 100%; height: {height}px; border: 0"></iframe>'
    )
