"""Serving the playground to this machine until somebody presses Ctrl-C."""

import errno
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from gec_attribution.errors import ConfigError
from gec_attribution.explain.explainer import Explainer
from gec_attribution.playground.app import create_app
from gec_attribution.playground.workbench import Workbench

HOST = "127.0.0.1"
"""The one address that it listens at: other machines do not reach it."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing but the page's own scripts run, and nothing is kept or framed."""


def serve(study: str | Path, port: int, tell: Callable[[str], None]) -> None:
    """Serve the playground of a study; ends with KeyboardInterrupt.

    Port 0 takes a free one; `tell` is told where the page is once it can be opened.

    Raises:
        ConfigError: the study is not valid, or nothing can listen at the port.
    """
    bench = Workbench(Explainer(study, progress=False))
    try:
        listening = socket.create_server((HOST, port))
    except (OSError, OverflowError) as error:
        in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        problem = "is in use" if in_use else f"nothing can listen there ({error})"
        raise ConfigError(
            f"--port {port}: {problem}; name another one, or 0 for any that is free"
        ) from error
    tell(
        f"the playground is at http://{HOST}:{listening.getsockname()[1]}/; Ctrl-C ends it"
    )
    try:
        with listening:
            server_of(bench).run(sockets=[listening])
    finally:
        bench.stop()


def server_of(bench: Workbench) -> uvicorn.Server:
    """The server of the playground of a study at work."""
    config = uvicorn.Config(
        create_app(bench),
        access_log=False,
        log_level="warning",
        lifespan="off",
        headers=list(HEADERS.items()),
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
