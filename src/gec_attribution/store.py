"""The score store: what a metric measured, kept by content, so that nothing is measured twice.

A store is a folder with one folder a metric signature, which holds `signature.json` and shards. A
shard is a Parquet file named by the SHA-256 of its bytes: writers in parallel never disturb each
other, a shard is there whole or not at all, and a damaged one is noticed.
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
from gec_attribution.files import write_atomically
from gec_attribution.signature import digest

KEY_BYTES = 16


def pair_keys(sources: Sequence[str] | None, sentences: Sequence[str]) -> np.ndarray:
    """Keys of what is scored, `S16` of shape (n,): equal for equal content on every machine.

    Args:
        sources: the source of each sentence, or None if the metric reads the sentence alone.
        sentences: the sentences, (n,).
    """
    if sources is None:
        sources = [""] * len(sentences)
    return np.array(
        [_key(source, sentence) for source, sentence in zip(sources, sentences, strict=True)],
        dtype=f"S{KEY_BYTES}",
    )


class ScoreStore:
    """The measurements of one metric, read once when opened.

    Without a folder it lives in memory, and ends with the process.
    """

    def __init__(
        self, root: str | Path | None, signature: Mapping[str, object], columns: Sequence[str]
    ) -> None:
        """Open the part of the store at `root` that belongs to a metric signature.

        Args:
            root: the store's folder, made if need be; None keeps everything in memory.
            signature: what moves the measurements (`Metric.store_signature`).
            columns: names of the measurements.

        Raises:
            StoreError: a shard is damaged, or has other columns.
        """
        self.columns = tuple(columns)
        self.folder = None if root is None else Path(root) / digest(signature)
        self._shards: list[tuple[np.ndarray, np.ndarray]] = [
            (np.empty(0, dtype=f"S{KEY_BYTES}"), np.empty((0, len(self.columns))))
        ]
        if self.folder is None:
            return
        description = self.folder / "signature.json"
        if not description.exists():
            with write_atomically(description) as path:
                path.write_text(json.dumps(dict(signature), indent=2, sort_keys=True) + "\n")
        self._shards += map(self._read, sorted(self.folder.glob("[0-9a-f]*.parquet")))

    def missing(self, keys: np.ndarray) -> np.ndarray:
        """Indices of the first occurrence of each key that has no measurement, ascending."""
        distinct, first = np.unique(keys, return_index=True)
        known, _ = self._content()
        return np.sort(first[~np.isin(distinct, known)])

    def get(self, keys: np.ndarray) -> dict[str, np.ndarray]:
        """The measurements of `keys`, each column float64 of shape (n,).

        Raises:
            KeyError: one of them is missing.
        """
        known, values = self._content()
        rows = np.searchsorted(known, keys)
        if len(keys) and (rows.max() >= len(known) or np.any(known[rows] != keys)):
            raise KeyError("some keys have no measurement")
        return dict(zip(self.columns, values[rows].T, strict=True))

    def put(self, keys: np.ndarray, measured: Mapping[str, np.ndarray]) -> None:
        """Keep measurements, as one shard.

        Args:
            keys: distinct keys, (n,).
            measured: the columns, each (n,).
        """
        values = np.column_stack([measured[name] for name in self.columns]).astype(float)
        if self.folder is not None:
            self._write(keys, values)
        self._shards.append((keys, values))

    def _content(self) -> tuple[np.ndarray, np.ndarray]:
        """All keys, ascending, and their measurements, (keys, columns)."""
        if len(self._shards) > 1:
            keys, values = (np.concatenate(parts) for parts in zip(*self._shards, strict=True))
            # Two jobs may have measured the same pair; of shards on disk, the first by name counts.
            keys, first = np.unique(keys, return_index=True)
            self._shards = [(keys, values[first])]
        return self._shards[0]

    def _write(self, keys: np.ndarray, values: np.ndarray) -> None:
        raw = pa.py_buffer(np.ascontiguousarray(keys).tobytes())
        key_array = pa.Array.from_buffers(pa.binary(KEY_BYTES), len(keys), [None, raw])
        table = pa.table([key_array, *values.T], names=["key", *self.columns])
        content = io.BytesIO()
        pq.write_table(table, content)
        name = hashlib.sha256(content.getbuffer()).hexdigest()
        with write_atomically(self.folder / f"{name}.parquet") as path:
            path.write_bytes(content.getbuffer())

    def _read(self, path: Path) -> tuple[np.ndarray, np.ndarray]:
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != path.stem:
            raise StoreError(
                f"{path}: this shard of the score store is damaged; delete it, and what it held "
                "is scored again"
            )
        table = pq.read_table(io.BytesIO(content))
        if table.column_names != ["key", *self.columns]:
            raise StoreError(
                f"{path}: has the columns {', '.join(table.column_names[1:])}, but the metric "
                f"measures {', '.join(self.columns)}; delete the folder, or change its signature"
            )
        keys = np.array(table["key"].to_pylist(), dtype=f"S{KEY_BYTES}")
        return keys, np.column_stack([table[name].to_numpy() for name in self.columns])


def _key(source: str, sentence: str) -> bytes:
    # The length of the source says where the sentence begins, whatever characters they hold.
    content = f"{len(source)}:{source}{sentence}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=KEY_BYTES).digest()
