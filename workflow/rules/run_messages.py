"""What a run says in the terminal: how far it is and what is at work, and all that went wrong.

The rest is in Snakemake's own log, which the last lines name.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from snakemake.logging import DefaultFormatter, format_percentage, get_event, logger
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
    """How far a run is, from the records of Snakemake's logger.

    Records that a person can do without are dropped.
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[int, str] = {}
        self.at_work: dict[int, str] = {}
        self.done = self.total = 0
        self.errors: dict[int, tuple[str, list[str]]] = {}
        self.last_line = ""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take note of a record.

        Returns:
            Whether it is said.
        """
        event, about = get_event(record), vars(record)
        if event == LogEvent.RUN_INFO:
            self.total = about["stats"]["total"]
        elif event == LogEvent.JOB_INFO:
            self.names[about["jobid"]] = self._name(about)
            self.at_work[about["jobid"]] = self.names[about["jobid"]]
        elif event == LogEvent.JOB_FINISHED:
            self.at_work.pop(about["job_id"], None)
            # A second try went well.
            self.errors.pop(about["job_id"], None)
        elif event == LogEvent.PROGRESS:
            self.done, self.total = about["done"], about["total"]
        elif event == LogEvent.JOB_ERROR:
            self.at_work.pop(about["jobid"], None)
            self.errors.setdefault(about["jobid"], (self.name_of(about), about["log"]))
        return event not in UNSAID_EVENTS and not UNSAID.match(str(record.msg))

    def _name(self, about: Mapping[str, Any]) -> str:
        wildcards = {key: value for key, value in about["wildcards"].items() if key != "shard"}
        named = ", ".join(value for value in wildcards.values() if value)
        return f"{about['rule_name']} ({named})" if named else str(about["rule_name"])

    def name_of(self, about: Mapping[str, Any]) -> str:
        """What a job is called: its rule, with what it is about."""
        return self.names.get(about["jobid"], about["rule_name"])

    def line(self) -> str:
        """How far the run is, and what is at work."""
        names = list(dict.fromkeys(self.at_work.values()))
        more = f" and {len(names) - SHOWN_AT_WORK} more" if names[SHOWN_AT_WORK:] else ""
        shown = f"; at work: {', '.join(names[:SHOWN_AT_WORK])}{more}" if names else ""
        percentage = format_percentage(self.done, self.total) if self.total else "0%"
        return f"{self.done} of {self.total} steps ({percentage}) done{shown}"

    def say(self) -> None:
        """Say it, unless that is what was said last."""
        line = self.line()
        if line != self.last_line:
            self.last_line = line
            logger.info(f"[{time.strftime('%H:%M:%S')}] {line}")

    def keep_saying(self) -> NoReturn:
        """Say it now and then, for ever."""
        while True:
            self.say()
            time.sleep(SECONDS_BETWEEN_LINES)

    def first_error(self) -> str:
        """What went wrong first, as the last word of a run that failed; empty where no job did."""
        errors = [(name, error_in(logs), logs) for name, logs in self.errors.values()]
        if not errors:
            return ""
        # Of jobs that are submitted as one, those that went well are among them.
        name, error, logs = min(errors, key=lambda item: not item[1])
        return f"The first error, in {name}: {error or 'see above'} ({', '.join(logs)})"


class Expected(logging.Filter):
    """What a dry run expects, said before its last line.

    Args:
        lines: what there is to say, asked for when all jobs are known.
    """

    def __init__(self, lines: Callable[[], Iterable[str]]) -> None:
        super().__init__()
        self._lines = lines

    def filter(self, record: logging.LogRecord) -> bool:
        """Say it where the record is that last line."""
        if str(record.msg).startswith("This was a dry-run"):
            for line in self._lines():
                logger.info(line)
        return True


class Brief(DefaultFormatter):
    """Errors without the names of all inputs, and with the end of their log alone."""

    def format_run_info(self, msg: Mapping[str, Any]) -> str:
        """How much there is to do."""
        return f"{msg['stats']['total']} steps to do"

    def format_job_error(self, msg: Mapping[str, Any]) -> str:
        """What went wrong in a job."""
        unsaid: dict[str, Any] = {"msg": None, "input": [], "output": [], "log": []}
        lines = [super().format_job_error({**msg, **unsaid})]
        for path in msg["log"]:
            lines += [f"    the end of {path}:", *lines_of_log(path)[-LINES_OF_LOG:]]
        return "\n".join(lines)


def lines_of_log(path: str) -> list[str]:
    """The lines of a job's log."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def error_in(logs: Iterable[str]) -> str:
    """The error that a job's logs end with, in one line; empty where there is none."""
    for lines in map(lines_of_log, logs):
        said = [line for line in lines if line.startswith("Error: ")]
        if said or any(line.startswith("Traceback") for line in lines):
            return (said or lines)[-1].removeprefix("Error: ")
    return ""
