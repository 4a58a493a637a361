# What a run says in the terminal: every quarter of a minute how far it is and what is at work, and all that went wrong. The rest is in
# Snakemake's own log, which the last lines name; `--verbose` and `--quiet` speak as they do everywhere.

import tempfile
import threading
from pathlib import Path

# The module beside this file: Snakemake finds it there.
from run_messages import Brief, Expected, Progress
from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

PROGRESS = Progress()


def says_how_far():
    """Whether this process tells of its run as described above."""
    settings = workflow.output_settings
    wanted = not (settings.dryrun or settings.verbose or settings.quiet)
    return workflow.is_main_process and wanted


if workflow.is_main_process:
    # Without this, Snakemake shows where in its code it failed.
    try:
        held = Path(".snakemake")
        with tempfile.TemporaryFile(dir=held if held.is_dir() else Path.cwd()):
            pass
    except OSError as error:
        raise WorkflowError(
            f"{Path.cwd()}: nothing can be written in this folder: {error.strerror}; run where you may write, or name "
            "such a folder: --directory FOLDER"
        ) from None
for handler in logger.handlers:
    if handler.name == "DefaultStreamHandler":
        if says_how_far():
            handler.addFilter(PROGRESS)
            handler.setFormatter(Brief())
        elif workflow.is_main_process and workflow.output_settings.dryrun:
            handler.addFilter(Expected(lambda: costs_expected()))
