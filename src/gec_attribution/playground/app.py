"""The playground's answers to a browser: the page and its scripts, and JSON."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gec_attribution.errors import (
    ConfigError,
    GecAttributionError,
    InputError,
    MetricError,
)
from gec_attribution.pages import explorer
from gec_attribution.playground.requests import (
    Model,
    RefusalError,
    ToCorrect,
    ToExplain,
    ToLoad,
    read_request,
)
from gec_attribution.playground.workbench import Workbench

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
# The explorer's style and scripts, which show an explained sentence here, too.
SHARED = Path(explorer.__file__).parent / "static"

# Host names that are answered; any other may be an attack (DNS rebinding).
NAMES = ("127.0.0.1", "localhost")

# The most bytes of a request: many times the longest sentence with its correction and all edits.
MOST_BYTES = 2**18

Result = TypeVar("Result")


def create_app(bench: Workbench) -> Starlette:
    """The playground of a study at work as an ASGI application."""

    async def explain(request: Request, content: ToExplain) -> object:
        return await _unless_gone(request, bench.explain(content))

    async def correct(request: Request, content: ToCorrect) -> object:
        return await _unless_gone(request, bench.correct(content))

    async def load(_: Request, content: ToLoad) -> object:
        bench.prepare(content)
        return bench.status()

    async def page(_: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def study(_: Request) -> Response:
        return JSONResponse(bench.study())

    async def status(_: Request) -> Response:
        return JSONResponse(bench.status())

    routes = [
        Route("/", page),
        Route("/api/study", study),
        Route("/api/status", status),
        Route("/api/load", _posted(ToLoad, load), methods=["POST"]),
        Route("/api/explain", _posted(ToExplain, explain), methods=["POST"]),
        Route("/api/correct", _posted(ToCorrect, correct), methods=["POST"]),
        Mount("/shared", StaticFiles(directory=SHARED)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    trusted = Middleware(TrustedHostMiddleware, allowed_hosts=NAMES, www_redirect=False)
    return Starlette(routes=routes, middleware=[trusted])


def _posted(
    model: type[Model], answer: Callable[[Request, Model], Awaitable[object]]
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that takes a JSON object and gives one; every error becomes a sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            _check_sender(request)
            content = read_request(model, await _body(request))
            return JSONResponse(await answer(request, content))
        except RefusalError as error:
            return _refused(str(error), error.status)
        except GecAttributionError as error:
            if isinstance(error, MetricError) and error.__cause__:
                return _failed(error.__cause__)
            is_about_request = isinstance(error, InputError | ConfigError)
            return _refused(str(error), 400 if is_about_request else 500)
        except ClientDisconnect:
            return _refused("the request was given up", 400)
        except Exception as error:  # noqa: BLE001  (a page shows no traceback)
            return _failed(error)

    return endpoint


async def _unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of some work, which ends when no browser waits for it or the server ends."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        task.cancel()
        raise RefusalError("the playground was stopped", 503) from None
    finally:
        gone.cancel()
    if not task.done():
        task.cancel()
    try:
        return await task
    except asyncio.CancelledError:
        raise ClientDisconnect from None


async def _body(request: Request) -> bytes:
    """The body of a request.

    Raises:
        RefusalError: it has more than `MOST_BYTES`, of which no more are read.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise RefusalError(f"the request has more than {MOST_BYTES:,} bytes", 413)
    return body


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _check_sender(request: Request) -> None:
    """Raise RefusalError for requests that another site's page could have sent."""
    # Browsers name the origin in every request that may change something.
    own_origin = f"http://{request.headers['host']}"
    if request.headers.getlist("origin") not in ([], [own_origin]):
        raise RefusalError("requests of other sites are not answered", 403)
    # Another site's page can send a form, but no JSON without a preflight request.
    kind, _, _ = request.headers.get("content-type", "").partition(";")
    if kind.strip().lower() != "application/json":
        raise RefusalError(
            "the request has to have the content type application/json", 415
        )


def _failed(error: BaseException) -> Response:
    """An unexpected error, without its own text, which may quote somebody's sentence."""
    kind = type(error).__name__
    *_, frame = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    logger.error("an unexpected %s at %s", kind, place)
    return _refused(f"the playground failed ({kind} at {place}); please report it", 500)


def _refused(sentence: str, status: int) -> Response:
    return JSONResponse({"error": sentence}, status)
