"""Models that write and need more memory than a GPU has: said before the first job."""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import model_configuration
from gec_attribution.networks.memory import (
    CONTEXT,
    GIB,
    Memory,
    rewriting_memory,
    writing_memory,
)
from gec_attribution.study.places import resolve
from gec_attribution.study.schemas import entry_schema

if TYPE_CHECKING:
    from transformers import PretrainedConfig

SENTENCE = 20
"""Tokens of a usual sentence; there are rarely enough of a much shorter length to fill a batch."""


def memory_shortages(
    config: Mapping[str, Any], places: Sequence[Path], memory: int
) -> Iterator[str]:
    """A line for each model of the explainers and systems that a GPU has too little memory for.

    Of a model of the hub the configuration is asked for; where there is none to be had, nothing is
    said.

    Args:
        config: a study that was checked.
        places: the folders in which a path is looked for.
        memory: bytes of the GPU.
    """
    of_kinds = (("explanation", "explainers", "causal"), ("correction", "systems", "seq2seq"))
    for section, kind, type_name in of_kinds:
        settings = config[section]
        if settings["device"] == "cpu":
            continue
        named: dict[tuple[str, str | None, int, float], list[str]] = {}
        for name, entry in config[kind].items():
            if entry["type"] == type_name:
                options = (entry_schema(kind, entry) or {})["properties"]
                num_beams, ratio = (
                    entry.get(key, options.get(key, {}).get("default"))
                    for key in ("num_beams", "max_length_ratio")
                )
                asked = resolve(entry["model"], places), entry.get("revision"), num_beams, ratio
                named.setdefault(asked, []).append(f"{kind}.{name}")
        for (model, revision, num_beams, ratio), entries in named.items():
            try:
                architecture = model_configuration(model, revision)
                needed = _needed(architecture, settings, num_beams, ratio)
            except (ModelError, ValueError):  # Whoever loads it says what is wrong.
                continue
            if needed.total + CONTEXT > memory:
                yield (
                    f"{', '.join(entries)}: {model} takes {needed} of a GPU (weights + keys and "
                    f"values + what a pass holds), and {CONTEXT / GIB:.1f} GiB are CUDA's; the "
                    f"smallest here has {memory / GIB:.1f} GiB; "
                    f"{_advice(needed, memory, section, settings)}"
                )


def _needed(
    architecture: "PretrainedConfig",
    settings: Mapping[str, Any],
    num_beams: int,
    ratio: float | None,
) -> Memory:
    """What a model takes; one with a `max_length_ratio` corrects usual sentences."""
    how = {key: settings[key] for key in ("dtype", "batch_tokens")} | {"num_beams": num_beams}
    if ratio is None:
        return writing_memory(architecture, **how)
    from gec_attribution.systems.seq2seq import SPARE_TOKENS

    written = math.ceil(SENTENCE * ratio) + SPARE_TOKENS
    return rewriting_memory(architecture, read=SENTENCE, written=written, **how)


def _advice(needed: Memory, memory: int, section: str, settings: Mapping[str, Any]) -> str:
    wide = settings["dtype"] != "bfloat16"
    lower = f"set {section}.dtype: bfloat16, which takes less"
    if needed.weights + CONTEXT > memory:
        larger = "take a smaller model, or a GPU with more"
        return f"{lower}, or {larger}" if wide else f"its weights alone do not fit: {larger}"
    fewer = f"set {section}.batch_tokens < {settings['batch_tokens']}"
    advice = f"batches will be halved until they fit: {fewer}"
    return f"{advice}, or {lower.removeprefix('set ')}" if wide else advice
