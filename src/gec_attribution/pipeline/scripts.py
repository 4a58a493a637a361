"""Reports of a workflow script: a log in the rule's log file, and errors of one line."""

import io
import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr
from pathlib import Path
from typing import Any

from gec_attribution.errors import ConfigError, GecAttributionError
from gec_attribution.networks.gpus import gpu_on_demand, visible_gpus
from gec_attribution.pipeline.surroundings import record_surroundings
from gec_attribution.storage.caches import VARIABLE
from gec_attribution.storage.files import output_error


def run_script(main: Callable[[Any], None], snakemake: Any) -> None:
    """Run `main(snakemake)` as the body of a rule's script.

    While it runs, standard error and all logging go to the rule's first log file, if it has one.
    An error meant for the user, or one of the operating system, is printed as one line on the real
    standard error and ends the script with status 1. The log has that line, too, or the traceback
    of any other error. The software of the job is written down beside the log.

    Args:
        main: the script's work; takes the `snakemake` object.
        snakemake: the object that Snakemake gives to scripts; its `log` and `resources` are read
            here. A script whose models run on a GPU waits for a free one; of the resources only
            `gpu` counts, and demands a GPU.

    Raises:
        SystemExit: `main` raised a `GecAttributionError` or an `OSError`.
    """
    # A study keeps what it asked for with its results.
    os.environ.setdefault(VARIABLE, "results/cache")
    try:
        with (
            _logging_to(snakemake.log[0]) if snakemake.log else nullcontext(),
            gpu_on_demand(),
        ):
            if snakemake.resources.get("gpu") and not visible_gpus():
                raise ConfigError(
                    "the job asks for a GPU (its resource `gpu`) and finds none; run without the "
                    "profile that asks for it, or make sure that `nvidia-smi -L` or "
                    "CUDA_VISIBLE_DEVICES names a GPU"
                )
            main(snakemake)
            if snakemake.log:
                record_surroundings(snakemake.rule, snakemake.log[0])
    except (GecAttributionError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(1)


@contextmanager
def _logging_to(path: str | Path) -> Iterator[None]:
    # One line at a time, so that the log of a running or killed job can be followed.
    with _open_log(Path(path)) as log:
        handler = logging.StreamHandler(log)
        handler.setFormatter(
            logging.Formatter("{levelname} {name}: {message}", style="{")
        )
        root = logging.getLogger()
        level = root.level
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        try:
            with redirect_stderr(log):
                yield
        except GecAttributionError as error:
            log.write(f"Error: {error}\n")
            raise
        except Exception:
            log.write(traceback.format_exc())
            raise
        finally:
            root.removeHandler(handler)
            root.setLevel(level)


def _open_log(path: Path) -> io.TextIOWrapper:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = io.BufferedWriter(_Log(path, "w"))
    except OSError as error:
        raise output_error(path, error) from error
    return io.TextIOWrapper(file, "utf-8", "backslashreplace", line_buffering=True)


class _Log(io.FileIO):
    """A file that drops text on a full disk: the error of a full disk must get out."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes
