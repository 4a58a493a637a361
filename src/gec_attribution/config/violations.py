"""Violations of a configuration's schema, in sentences for people."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import jsonschema

from gec_attribution.errors import ConfigError, unknown
from gec_attribution.storage.yaml_files import MAX_DEPTH

MAX_VALUES = 100_000


def violations(config: object, schema: Mapping) -> list[str]:
    """Violations of a configuration's JSON schema, a line each."""
    # Errors quote what they found, so a value must be one that can be written out.
    if problems := list(unusable_values(config)):
        return problems
    return [line for error in _Validator(schema).iter_errors(config) for line in _describe(error)]


def refuse(problems: Iterable[str], name: str) -> None:
    """Raise a ConfigError with the problems of a configuration, if there are any.

    Args:
        problems: a line each; one that is there twice is said once.
        name: what the lines call the configuration.
    """
    if problems := dict.fromkeys(problems):
        raise ConfigError("\n".join(f"{name}: {problem}" for problem in problems))


def unusable_values(config: object) -> Iterator[str]:
    """Values that no key takes: too many or too deep, or outside what numbers and texts can be."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), config)]
    seen = 0
    while waiting:
        path, value = waiting.pop()
        name = ".".join(path) or "the top level"
        seen += 1
        if seen > MAX_VALUES or len(path) > MAX_DEPTH:
            yield (
                f"{name}: is too large; with its aliases expanded, a configuration has "
                f"at most {MAX_VALUES:,} values, {MAX_DEPTH} deep"
            )
            return
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(key, str):
                    waiting += [(path, key), ((*path, _shortened(key)), item)]
                else:
                    yield f"{name}: has a key that is not a text; write it in quotes"
        elif isinstance(value, list):
            waiting += [((*path, str(index)), item) for index, item in enumerate(value)]
        elif problem := _unusable(value):
            yield f"{name}: {problem}"


def _unusable(value: object) -> str | None:
    """Error text for a single value, under any key."""
    match value:
        case None | bool():
            return None
        case int():
            return None if abs(value) < 2**63 else "found a number of more than 64 bits"
        case float():
            return None if math.isfinite(value) else f"found {value}; a number must be finite"
        case str():
            unfit = re.search("[\0\ud800-\udfff]", value)
            return unfit and f"found {_brief(value)}; a text cannot have {unfit[0]!r}"
        case _:
            return f"found {_brief(value)}; write it in quotes if it is a text"


def _is_integer(_checker: object, value: object) -> bool:
    """JSON Schema takes 2.0 for an integer, which Python does not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _match_pattern(
    validator: jsonschema.Draft202012Validator, pattern: str, value: Any, _schema: object
) -> Iterator[jsonschema.ValidationError]:
    """As in ECMAScript, where `$` is only the end; Python's also matches before a last line end."""
    if validator.is_type(value, "string") and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield jsonschema.ValidationError(f"does not match {pattern}")


_Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    {"pattern": _match_pattern},
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


def _describe(error: jsonschema.ValidationError) -> Iterator[str]:
    key = ".".join(str(part) for part in error.absolute_path) or "the top level"
    value = cast("Any", error.instance)
    schema = cast("dict[str, Any]", error.schema)
    rule = cast("Any", error.validator_value)
    match error.validator:
        case "additionalProperties":
            known = list(schema.get("properties", {}))
            for extra in sorted(map(str, set(value) - set(known))):
                yield f"{key}: {unknown('key', extra, known)}"
        case "required":
            missing = [name for name in rule if name not in value]
            yield f"{key}: missing {', '.join(map(repr, missing))}"
        case "enum":
            allowed = _listed(rule)
            yield f"{key}: found {_brief(value)}; allowed: {allowed}"
        case "oneOf" if all("required" in choice for choice in rule):
            choices = [" and ".join(choice["required"]) for choice in rule]
            line = f"{key}: needs exactly one of: {'; '.join(choices)}; "
            yield line + f"found {_brief(value)}"
        case "oneOf":
            # The branch of the value's own type says what is wrong; the others only say "not a …".
            branches = [inner for inner in error.context or () if inner.validator != "type"]
            if not branches:
                yield f"{key}: found {_brief(value)}; {schema.get('description', '')}"
            for inner in branches:
                yield from _describe(inner)
        case "type":
            allowed = rule if isinstance(rule, str) else " or ".join(rule)
            yield f"{key}: found {_brief(value)}; it must be of type {allowed}"
        case "pattern":
            allowed = schema.get("allowed", f"it must match {rule}")
            yield f"{key}: found {_brief(value)}; {allowed}{_name_for(value, schema)}"
        case "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum":
            bound = {"minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most"}
            bound["exclusiveMaximum"] = "below"
            limit = f"{bound[error.validator]} {rule}"
            yield f"{key}: found {_brief(value)}; it must be {limit}"
        case "minProperties" | "minItems":
            yield f"{key}: is empty; at least one entry is needed"
        case _:
            yield f"{key}: {_shortened(error.message)}"


def _name_for(value: str, schema: Mapping) -> str:
    """Suggestion for an entry of a study in place of a name that it cannot have."""
    name = re.sub("[^A-Za-z0-9_-]+", "-", value).strip("-_")
    if schema.get("title") != "name" or not name:
        return ""
    return f"; call it {name}, with `label: {value}` for figures and tables"


def _brief(value: object) -> str:
    return _shortened(repr(value))


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def _listed(values: list) -> str:
    return ", ".join(str(value) for value in values)
