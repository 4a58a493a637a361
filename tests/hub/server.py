"""A hub on this machine that speaks the Hugging Face hub's protocol, as its client uses it.

Small files come from the hub itself after a relative redirect, weights from another host to which
no token may be sent, as on the real one. What goes wrong is scripted: `hub.faults`.
"""

import hashlib
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

LARGE = (".safetensors", ".bin", ".model")
"""The ends of names of files that are kept apart (Git LFS), whose ETag is their SHA-256."""
MEMBER, STRANGER = "hf_member", "hf_stranger"
"""Tokens: of somebody who was given access to gated and private models, and of somebody else."""


@dataclass
class Repository:
    """A model of the hub.

    Attributes:
        files: name to content.
        commit: the commit of its branch main, which has no other.
        gated: whether one has to ask for access.
        private: whether it exists for its owner alone.
    """

    files: Mapping[str, bytes]
    commit: str = ""
    gated: bool = False
    private: bool = False

    def __post_init__(self):
        listed = json.dumps({name: git_id(content) for name, content in sorted(self.files.items())})
        self.commit = self.commit or hashlib.sha1(listed.encode()).hexdigest()  # noqa: S324


@dataclass
class Fault:
    """What goes wrong with a request.

    Attributes:
        path: a part of the request's path.
        method: HEAD or GET.
        status: is answered, with `headers` and a body that says `message`.
        delay: seconds before anything is answered.
        altered: what becomes of the content; its length and ETag are told as they should be.
        cut: bytes after which the connection breaks.
        times: how often this happens.
    """

    path: str
    method: str = "GET"
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = ""
    delay: float = 0.0
    altered: Callable[[bytes], bytes] | None = None
    cut: int | None = None
    times: int = 1_000_000


