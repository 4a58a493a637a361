"""Serving the playground to this machine until somebody presses Ctrl-C."""

import errno
import socket
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import uvicorn

from gec_attribution.errors import ConfigError
from gec_attribution.explain.explainer import Explainer
from gec_attribution.playground.app import create_app
from gec_attribution.playground.workbench import Workbench

HOST = "127.0.0.1"
"""The one address that it listens at: other machines do not reach it."""
CONNECTIONS = 64
"""How many connections are open at a time; requests of more are turned away."""
HEAD = 16_384
"""How many bytes the head of a request may have."""
SECONDS_FOR_HEAD = 10.0
"""How long a connection may be open without a whole request."""
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing but the page's own scripts run, and nothing is kept or framed."""


def serve(study: str | Path, port: int, tell: Callable[[str], None]) -> None:
    """Serve the playground of a study; ends with KeyboardInterrupt.

    Args:
        study: the study's file.
        port: the port; 0 takes a free one.
        tell: is told where the page is once it can be opened.

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
    tell(f"the playground is at http://{HOST}:{listening.getsockname()[1]}/; Ctrl-C ends it")
    with listening:
        server_of(bench).run(sockets=[listening])


def server_of(bench: Workbench) -> uvicorn.Server:
    """The server of the playground of a study at work."""
    config = uvicorn.Config(
        create_app(bench),
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws="none",
        http="h11",
        loop="asyncio",
        server_header=False,
        proxy_headers=False,
        headers=list(HEADERS.items()),
        limit_concurrency=CONNECTIONS,
        h11_max_incomplete_event_size=HEAD,
        timeout_graceful_shutdown=2,
        timeout_notify=1,
    )
    server = uvicorn.Server(config)
    config.callback_notify = _closes_idle(server.server_state.connections)
    return server


def _closes_idle(connections: Collection[Any]) -> Callable[[], Awaitable[None]]:
    """Closer of connections without a whole request: those too old, and those too many.

    Uvicorn itself waits for a head without end: its own limit ends with the first byte.
    """
    since: dict[tuple[Any, Any], float] = {}

    async def close() -> None:
        now = time.monotonic()
        idle = [
            (each, each.cycle)
            for each in connections
            if each.cycle is None or each.cycle.response_complete
        ]
        idle_since = {each: since.get(each, now) for each in idle}
        since.clear()
        since.update(idle_since)
        for place, ((connection, _), began) in enumerate(idle_since.items()):
            if now - began > SECONDS_FOR_HEAD or place >= CONNECTIONS // 2:
                connection.transport.close()

    return close
