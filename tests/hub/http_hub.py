"""A hub on this machine, over HTTP: models of a cache, each with a main branch that can move."""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_API = re.compile(r"/api/models/([^/]+/[^/]+)(?:/(revision|tree)/(\w+))?")
_FILE = re.compile(r"/([^/]+/[^/]+)/resolve/(\w+)/([^?]+)")


class Hub(ThreadingHTTPServer):
    """The server.

    Attributes:
        models: folder of each model, by its id.
        main: the commit of every main branch.
    """

    def __init__(self, models: dict[str, Path], main: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.models, self.main = models, main

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def served(models: dict[str, Path], main: str) -> Iterator[Hub]:
    """A hub that answers while the block runs."""
    with Hub(models, main) as hub:
        thread = threading.Thread(target=hub.serve_forever)
        thread.start()
        yield hub
        hub.shutdown()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def log_message(self, *_: object) -> None:
        """Say nothing on standard error."""

    def _answer(self) -> None:
        path = self.path.partition("?")[0]
        if (asked := _API.fullmatch(path)) and asked[1] in self.server.models:
            self._tell(self.server.models[asked[1]], *asked.groups())
        elif (asked := _FILE.fullmatch(path)) and asked[1] in self.server.models:
            content = (self.server.models[asked[1]] / asked[3]).read_bytes()
            self._send(content, {"X-Repo-Commit": asked[2], "ETag": f'"{_digest(content)}"'})
        else:
            self._send(b"{}", {"X-Error-Code": "RepoNotFound"}, status=404)

    def _tell(self, folder: Path, model: str, kind: str | None, revision: str | None) -> None:
        commit = self.server.main if revision in {None, "main"} else revision
        files = sorted(folder.iterdir())
        if kind == "tree":
            content: object = [
                {
                    "type": "file",
                    "path": file.name,
                    "size": file.stat().st_size,
                    "oid": _digest(file.read_bytes()),
                }
                for file in files
            ]
        else:
            siblings = [{"rfilename": file.name} for file in files]
            content = {"id": model, "modelId": model, "sha": commit, "siblings": siblings}
        self._send(json.dumps(content).encode(), {"Content-Type": "application/json"})

    def _send(self, content: bytes, headers: dict[str, str], status: int = 200) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)


def _digest(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()
