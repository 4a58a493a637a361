"""The score store: what a metric measured, kept by content, so that nothing is measured twice.

A store is a folder with one folder per metric signature, which has `signature.json`, shards, and
maybe `index.arrow` and `speed.json`. A shard is a Parquet file named by the SHA-256 of its bytes:
parallel writers never disturb each other, a shard is complete or absent, and a damaged one is
noticed.

Every chunk of scores becomes a small shard, so that a kill costs little. Small shards are joined
into large ones (`ScoreStore.compact`), whose sources the index lists: it is mapped into memory, not
read, so that opening a store costs as much as there are shards that were not joined yet. Without
its index a store is slower to open, and otherwise the same.

A source's pairs are scored together and asked for together, so that a lookup reads the few shards
it needs.
"""

import fcntl
import hashlib
import io
import json
import logging
import platform
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from gec_attribution.errors import StoreError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.row_groups import ROWS, count_rows
from gec_attribution.storage.signatures import digest

# What was measured, and the source for which it was asked.
KEY = np.dtype([("source", "<u8"), ("pair", "S16")])

# Another layout has other folders, so that shards of an earlier one are never read.
LAYOUT = 2
INDEX = "index.arrow"
SPEED = "speed.json"

# A large shard has as many rows as a part of the pairs that are asked for together (`ROWS`). Small
# ones are joined when they fill one, or when there are so many.
MANY_SHARDS = 64
# So many rows of small shards are joined at a time, which bounds the memory it takes.
ROWS_AT_ONCE = 32 * ROWS
# So often a folder is looked at again in which other jobs join shards.
TRIES = 10

T = TypeVar("T")

logger = logging.getLogger(__name__)


def pair_keys(
    sources: Sequence[str], sentences: Sequence[str], read: Sequence[str] | None = None
) -> np.ndarray:
    """Keys of what is scored, `KEY` of shape (n,), the same on every machine.

    Args:
        sources: the source of each sentence, (n,).
        sentences: the sentences, (n,).
        read: what a metric reads beside each sentence (`Metric.read_beside`), on which the field
            `pair` depends; by default the source.
    """
    keys = np.empty(len(sentences), dtype=KEY)
    keys["source"] = np.frombuffer(b"".join(_hash(source, 8) for source in sources), "<u8")
    keys["pair"] = [
        # The length says where the sentence begins, whichever characters they have.
        _hash(f"{len(beside)}:{beside}{sentence}", KEY["pair"].itemsize)
        for beside, sentence in zip(sources if read is None else read, sentences, strict=True)
    ]
    return keys


def last_speed(root: str | Path | None, signature: Mapping[str, object]) -> float | None:
    """The pairs per second that this machine measured last; None where it has not.

    Args:
        root: the store's folder, or None.
        signature: what the measurements depend on (`Metric.store_signature`).
    """
    return None if root is None else _speeds(_folder(root, signature)).get(platform.node())


def is_kept(root: str | Path | None, signature: Mapping[str, object]) -> bool:
    """Whether a store has measurements with this signature; arguments as for `last_speed`."""
    return root is not None and _folder(root, signature).is_dir()


def _folder(root: str | Path, signature: Mapping[str, object]) -> Path:
    return Path(root) / digest({**signature, "layout": LAYOUT})


