"""Reading YAML as plain data: repeated keys are errors that name the line.

Tags that would build objects of Python are refused, as `yaml.safe_load` does. Beyond that, PyYAML
keeps the last of equal keys, and lets the ValueErrors of malformed numbers and dates through.
"""

from pathlib import Path
from typing import Any

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.storage.text import read_lines


def read_yaml(path: str | Path) -> object:
    """The content of a YAML file: mappings, lists, strings, numbers, truth values, dates and None.

    Raises:
        ConfigError: the file is missing, is not UTF-8 or not YAML, or has a key twice in one
            mapping; names file and line.
    """
    if not Path(path).exists():
        raise ConfigError(f"{path}: there is no such configuration file")
    try:
        text = "\n".join(read_lines(path))
    except InputError as error:
        raise ConfigError(str(error)) from error
    try:
        return yaml.load(text, Loader=_PlainLoader)  # noqa: S506  (it is a SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        context = error.context
        if context and error.context_mark and error.context_mark.line + 1 != line:
            context = f"{context} that begins in line {error.context_mark.line + 1}"
        problem = ", ".join(filter(None, (context, error.problem)))
        raise ConfigError(f"{path}:{line}: is not YAML: {problem}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ConfigError(
            f"{path}:{line}: is not YAML: it has the character {error.character:#06x}"
        ) from error
    except RecursionError as error:
        raise ConfigError(f"{path}: is not YAML: it is nested too deeply") from error


def scalar(text: str) -> object:
    """The number, truth value or null that a text stands for in YAML; other texts stay texts.

    Digits that begin with 0, as those of a checksum may, are a text.
    """
    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return text
    if type(value) is int and str(value) != text:
        return text
    is_scalar = value is None or isinstance(value, bool | int | float)
    if is_scalar:
        return value
    return text


class _PlainLoader(yaml.SafeLoader):
    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        keys = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if (key.tag, key.value) in keys:
                    raise ComposerError(
                        None, None, f"{key.value!r} occurs twice", key.start_mark
                    )
                keys.add((key.tag, key.value))
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        try:
            return super().construct_object(node, deep)
        except (
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            ArithmeticError,
        ) as error:
            kind = node.tag.rpartition(":")[2]
            raise ConstructorError(
                None, None, f"this is no {kind}", node.start_mark
            ) from error
