import itertools

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.storage import row_groups
from gec_attribution.storage.row_groups import count_rows, read_attrs, read_parts, table_writer

LENGTH = 23
TABLE = pd.DataFrame(
    {"pair": range(LENGTH), "text": [f"word {row % 5}" for row in range(LENGTH)]}
).assign(value=lambda table: np.where(table["pair"] % 7, table["pair"] / 3, np.nan))
TABLE.attrs["signature"] = {"metric": "toy"}


@pytest.fixture(autouse=True)
def _few_rows(monkeypatch):
    monkeypatch.setattr(row_groups, "ROWS", 5)


def write(path, cuts):
    bounds = [0, *sorted(cuts), LENGTH]
    with table_writer(path) as append:
        for start, stop in itertools.pairwise(bounds):
            append(TABLE[start:stop])
    return path


# With pandas 2 an empty column has no type, as the file says where its first rows were none.
FIRST_CUT = 0 if int(pd.__version__.partition(".")[0]) > 2 else 1


@given(st.lists(st.integers(FIRST_CUT, LENGTH), max_size=6))
def test_a_file_does_not_depend_on_how_its_rows_came(tmp_path_factory, cuts):
    folder = tmp_path_factory.mktemp("tables")
    path = write(folder / "parts.parquet", cuts)
    assert path.read_bytes() == write(folder / "whole.parquet", []).read_bytes()
    groups = pq.ParquetFile(path).metadata
    assert [groups.row_group(group).num_rows for group in range(5)] == [5, 5, 5, 5, 3]


def test_text_after_an_empty_beginning_is_kept(tmp_path):
    joined = pd.concat(read_parts(write(tmp_path / "table.parquet", [0])), ignore_index=True)
    assert joined["text"].tolist() == TABLE["text"].tolist()


def test_nor_do_its_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(row_groups, "ROWS", 2**17)
    table = pd.DataFrame({"text": [f"{row} " * 200 for row in range(3000)]})
    for name, size in (("whole", 3000), ("parts", 97)):
        with table_writer(tmp_path / f"{name}.parquet") as append:
            for start in range(0, 3000, size):
                append(table[start : start + size])
    whole, parts = (tmp_path / f"{name}.parquet" for name in ("whole", "parts"))
    assert whole.read_bytes() == parts.read_bytes()


def test_a_short_table_is_what_pandas_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(row_groups, "ROWS", LENGTH)
    TABLE.to_parquet(tmp_path / "pandas.parquet", index=False)
    assert write(tmp_path / "own.parquet", [9]).read_bytes() == (
        (tmp_path / "pandas.parquet").read_bytes()
    )


@given(st.integers(0, LENGTH), st.none() | st.integers(0, LENGTH))
def test_parts_are_the_rows_asked_for(tmp_path_factory, start, stop):
    path = write(tmp_path_factory.mktemp("tables") / "table.parquet", [])
    parts = list(read_parts(path, ["value", "text"], start, stop))
    assert all(len(part) <= 5 for part in parts)
    joined = pd.concat(parts, ignore_index=True)
    expected = TABLE[["value", "text"]][start:stop].reset_index(drop=True)
    pd.testing.assert_frame_equal(joined, expected.astype(joined.dtypes))


def test_what_was_said_of_a_table_is_kept(tmp_path):
    path = write(tmp_path / "table.parquet", [3])
    assert read_attrs(path) == TABLE.attrs
    assert all(part.attrs == TABLE.attrs for part in read_parts(path))
    assert pd.read_parquet(path).attrs == TABLE.attrs
    assert count_rows(path) == LENGTH


def test_an_empty_table_has_its_columns(tmp_path):
    with table_writer(tmp_path / "empty.parquet") as append:
        append(TABLE[:0])
    (part,) = read_parts(tmp_path / "empty.parquet")
    assert part.dtypes.equals(TABLE.dtypes)
    assert part.empty


def test_a_table_is_there_whole_or_not_at_all(tmp_path):
    def fail():
        with table_writer(tmp_path / "table.parquet") as append:
            append(TABLE)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list(tmp_path.iterdir()) == []
