"""Many records together: cut, filtered, compared, summed over a corpus, saved and read again."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar, cast, overload

from gec_attribution.attribution.records import AttributedEdit, Record, record_schema
from gec_attribution.errors import InputError, unknown
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import iter_lines

if TYPE_CHECKING:
    import pandas as pd

# Attributes of a record by which sums over a corpus can be grouped, besides an edit's columns.
WHOLE = ("dataset", "system", "line", "source", "hypothesis", "language", "metric", "method")
# The columns that identify a correction, and an edit of it.
_CORRECTION = ["dataset", "system", "line", "source", "hypothesis"]
_EDIT = ["start", "end", "correction"]

AnyRecord = TypeVar("AnyRecord", bound=Record)


class Records(Sequence[AnyRecord], Generic[AnyRecord]):
    """Records in an order, as a list that cannot be changed; a slice of it is one, too."""

    kind: ClassVar[type[Record]] = Record

    def __init__(self, records: Iterable[AnyRecord] = ()) -> None:
        self._records = tuple(records)

    @overload
    def __getitem__(self, index: int) -> AnyRecord: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> "AnyRecord | Self":
        """The record of this number, or those of a slice."""
        if isinstance(index, slice):
            return type(self)(self._records[index])
        return self._records[index]

    def __len__(self) -> int:
        """Number of records."""
        return len(self._records)

    def __add__(self, other: Iterable[AnyRecord]) -> Self:
        """These records, then others."""
        return type(self)((*self._records, *other))

    def __eq__(self, other: object) -> bool:
        """Equality: the same records in the same order."""
        return isinstance(other, Records) and self._records == tuple(other)

    def __hash__(self) -> int:
        """Hash of the records, the same for equal collections."""
        return hash(self._records)

    def __repr__(self) -> str:
        """Text with the number of records."""
        return f"<{type(self).__name__} of {len(self)} records>"

    def where(self, condition: Callable[[AnyRecord], bool] | None = None, **values: object) -> Self:
        """Records that meet a condition and have certain values, as in `metric="some"`.

        Raises:
            AttributeError: records have no such attribute.
        """
        return type(self)(
            record
            for record in self
            if all(getattr(record, name) == value for name, value in values.items())
            and (condition is None or condition(record))
        )

    def to_frame(self) -> "pd.DataFrame":
        """One row per edit.

        Returns:
            The attributes in `WHOLE` (None where a record has none), `record` (its number here,
            from 0), and all of an edit: start, end, original, correction, type, phi,
            phi_normalised, stderr.
        """
        import pandas as pd

        whole = [{name: getattr(record, name) for name in WHOLE} for record in self]
        columns = [*WHOLE, "record", *(field.name for field in fields(AttributedEdit))]
        rows = (
            {**whole[number], "record": number, **asdict(edit)}
            for number, record in enumerate(self)
            for edit in record.edits
        )
        return pd.DataFrame(rows, columns=columns)

    def summed(self, *by: str) -> "pd.DataFrame":
        """Contributions of edits over the corpus, for each metric and method.

        Args:
            by: columns of `to_frame` whose values are told apart too, such as `type` or `system`.

        Returns:
            One row for each metric, method and value of `by` that occurs, in the order of first
            occurrence: edits, phi (Σφ), mean (of φ), size (Σ|φ|), mean_normalised (of normalised
            φ), helping (share of edits with φ > 0), undefined (edits without a φ, which count
            nowhere else; where all are, the others are NaN but for the sums, which are 0).

        Raises:
            InputError: there is no such column, or its values are summed.
        """
        frame = self.to_frame()
        if strange := [name for name in by if name not in frame]:
            raise InputError(f"records cannot be summed: {unknown('column', strange[0], frame)}")
        if "phi" in by:
            raise InputError("phi is what is summed; name a column such as type or system")
        groups = list(dict.fromkeys(["metric", "method", *by]))
        frame = frame.assign(
            size=frame["phi"].abs(),
            helping=frame["phi"].gt(0).astype(float).where(frame["phi"].notna()),
            undefined=frame["phi"].isna(),
        )
        return (
            frame.groupby(groups, sort=False, dropna=False)
            .agg(
                edits=("phi", "count"),
                phi=("phi", "sum"),
                mean=("phi", "mean"),
                size=("size", "sum"),
                mean_normalised=("phi_normalised", "mean"),
                helping=("helping", "mean"),
                undefined=("undefined", "sum"),
            )
            .reset_index()
        )

    def compared(self, other: Iterable[Record]) -> "pd.DataFrame":
        """These attributions beside others of the same corrections, edit by edit.

        Args:
            other: records by another metric or method, or of another run.

        Returns:
            One row for each edit that both have: data set, system, line, source, hypothesis, start,
            end, original, correction, type; metric, method, phi and phi_normalised; and the same
            of the other with the suffix `_other`.

        Raises:
            InputError: something in `other` is no record; a correction occurs several times in one
                of the two, so that the pairs to compare are ambiguous; or no edit is in both.
        """
        others = Records(other)
        for each in others:
            if not isinstance(each, Record):
                raise InputError(f"records are compared with records; found {type(each).__name__}")
        ours, theirs = self._by_edit(), others._by_edit()
        compared = ["metric", "method", "phi", "phi_normalised"]
        keys = _CORRECTION + _EDIT
        both = ours.merge(theirs[keys + compared], on=keys, suffixes=("", "_other"))
        if both.empty:
            raise InputError("these records have no edit in common, so none can be compared")
        columns = [*_CORRECTION, "start", "end", "original", "correction", "type", *compared]
        return both[columns + [f"{name}_other" for name in compared]]

    def _by_edit(self) -> "pd.DataFrame":
        frame = self.to_frame()
        again = frame[frame.duplicated([*_CORRECTION, *_EDIT])]
        if not again.empty:
            row = again.iloc[0]
            raise InputError(
                f"the correction {row['hypothesis']!r} of {row['source']!r} has several records, "
                f"as by {row['metric']}, {row['method']}; choose one metric and one method first "
                "(`where`)"
            )
        return frame

    def save(self, path: str | Path) -> None:
        """Write the records as `gec-attribution explain --json` does: one JSON object per line."""
        with (
            write_atomically(path) as temporary,
            temporary.open("w", encoding="utf-8", newline="\n") as file,
        ):
            for record in self:
                file.write(json.dumps(record.to_dict(), ensure_ascii=False) + "\n")

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The records of a file that `save` or `gec-attribution explain --json` wrote.

        Raises:
            InputError: the file cannot be read, or a line is no record; names file and line.
        """
        from jsonschema import Draft202012Validator

        validator = Draft202012Validator(record_schema())
        records: list[AnyRecord] = []
        for number, line in enumerate(iter_lines(path), start=1):
            try:
                value = json.loads(line)
            except ValueError as error:
                raise InputError(f"{path}:{number}: is no JSON: {error}") from error
            if (problem := next(validator.iter_errors(value), None)) is not None:
                where = ".".join(map(str, problem.absolute_path)) or "the line"
                raise InputError(f"{path}:{number}: is no record: {where}: {problem.message:.200}")
            records.append(cast("AnyRecord", cls.kind.from_dict(value)))
        return cls(records)
