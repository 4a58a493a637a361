"""Score store: scores kept by content, so that no sentence is scored twice.

A store is a folder with a folder for each metric signature. That folder has `signature.json` and
shards. A shard is a Parquet file named by the SHA-256 of its bytes: parallel writers never disturb
each other, a shard is complete or absent, and a damaged one is noticed. Every chunk of scores
becomes a shard, so that a kill costs little.
"""

import hashlib
import io
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from gec_attribution.errors import StoreError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest

# Hashes of the source, and of everything that was scored together.
KEY = np.dtype([("source", "<u8"), ("pair", "S16")])

# A new layout gets new folders, so that shards of an earlier one are never read.
LAYOUT = 2


def pair_keys(
    sources: Sequence[str], sentences: Sequence[str], read: Sequence[str] | None = None
) -> np.ndarray:
    """Keys of scored pairs, `KEY` of shape (n,), the same on every machine.

    The field `pair` depends on the sentence and on all that a metric reads beside it
    (`Metric.read_beside`), by default the source.
    """
    keys = np.empty(len(sentences), dtype=KEY)
    hashes = b"".join(_hash(source, 8) for source in sources)
    keys["source"] = np.frombuffer(hashes, "<u8")
    size = KEY["pair"].itemsize
    if read is None:
        read = sources
    keys["pair"] = [
        # The length marks where the sentence begins, whatever characters the texts have.
        _hash(f"{len(beside)}:{beside}{sentence}", size)
        for beside, sentence in zip(read, sentences, strict=True)
    ]
    return keys


class ScoreStore:
    """The measurements of one metric."""

    def __init__(
        self,
        root: str | Path | None,
        signature: Mapping[str, object],
        columns: Sequence[str],
    ) -> None:
        """Read the part of the store at `root` that belongs to a metric signature.

        What other jobs add later is not seen: what a job scores does not depend on their speed. A
        missing folder is made; without a root nothing is kept. For the signature see
        `Metric.store_signature`; the columns are the names of the measurements.

        Raises:
            StoreError: a shard is damaged, or has other columns.
        """
        self.columns = tuple(columns)
        self._names = ["source", "pair", *columns]
        self.folder = None
        # Pairs, ascending, and their measurements: those of the folder, then of each `put`.
        self._parts: list[tuple[np.ndarray, np.ndarray]] = []
        if root is None:
            return
        self.folder = Path(root) / digest({**signature, "layout": LAYOUT})
        description = self.folder / "signature.json"
        if not description.exists():
            with write_atomically(description) as path:
                text = json.dumps(dict(signature), indent=2, sort_keys=True)
                path.write_text(f"{text}\n", encoding="utf-8")
        # Two jobs may have measured the same pair; the first of their shards by name counts.
        shards = [
            self._read(path) for path in sorted(self.folder.glob("[0-9a-f]*.parquet"))
        ]
        if shards:
            pairs, measured = zip(*shards, strict=True)
            self._keep(np.concatenate(pairs), np.concatenate(measured))

    def find(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The stored measurements of some pairs, by their `pair_keys`, (n,).

        Returns:
            Whether each was found, bool (n,), and the measurements, float64 (n, columns), NaN where
            there are none.
        """
        is_stored = np.zeros(len(keys), dtype=bool)
        values = np.full((len(keys), len(self.columns)), np.nan)
        for pairs, measured in self._parts:
            places = np.minimum(np.searchsorted(pairs, keys["pair"]), len(pairs) - 1)
            found = ~is_stored & (pairs[places] == keys["pair"])
            values[found] = measured[places[found]]
            is_stored |= found
        return is_stored, values

    def check_writable(self) -> None:
        """Refuse to begin hours of scoring for a store that cannot keep the scores.

        Raises:
            StoreError: a file cannot be made in it.
        """
        if self.folder is None:
            return
        try:
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise StoreError(
                f"{self.folder}: this part of the score store cannot be written to "
                f"({error.strerror}); make it writable, or name another store"
            ) from error

    def put(self, keys: np.ndarray, measured: np.ndarray) -> None:
        """Keep measurements, (n, columns), of distinct pairs by their `pair_keys`, as one shard."""
        if self.folder is None or not len(keys):
            return
        measured = np.asarray(measured, dtype=np.float64)
        raw = pa.py_buffer(np.ascontiguousarray(keys["pair"]).tobytes())
        pairs = pa.Array.from_buffers(
            pa.binary(KEY["pair"].itemsize), len(keys), [None, raw]
        )
        columns = [_column(keys["source"]), pairs, *map(_column, measured.T)]
        content = io.BytesIO()
        pq.write_table(pa.table(columns, names=self._names), content)
        name = hashlib.sha256(content.getbuffer()).hexdigest()
        with write_atomically(self.folder / f"{name}.parquet") as path:
            path.write_bytes(content.getbuffer())
        self._keep(keys["pair"], measured)

    def _keep(self, pairs: np.ndarray, measured: np.ndarray) -> None:
        distinct, first_rows = np.unique(pairs, return_index=True)
        self._parts.append((distinct, measured[first_rows]))

    def _read(self, path: Path) -> tuple[np.ndarray, np.ndarray]:
        """The pairs of a shard, and their measurements."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise StoreError(
                f"{path}: this shard of the score store cannot be read ({error.strerror}); delete "
                "it, and its pairs are scored again"
            ) from error
        damaged = StoreError(
            f"{path}: this shard of the score store is damaged; delete it, and its pairs are "
            "scored again"
        )
        if hashlib.sha256(content).hexdigest() != path.stem:
            raise damaged
        try:
            file = pq.ParquetFile(io.BytesIO(content))
        except pa.ArrowInvalid as error:
            raise damaged from error
        if file.schema_arrow.names != self._names:
            raise StoreError(
                f"{path}: has the columns {', '.join(file.schema_arrow.names[2:])}, but the metric "
                f"measures {', '.join(self.columns)}; delete the folder, or change its signature"
            )
        # A shard is too small to be worth Arrow's pool of threads.
        table = file.read(use_threads=False)
        raw = table["pair"].combine_chunks().buffers()[1]
        pairs = np.frombuffer(raw, dtype=KEY["pair"], count=len(table))
        # Arrow's own conversion imports pandas, which takes longer than to explain a sentence.
        measured = [
            np.from_dlpack(table[name].combine_chunks()) for name in self.columns
        ]
        return pairs, np.column_stack(measured)


def _column(values: np.ndarray) -> pa.Array:
    """Numbers, (n,), as an Arrow array, made without the import of pandas."""
    buffer = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), len(values), [None, buffer]
    )


def _hash(text: str, size: int) -> bytes:
    return hashlib.blake2b(
        text.encode("utf-8", "surrogatepass"), digest_size=size
    ).digest()
