import json
import multiprocessing
import os
import subprocess
import sys

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gec_attribution.scores.store as store_module
from gec_attribution.errors import StoreError
from gec_attribution.scores.store import KEY, ScoreStore, pair_keys

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
    np.testing.assert_array_equal(values[:, 0], [4, 1, np.nan, 1, np.nan])
    np.testing.assert_array_equal(values[:, 1], [-4, -1, np.nan, -1, np.nan])


def test_store_outlives_the_process_that_filled_it(tmp_path):
    keys = pair_keys(["s", "s"], ["a", "b"])
    open_store(tmp_path).put(keys, measured(1 / 3, 2))
    stored, values = open_store(tmp_path).find(keys)
    assert stored.all()
    assert values[:, 0].tolist() == [1 / 3, 2]
    (signature,) = tmp_path.rglob("signature.json")
    assert json.loads(signature.read_text()) == SIGNATURE


def test_nothing_is_found_where_nothing_was_put(tmp_path):
    for store in (open_store(None), open_store(tmp_path)):
        stored, values = store.find(pair_keys(["s"], ["a"]))
        assert (stored.tolist(), values.shape) == ([False], (1, 2))
        store.put(pair_keys(["s"], ["b"]), measured(1))
        stored, values = store.find(pair_keys([], []))
        assert (stored.tolist(), values.shape) == ([], (0, 2))


def test_without_a_folder_nothing_is_kept():
    store, keys = open_store(None), pair_keys(["s"], ["a"])
    store.put(keys, measured(1))
    assert not store.find(keys)[0].any()


def test_only_the_shards_of_the_sources_asked_for_are_read(tmp_path):
    keys = pair_keys([f"s{row // 2}" for row in range(20)], [str(row) for row in range(20)])
    for start in range(0, 20, 5):
        open_store(tmp_path).put(keys[start : start + 5], measured(*range(start, start + 5)))
    store = open_store(tmp_path)
    kept = {path for path in shards(tmp_path) if keys["source"][8] in sources_of(path)}
    assert len(kept) == 1
    for path in set(shards(tmp_path)) - kept:
        path.unlink()
    assert store.find(keys[7:10])[1][:, 0].tolist() == [7, 8, 9]


def sources_of(path):
    return set(pq.read_table(path)["source"].to_pylist())


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), unique=True))
def test_keys_are_equal_exactly_where_pairs_are(pairs):
    sources, sentences = zip(*pairs, strict=True) if pairs else ((), ())
    keys = pair_keys(sources, sentences)
    assert len(np.unique(keys["pair"])) == len(pairs)
    np.testing.assert_array_equal(keys, pair_keys(sources, sentences))
    assert len(np.unique(keys["source"])) == len(set(sources))
    alone = pair_keys(sources, sentences, [""] * len(sources))
    assert len(np.unique(alone["pair"])) == len(set(sentences))
    np.testing.assert_array_equal(alone["source"], keys["source"])


def test_keys_tell_where_the_source_ends():
    keys = pair_keys(["a", "ab", "", "1:a"], ["bc", "c", "abc", "bc"])
    assert len(set(keys["pair"].tolist())) == 4
    # The same everywhere and for good: printf 6:sourcesentence | b2sum -l 128
    (key,) = pair_keys(["source"], ["sentence"])
    assert key["pair"].hex() == "b42bea61ac15b432de52427d9f97f261"
    # printf source | b2sum -l 64, its first byte the lowest
    assert int(key["source"]).to_bytes(8, "little").hex() == "a7423b19969b0532"


@given(st.lists(st.binary(min_size=16, max_size=16), min_size=1, unique=True))
def test_keys_may_hold_any_bytes(tmp_path_factory, raw):
    keys = np.zeros(len(raw), dtype=KEY)
    keys["pair"] = raw
    root = tmp_path_factory.mktemp("store")
    open_store(root).put(keys, measured(*range(len(keys))))
    stored, values = open_store(root).find(keys)
    assert stored.all()
    assert values[:, 0].tolist() == list(range(len(keys)))


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
    for order in (values, values[::-1]):
        own = open_store(tmp_path / f"{order[0]}")
        for value in order:
            own.put(keys, measured(value))
        assert len(shards(tmp_path / f"{order[0]}")) == 3
        later = open_store(tmp_path / f"{order[0]}")
        answers |= {store.find(keys)[1][0, 0] for store in (own, later)}
    assert len(answers) == 1


