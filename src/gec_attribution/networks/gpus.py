"""Which GPUs of a machine a job uses, when several jobs run on it at once.

A job has a lock on each GPU that it uses. Only jobs of the workflow do so: what somebody runs by
hand waits for nobody.
"""

import fcntl
import logging
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

from gec_attribution.errors import ConfigError

_SECONDS_BETWEEN_LOOKS = 1.0
_log = logging.getLogger(__name__)
# What the job that runs in this process will hold, until it holds a GPU.
_jobs_without_gpu: list[ExitStack] = []


@contextmanager
def held_gpus(count: int) -> Iterator[list[str]]:
    """Give this process GPUs that no other such block of the same user holds, and hide all others.

    CUDA sees only them, if it was not used before: they are put into `CUDA_VISIBLE_DEVICES`. If too
    few are free, the block waits. A process that ends, or is killed, no longer holds any.

    Args:
        count: how many GPUs, at least 1.

    Yields:
        Their names, as `CUDA_VISIBLE_DEVICES` takes them.

    Raises:
        ConfigError: the machine shows fewer than `count`.
    """
    visible = visible_gpus()
    if len(visible) < count:
        raise ConfigError(
            f"the job asks for {count} GPU(s) (its resource `gpu`) and finds {len(visible)}; "
            "run without the profile that asks for them, or make sure that `nvidia-smi -L` or "
            "CUDA_VISIBLE_DEVICES names the GPUs"
        )
    with ExitStack() as locks:
        gpus = _wait_for(visible, count, locks)
        _log.info("runs on GPU %s", ", ".join(gpus))
        before = os.environ.get("CUDA_VISIBLE_DEVICES")
        os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(gpus)
        try:
            yield gpus
        finally:
            if before is None:
                del os.environ["CUDA_VISIBLE_DEVICES"]
            else:
                os.environ["CUDA_VISIBLE_DEVICES"] = before


@contextmanager
def gpu_on_demand() -> Iterator[None]:
    """A block that holds a GPU, as `held_gpus` does, from when `take_gpu` asks for one."""
    with ExitStack() as job:
        _jobs_without_gpu.append(job)
        try:
            yield
        finally:
            _jobs_without_gpu.clear()


def take_gpu() -> None:
    """Hold a GPU from now on, in a job that has none: to be called before CUDA is used."""
    if _jobs_without_gpu and visible_gpus():
        _jobs_without_gpu.pop().enter_context(held_gpus(1))


def visible_gpus() -> list[str]:
    """The GPUs that this process may use: those in `CUDA_VISIBLE_DEVICES`, or all of the machine.

    They are listed without CUDA, which reads that variable only once.
    """
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    if named is not None:
        return [name.strip() for name in named.split(",") if name.strip()]
    return list(_numbered().values())


def least_memory() -> int | None:
    """Bytes of the smallest GPU that this process may use; None where the driver lists none."""
    numbered = _numbered()
    identities = {_identity(name, numbered) for name in visible_gpus()}
    sizes = [
        int(mebibytes) * 2**20
        for identity, mebibytes in _listed("uuid", "memory.total")
        if identity in identities and mebibytes.isdecimal()
    ]
    return min(sizes, default=None)


def _numbered() -> dict[str, str]:
    """What identifies each GPU of the machine, by its number; nothing if there is no driver."""
    return dict(_listed("index", "uuid"))


def _listed(*fields: str) -> list[list[str]]:
    """What the driver says of each GPU of the machine; nothing if there is no driver."""
    query = ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits"]
    try:
        listed = subprocess.run(query, capture_output=True, text=True, check=True)  # noqa: S603
    except (FileNotFoundError, subprocess.CalledProcessError):
        return []
    return [[field.strip() for field in line.split(",")] for line in listed.stdout.splitlines()]


def _wait_for(visible: list[str], count: int, locks: ExitStack) -> list[str]:
    """The first `count` GPUs that are free, which are locked until `locks` is closed."""
    numbered = _numbered()
    # On a cluster each job may call the GPU that it was given 0.
    identities = {name: _identity(name, numbered) for name in visible}
    waits = False
    while True:
        with ExitStack() as attempt:
            free = (gpu for gpu in visible if _locked(identities[gpu], attempt))
            gpus = list(islice(free, count))
            if len(gpus) == count:
                locks.push(attempt.pop_all())
                return gpus
        if not waits:
            _log.info("waits for %d of the GPUs %s, which other jobs use", count, visible)
        waits = True
        time.sleep(_SECONDS_BETWEEN_LOOKS)


def _identity(name: str, numbered: Mapping[str, str]) -> str:
    """What identifies the GPU that CUDA_VISIBLE_DEVICES names by number, or by how that begins."""
    beginnings = (identity for identity in numbered.values() if identity.startswith(name))
    return numbered.get(name) or next(beginnings, name)


def _locked(gpu: str, locks: ExitStack) -> bool:
    folder = Path(tempfile.gettempdir()) / f"gec-attribution-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = (folder / f"{gpu}.lock").open("w")
    try:
        # Unlike the existence of a file, such a lock ends with its process.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return False
    locks.enter_context(file)
    return True
