"""Seeds from content, so that no result depends on order, time or parallelism."""

import hashlib

BITS = 63
READABLE_BITS = 53


def seed_from(*parts: str | int) -> int:
    """A 63-bit seed determined only by `parts`, the same on every machine and Python version."""
    content = "\0".join(f"{type(part).__name__}:{part}" for part in parts)
    return int.from_bytes(hashlib.sha256(content.encode()).digest()[:8], "little") >> (
        64 - BITS
    )


def readable_seed_from(*parts: str | int) -> int:
    """The seed of `seed_from` in 53 bits, for records: a browser reads larger integers rounded."""
    return seed_from(*parts) >> (BITS - READABLE_BITS)
