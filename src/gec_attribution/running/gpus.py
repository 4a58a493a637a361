"""Which GPUs of a machine a job uses, when several jobs run on it at once."""

import fcntl
import logging
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

from gec_attribution.errors import ConfigError

_SECONDS_BETWEEN_LOOKS = 1.0
_log = logging.getLogger(__name__)


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
        gpus = visible if len(visible) == count else _wait_for(visible, count, locks)
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


def visible_gpus() -> list[str]:
    """The GPUs that this process may use: those in `CUDA_VISIBLE_DEVICES`, or all of the machine.

    They are listed without CUDA, which reads that variable only once.
    """
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    if named is not None:
        return [name.strip() for name in named.split(",") if name.strip()]
    query = ["nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"]
    try:
        listed = subprocess.run(query, capture_output=True, text=True, check=True)  # noqa: S603
    except (FileNotFoundError, subprocess.CalledProcessError):
        return []
    return listed.stdout.split()


def _wait_for(visible: list[str], count: int, locks: ExitStack) -> list[str]:
    """The first `count` GPUs that are free, which are locked until `locks` is closed."""
    while True:
        with ExitStack() as attempt:
            gpus = list(islice((gpu for gpu in visible if _locked(gpu, attempt)), count))
            if len(gpus) == count:
                locks.push(attempt.pop_all())
                return gpus
        time.sleep(_SECONDS_BETWEEN_LOOKS)


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
