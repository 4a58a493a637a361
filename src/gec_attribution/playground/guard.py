"""What every request passes: whose it is, and what the answer allows a browser to do."""

import ipaddress
import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

NAMES = frozenset(["localhost"])
# Without a user, for whom there would be an `@`.
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\s:@/\\?#\[\]]+)(:\d+)?")


class Guard:
    """Refuses requests that another site could have made a browser send.

    A page elsewhere can point a name of its own at this server (DNS rebinding): so the server
    answers to addresses in numbers, to `localhost` and to the name it was started with. Its own
    page alone may post.

    Args:
        app: what answers the other requests.
        host: the name or address it was started with.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._names = NAMES | {host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        problem = self._problem(headers, scope["method"])
        answer = JSONResponse({"error": problem}, 403) if problem else self._app
        await answer(scope, receive, send_with_headers)

    def _problem(self, headers: Headers, method: str) -> str | None:
        host = headers.get("host", "")
        if not self._is_own(host):
            return (
                f"this server does not answer to the name {host!r}; open the address that it "
                "printed, or start it with that name as --host"
            )
        # Browsers send it with every request that may change something.
        origins = headers.getlist("origin")
        if method != "GET" and origins not in ([], [f"http://{host}"]):
            return "requests of other sites are not answered"
        return None

    def _is_own(self, host: str) -> bool:
        match = _HOST.fullmatch(host.lower())
        name = match["name"].strip("[]") if match else ""
        return name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
