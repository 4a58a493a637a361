import numpy as np
import pandas as pd
import pytest

from gec_attribution.storage.parquet_files import read_attrs, write_parquet

TABLE = pd.DataFrame({"pair": [0, 1], "text": ["a", "b"], "value": [0.5, np.nan]})
TABLE.attrs["signature"] = {"metric": "toy"}


@pytest.mark.parametrize("rows", [0, 2])
def test_a_table_is_read_with_its_columns_and_what_was_said_of_it(tmp_path, rows):
    write_parquet(TABLE[:rows], tmp_path / "table.parquet")
    read = pd.read_parquet(tmp_path / "table.parquet")
    pd.testing.assert_frame_equal(read, TABLE[:rows])
    assert read.attrs == read_attrs(tmp_path / "table.parquet") == TABLE.attrs


def test_an_empty_column_of_text_is_one_of_text(tmp_path):
    write_parquet(
        pd.DataFrame({"text": pd.Series([], dtype=object)}), tmp_path / "table.parquet"
    )
    table = pd.concat([pd.read_parquet(tmp_path / "table.parquet"), TABLE])
    assert table["text"].tolist() == ["a", "b"]
