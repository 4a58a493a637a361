"""A playground on a port, with a study of formulas as metrics."""

import contextlib
import http.client
import json
import socket
import threading
import time
from unittest import mock

from gec_attribution import Explainer
from gec_attribution.playground.server import server_of
from gec_attribution.playground.workbench import Workbench
from gec_attribution.systems import System

SLOWLY = 1.0


def length(sources, hypotheses):
    """The edits of a sentence interact, and none counts nothing."""
    del sources
    return [len(text) + 0.5 * text.count("e") ** 2 for text in hypotheses]


def slow(sources, hypotheses):
    time.sleep(SLOWLY)
    return length(sources, hypotheses)


def broken(sources, hypotheses):
    del sources
    raise ValueError(f"a secret: {hypotheses[0]}")


class Speller(System):
    """Knows one word; the real one reads a lexicon for seconds."""

    name = "speller"

    def correct(self, sources):
        return [source.replace("freind", "friend") for source in sources]


def study():
    return {
        "metrics": {"length": length, "slow": slow, "broken": broken},
        "methods": {"shapley": {"type": "shapley"}, "add": {"type": "add"}},
        "systems": {"speller": {"type": "spelling", "label": "The <speller>"}},
    }


@contextlib.contextmanager
def served(explainer=None):
    """The workbench, and the host and port of its page."""
    bench = Workbench(explainer or Explainer(study(), progress=False))
    listening = socket.create_server(("127.0.0.1", 0))
    server = server_of(bench)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    loading = mock.patch("gec_attribution.explain.corrector.load_system", return_value=Speller())
    try:
        with loading:
            yield bench, f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        bench.stop()
        server.should_exit = True
        thread.join()
        listening.close()


def ask(address, method, path, body=None, **headers):
    """Status, headers, and content of an answer; JSON is read."""
    connection = http.client.HTTPConnection(address, timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    if answer.headers["content-type"] == "application/json":
        content = json.loads(content)
    return answer.status, answer.headers, content


def post(address, path, content, **headers):
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    status, _, answer = ask(
        address, "POST", path, body, **{"content_type": "application/json", **headers}
    )
    return status, answer
