"""The scripts that write attributions and interactions, on the small study."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from small_study import SYSTEMS, write_study

from gec_attribution.attribution.collection import Records
from gec_attribution.attribution.record_files import writing_records
from gec_attribution.errors import InputError


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_study(tmp_path_factory.mktemp("study"))


def test_attributions_are_written_for_all_systems_and_signed_by_all_that_moved_them(study):
    table = pd.read_parquet(study["attributions"][0])
    assert len(table) == sum(len(edits) for lines in SYSTEMS.values() for edits in lines)
    [signature] = table["signature"].unique()
    assert signature.startswith(
        "metric:m|metric.model:abc|method:shapley|method.type:shapley|method.exact_up_to:4|"
        "method.above:sample|method.estimator:odd_regression|"
    )
    assert "|method.estimator.evaluations:512|" in signature
    assert "|method.estimator.code:" in signature
    assert "|method.code:" in signature
    assert "|language:en|edits.aligner:none|seed:0|v:" in signature
    sums = table.groupby(["system", "line"]).agg(
        {"phi": "sum", "baseline": "first", "score": "first"}
    )
    np.testing.assert_allclose(sums["phi"], sums["score"] - sums["baseline"], atol=1e-12)


def test_records_are_written_line_by_line_with_the_numbers_of_the_tables(study):
    path = Path(study["attributions"][0]).with_suffix(".jsonl.gz")
    records = Records.read(path)
    places = [(record.line, record.system) for record in records]
    assert places == [(line, system) for line in (1, 2, 3, 4) for system in SYSTEMS]
    frame = records.to_frame().sort_values(["system", "line"], ignore_index=True)
    table = pd.read_parquet(study["attributions"][0])
    shared = ["system", "line", "start", "end", "original", "correction", "type", "phi", "stderr"]
    pd.testing.assert_frame_equal(frame[shared], table[shared], check_dtype=False)
    assert [len(record.interactions or ()) for record in records] == [0, 0, 6, 3, 1, 0, 0, 0]
    # Equal records make equal files: no name and no time of writing is in them.
    again = path.with_name("again.jsonl.gz")
    with writing_records(again) as write:
        for record in records:
            write(record)
    assert again.read_bytes() == path.read_bytes()
    again.write_bytes(path.read_bytes()[:100])
    with pytest.raises(InputError, match=r"again\.jsonl\.gz: cannot be read"):
        Records.read(again)
