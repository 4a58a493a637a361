"""Choice of a GPU for a job of the workflow, when several jobs run on a machine at once.

Only jobs of the workflow lock GPUs: what somebody runs by hand waits for nobody.
"""

import logging
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

_SECONDS_BETWEEN_LOOKS = 1.0
_log = logging.getLogger(__name__)
# The job that runs in this process, until it has a GPU.
_jobs_without_gpu: list[ExitStack] = []


@contextmanager
def gpu_on_demand() -> Iterator[None]:
    """A block that gets a GPU of its own when `take_gpu` asks for one, and has it to its end."""
    with ExitStack() as job:
        _jobs_without_gpu.append(job)
        try:
            yield
        finally:
            _jobs_without_gpu.clear()


def take_gpu() -> None:
    """Lock a GPU for the job that runs in this process, and hide all others from CUDA.

    To be called before CUDA is used, which reads `CUDA_VISIBLE_DEVICES` only once. If other jobs
    use all GPUs, this waits. A process that ends, or is killed, no longer locks any.
    """
    visible = visible_gpus() if _jobs_without_gpu else []
    if visible:
        job = _jobs_without_gpu.pop()
        os.environ["CUDA_VISIBLE_DEVICES"] = _first_free(visible, job)


def visible_gpus() -> list[str]:
    """The GPUs that this process may use: those in `CUDA_VISIBLE_DEVICES`, or all of the machine.

    They are listed without CUDA.
    """
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    if named is not None:
        return [name.strip() for name in named.split(",") if name.strip()]
    return list(_identities().values())


def _identities() -> dict[str, str]:
    """Identity of each GPU of the machine, by its number; empty if there is no driver."""
    query = ["nvidia-smi", "--query-gpu=index,uuid", "--format=csv,noheader"]
    try:
        listed = subprocess.run(  # noqa: S603
            query, capture_output=True, encoding="utf-8", check=True
        )
    except (FileNotFoundError, subprocess.CalledProcessError):
        return {}
    return dict(line.split(", ") for line in listed.stdout.splitlines())


def _first_free(visible: Sequence[str], job: ExitStack) -> str:
    """The first free GPU, locked until `job` is closed."""
    # A job that runs no model does without it.
    from filelock import FileLock, Timeout

    folder = Path(tempfile.gettempdir()) / f"gec-attribution-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    # On a cluster each job may call the GPU that it was given 0.
    identities = _identities()
    locks = {
        name: FileLock(folder / f"{identities.get(name, name)}.lock")
        for name in visible
    }
    waits = False
    while True:
        for name, lock in locks.items():
            try:
                job.enter_context(lock.acquire(blocking=False))
            except Timeout:
                continue
            _log.info("runs on GPU %s", name)
            return name
        if not waits:
            _log.info(
                "waits for one of the GPUs %s, which other jobs use", ", ".join(visible)
            )
        waits = True
        time.sleep(_SECONDS_BETWEEN_LOOKS)
