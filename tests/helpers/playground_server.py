"""A playground on a port, with a study of formulas as metrics."""

import contextlib
import json
import socket
import threading
import time
from unittest import mock

import httpx2

from gec_attribution import Explainer
from gec_attribution.playground.server import server_of
from gec_attribution.playground.workbench import Workbench
from gec_attribution.systems import System

# A proxy of the environment would not reach this machine's own ports.
CLIENT = httpx2.Client(timeout=60, trust_env=False)


def length(sources, hypotheses):
    """The edits of a sentence interact, and none counts nothing."""
    del sources
    return [len(text) + 0.5 * text.count("e") ** 2 for text in hypotheses]


def slow(sources, hypotheses):
    time.sleep(1)
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
    """Host and port of the page of a playground."""
    bench = Workbench(explainer or Explainer(study(), progress=False))
    listening = socket.create_server(("127.0.0.1", 0))
    server = server_of(bench)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    loading = mock.patch(
        "gec_attribution.explain.corrector.load_system", return_value=Speller()
    )
    try:
        with loading:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        bench.stop()
        server.should_exit = True
        thread.join()
        listening.close()


def post(host, path, content, content_type="application/json"):
    """Status and JSON of the answer to a request, which may be bytes."""
    body = content if isinstance(content, bytes) else json.dumps(content)
    headers = {"Content-Type": content_type}
    answer = CLIENT.post(f"http://{host}{path}", content=body, headers=headers)
    return answer.status_code, answer.json()