def test_what_others_add_to_an_open_store_is_not_seen(tmp_path):
    keys = pair_keys(["s"], ["a"])
    store = open_store(tmp_path)
    open_store(tmp_path).put(keys, measured(1))
    assert not store.find(keys)[0].any()
    assert open_store(tmp_path).find(keys)[0].all()


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-9], lambda _: b"", lambda b: b[:99] + b"x" + b[100:]]
)
def test_damaged_shard_is_named(tmp_path, damage):
    keys = pair_keys(["s"] * 9, list("abcdefghi"))
    open_store(tmp_path).put(keys, measured(*range(9)))
    opened = open_store(tmp_path)
    (shard,) = shards(tmp_path)
    shard.write_bytes(damage(shard.read_bytes()))
    for use in (lambda: open_store(tmp_path), lambda: opened.find(keys)):
        with pytest.raises(StoreError, match=f"{shard.name}.* is damaged; delete it"):
            use()


def test_shard_with_other_columns_is_named(tmp_path):
    ScoreStore(tmp_path, SIGNATURE, ("quality",)).put(pair_keys(["s"], ["a"]), [[1.0]])
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
    assert open_store(tmp_path).find(keys)[0].all()


@pytest.fixture
def small(monkeypatch):
    """Shards are many at 4, and full with 8 rows."""
    monkeypatch.setattr(store_module, "MANY_SHARDS", 4)
    monkeypatch.setattr(store_module, "ROWS", 8)
    monkeypatch.setattr(store_module, "ROWS_AT_ONCE", 16)


def fill(root, count, rows=3):
    """Put `count` shards, the i-th with `rows` pairs of source i."""
    keys = pair_keys(
        [f"s{number}" for number in range(count) for _ in range(rows)],
        [f"{row}" for _ in range(count) for row in range(rows)],
    )
    store = open_store(root)
    for start in range(0, len(keys), rows):
        store.put(keys[start : start + rows], measured(*range(start, start + rows)))
    return keys


def assert_all_found(store, keys):
    stored, values = store.find(keys)
    assert stored.all()
    assert values[:, 0].tolist() == list(range(len(keys)))


def compacted(root):
    store = open_store(root)
    store.compact()
    return store


@pytest.mark.usefixtures("small")
def test_many_shards_become_few_and_the_store_opens_without_reading_them(tmp_path, monkeypatch):
    keys = fill(tmp_path, 21)
    assert_all_found(compacted(tmp_path), keys)
    # 63 rows, eight in a shard; 16 rows and a little more were joined at a time.
    assert len(shards(tmp_path)) <= 9
    assert sum(len(pq.read_table(path)) for path in shards(tmp_path)) == 63
    opened = []
    monkeypatch.setattr(ScoreStore, "_open", lambda _, path: opened.append(path))
    open_store(tmp_path)
    assert opened == []
    monkeypatch.undo()
    assert_all_found(open_store(tmp_path), keys)


@pytest.mark.usefixtures("small")
def test_few_shards_stay_as_they_are(tmp_path):
    keys = fill(tmp_path, 2)
    before = shards(tmp_path)
    assert_all_found(compacted(tmp_path), keys)
    assert shards(tmp_path) == before
    assert not list(tmp_path.rglob("index.arrow"))


@pytest.mark.usefixtures("small")
def test_only_large_shards_of_the_sources_asked_for_are_read(tmp_path):
    keys = fill(tmp_path, 12)
    compacted(tmp_path)
    for path in shards(tmp_path):
        if keys["source"][0] not in sources_of(path):
            path.write_bytes(b"damaged")
    store = open_store(tmp_path)
    assert store.find(keys[:3])[1][:, 0].tolist() == [0, 1, 2]
    with pytest.raises(StoreError, match="is damaged; delete it, and its pairs are scored again"):
        store.find(keys)


@pytest.mark.usefixtures("small")
def test_large_shards_that_are_not_full_are_filled(tmp_path):
    store = open_store(tmp_path)
    keys = pair_keys(["s"] * 40, [str(row) for row in range(40)])
    for row in range(40):
        store.put(keys[row : row + 1], measured(row))
        store.compact()
    assert sorted(len(pq.read_table(path)) for path in shards(tmp_path)) == [8] * 5
    for opened in (store, open_store(tmp_path)):
        assert_all_found(opened, keys)


