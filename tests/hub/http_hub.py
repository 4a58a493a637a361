"""A hub on this machine, over HTTP: models of a cache, each with a main branch that can move."""

import hashlib
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_MODEL = r"(?P<model>[^/]+/[^/]+)"
_API = re.compile(
    rf"/api/models/{_MODEL}(?:/(?P<kind>revision|tree)/(?P<revision>\w+))?"
)
_FILE = re.compile(rf"/{_MODEL}/resolve/(?P<commit>\w+)/(?P<file>.+)")


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


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, *_: object) -> None:
        """Say nothing on standard error."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        asked = _API.fullmatch(path) or _FILE.fullmatch(path)
        folder = self.server.models.get(asked["model"]) if asked else None
        if folder is None:
            self._send(b"{}", {"X-Error-Code": "RepoNotFound"}, status=404)
        elif asked.re is _API:
            self._tell(folder, **asked.groupdict())
        else:
            content = (folder / asked["file"]).read_bytes()
            self._send(
                content,
                {"X-Repo-Commit": asked["commit"], "ETag": f'"{_digest(content)}"'},
            )

    do_HEAD = do_GET  # noqa: N815  (as the library calls it)

    def _tell(
        self, folder: Path, model: str, kind: str | None, revision: str | None
    ) -> None:
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
            content = {
                "id": model,
                "modelId": model,
                "sha": commit,
                "siblings": siblings,
            }
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
