"""A hub on this machine that speaks as much of the Hugging Face hub's protocol as is needed."""

import hashlib
import json
import threading
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit


@dataclass
class Repository:
    """A model of the hub.

    Attributes:
        files: name to content.
        commit: the commit of its branch main, which has no other.
        is_gated: whether one has to ask for access, which nobody was given.
    """

    files: Mapping[str, bytes]
    commit: str
    is_gated: bool = False


class Hub(ThreadingHTTPServer):
    """Serves repositories; `files` are the names of those that were asked for."""

    daemon_threads = True

    def __init__(self, repositories: Mapping[str, Repository]):
        super().__init__(("127.0.0.1", 0), Handler)
        self.repositories = dict(repositories)
        self.files = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self._answer()

    def do_GET(self):
        self._answer()

    def log_message(self, *_):
        pass

    def _answer(self):
        path = unquote(urlsplit(self.path).path).strip("/")
        kind = next(kind for kind in ("resolve", "revision", "tree") if f"/{kind}/" in path)
        name, _, rest = path.removeprefix("api/models/").partition(f"/{kind}/")
        revision, _, file = rest.partition("/")
        repository = self.server.repositories.get(name)
        if repository is None:
            self._refuse(404, "RepoNotFound", "Repository not found")
        elif revision not in {"main", repository.commit}:
            self._refuse(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        elif kind == "revision":
            self._say({"id": name, "sha": repository.commit})
        elif kind == "tree":
            self._say(
                [
                    {"type": "file", "path": file, "size": len(content), "oid": _identity(content)}
                    for file, content in repository.files.items()
                ]
            )
        elif repository.is_gated:
            self._refuse(401, "GatedRepo", f"Access to model {name} is restricted.")
        else:
            self.server.files.append(f"{name}/{file}")
            content = repository.files[file]
            headers = {"X-Repo-Commit": repository.commit, "ETag": f'"{_identity(content)}"'}
            self._send(200, content, headers)

    def _say(self, said: object):
        self._send(200, json.dumps(said).encode(), {"Content-Type": "application/json"})

    def _refuse(self, status: int, code: str, message: str):
        self._send(status, b"", {"X-Error-Code": code, "X-Error-Message": message})

    def _send(self, status: int, content: bytes, headers: Mapping[str, str]):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)


def _identity(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@contextmanager
def running_hub(repositories: Mapping[str, Repository]):
    hub = Hub(repositories)
    thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield hub
    finally:
        hub.shutdown()
        hub.server_close()
        thread.join()