class Hub(ThreadingHTTPServer):
    """Serves repositories; `requests` has each request's method, path, host and token."""

    daemon_threads = True

    def __init__(self, repositories: Mapping[str, Repository]):
        super().__init__(("127.0.0.1", 0), Handler)
        self.repositories = dict(repositories)
        self.renamed = {}
        self.faults = []
        self.requests = []
        self.lock = threading.Lock()

    def handle_error(self, *_):
        """A client that has hung up is none of the tests' concern."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def environment(self, cache: Path, token: str = "") -> dict[str, str]:
        """What the environment of a process has to say so that it asks this hub."""
        return {
            "HF_ENDPOINT": self.address,
            "HF_HOME": str(cache),
            "HF_HUB_CACHE": str(cache / "hub"),
            "HF_HUB_OFFLINE": "0",
            "HF_TOKEN": token,
            "NO_PROXY": "127.0.0.1,localhost",
            "no_proxy": "127.0.0.1,localhost",
        }

    def fault_of(self, method: str, path: str) -> Fault:
        with self.lock:
            for fault in self.faults:
                if fault.times and fault.method == method and fault.path in path:
                    fault.times -= 1
                    return fault
        return Fault("")

    def fetched(self, method: str = "GET") -> list[str]:
        """The paths that were asked for."""
        return [path for made, path, _, _ in self.requests if made == method]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self._answer()

    def do_GET(self):
        self._answer()

    def log_message(self, *_):
        pass

    def _answer(self):
        hub = self.server
        path = unquote(urlsplit(self.path).path).strip("/")
        token = (self.headers["Authorization"] or "").removeprefix("Bearer ")
        with hub.lock:
            hub.requests.append((self.command, path, self.headers["Host"].partition(":")[0], token))
        self.fault = hub.fault_of(self.command, path)
        time.sleep(self.fault.delay)
        if self.fault.status:
            message = self.fault.message
            self._send(self.fault.status, json.dumps({"error": message}), self.fault.headers)
        elif path.startswith("cdn/"):
            self._large(path.removeprefix("cdn/"))
        elif token and token not in {MEMBER, STRANGER}:
            # Said of a token that is no token, whatever is asked for.
            self._refuse(401, "", "Invalid credentials in Authorization header")
        elif path.startswith("api/models/"):
            self._tell(path.removeprefix("api/models/"), token)
        elif path.startswith("api/resolve-cache/models/"):
            self._file(path.removeprefix("api/resolve-cache/models/"), token)
        else:
            self._resolve(path, token)

    def _tell(self, path: str, token: str):
        """What the hub knows of a model, or its list of files."""
        kind = "revision" if "/revision/" in path else "tree"
        name, _, rest = path.partition(f"/{kind}/")
        revision, _, folder = rest.partition("/")
        repository = self._found(name, f"/api/models/{{}}/{kind}/{revision}", revision, token)
        if repository is None:
            return
        if kind == "revision":
            told = {
                "id": name,
                "sha": repository.commit,
                "private": repository.private,
                "gated": "manual" if repository.gated else False,
                "siblings": [
                    {
                        **(entry := _listed(file, content)),
                        "rfilename": file,
                        "blobId": entry["oid"],
                        **(
                            {"lfs": {**lfs, "sha256": lfs["oid"]}}
                            if (lfs := entry.get("lfs"))
                            else {}
                        ),
                    }
                    for file, content in repository.files.items()
                ],
            }
        else:
            told = [
                _listed(file, content)
                for file, content in repository.files.items()
                if file.startswith(folder and f"{folder}/")
            ]
            if not told:
                self._refuse(404, "EntryNotFound", f"{folder} does not exist")
                return
        self._send(200, json.dumps(told), {"Content-Type": "application/json"})

    def _resolve(self, path: str, token: str):
        """Where a file is."""
        name, _, rest = path.partition("/resolve/")
        revision, _, file = rest.partition("/")
        repository = self._found(name, f"/{{}}/resolve/{revision}/{file}", revision, token)
        if repository is None or not self._allowed(name, repository, token):
            return
        commit = {"X-Repo-Commit": repository.commit}
        if file not in repository.files:
            self._refuse(404, "EntryNotFound", "Entry not found", commit)
            return
        content = repository.files[file]
        headers = {
            **commit,
            "X-Linked-Size": str(len(content)),
            "X-Linked-Etag": _etag(file, content),
        }
        if file.endswith(LARGE):
            key = hashlib.sha256(content).hexdigest()
            place = f"http://localhost:{self.server.server_port}/cdn/{key}"
        else:
            place = f"/api/resolve-cache/models/{name}/{repository.commit}/{file}"
        self._send(307 if place.startswith("/") else 302, "", {**headers, "Location": place})

    def _file(self, path: str, token: str):
        """A small file."""
        for name, repository in self.server.repositories.items():
            begun = f"{name}/{repository.commit}/"
            if path.startswith(begun) and self._allowed(name, repository, token):
                file = path.removeprefix(begun)
                headers = {
                    "X-Repo-Commit": repository.commit,
                    "ETag": _etag(file, repository.files[file]),
                }
                self._send(200, repository.files[file], headers)
                return

    def _large(self, key: str):
        for repository in self.server.repositories.values():
            for content in repository.files.values():
                if hashlib.sha256(content).hexdigest() == key:
                    self._send(200, content, {"ETag": f'"{key}"'})
                    return

    def _found(self, name: str, place: str, revision: str, token: str) -> Repository | None:
        """A repository with such a revision; where there is none, that is what is answered."""
        if new := self.server.renamed.get(name):
            self._send(307, "", {"Location": place.format(new)})
            return None
        repository = self.server.repositories.get(name)
        if repository is None or (repository.private and token != MEMBER):
            # Whoever is nobody is not told whether there is such a model.
            if token:
                self._refuse(404, "RepoNotFound", "Repository not found")
            else:
                self._refuse(401, "RepoNotFound", "Invalid username or password.")
            return None
        if revision not in {"main", repository.commit}:
            self._refuse(404, "RevisionNotFound", f"Invalid rev id: {revision}")
            return None
        return repository

    def _allowed(self, name: str, repository: Repository, token: str) -> bool:
        if not repository.gated or token == MEMBER:
            return True
        restricted = f"Access to model {name} is restricted"
        if token:
            self._refuse(
                403,
                "GatedRepo",
                f"{restricted} and you are not in the authorized list. "
                f"Visit https://huggingface.co/{name} to ask for access.",
            )
        else:
            self._refuse(
                401,
                "GatedRepo",
                f"{restricted}. You must have access to it and be authenticated to access it. "
                "Please log in.",
            )
        return False

    def _refuse(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ):
        told = {"X-Error-Message": message, **({"X-Error-Code": code} if code else {})}
        self._send(status, json.dumps({"error": message}), {**told, **(headers or {})})

    def _send(self, status: int, content: str | bytes, headers: Mapping[str, str]):
        content = content.encode() if isinstance(content, str) else content
        begin = 0
        if status == 200 and (ranged := self.headers["Range"]):
            begin = int(ranged.removeprefix("bytes=").partition("-")[0])
            status = 206
            headers = {
                **headers,
                "Content-Range": f"bytes {begin}-{len(content) - 1}/{len(content)}",
            }
        if self.fault.altered:
            content = self.fault.altered(content)
        body = content[begin:]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if self.fault.cut is not None:
            self.wfile.write(body[: self.fault.cut])
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self.wfile.write(body)


def git_id(content: bytes) -> str:
    """What Git calls a file of this content."""
    return hashlib.sha1(f"blob {len(content)}\0".encode() + content).hexdigest()  # noqa: S324


def _etag(file: str, content: bytes) -> str:
    large = file.endswith(LARGE)
    return f'"{hashlib.sha256(content).hexdigest() if large else git_id(content)}"'


def _listed(file: str, content: bytes) -> dict:
    entry = {"type": "file", "path": file, "size": len(content), "oid": git_id(content)}
    if file.endswith(LARGE):
        sha256 = hashlib.sha256(content).hexdigest()
        entry["lfs"] = {"oid": sha256, "size": len(content), "pointerSize": 130}
    return entry


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
