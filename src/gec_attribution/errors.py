"""Errors that a user can cause; each names the place, the finding and the remedy."""

import difflib
from collections.abc import Iterable


class GecAttributionError(Exception):
    """Base of every error this package raises on purpose; its text is meant for the user."""


class InputError(GecAttributionError):
    """A corpus, M2 or table file has content that cannot be used."""


class ConfigError(GecAttributionError):
    """A configuration key has a value that is not allowed."""


class DownloadError(GecAttributionError):
    """A file could not be fetched, or is not the one that was pinned."""


class OutputError(GecAttributionError):
    """A file could not be written."""


class ModelError(GecAttributionError):
    """A model folder is missing, incomplete, or of another kind than asked for."""


class PackageError(GecAttributionError):
    """A package that an extra of this one brings is not installed."""


class MetricError(GecAttributionError):
    """A metric returned something that is not a finite score."""


class StoreError(GecAttributionError):
    """The score store holds a shard that cannot be read."""


class CorrectionError(GecAttributionError):
    """A GEC system did not return one sentence for each source."""


class ServiceError(GecAttributionError):
    """A service that runs a model refuses, fails again and again, or cannot be reached."""


def unknown(
    kind: str, name: object, choices: Iterable[object], advice: str = ""
) -> str:
    """Error text for an unknown name, with suggestions.

    Args:
        kind: kind of the name, in the singular.
        name: the unknown name.
        choices: the existing names.
        advice: another remedy, as a clause.
    """
    names = list(map(str, choices))
    parts = [f"unknown {kind} {name!r:.80}", f"there are {', '.join(names) or 'none'}"]
    if advice:
        parts.append(advice)
    if close := difflib.get_close_matches(str(name), names, n=1):
        parts.append(f"did you mean {close[0]!r}?")
    return "; ".join(parts)
