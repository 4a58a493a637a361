import logging

from pydantic import TypeAdapter

from gec_attribution.storage.parts import in_parts


def test_the_log_says_how_far_a_long_computation_is(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    options = {"identity": dict, "chunk_size": 2, "title": "gector", "progress": False}
    for _ in range(2):  # the second time from the files of the first
        parts = in_parts("abc", len, TypeAdapter(int), folder=tmp_path, **options)
        assert next(parts) == ("ab", 2)
        assert caplog.messages[-1] == "gector: 2 of 3 sentences done"
    assert list(parts) == [("c", 1)]
    assert caplog.messages[-1] == "gector: 3 of 3 sentences done"
    assert not tmp_path.exists()
