"""The device that times were measured on."""

import platform

from gec_attribution.plugins.settings import Settings


def describe_device(device: str) -> str:
    """Name of a configured device, in words: the GPU's name, or the processor's."""
    import torch

    from gec_attribution.networks.hub import device_of

    place = device_of(Settings(device=device))
    if place.type == "cuda":
        return torch.cuda.get_device_name(place)
    threads = torch.get_num_threads()
    return f"{platform.machine()} CPU, {threads} thread{'s' * (threads > 1)}"
