"""Seeds that come from content, so that no result depends on order, time or parallelism."""

import hashlib


def seed_from(*parts: str | int) -> int:
    """A 63-bit seed determined by `parts` alone, the same on every machine and Python version."""
    content = "\0".join(f"{type(part).__name__}:{part}" for part in parts)
    return int.from_bytes(hashlib.sha256(content.encode()).digest()[:8], "little") >> 1


def sentence_seed(seed: int, source: str, hypothesis: str) -> int:
    """Seed of the permutations sampled for a correction, in planning, attribution and explaining.

    Args:
        seed: the study's seed.
        source: the source's tokens, joined by one space.
        hypothesis: those of the hypothesis, likewise.
    """
    return seed_from(seed, "permutations", source, hypothesis)
