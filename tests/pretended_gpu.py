"""A GPU that is none: tensors on it say `cuda`, lie in the machine's memory, and are counted.

As on a real one, an operation takes tensors of one device, nothing is read without a transfer, and
memory runs out, with torch's own error.
"""

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Self
from unittest.mock import patch

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map
from torch.utils.backend_registration import (
    _DummyBackendModule,
    _setup_privateuseone_for_python_backend,
)

DEVICE = "pretended:0"
# A real GPU takes places that are on the processor, and copies from there.
TAKES_BOTH = {"index", "index_put", "index_put_", "_index_put_impl_", "copy_", "_to_copy"}

# One kernel, which keeps no matrix of tokens by tokens.
FUSED = {"scaled_dot_product_attention"}


class OnGpu(torch.Tensor):
    """A tensor of the pretended GPU."""

    @staticmethod
    def __new__(cls, held: torch.Tensor) -> Self:
        return torch.Tensor._make_wrapper_subclass(
            cls,
            held.size(),
            strides=held.stride(),
            storage_offset=held.storage_offset(),
            dtype=held.dtype,
            device=DEVICE,
            requires_grad=held.requires_grad,
        )

    def __init__(self, held: torch.Tensor) -> None:
        self.held = held

    def tolist(self) -> list:
        return self.held.tolist()

    def __reduce_ex__(self, protocol: int) -> tuple:
        """A file has what the tensor holds, and is read on a processor."""
        return self.held.__reduce_ex__(protocol)

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        raise AssertionError("used after the GPU is gone")


class PretendedGpu(TorchDispatchMode):
    """While it is active, `cuda` is a device with `capacity` bytes.

    Attributes:
        allocated: bytes that are in use.
        peak: the most that were.
    """

    def __init__(self, capacity: float = float("inf")) -> None:
        super().__init__()
        self.capacity, self.allocated, self.peak = capacity, 0, 0
        self._storages: set[int] = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        name = func._schema.name.removeprefix("aten::")
        composite = torch._C._dispatch_has_kernel_for_dispatch_key(
            func.name(), "CompositeImplicitAutograd"
        )
        if composite and name not in FUSED:
            with self:  # in inference mode, torch leaves it to us to take such apart
                return func.decompose(*args, **kwargs)
        given = [one for one in tree_flatten((args, kwargs))[0] if isinstance(one, torch.Tensor)]
        on_gpu = any(isinstance(one, OnGpu) for one in given)
        if on_gpu and name not in TAKES_BOTH:
            strangers = [one for one in given if not isinstance(one, OnGpu) and one.dim()]
            if strangers:
                raise RuntimeError(f"{name}: expected all tensors to be on the same device")
        device = kwargs.get("device")
        if device is not None:
            on_gpu = torch.device(device).type == "pretended"
            kwargs["device"] = torch.device("cpu")
        elif name == "copy_":
            on_gpu = isinstance(args[0], OnGpu)
        elif name == "_local_scalar_dense":
            on_gpu = False
        if not on_gpu and not any(isinstance(one, OnGpu) for one in given):
            return func(*args, **kwargs)
        mutated = func._schema.is_mutable
        plain = tree_map(lambda one: one.held if isinstance(one, OnGpu) else one, (args, kwargs))
        result = func(*plain[0], **plain[1])
        if mutated and given and isinstance(result, torch.Tensor):
            return args[0] if "out" not in kwargs else kwargs["out"]
        if name == "_to_copy" and result is plain[0][0]:
            result = result.clone()
        if not on_gpu:
            return result
        return tree_map(lambda one: self._taken(one) if type(one) is torch.Tensor else one, result)

    def _taken(self, held: torch.Tensor) -> OnGpu:
        storage = held.untyped_storage()
        key = storage._cdata
        if key not in self._storages:
            size = storage.nbytes()
            if self.allocated + size > self.capacity:
                raise torch.OutOfMemoryError(f"CUDA out of memory. Tried to allocate {size} bytes")
            self._storages.add(key)
            self.allocated += size
            self.peak = max(self.peak, self.allocated)
            weakref.finalize(storage, self._freed, key, size)
        with torch.inference_mode(mode=False):
            return OnGpu(held)

    def _freed(self, key: int, size: int) -> None:
        self._storages.discard(key)
        self.allocated -= size


@contextmanager
def pretended_gpu(capacity: float = float("inf")) -> Iterator[PretendedGpu]:
    """A machine with a GPU of `capacity` bytes, whose device is `DEVICE`."""
    _register()
    torch_tensor = torch.tensor

    def tensor(data, *, device=None, **options):
        # Torch makes such without asking a mode.
        return torch_tensor(data, **options).to(device)

    with patch("torch.tensor", tensor), PretendedGpu(capacity) as gpu:
        yield gpu


class _Hook(torch._C._acc.PrivateUse1Hooks):
    """Says to the rest of a test process that there is no such device."""

    def is_available(self) -> bool:
        return False

    def has_primary_context(self, _: int) -> bool:
        return True

    def is_built(self) -> bool:
        return True


class _Module(_DummyBackendModule):
    def is_available(self) -> bool:
        return False

    def get_rng_state(self, _device: object = None) -> torch.Tensor:
        """State that forks of PyTorch's generators keep of every device that is registered."""
        return torch.empty(0, dtype=torch.uint8)

    def set_rng_state(self, _state: torch.Tensor, _device: object = None) -> None:
        pass

    def get_amp_supported_dtype(self) -> list[torch.dtype]:
        return [torch.bfloat16]


@cache
def _register() -> None:
    # For the whole process, so that it is not done where no test asks for it.
    _setup_privateuseone_for_python_backend("pretended", _Module(), _Hook())
