"""The scripts that write attributions and interactions, on the small study."""

import re
from pathlib import Path

import pandas as pd
import pytest
from small_study import SYSTEMS, write_study

from gec_attribution.attribution.collection import Records
from gec_attribution.attribution.record_files import writing_records
from gec_attribution.errors import InputError


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_study(tmp_path_factory.mktemp("study"))


def test_attributions_are_written_for_all_systems_and_signed_by_all_that_moved_them(
    study,
):
    table = pd.read_parquet(study["attributions"][0])
    assert len(table) == sum(
        len(edits) for lines in SYSTEMS.values() for edits in lines
    )
    [signature] = table["signature"].unique()
    digest = "[0-9a-f]{16}"
    assert re.fullmatch(
        r"metric:m\|metric.model:abc\|"
        r"method:shapley\|method.type:shapley\|method.exact_up_to:4\|method.above:sample\|"
        r"method.estimator:odd_regression\|method.estimator.evaluations:512\|"
        rf"method.estimator.code:{digest}\|method.code:{digest}\|"
        r"language:en\|edits.aligner:none\|seed:0\|v:.*",
        signature,
    )


def test_records_are_written_line_by_line_with_the_numbers_of_the_tables(study):
    path = Path(study["attributions"][0]).with_suffix(".jsonl.gz")
    records = Records.read(path)
    places = [(record.line, record.system) for record in records]
    assert places == [(line, system) for line in (1, 2, 3, 4) for system in SYSTEMS]
    frame = records.to_frame().sort_values(["system", "line"], ignore_index=True)
    table = pd.read_parquet(study["attributions"][0])
    shared = [
        "system",
        "line",
        "start",
        "end",
        "original",
        "correction",
        "type",
        "phi",
        "stderr",
    ]
    pd.testing.assert_frame_equal(frame[shared], table[shared], check_dtype=False)


def test_equal_records_make_equal_files_and_half_a_file_is_refused(study):
    path = Path(study["attributions"][0]).with_suffix(".jsonl.gz")
    again = path.with_name("again.jsonl.gz")
    with writing_records(again) as write:
        for record in Records.read(path):
            write(record)
    # No name and no time of writing is in them.
    assert again.read_bytes() == path.read_bytes()
    again.write_bytes(path.read_bytes()[:100])
    with pytest.raises(InputError, match=r"again\.jsonl\.gz: cannot be read"):
        Records.read(again)
