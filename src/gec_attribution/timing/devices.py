"""The device that times were measured on."""

import platform


def describe_device(device: str) -> str:
    """What a configured device is, in words: the GPU's name, or the processor's."""
    import torch

    if device == "cpu" or (device == "auto" and not torch.cuda.is_available()):
        threads = torch.get_num_threads()
        return f"{platform.machine()} CPU, {threads} thread{'s' * (threads > 1)}"
    return torch.cuda.get_device_name(None if device == "auto" else device)
