import hashlib
import multiprocessing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from gec_attribution.errors import StoreError
from gec_attribution.scores.store import ScoreStore, pair_keys

SIGNATURE = {"metric": "toy", "model": "abc"}
COLUMNS = ("quality", "similarity")


def measured(*values):
    return np.column_stack([values, np.negative(values)]).astype(float)


def open_store(root):
    return ScoreStore(root, SIGNATURE, COLUMNS)


def shards(root):
    return sorted(root.rglob("*.parquet"))


def test_what_was_put_is_found_in_any_order(tmp_path):
    store = open_store(tmp_path)
    keys = pair_keys(["s"] * 5, ["a", "b", "c", "d", "e"])
    store.put(keys[:3], measured(1, 2, np.nan))
    store.put(keys[3:4], measured(4))
    stored, values = store.find(keys[[3, 0, 4, 0, 2]])
    assert stored.tolist() == [True, True, False, True, True]
    assert_array_equal(values, measured(4, 1, np.nan, 1, np.nan))


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), unique=True))
def test_keys_are_equal_exactly_where_pairs_are(pairs):
    sources, sentences = zip(*pairs, strict=True) if pairs else ((), ())
    keys = pair_keys(sources, sentences)
    assert len(np.unique(keys["pair"])) == len(pairs)
    assert_array_equal(keys, pair_keys(sources, sentences))
    assert len(np.unique(keys["source"])) == len(set(sources))
    alone = pair_keys(sources, sentences, [""] * len(sources))
    assert len(np.unique(alone["pair"])) == len(set(sentences))
    assert_array_equal(alone["source"], keys["source"])


def test_metrics_with_other_signatures_share_nothing(tmp_path):
    keys = pair_keys(["s"], ["a"])
    open_store(tmp_path).put(keys, measured(1))
    other_store = ScoreStore(tmp_path, {**SIGNATURE, "model": "abd"}, COLUMNS)
    assert not other_store.find(keys)[0].any()


def test_equal_shards_are_one_file_and_half_written_ones_are_ignored(tmp_path):
    keys = pair_keys(["s"], ["a"])
    open_store(tmp_path).put(keys, measured(1))
    open_store(tmp_path).put(keys, measured(1))
    (shard,) = shards(tmp_path)
    shard.with_name(".partial-xyz.parquet").write_bytes(shard.read_bytes()[:50])
    assert open_store(tmp_path).find(keys)[0].all()


def test_jobs_that_measured_the_same_pair_leave_one_answer(tmp_path):
    keys = pair_keys(["s"], ["a"])
    values = [1.0, 1.0 + 1e-9, 1.0 - 1e-9]
    answers = set()
    for folder, order in (
        (tmp_path / "forwards", values),
        (tmp_path / "backwards", values[::-1]),
    ):
        for value in order:
            open_store(folder).put(keys, measured(value))
        _, found = open_store(folder).find(keys)
        answers.add(found[0, 0])
    assert len(answers) == 1


def test_damaged_shard_is_named(tmp_path):
    keys = pair_keys(["s"] * 9, list("abcdefghi"))
    open_store(tmp_path).put(keys, measured(*range(9)))
    (shard,) = shards(tmp_path)
    whole = shard.read_bytes()
    # The last one is of another kind, though its name is right.
    named = shard.with_stem(hashlib.sha256(b"other").hexdigest())
    damages = [
        (shard, whole[:-9]),
        (shard, b""),
        (shard, whole[:99] + b"x" + whole[100:]),
    ]
    for path, damaged in [*damages, (named, b"other")]:
        shard.write_bytes(whole)
        path.write_bytes(damaged)
        with pytest.raises(StoreError, match=f"{path.name}.* is damaged; delete it"):
            open_store(tmp_path)


def _put_some(root, start):
    for number in range(start, start + 5):
        keys = pair_keys(["s"] * 20, [f"{number} {index}" for index in range(20)])
        open_store(root).put(keys, measured(*range(20)))


def test_parallel_writers_lose_nothing(tmp_path):
    context = multiprocessing.get_context("fork")
    writers = [
        context.Process(target=_put_some, args=(tmp_path, 5 * i)) for i in range(4)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    keys = pair_keys(
        ["s"] * 400, [f"{n} {index}" for n in range(20) for index in range(20)]
    )
    assert open_store(tmp_path).find(keys)[0].all()