def _speeds(folder: Path) -> dict[str, float]:
    """The speed of each machine; empty where none was kept, or the file is damaged."""
    try:
        speeds = json.loads((folder / SPEED).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return speeds if isinstance(speeds, dict) else {}


class _Index(NamedTuple):
    """Which large shards have measurements for which sources.

    Attributes:
        shards: the names of the large shards.
        joined: the names of small shards that are in large ones, and may be there still.
        sources: (n,) ascending, once for each shard that has them; mapped into memory.
        numbers: (n,) the numbers of these shards.
    """

    shards: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    sources: np.ndarray = np.empty(0, dtype=KEY["source"])
    numbers: np.ndarray = np.empty(0, dtype=np.int32)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The index in a file; an empty one where there is none, or it is damaged."""
        if not path.exists():
            return cls()
        try:
            with pa.memory_map(str(path)) as file:
                batch = pa.ipc.open_file(file).get_batch(0)
            listed = batch.schema.metadata[b"names"]
            sources, numbers = (np.from_dlpack(batch[name]) for name in ("source", "shard"))
            if batch.schema.metadata[b"sum"] != _sum(listed, sources, numbers):
                raise ValueError("it is not what was written")  # noqa: TRY301
            names = json.loads(listed)
            return cls(tuple(names["shards"]), tuple(names["joined"]), sources, numbers)
        except FileNotFoundError:
            return cls()
        except (pa.ArrowException, OSError, ValueError, LookupError, TypeError) as error:
            logger.warning("%s: is damaged, so all shards are read: %s", path, error)
            return cls()

    def write(self, path: Path) -> None:
        """Write it, in one piece, so that it can be mapped."""
        names = json.dumps({"shards": self.shards, "joined": self.joined}).encode()
        columns = [_column(self.sources), _column(self.numbers)]
        batch = pa.record_batch(columns, names=["source", "shard"])
        total = _sum(names, self.sources, self.numbers)
        batch = batch.replace_schema_metadata({"names": names, "sum": total})
        with write_atomically(path) as temporary, pa.ipc.new_file(temporary, batch.schema) as file:
            file.write_batch(batch)

    def joined_into(self, large: Mapping[str, np.ndarray], small: Sequence[str]) -> Self:
        """The index after shards were joined into others.

        Args:
            large: the sources of each new shard, by its name.
            small: the names of the shards that are in them.
        """
        staying = [n for n, name in enumerate(self.shards) if name not in {*small, *large}]
        kept = np.isin(self.numbers, staying)
        sources = np.concatenate([self.sources[kept], *large.values()])
        numbers = np.concatenate(
            [
                np.searchsorted(staying, self.numbers[kept]),
                *(np.full(len(own), n) for n, own in enumerate(large.values(), len(staying))),
            ]
        )
        order = np.lexsort([numbers, sources])
        return type(self)(
            (*(self.shards[n] for n in staying), *large),
            tuple(sorted({*self.joined, *small} - large.keys())),
            sources[order],
            numbers[order].astype(np.int32),
        )

    def shards_of(self, sources: np.ndarray) -> list[str]:
        """The large shards with measurements for some of `sources`, in their order."""
        starts = np.searchsorted(self.sources, sources)
        stops = np.searchsorted(self.sources, sources, side="right")
        sizes = stops - starts
        # The places starts[i], …, stops[i] − 1 of every source i.
        places = np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
        numbers = np.unique(self.numbers[places])
        return [self.shards[number] for number in numbers if 0 <= number < len(self.shards)]


def _sum(names: bytes, sources: np.ndarray, numbers: np.ndarray) -> bytes:
    """A checksum of an index, whose sources are only ascending if nothing of it was changed."""
    total = zlib.crc32(names)
    for column in (sources, numbers):
        total = zlib.crc32(np.ascontiguousarray(column).tobytes(), total)
    return f"{sources.dtype}, {numbers.dtype}: {total:08x}".encode()


class _Loose(NamedTuple):
    """A small shard: its file, its distinct sources, and how many rows it has."""

    path: Path
    sources: np.ndarray
    rows: int


class ScoreStore:
    """The measurements of one metric."""

    def __init__(
        self, root: str | Path | None, signature: Mapping[str, object], columns: Sequence[str]
    ) -> None:
        """Open the part of the store at `root` that belongs to a metric signature.

        What other jobs add later is not seen: what a job scores does not depend on their speed.

        Args:
            root: the store's folder, made if missing; None keeps nothing.
            signature: what the measurements depend on (`Metric.store_signature`).
            columns: names of the measurements.

        Raises:
            StoreError: a shard is damaged, or has other columns.
        """
        self.columns = tuple(columns)
        self.folder = None
        self._index = _Index()
        self._loose: list[_Loose] = []
        if root is None:
            return
        self.folder = _folder(root, signature)
        description = self.folder / "signature.json"
        if not description.exists():
            with write_atomically(description) as path:
                path.write_text(json.dumps(dict(signature), indent=2, sort_keys=True) + "\n")
        self._list()

    def find(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The stored measurements of some pairs.

        Args:
            keys: `pair_keys`, (n,).

        Returns:
            Whether each was found, bool (n,), and the measurements, float64 (n, columns), NaN where
            there are none.

        Raises:
            StoreError: a shard is damaged.
        """
        wanted = np.unique(keys["source"])

        def read() -> list[tuple[np.ndarray, np.ndarray]]:
            return [self._read(path, wanted) for path in self._shards_of(wanted)]

        shards = _tried(read, otherwise=self._list)
        is_stored = np.zeros(len(keys), dtype=bool)
        values = np.full((len(keys), len(self.columns)), np.nan)
        if shards:
            known, measured = (np.concatenate(parts) for parts in zip(*shards, strict=True))
            known, first_rows = np.unique(known, return_index=True)
            is_stored = _among(keys["pair"], known)
            values[is_stored] = measured[
                first_rows[np.searchsorted(known, keys["pair"][is_stored])]
            ]
        return is_stored, values

    def put(self, keys: np.ndarray, measured: np.ndarray) -> None:
        """Keep measurements, as one shard.

        Args:
            keys: `pair_keys` of distinct pairs, (n,).
            measured: (n, columns).
        """
        if self.folder is None:
            return
        path = self._write(self.folder, keys, measured)
        self._loose.append(_Loose(path, np.unique(keys["source"]), len(keys)))

    def keep_speed(self, pairs_per_second: float) -> None:
        """Keep how fast this machine measured, for `last_speed`."""
        if self.folder is not None:
            speeds = {**_speeds(self.folder), platform.node(): round(pairs_per_second, 3)}
            with write_atomically(self.folder / SPEED) as path:
                path.write_text(json.dumps(speeds) + "\n")

    def compact(self) -> None:
        """Join the small shards that this store has seen, if they are many.

        Nothing is done while another job joins shards here. After a kill at any time, all
        measurements are found.

        Raises:
            StoreError: a shard is damaged.
        """
        while self.folder is not None and self._has_many():
            with _lock(self.folder / "compacting.lock") as is_ours:
                if not is_ours:
                    return
                self._join(self.folder)

    def _has_many(self) -> bool:
        return len(self._loose) >= MANY_SHARDS or sum(one.rows for one in self._loose) >= ROWS

    def _list(self) -> None:
        """Look at what is in the folder."""
        if self.folder is not None:
            _tried(partial(self._list_once, self.folder))

    def _list_once(self, folder: Path) -> None:
        index = _Index.read(folder / INDEX)
        files = {path.stem: path for path in folder.glob("[0-9a-f]*.parquet")}
        ages = {name: _age(path) for name, path in files.items()}
        # The oldest first: what was measured together lies together when it is joined.
        loose = sorted(files.keys() - {*index.shards, *index.joined}, key=lambda name: ages[name])
        lost = [name for name in index.shards if name not in files]
        self._loose = [self._loosely(files[name]) for name in loose]
        self._index = index.joined_into({}, lost) if lost else index

    def _join(self, folder: Path) -> None:
        """Make large shards of the oldest small ones, and of a large one that is not full."""
        before = np.cumsum([0, *(shard.rows for shard in self._loose)])[:-1]
        oldest = int(np.searchsorted(before, ROWS_AT_ONCE))
        small = [shard.path for shard in self._loose[:oldest]]
        large = [folder / f"{name}.parquet" for name in self._index.shards]
        if not all(path.exists() for path in [*small, *large]):
            self._list()  # another job has joined them, or a user deleted them
            return
        partly = [path for path in large if _count_rows(path) < ROWS]
        paths = [*partly, *small]
        # As in `find`: of a pair that was measured twice, the answer of a large shard counts, then
        # that of the first small one by name.
        precedence = [*partly, *sorted(small)]
        parts = [self._content(path) for path in paths]
        keys, measured = (np.concatenate(part) for part in zip(*parts, strict=True))
        ranks = [precedence.index(path) for path in paths]
        by_rank = np.argsort(np.repeat(ranks, [len(own) for own, _ in parts]), kind="stable")
        _, first_rows = np.unique(keys["pair"][by_rank], return_index=True)
        # In the order in which they were measured, in which they are asked for again.
        kept = np.sort(by_rank[first_rows])
        written = {}
        for start in range(0, len(kept), ROWS):
            rows = kept[start : start + ROWS]
            path = self._write(folder, keys[rows], measured[rows])
            written[path.stem] = np.unique(keys["source"][rows])
        names = [path.stem for path in paths if path.stem not in written]
        # That of the folder may have shards of other jobs. It says what is in large shards before
        # the small ones go, and forgets them only then: a kill leaves nothing to be read twice.
        whole = _Index.read(folder / INDEX).joined_into(written, names)
        whole.write(folder / INDEX)
        for name in whole.joined:
            (folder / f"{name}.parquet").unlink(missing_ok=True)
        whole._replace(joined=()).write(folder / INDEX)
        self._index = self._index.joined_into(written, names)._replace(joined=())
        self._loose = self._loose[oldest:]

    @property
    def _names(self) -> list[str]:
        return ["source", "pair", *self.columns]

    def _write(self, folder: Path, keys: np.ndarray, measured: np.ndarray) -> Path:
        """Write a shard."""
        raw = pa.py_buffer(np.ascontiguousarray(keys["pair"]).tobytes())
        pairs = pa.Array.from_buffers(pa.binary(KEY["pair"].itemsize), len(keys), [None, raw])
        sources = _column(keys["source"])
        columns = map(_column, np.asarray(measured, dtype=np.float64).T)
        content = io.BytesIO()
        pq.write_table(pa.table([sources, pairs, *columns], names=self._names), content)
        name = hashlib.sha256(content.getbuffer()).hexdigest()
        path = folder / f"{name}.parquet"
        with write_atomically(path) as temporary:
            temporary.write_bytes(content.getbuffer())
        return path

    def _shards_of(self, sources: np.ndarray) -> list[Path]:
        """The shards with measurements for some of `sources`, which are ascending.

        Two jobs may have measured the same pair; the first of their shards counts. Large ones come
        first, then the others by name.
        """
        if self.folder is None:
            return []
        large = [self.folder / f"{name}.parquet" for name in self._index.shards_of(sources)]
        small = [one.path for one in self._loose if _among(one.sources, sources).any()]
        return [*large, *sorted(small)]

    def _read(self, path: Path, sources: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The pairs that a shard has for `sources`, which are ascending, and their measurements."""
        keys, measured = self._content(path)
        wanted = _among(keys["source"], sources)
        return keys["pair"][wanted], measured[wanted]

    def _content(self, path: Path) -> tuple[np.ndarray, np.ndarray]:
        """The keys of a shard, and their measurements."""
        # A shard is too small to be worth Arrow's pool of threads.
        table = self._open(path).read(use_threads=False)
        pairs = table["pair"].combine_chunks()
        keys = np.empty(len(table), dtype=KEY)
        keys["source"] = _values(table["source"])
        keys["pair"] = np.frombuffer(pairs.buffers()[1], dtype=KEY["pair"], count=len(pairs))
        measured = np.column_stack([_values(table[name]) for name in self.columns])
        return keys, measured

    def _loosely(self, path: Path) -> _Loose:
        sources = _values(self._open(path).read(["source"])["source"])
        return _Loose(path, np.unique(sources), len(sources))

    def _open(self, path: Path) -> pq.ParquetFile:
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            raise _unreadable(path, error) from error
        if hashlib.sha256(content).hexdigest() != path.stem:
            raise StoreError(
                f"{path}: this shard of the score store is damaged; delete it, and its pairs are "
                "scored again"
            )
        file = pq.ParquetFile(io.BytesIO(content))
        if file.schema_arrow.names != self._names:
            raise StoreError(
                f"{path}: has the columns {', '.join(file.schema_arrow.names[2:])}, but the metric "
                f"measures {', '.join(self.columns)}; delete the folder, or change its signature"
            )
        return file


def _tried(work: Callable[[], T], otherwise: Callable[[], None] = lambda: None) -> T:
    """What `work` gives; after another job has joined shards that it would read, it is done again.

    Args:
        work: reads shards.
        otherwise: what to do before it is tried again.

    Raises:
        StoreError: a file is named in the folder, but again and again it is not there.
    """
    for _ in range(TRIES):
        try:
            return work()
        except FileNotFoundError as error:
            missing = error
            otherwise()
    raise _unreadable(missing.filename, missing) from missing


def _unreadable(path: str | Path, error: OSError) -> StoreError:
    return StoreError(
        f"{path}: this shard of the score store cannot be read ({error.strerror}); delete it, and "
        "its pairs are scored again"
    )


# Where Arrow and NumPy convert each other's arrays by themselves, they import pandas, which takes
# longer than to explain a sentence.


def _column(values: np.ndarray) -> pa.Array:
    """Numbers, (n,), as Arrow has them."""
    buffer = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, buffer])


def _values(column: pa.ChunkedArray) -> np.ndarray:
    """The numbers of a column, (n,), as NumPy has them."""
    return np.from_dlpack(column.combine_chunks())


def _among(values: np.ndarray, distinct: np.ndarray) -> np.ndarray:
    """Whether each of `values` is in `distinct`, which is ascending."""
    if not len(distinct):
        return np.zeros(len(values), dtype=bool)
    at = np.searchsorted(distinct, values)
    return distinct[np.minimum(at, len(distinct) - 1)] == values


def _hash(text: str, size: int) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()


def _count_rows(path: Path) -> int:
    """The rows that the end of a file says it has."""
    try:
        return count_rows(path)
    except pa.ArrowException:  # damaged, which is said where its content is read
        return 0


def _age(path: Path) -> tuple[int, str]:
    """What sorts shards by the time at which they were written; those of one time by name."""
    try:
        return path.stat().st_mtime_ns, path.name
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _unreadable(path, error) from error


@contextmanager
def _lock(path: Path) -> Iterator[bool]:
    """Whether no other process has this lock; it ends with the block, or with the process."""
    with path.open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # held by another job, or a file system without locks
            yield False
        else:
            yield True
