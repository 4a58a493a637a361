"""Serving the playground until somebody presses Ctrl-C."""

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Callable
from pathlib import Path

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from gec_attribution.errors import ConfigError
from gec_attribution.explain.explainer import Explainer
from gec_attribution.playground.app import create_app
from gec_attribution.playground.limits import SECONDS_FOR_HEAD
from gec_attribution.playground.workbench import Workbench

CONNECTIONS = 64
"""How many connections are open at a time; requests of more are turned away."""
CONNECTIONS_OF_PEER = 24
"""How many of them are one address's; more are closed at once. A browser opens six."""
SECONDS_TO_END = 2


def serve(study: str | Path, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve the playground of a study; ends with KeyboardInterrupt.

    Args:
        study: the study's file.
        host: the name or address to listen at.
        port: the port; 0 takes a free one.
        tell: is told where the page is once it can be opened, and to whom it is open.

    Raises:
        ConfigError: the study is not valid, or nothing can listen at the host and port.
    """
    bench = Workbench(Explainer(study, progress=False))
    listening = _listen(host, port)
    server = _Server(configuration(bench, host), bench)
    address, at, *_ = listening.getsockname()
    tell(f"the playground is at {address_of(host, at)}; Ctrl-C ends it{_opened(address)}")
    with listening:
        server.run(sockets=[listening])


def configuration(bench: Workbench, host: str = "127.0.0.1") -> uvicorn.Config:
    """How the playground is served.

    Args:
        bench: the study at work.
        host: the name or address to listen at.
    """
    return uvicorn.Config(
        create_app(bench, host),
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws="none",
        http=_Connection,
        loop="asyncio",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )


class _Connection(H11Protocol):
    """A connection that is closed if it takes too long to say what is asked, or is one too many."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else None
        clients = (getattr(each, "client", None) for each in self.connections)
        if [client[0] for client in clients if client].count(peer) > CONNECTIONS_OF_PEER:
            transport.close()
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:  # the beginning of the next request
            self._expect_head()

    def _expect_head(self) -> None:
        self._waiting = self.loop.call_later(SECONDS_FOR_HEAD, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


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


def _opened(address: str) -> str:
    """What is said of a page at an address that others than this machine may reach."""
    if ipaddress.ip_address(address.partition("%")[0]).is_loopback:
        return ""
    return (
        f"\nIt is open to everybody who can reach {address}, without a password and without "
        "encryption: they can read what is sent, and let this machine compute"
    )


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
