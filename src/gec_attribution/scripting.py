"""How a workflow script meets its user: its log in the rule's log file, its errors in one line."""

import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr
from pathlib import Path
from typing import Any

from gec_attribution.errors import GecAttributionError


def run_script(main: Callable[[Any], None], snakemake: Any) -> None:
    """Run `main(snakemake)` as the body of a rule's script.

    While it runs, standard error and all logging go to the rule's first log file, if it has one.
    An error meant for the user is printed as one line, there and on the real standard error, and
    ends the script with status 1. Any other error leaves its traceback in both.

    Args:
        main: the script's work; takes the `snakemake` object.
        snakemake: what a workflow hands to its scripts; only its `log` is read here.

    Raises:
        SystemExit: `main` raised a `GecAttributionError`.
    """
    try:
        with _logging_to(snakemake.log[0]) if snakemake.log else nullcontext():
            main(snakemake)
    except GecAttributionError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(1)


@contextmanager
def _logging_to(path: str | Path) -> Iterator[None]:
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    # One line at a time, so that the log of a running or killed job can be followed.
    with path.open("w", encoding="utf-8", errors="backslashreplace", buffering=1) as log:
        handler = logging.StreamHandler(log)
        handler.setFormatter(logging.Formatter("{levelname} {name}: {message}", style="{"))
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
