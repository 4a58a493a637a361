"""A language model whose training needs more memory than a GPU has: said before it is trained."""

from collections.abc import Mapping
from typing import Any

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import model_configuration
from gec_attribution.networks.memory import CONTEXT, GIB, training_memory

SHAPES = ("rank", "modules", "whole", "batch_size", "cutoff")
"""The keys of a recipe that memory depends on."""


def memory_shortage(recipe: Mapping[str, Any], memory: int) -> str | None:
    """A line if a GPU has too little memory for a recipe of `training.excgec`.

    None where it has enough, or the model's configuration is not to be had.

    Args:
        recipe: which model is trained, and how.
        memory: bytes of the GPU.
    """
    try:
        architecture = model_configuration(recipe["model"], recipe["revision"])
        needed = training_memory(architecture, **{key: recipe[key] for key in SHAPES})
    except (ModelError, ValueError):  # Whoever loads it says what is wrong.
        return None
    if needed.total + CONTEXT <= memory:
        return None
    advice = (
        "set a lower excgec.cutoff or excgec.batch_size (and a higher excgec.accumulation)"
        if needed.weights + needed.kept + CONTEXT <= memory
        else "without what a pass holds it does not fit: take a smaller model, fewer modules in "
        "excgec.whole, or a GPU with more"
    )
    return (
        f"excgec: training {recipe['model']} takes {needed} of a GPU (weights + gradients with "
        f"their means + what a pass holds), and {CONTEXT / GIB:.1f} GiB are CUDA's; the smallest "
        f"here has {memory / GIB:.1f} GiB; {advice}"
    )
