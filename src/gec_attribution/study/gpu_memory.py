"""Language models that need more memory than a GPU has: said before the first job."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import model_configuration
from gec_attribution.networks.memory import CONTEXT, GIB, Memory, writing_memory
from gec_attribution.study.places import resolve
from gec_attribution.study.schemas import entry_schema


def memory_shortages(
    config: Mapping[str, Any], places: Sequence[Path], memory: int
) -> Iterator[str]:
    """A line for each causal language model of the explainers that a GPU has too little memory for.

    Of a model of the hub the configuration is asked for; where there is none to be had, nothing is
    said.

    Args:
        config: a study that was checked.
        places: the folders in which a path is looked for.
        memory: bytes of the GPU.
    """
    settings = config["explanation"]
    named: dict[tuple[str, str | None, int], list[str]] = {}
    for name, entry in config["explainers"].items():
        if entry["type"] == "causal" and settings["device"] != "cpu":
            schema = entry_schema("explainers", entry) or {}
            num_beams = entry.get("num_beams", schema["properties"]["num_beams"]["default"])
            asked = resolve(entry["model"], places), entry.get("revision"), num_beams
            named.setdefault(asked, []).append(f"explainers.{name}")
    how = {key: settings[key] for key in ("dtype", "batch_tokens")}
    for (model, revision, num_beams), options in named.items():
        try:
            architecture = model_configuration(model, revision)
            needed = writing_memory(architecture, num_beams=num_beams, **how)
        except (ModelError, ValueError):  # Whoever loads it says what is wrong.
            continue
        if needed.total + CONTEXT > memory:
            yield (
                f"{', '.join(options)}: {model} takes {needed} of a GPU (weights + keys and values "
                f"+ what a pass holds), and {CONTEXT / GIB:.1f} GiB are CUDA's; the smallest here "
                f"has {memory / GIB:.1f} GiB; {_advice(needed, memory, **how)}"
            )


def _advice(needed: Memory, memory: int, *, dtype: str, batch_tokens: int) -> str:
    smaller = "take a smaller model, or a GPU with more"
    if dtype != "bfloat16":
        return f"set explanation.dtype: bfloat16, which takes half of it, or {smaller}"
    if needed.weights + CONTEXT > memory:
        return f"its weights alone do not fit: {smaller}"
    return f"batches will be halved until they fit: set explanation.batch_tokens < {batch_tokens}"
