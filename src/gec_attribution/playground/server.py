"""Serving the playground until somebody presses Ctrl-C."""

import errno
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from gec_attribution.errors import ConfigError
from gec_attribution.explain import Explainer
from gec_attribution.playground.app import create_app
from gec_attribution.playground.workbench import Workbench

CONNECTIONS = 64
"""How many requests are open at a time; more are turned away."""
SECONDS_TO_END = 2


def serve(study: str | Path, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve the playground of a study; ends with KeyboardInterrupt.

    Args:
        study: the study's file.
        host: the name or address to listen at.
        port: the port; 0 takes a free one.
        tell: is told the address of the page once it can be opened.

    Raises:
        ConfigError: the study is not valid, or nothing can listen at the host and port.
    """
    bench = Workbench(Explainer(study, progress=False))
    listening = _listen(host, port)
    server = _Server(
        uvicorn.Config(
            create_app(bench, host),
            access_log=False,
            log_level="warning",
            lifespan="off",
            ws="none",
            http="h11",
            loop="asyncio",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=CONNECTIONS,
            timeout_graceful_shutdown=SECONDS_TO_END,
        ),
        bench,
    )
    tell(address_of(host, listening.getsockname()[1]))
    with listening:
        server.run(sockets=[listening])


def address_of(host: str, port: int) -> str:
    """The address of the page."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


class _Server(uvicorn.Server):
    """A server that gives up what is computed when it is to end."""

    def __init__(self, config: uvicorn.Config, bench: Workbench) -> None:
        super().__init__(config)
        self._bench = bench

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._bench.stop()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except (OSError, OverflowError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise ConfigError(
                f"--port {port}: is in use; name another one, or 0 for any that is free"
            ) from error
        raise ConfigError(
            f"--host {host} --port {port}: nothing can listen there: {error}"
        ) from error
    return listening
