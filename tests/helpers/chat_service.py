"""A chat service on this machine that speaks OpenAI's protocol."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from serving import serving

KEY = "sk-a-very-secret-key"


class Service(ThreadingHTTPServer):
    """Answers chat requests on this machine: first what `script` says, then `respond`."""

    daemon_threads = True

    def __init__(self, corrections):
        super().__init__(("127.0.0.1", 0), Handler)
        self.corrections = corrections
        self.respond = None
        self.script = []
        self.requests = []
        self.delay = 0.0
        self.barrier = threading.Barrier(1)
        self.running = self.most_running = 0
        self.lock = threading.Lock()

    def handle_error(self, *_):
        """A client that has hung up is none of the tests' concern."""

    @property
    def address(self):
        """Environment variables of a client."""
        address = f"http://127.0.0.1:{self.server_port}/v1"
        return {"OPENAI_BASE_URL": address, "NO_PROXY": "127.0.0.1"}

    @property
    def asked(self):
        """The last sentence of every prompt, in the order of the requests."""
        prompts = [request["messages"][0]["content"] for request in self.requests]
        return [
            prompt.rpartition("Input sentence: ")[2].partition("\n")[0]
            for prompt in prompts
        ]

    def answer_to(self, request):
        """Answer of `respond` to a request, or else the correction of the sentence it asks for."""
        if self.respond:
            return self.respond(request)
        return self.corrections.get(self.asked[-1], self.asked[-1])


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        service = self.server
        with service.lock:
            service.running += 1
            service.most_running = max(service.most_running, service.running)
        time.sleep(service.delay)
        service.barrier.wait()
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with service.lock:
            service.requests.append(
                {**request, "authorization": self.headers["Authorization"]}
            )
            scripted = service.script.pop(0) if service.script else None
            answer = service.answer_to(request)
            service.running -= 1
        if scripted == "drop":
            self.connection.close()
            return
        status, headers, body = scripted or completion(answer)
        content = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def completion(text, finish_reason="stop"):
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    return 200, {}, {"id": "1", "object": "chat.completion", "choices": [choice]}


def failure(status, message="no"):
    return status, {}, {"error": {"message": message}}


def running_service(corrections):
    """A service that answers while the block runs."""
    return serving(Service(corrections))