class Killed(BaseException):
    pass


@pytest.mark.parametrize("step", range(12))
@pytest.mark.usefixtures("small")
def test_a_kill_while_shards_are_joined_loses_nothing(tmp_path, monkeypatch, step):
    keys = fill(tmp_path, 5)
    compacted(tmp_path)
    fill(tmp_path, 9)
    answers = open_store(tmp_path).find(keys)[1]
    done = []

    def dying(function):
        def step_by_step(*args, **kwargs):
            if len(done) == step:
                raise Killed
            done.append(function)
            return function(*args, **kwargs)

        return step_by_step

    monkeypatch.setattr(store_module, "write_atomically", dying(store_module.write_atomically))
    monkeypatch.setattr(store_module.Path, "unlink", dying(store_module.Path.unlink))
    with pytest.raises(Killed):
        compacted(tmp_path)
    monkeypatch.undo()
    np.testing.assert_array_equal(open_store(tmp_path).find(keys)[1], answers)
    again = fill(tmp_path, 9)
    assert_all_found(compacted(tmp_path), again)
    np.testing.assert_array_equal(open_store(tmp_path).find(keys)[1], answers)


@pytest.mark.usefixtures("small")
def test_a_job_reads_on_where_another_one_joins_its_shards(tmp_path):
    keys = fill(tmp_path, 9)
    reading = open_store(tmp_path)
    compacted(tmp_path)
    assert_all_found(reading, keys)
    joining = open_store(tmp_path)
    joining._loose = reading._loose
    fill(tmp_path, 12)
    joining.compact()
    assert_all_found(open_store(tmp_path), keys)


@pytest.mark.parametrize("damage", [lambda b: b[:99], lambda _: b"", lambda b: b[:-400] + b[-300:]])
@pytest.mark.usefixtures("small")
def test_without_its_index_a_store_has_all_it_had(tmp_path, damage, caplog):
    keys = fill(tmp_path, 9)
    compacted(tmp_path)
    (index,) = tmp_path.rglob("index.arrow")
    index.write_bytes(damage(index.read_bytes()))
    assert_all_found(open_store(tmp_path), keys)
    assert "index.arrow: is damaged" in caplog.text
    index.unlink()
    assert_all_found(compacted(tmp_path), keys)
    assert_all_found(open_store(tmp_path), keys)


@pytest.mark.usefixtures("small")
def test_no_bit_of_the_index_can_turn_without_being_noticed(tmp_path):
    keys = fill(tmp_path, 9)
    compacted(tmp_path)
    (index,) = tmp_path.rglob("index.arrow")
    content = index.read_bytes()
    draw = np.random.default_rng(0)
    for place, bit in zip(
        draw.integers(len(content), size=400), draw.integers(8, size=400), strict=True
    ):
        turned = bytearray(content)
        turned[place] ^= 1 << bit
        index.write_bytes(turned)
        assert_all_found(open_store(tmp_path), keys)


def broken_shard(kind, store):
    """Puts something that is no shard where one could be."""
    (signature,) = store.rglob("signature.json")
    path = signature.parent / f"{'0' * 64}.parquet"
    if kind == "a folder":
        path.mkdir()
    elif kind == "a link to itself":
        path.symlink_to(path)
    else:
        path.symlink_to(store / "nothing")
    return path


@pytest.mark.parametrize("kind", ["a folder", "a dangling link", "a link to itself"])
@pytest.mark.usefixtures("small")
def test_what_is_no_shard_is_named_and_ends_the_run(tmp_path, kind):
    keys = fill(tmp_path, 9)
    reading, joining = open_store(tmp_path), open_store(tmp_path)
    path = broken_shard(kind, tmp_path)
    with pytest.raises(StoreError, match=rf"{path.name}: this shard .* cannot be read"):
        open_store(tmp_path)
    assert_all_found(reading, keys)
    joining.compact()
    assert_all_found(joining, keys)


@pytest.mark.usefixtures("small")
def test_a_large_shard_that_became_a_dangling_link_is_named(tmp_path):
    keys = fill(tmp_path, 9)
    reading = compacted(tmp_path)
    path = shards(tmp_path)[0]
    path.unlink()
    path.symlink_to(tmp_path / "nothing")
    for attempt in (lambda: reading.find(keys), lambda: open_store(tmp_path)):
        with pytest.raises(StoreError, match=rf"{path.name}: this shard .* cannot be read"):
            attempt()


