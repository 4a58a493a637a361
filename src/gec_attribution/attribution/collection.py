"""Many records together: cut, filtered, compared, summed over a corpus, saved and read again."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    ClassVar,
    Generic,
    Self,
    SupportsIndex,
    TypeVar,
    cast,
    overload,
)

from gec_attribution.attribution.records import AttributedEdit, Record, record_schema
from gec_attribution.errors import InputError, unknown
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.text import iter_lines

if TYPE_CHECKING:
    import pandas as pd

# Attributes of a record by which sums over a corpus can be grouped, besides an edit's columns.
WHOLE = (
    "dataset",
    "system",
    "line",
    "source",
    "hypothesis",
    "language",
    "metric",
    "method",
)
# The attributes in which two records of one sentence may differ in a test.
_DIFFERING = ("system", "metric", "method")
# The columns that identify a sentence, a correction of it, and an edit.
_SENTENCE = ["dataset", "line", "source"]
_CORRECTION = ["dataset", "system", "line", "source", "hypothesis"]
_EDIT = ["start", "end", "correction"]

AnyRecord = TypeVar("AnyRecord", bound=Record)


class Records(tuple[AnyRecord, ...], Generic[AnyRecord]):
    """Records in an order: a tuple, whose slices and sums are records, too."""

    __slots__ = ()
    kind: ClassVar[type[Record]] = Record

    @overload
    def __getitem__(self, index: SupportsIndex) -> AnyRecord: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: SupportsIndex | slice) -> "AnyRecord | Self":
        """The record of this number, or those of a slice."""
        if isinstance(index, slice):
            return type(self)(super().__getitem__(index))
        return super().__getitem__(index)

    def __add__(self, other: Iterable[AnyRecord]) -> Self:  # type: ignore[override]
        """These records, then others."""
        return type(self)((*self, *other))

    def __repr__(self) -> str:
        """Text with the number of records."""
        return f"<{type(self).__name__} of {len(self)} records>"

    def where(
        self, condition: Callable[[AnyRecord], bool] | None = None, **values: object
    ) -> Self:
        """Records that meet a condition and have certain values, as in `metric="some"`.

        Raises:
            AttributeError: records have no such attribute.
        """
        chosen: Iterable[AnyRecord] = self
        for name, value in values.items():
            chosen = [record for record in chosen if getattr(record, name) == value]
        if condition is not None:
            chosen = filter(condition, chosen)
        return type(self)(chosen)

    def to_frame(self) -> "pd.DataFrame":
        """One row per edit.

        Returns:
            The attributes in `WHOLE` (None where a record has none), `record` (its number here,
            from 0), and all of an edit: start, end, original, correction, type, phi,
            phi_normalised, stderr.
        """
        import pandas as pd

        of_edits = [field.name for field in fields(AttributedEdit)]
        rows = []
        for number, record in enumerate(self):
            whole = {name: getattr(record, name) for name in WHOLE}
            whole["record"] = number
            rows += [whole | asdict(edit) for edit in record.edits]
        return pd.DataFrame(rows, columns=[*WHOLE, "record", *of_edits])

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
        for name in by:
            if name not in frame:
                raise InputError(
                    f"records cannot be summed: {unknown('column', name, frame)}"
                )
        if "phi" in by:
            raise InputError(
                "phi is what is summed; name a column such as type or system"
            )
        phi = frame["phi"]
        is_helping = phi.gt(0).astype(float)
        frame["size"] = phi.abs()
        frame["helping"] = is_helping.where(phi.notna())
        frame["undefined"] = phi.isna()
        keys = list(dict.fromkeys(["metric", "method", *by]))
        groups = frame.groupby(keys, sort=False, dropna=False)
        sums = groups.agg(
            edits=("phi", "count"),
            phi=("phi", "sum"),
            mean=("phi", "mean"),
            size=("size", "sum"),
            mean_normalised=("phi_normalised", "mean"),
            helping=("helping", "mean"),
            undefined=("undefined", "sum"),
        )
        return sums.reset_index()

    def compared(self, other: Iterable[Record]) -> "pd.DataFrame":
        """These attributions beside others of the same edits.

        Edits of one correction are matched, or, where no system is in both, those of two systems'
        corrections of one sentence.

        Args:
            other: records by another metric or method, of another system, or of another run.

        Returns:
            One row for each edit that both have: data set, system, line, source, hypothesis, start,
            end, original, correction, type; metric, method, phi and phi_normalised; and the same
            of the other with the suffix `_other`, with its system and hypothesis if systems differ.

        Raises:
            InputError: something in `other` is no record; a correction occurs several times in one
                of the two, so that the pairs to compare are ambiguous; or no edit is in both.
        """
        others = Records(other)
        for record in others:
            if not isinstance(record, Record):
                raise InputError(
                    f"records are compared with records; found {type(record).__name__}"
                )
        systems = {record.system for record in self}
        if systems.isdisjoint(record.system for record in others):
            keys = _SENTENCE
            differing = ["system", "hypothesis"]
        else:
            keys = _CORRECTION
            differing = []
        ours = self._by_edit(keys)
        theirs = others._by_edit(keys)
        compared = ["metric", "method", "phi", "phi_normalised"]
        keys = keys + _EDIT
        columns = [*differing, *compared]
        both = ours.merge(theirs[keys + columns], on=keys, suffixes=("", "_other"))
        if both.empty:
            raise InputError(
                "these records have no edit in common, so none can be compared"
            )
        edit = ["start", "end", "original", "correction", "type"]
        of_other = [f"{name}_other" for name in columns]
        return both[[*_CORRECTION, *edit, *compared, *of_other]]

    def test(
        self,
        between: tuple[str, str, str],
        by: str | None = None,
        *,
        value: str = "phi",
        seed: int = 0,
    ) -> "pd.DataFrame":
        """Two systems, or metrics or methods, compared over their sentences with a paired test.

        The test is a paired bootstrap over the sentences that both have.

        Args:
            between: the attribute in which the two differ, and its two values, as in
                `("system", "a", "b")`.
            by: a column of `to_frame` whose values are told apart too, such as `type`.
            value: the number to sum, `phi` or `phi_normalised`.
            seed: the seed of the resampling.

        Returns:
            The columns of `statistics.paired_sums` with p_holm, p after Holm's correction over
            the values of `by`, and `by` in place of `group`. The first row is about all edits, with
            a p of its own.

        Raises:
            InputError: there is no such attribute or column; the two have no sentence in common;
                a sentence has several records of one of them; or the numbers have two units.
        """
        import numpy as np

        from gec_attribution.statistics.bootstrap import TEST_RESAMPLES, Resampling
        from gec_attribution.statistics.paired_sums import corrected, paired_sums

        attribute, *names = between
        if attribute not in _DIFFERING:
            raise InputError(f"between: {unknown('attribute', attribute, _DIFFERING)}")
        if attribute == "metric" and value == "phi":
            raise InputError(
                'phi of two metrics has two units; test value="phi_normalised"'
            )
        first, other = (self.where(None, **{attribute: name}) for name in names)
        for same in _DIFFERING:
            found = _values_of(same, first + other)
            if same != attribute and len(found) > 1:
                raise InputError(
                    f"choose one {same} first (`where`); there are {', '.join(found)}"
                )
        in_other = _by_sentence(other)
        common = [sentence for sentence in _by_sentence(first) if sentence in in_other]
        if not common:
            found = _values_of(attribute, self)
            raise InputError(
                f"{names[0]} and {names[1]} have no sentence in common; there are records of "
                f"{', '.join(found) or 'nothing'}"
            )
        edits, other_edits = (
            _edits_of(records, common, value, by) for records in (first, other)
        )
        draw_seed = seed_from(seed, "bootstrap", common[0][0] or "")
        resampling = Resampling(resamples=TEST_RESAMPLES, seed=draw_seed)
        summed = paired_sums(resampling, edits, other_edits, np.arange(len(common)))
        table = corrected(summed)
        if by is None:
            return table[:1].drop(columns="group")
        return table.rename(columns={"group": by})

    def _by_edit(self, keys: Sequence[str]) -> "pd.DataFrame":
        frame = self.to_frame()
        again = frame[frame.duplicated([*keys, *_EDIT])]
        if not again.empty:
            raise _several(self[again["record"].iloc[0]])
        return frame

    def most_doubtful(self, share: float = 0.1) -> "pd.DataFrame":
        """The edits of lowest φ, the lowest first: what a person should look at before the rest.

        Of SEEDA's edits that people call wrong, more are among these than among as many edits with
        which few systems agree, or drawn at random (docs/uses.md).

        Args:
            share: share of the edits with a φ, in (0, 1]; at least one edit is taken.

        Returns:
            Rows of `to_frame`.

        Raises:
            InputError: the share is none, or several metrics or methods are in the records.
        """
        if not 0 < share <= 1:
            raise InputError(
                f"share: found {share:g}; give a number above 0 and at most 1"
            )
        choices = dict.fromkeys((record.metric, record.method) for record in self)
        if len(choices) > 1:
            found = ", ".join(map(" ".join, choices))
            raise InputError(
                f"φ of several metrics or methods cannot be ordered: {found}; name one"
            )
        frame = self.to_frame().dropna(subset=["phi"])
        # As many as a share is, rounded up, so that a short text has one, too.
        count = math.ceil(share * len(frame))
        return frame.sort_values("phi", kind="stable").head(count)

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
            problem = next(validator.iter_errors(value), None)
            if problem is not None:
                where = ".".join(map(str, problem.absolute_path)) or "the line"
                raise InputError(
                    f"{path}:{number}: is no record: {where}: {problem.message:.200}"
                )
            records.append(cast("AnyRecord", cls.kind.from_dict(value)))
        return cls(records)


def _several(record: Record) -> InputError:
    return InputError(
        f"the correction {record.hypothesis!r} of {record.source!r} has several records, as by "
        f"{record.metric}, {record.method}; choose one metric, method and system first (`where`)"
    )


def _values_of(attribute: str, records: Iterable[Record]) -> list[str]:
    return sorted({str(getattr(record, attribute)) for record in records})


def _edits_of(
    records: Records, sentences: Sequence[tuple], value: str, by: str | None
) -> "pd.DataFrame":
    """Edits of some sentences: sentence (its number among them), phi (the value) and group.

    Raises:
        InputError: there is no column `by`.
    """
    import numpy as np

    frame = records.to_frame()
    if by is not None and by not in frame:
        raise InputError(f"records cannot be tested: {unknown('column', by, frame)}")
    numbers = {sentence: number for number, sentence in enumerate(sentences)}
    # -1 stands for another sentence.
    of_records = np.array([numbers.get(_sentence_of(record), -1) for record in records])
    frame["group"] = frame[by] if by else ""
    frame["phi"] = frame[value].astype(float)
    frame["sentence"] = of_records[frame["record"].astype(int)]
    return frame[frame["sentence"] >= 0]


def _sentence_of(record: Record) -> tuple:
    return tuple(getattr(record, name) for name in _SENTENCE)


def _by_sentence(records: Iterable[Record]) -> dict[tuple, Record]:
    """Each record by its sentence.

    Raises:
        InputError: a sentence has several.
    """
    sentences: dict[tuple, Record] = {}
    for record in records:
        sentence = _sentence_of(record)
        if sentence in sentences:
            raise _several(record)
        sentences[sentence] = record
    return sentences
