import json
import multiprocessing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.errors import StoreError
from gec_attribution.store import ScoreStore, pair_keys

SIGNATURE = {"metric": "toy", "model": "abc"}
COLUMNS = ("quality", "similarity")


def measured(*values):
    return {"quality": np.array(values, dtype=float), "similarity": -np.array(values, dtype=float)}


def open_store(root):
    return ScoreStore(root, SIGNATURE, COLUMNS)


def shards(root):
    return sorted(root.rglob("*.parquet"))


@pytest.mark.parametrize("root", ["folder", None])
def test_what_was_put_can_be_got_in_any_order(tmp_path, root):
    store = open_store(tmp_path / root if root else None)
    keys = pair_keys(["s"] * 4, ["a", "b", "c", "d"])
    store.put(keys[:3], measured(1, 2, np.nan))
    store.put(keys[3:], measured(4))
    got = store.get(keys[[3, 0, 0, 2]])
    np.testing.assert_array_equal(got["quality"], [4, 1, 1, np.nan])
    np.testing.assert_array_equal(got["similarity"], [-4, -1, -1, np.nan])


def test_store_outlives_the_process_that_filled_it(tmp_path):
    keys = pair_keys(["s", "s"], ["a", "b"])
    open_store(tmp_path).put(keys, measured(1 / 3, 2))
    again = open_store(tmp_path)
    assert again.missing(keys).size == 0
    assert again.get(keys)["quality"].tolist() == [1 / 3, 2]
    (signature,) = tmp_path.rglob("signature.json")
    assert json.loads(signature.read_text()) == SIGNATURE


def test_missing_are_first_occurrences_in_order(tmp_path):
    store = open_store(tmp_path)
    keys = pair_keys(None, ["c", "a", "c", "b", "a"])
    assert store.missing(keys).tolist() == [0, 1, 3]
    store.put(keys[[1]], measured(1))
    assert store.missing(keys).tolist() == [0, 3]
    assert store.missing(keys[:0]).tolist() == []
    with pytest.raises(KeyError):
        store.get(keys)
    with pytest.raises(KeyError):
        open_store(None).get(keys)
    assert open_store(None).get(keys[:0])["quality"].shape == (0,)


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), unique=True))
def test_keys_are_equal_exactly_where_pairs_are(pairs):
    sources, sentences = zip(*pairs, strict=True) if pairs else ((), ())
    keys = pair_keys(sources, sentences)
    assert len(np.unique(keys)) == len(pairs)
    np.testing.assert_array_equal(keys, pair_keys(sources, sentences))


def test_keys_tell_where_the_source_ends():
    keys = pair_keys(["a", "ab", "", "1:a"], ["bc", "c", "abc", "bc"])
    assert len(set(keys.tolist())) == 4
    # The same everywhere and for good: printf 6:sourcesentence | b2sum -l 128
    assert pair_keys(["source"], ["sentence"])[0].hex() == "b42bea61ac15b432de52427d9f97f261"


@given(st.lists(st.binary(min_size=16, max_size=16), min_size=1, unique=True))
def test_keys_may_hold_any_bytes(tmp_path_factory, raw):
    keys = np.array([key.rstrip(b"\0") for key in raw], dtype="S16")
    root = tmp_path_factory.mktemp("store")
    open_store(root).put(keys, measured(*range(len(keys))))
    assert open_store(root).get(keys)["quality"].tolist() == list(range(len(keys)))


def test_metrics_with_other_signatures_share_nothing(tmp_path):
    keys = pair_keys(["s"], ["a"])
    open_store(tmp_path).put(keys, measured(1))
    other = ScoreStore(tmp_path, {**SIGNATURE, "model": "abd"}, COLUMNS)
    assert other.missing(keys).tolist() == [0]


def test_equal_shards_are_one_file_and_half_written_ones_are_ignored(tmp_path):
    keys = pair_keys(["s"], ["a"])
    open_store(tmp_path).put(keys, measured(1))
    open_store(tmp_path).put(keys, measured(1))
    (shard,) = shards(tmp_path)
    shard.with_name(".partial-xyz.parquet").write_bytes(shard.read_bytes()[:50])
    assert open_store(tmp_path).missing(keys).size == 0


def test_jobs_that_measured_the_same_pair_leave_one_answer(tmp_path):
    keys = pair_keys(["s"], ["a"])
    for value in (1.0, 1.0 + 1e-9, 1.0 - 1e-9):
        open_store(tmp_path).put(keys, measured(value))
    assert len(shards(tmp_path)) == 3
    assert len({open_store(tmp_path).get(keys)["quality"][0] for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-9], lambda _: b"", lambda b: b[:99] + b"x" + b[100:]]
)
def test_damaged_shard_is_named(tmp_path, damage):
    open_store(tmp_path).put(pair_keys(["s"] * 9, list("abcdefghi")), measured(*range(9)))
    (shard,) = shards(tmp_path)
    shard.write_bytes(damage(shard.read_bytes()))
    with pytest.raises(StoreError, match=f"{shard.name}.* is damaged; delete it"):
        open_store(tmp_path)


def test_shard_with_other_columns_is_named(tmp_path):
    ScoreStore(tmp_path, SIGNATURE, ("quality",)).put(
        pair_keys(["s"], ["a"]), {"quality": np.array([1.0])}
    )
    with pytest.raises(StoreError, match=r"has the columns quality, but .* quality, similarity"):
        open_store(tmp_path)


def _put_some(root, start):
    for number in range(start, start + 5):
        keys = pair_keys(["s"] * 20, [f"{number} {index}" for index in range(20)])
        open_store(root).put(keys, measured(*range(20)))


def test_parallel_writers_lose_nothing(tmp_path):
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_put_some, args=(tmp_path, 5 * i)) for i in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    keys = pair_keys(["s"] * 400, [f"{n} {index}" for n in range(20) for index in range(20)])
    assert open_store(tmp_path).missing(keys).size == 0