@pytest.mark.usefixtures("small")
def test_pairs_of_a_large_shard_that_was_deleted_are_measured_again(tmp_path):
    keys = fill(tmp_path, 9)
    compacted(tmp_path)
    path = shards(tmp_path)[0]
    lost = np.isin(keys["source"], list(sources_of(path)))
    path.unlink()
    store = open_store(tmp_path)
    stored, _ = store.find(keys)
    assert stored[~lost].all()
    assert not stored.all()
    fill(tmp_path, 9)
    assert_all_found(compacted(tmp_path), keys)


@pytest.mark.usefixtures("small")
def test_joining_shards_changes_no_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "ROWS_AT_ONCE", 1000)
    draw = np.random.default_rng(0)
    keys = pair_keys([f"s{row % 5}" for row in range(30)], [str(row) for row in range(30)])
    for _ in range(3):
        store = open_store(tmp_path)
        for _ in range(6):
            some = draw.choice(30, 5, replace=False)
            store.put(keys[some], measured(*draw.random(5)))
        before = open_store(tmp_path).find(keys)
        for after in (compacted(tmp_path).find(keys), open_store(tmp_path).find(keys)):
            np.testing.assert_array_equal(after[0], before[0])
            np.testing.assert_array_equal(after[1], before[1])


def _put_and_join(root, start):
    for number in range(start, start + 5):
        store = open_store(root)
        keys = pair_keys([f"s{number}"] * 7, [str(index) for index in range(7)])
        store.put(keys, measured(*range(7)))
        store.compact()


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.usefixtures("small")
def test_clocks_that_disagree_change_no_answer(tmp_path, monkeypatch, joined):
    # Where shards are joined in several steps, either answer to a pair measured twice may count.
    monkeypatch.setattr(store_module, "ROWS_AT_ONCE", 1000)
    keys = pair_keys([f"s{row % 5}" for row in range(30)], [str(row) for row in range(30)])
    draw = np.random.default_rng(0)
    store = open_store(tmp_path)
    for _ in range(6):
        some = draw.choice(30, 12, replace=False)  # a pair measured twice, with two answers
        store.put(keys[some], measured(*draw.random(12)))
    before = open_store(tmp_path).find(keys)
    for _ in range(5):
        for path in shards(tmp_path):
            # Another machine wrote it, whose clock is up to a day off.
            time = path.stat().st_mtime + draw.uniform(-86_400, 86_400)
            os.utime(path, (time, time))
        after = (compacted if joined else open_store)(tmp_path).find(keys)
        np.testing.assert_array_equal(after[0], before[0])
        np.testing.assert_array_equal(after[1], before[1])


@pytest.mark.usefixtures("small")
def test_writers_that_join_shards_lose_nothing(tmp_path):
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_put_and_join, args=(tmp_path, 5 * i)) for i in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    keys = pair_keys(
        [f"s{number}" for number in range(20) for _ in range(7)],
        [str(index) for _ in range(20) for index in range(7)],
    )
    for store in (open_store(tmp_path), compacted(tmp_path), open_store(tmp_path)):
        stored, values = store.find(keys)
        assert stored.all()
        assert values[:, 0].tolist() == [*range(7)] * 20


def test_a_store_is_written_joined_and_read_without_pandas(tmp_path):
    """Its import takes longer than to explain a sentence."""
    code = (
        "import sys, numpy as np\n"
        "from gec_attribution.scores.store import MANY_SHARDS, ScoreStore, pair_keys\n"
        "keys = pair_keys(['s'] * MANY_SHARDS, list(map(str, range(MANY_SHARDS))))\n"
        "for start in (0, MANY_SHARDS):\n"
        f"    store = ScoreStore({str(tmp_path)!r}, {SIGNATURE}, {COLUMNS})\n"
        "    for k in range(start, MANY_SHARDS):\n"
        "        store.put(keys[k : k + 1], np.array([[k, -k]]))\n"
        "    store.compact()\n"
        "    found, values = store.find(keys)\n"
        "    assert found.all() and values[:, 0].tolist() == list(range(MANY_SHARDS))\n"
        "assert 'pandas' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert len(shards(tmp_path)) == len(list(tmp_path.rglob("index.arrow"))) == 1
