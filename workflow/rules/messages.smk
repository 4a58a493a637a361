# What a run says in the terminal: every quarter of a minute how far it is and what is at work, and all that went wrong. The rest is in
# Snakemake's own log, which the last lines name; `--verbose` and `--quiet` speak as they do everywhere.

import logging
import re
import tempfile
import threading
import time
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import (
    DefaultFormatter,
    format_percentage,
    get_event,
    logger,
)
from snakemake_interface_logger_plugins.common import LogEvent

SECONDS_BETWEEN_LINES = 15
SHOWN_AT_WORK = 3
LINES_OF_LOG = 15

# What Snakemake says of each job and file, and of its own setting.
UNSAID_EVENTS = {
    LogEvent.WORKFLOW_STARTED,
    LogEvent.GROUP_INFO,
    LogEvent.JOB_INFO,
    LogEvent.JOB_STARTED,
    LogEvent.JOB_FINISHED,
    LogEvent.PROGRESS,
    LogEvent.RESOURCES_INFO,
    LogEvent.SHELLCMD,
}
UNSAID = re.compile(
    "Building DAG|Using shell|(Conda environments|Singularity containers): ignored"
    "|Group jobs: inactive|Select jobs|Removing temporary|RuleException:\nCalledProcessError"
)


class Progress(logging.Filter):
    """How far a run is, from the records of Snakemake's logger; those that a person can do without are dropped."""

    def __init__(self):
        super().__init__()
        self.names = {}
        self.at_work = {}
        self.done = self.total = 0
        self.errors = {}
        self.last_line = ""

    def filter(self, record):
        event, about = get_event(record), vars(record)
        if event == LogEvent.RUN_INFO:
            self.total = record.stats["total"]
        elif event == LogEvent.JOB_INFO:
            self.names[record.jobid] = self._name(record)
            self.at_work[record.jobid] = self.names[record.jobid]
        elif event == LogEvent.JOB_FINISHED:
            self.at_work.pop(record.job_id, None)
            # A second try went well.
            self.errors.pop(record.job_id, None)
        elif event == LogEvent.PROGRESS:
            self.done, self.total = record.done, record.total
        elif event == LogEvent.JOB_ERROR:
            self.at_work.pop(record.jobid, None)
            self.errors.setdefault(record.jobid, (self.name_of(about), about["log"]))
        return event not in UNSAID_EVENTS and not UNSAID.match(str(record.msg))

    def _name(self, record):
        wildcards = {
            key: value for key, value in record.wildcards.items() if key != "shard"
        }
        named = ", ".join(value for value in wildcards.values() if value)
        return f"{record.rule_name} ({named})" if named else record.rule_name

    def name_of(self, about):
        return self.names.get(about["jobid"], about["rule_name"])

    def line(self):
        names = list(dict.fromkeys(self.at_work.values()))
        more = (
            f" and {len(names) - SHOWN_AT_WORK} more" if names[SHOWN_AT_WORK:] else ""
        )
        shown = f"; at work: {', '.join(names[:SHOWN_AT_WORK])}{more}" if names else ""
        percentage = format_percentage(self.done, self.total) if self.total else "0%"
        return f"{self.done} of {self.total} steps ({percentage}) done{shown}"

    def say(self):
        line = self.line()
        if line != self.last_line:
            self.last_line = line
            logger.info(f"[{time.strftime('%H:%M:%S')}] {line}")

    def keep_saying(self):
        while True:
            self.say()
            time.sleep(SECONDS_BETWEEN_LINES)


class Brief(DefaultFormatter):
    """Errors without the names of all inputs, and with the end of their log alone."""

    def format_run_info(self, msg):
        return f"{msg['stats']['total']} steps to do"

    def format_job_error(self, msg):
        unsaid = {"msg": None, "input": [], "output": [], "log": []}
        lines = [super().format_job_error({**msg, **unsaid})]
        for path in msg["log"]:
            lines += [f"    the end of {path}:", *lines_of_log(path)[-LINES_OF_LOG:]]
        return "\n".join(lines)


def lines_of_log(path):
    """The lines of a job's log."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def error_in(logs):
    """The error that a job's logs end with, in one line; empty where there is none."""
    for lines in map(lines_of_log, logs):
        said = [line for line in lines if line.startswith("Error: ")]
        if said or any(line.startswith("Traceback") for line in lines):
            return (said or lines)[-1].removeprefix("Error: ")
    return ""


def first_error():
    """What went wrong first, as the last word of a run that failed; empty where no job did."""
    errors = [(name, error_in(logs), logs) for name, logs in PROGRESS.errors.values()]
    if not errors:
        return ""
    # Of jobs that are submitted as one, those that went well are among them.
    name, error, logs = min(errors, key=lambda item: not item[1])
    return f"The first error, in {name}: {error or 'see above'} ({', '.join(logs)})"


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
if says_how_far():
    for handler in logger.handlers:
        if handler.name == "DefaultStreamHandler":
            handler.addFilter(PROGRESS)
            handler.setFormatter(Brief())
