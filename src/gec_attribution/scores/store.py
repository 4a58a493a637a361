"""The score store: what a metric measured, kept by content, so that nothing is measured twice.

A store is a folder with one folder per metric signature, which has `signature.json` and shards. A
shard is a Parquet file named by the SHA-256 of its bytes: parallel writers never disturb each
other, a shard is complete or absent, and a damaged one is noticed.

What an open store holds in memory is only which shards have measurements for which source, twelve
bytes for each. A source's pairs are scored together and asked for together, so that a lookup reads
the few shards it needs.
"""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from gec_attribution.errors import StoreError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest

# What was measured, and the source for which it was asked.
KEY = np.dtype([("source", "<u8"), ("pair", "S16")])

# Another layout has other folders, so that shards of an earlier one are never read.
LAYOUT = 2


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
        self._shards: list[Path] = []
        # The index: sources, and for each the number of a shard with measurements for it.
        self._sources = [np.empty(0, dtype=KEY["source"])]
        self._numbers = [np.empty(0, dtype=np.int32)]
        if root is None:
            return
        self.folder = Path(root) / digest({**signature, "layout": LAYOUT})
        description = self.folder / "signature.json"
        if not description.exists():
            with write_atomically(description) as path:
                path.write_text(json.dumps(dict(signature), indent=2, sort_keys=True) + "\n")
        for path in self.folder.glob("[0-9a-f]*.parquet"):
            self._note(path, self._open(path).read(["source"])["source"].to_numpy())

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
        # Two jobs may have measured the same pair; of their shards, the first by name counts.
        shards = [self._read(path, wanted) for path in sorted(self._shards_of(wanted))]
        found = np.zeros(len(keys), dtype=bool)
        values = np.full((len(keys), len(self.columns)), np.nan)
        if shards:
            known, measured = (np.concatenate(parts) for parts in zip(*shards, strict=True))
            known, first = np.unique(known, return_index=True)
            found = _among(keys["pair"], known)
            values[found] = measured[first[np.searchsorted(known, keys["pair"][found])]]
        return found, values

    def put(self, keys: np.ndarray, measured: np.ndarray) -> None:
        """Keep measurements, as one shard.

        Args:
            keys: `pair_keys` of distinct pairs, (n,).
            measured: (n, columns).
        """
        if self.folder is None:
            return
        raw = pa.py_buffer(np.ascontiguousarray(keys["pair"]).tobytes())
        pairs = pa.Array.from_buffers(pa.binary(KEY["pair"].itemsize), len(keys), [None, raw])
        sources = np.ascontiguousarray(keys["source"])
        columns = np.asarray(measured, dtype=np.float64).T
        content = io.BytesIO()
        pq.write_table(pa.table([sources, pairs, *columns], names=self._names), content)
        name = hashlib.sha256(content.getbuffer()).hexdigest()
        path = self.folder / f"{name}.parquet"
        with write_atomically(path) as temporary:
            temporary.write_bytes(content.getbuffer())
        self._note(path, sources)

    @property
    def _names(self) -> list[str]:
        return ["source", "pair", *self.columns]

    def _note(self, path: Path, sources: np.ndarray) -> None:
        """Put a shard into the index."""
        distinct = np.unique(sources)
        self._sources.append(distinct)
        self._numbers.append(np.full(len(distinct), len(self._shards), dtype=np.int32))
        self._shards.append(path)

    def _shards_of(self, sources: np.ndarray) -> list[Path]:
        """The shards with measurements for some of `sources`, which are ascending."""
        self._sources = [np.concatenate(self._sources)]
        self._numbers = [np.concatenate(self._numbers)]
        numbers = np.unique(self._numbers[0][_among(self._sources[0], sources)])
        return [self._shards[number] for number in numbers]

    def _read(self, path: Path, sources: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The pairs that a shard has for `sources`, which are ascending, and their measurements."""
        table = self._open(path).read()
        wanted = _among(table["source"].to_numpy(), sources)
        pairs = table["pair"].combine_chunks()
        known = np.frombuffer(pairs.buffers()[1], dtype=KEY["pair"], count=len(pairs))
        measured = np.column_stack([table[name].to_numpy() for name in self.columns])
        return known[wanted], measured[wanted]

    def _open(self, path: Path) -> pq.ParquetFile:
        content = path.read_bytes()
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


def _among(values: np.ndarray, distinct: np.ndarray) -> np.ndarray:
    """Whether each of `values` is in `distinct`, which is ascending."""
    if not len(distinct):
        return np.zeros(len(values), dtype=bool)
    at = np.searchsorted(distinct, values)
    return distinct[np.minimum(at, len(distinct) - 1)] == values


def _hash(text: str, size: int) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()
