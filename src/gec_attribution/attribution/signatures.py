"""Signature of a record: everything its numbers depend on, in one line.

If the numbers of two records of the same edits differ for a reason, the signatures differ. Each
part is named after its owner, so that no part hides another.
"""

from collections.abc import Iterable, Mapping

from gec_attribution.attribution.base import Method
from gec_attribution.plugins.code import class_digest
from gec_attribution.storage.signatures import format_signature


def record_signature(
    *,
    metric: str,
    scored_by: Mapping[str, object],
    method: Method,
    language: str,
    edits: Mapping[str, object],
    seed: int | None,
) -> str:
    """Compose the signature of attributions.

    Args:
        metric: the metric's name in the study.
        scored_by: dependencies of the scores: `Metric.signature`, and also `component` for a metric
            that is a component of another.
        method: the attribution method, named with all its options and the digest of its code.
        language: code of the sentences' language.
        edits: dependencies of the edits: see `languages.edit_files.edits_identity`.
        seed: the study's seed; None where nothing was sampled.
    """
    parts = scored_parts(metric, scored_by)
    parts |= {**method_parts(method), "language": language, **extracted_parts(edits)}
    if seed is not None:
        parts["seed"] = seed
    return format_signature(parts)


def interactions_signature(
    *,
    metric: str,
    scored_by: Mapping[str, object],
    exact_up_to: int,
    language: str,
    edits: Mapping[str, object],
) -> str:
    """Compose the signature of interactions between edits, in which nothing is sampled.

    The arguments are those of `record_signature`, and `exact_up_to`, the most edits of a sentence
    whose coalitions are all scored.
    """
    parts = scored_parts(metric, scored_by) | {"interactions.exact_up_to": exact_up_to}
    return format_signature({**parts, "language": language, **extracted_parts(edits)})


def scored_parts(metric: str, scored_by: Mapping[str, object]) -> dict[str, object]:
    """The parts of a signature about a metric's scores; see `record_signature`."""
    return {"metric": metric, **_prefixed("metric", scored_by)}


def method_parts(method: Method) -> dict[str, object]:
    """The parts of a signature about a method; see `record_signature`."""
    options = _prefixed("method", method.signature())
    return {"method": method.name, **options, "method.code": class_digest(type(method))}


def extracted_parts(edits: Mapping[str, object]) -> dict[str, object]:
    """The parts of a signature about how edits were found, sorted; see `record_signature`."""
    return _prefixed("edits", dict(sorted(edits.items())))


def explained_parts(explained_by: Mapping[str, object]) -> dict[str, object]:
    """The parts of a signature about explanations: of `Explainer.signature`, and the run's seed."""
    return _prefixed("explainer", explained_by)


def joint_signature(signatures: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """One signature for several, such as those of the edits of several systems.

    A part that is not the same in all of them has all its values, joined by `+`.
    """
    values: dict[str, dict[str, None]] = {}
    for signature in signatures:
        for key, value in signature.items():
            values.setdefault(key, {})[str(value)] = None
    return {key: "+".join(distinct) for key, distinct in values.items()}


def _prefixed(owner: str, parts: Mapping[str, object]) -> dict[str, object]:
    """The parts under their owner's name; the part with the owner's own name is the type."""
    prefixed = {}
    for key, value in parts.items():
        name = "type" if key == owner else key
        prefixed[f"{owner}.{name}"] = value
    return prefixed
