"""A client of any service that speaks OpenAI's protocol: cache, retries, and errors for people.

The address of the service and its key come from the environment (`OPENAI_BASE_URL`,
`OPENAI_API_KEY`) and are never written: neither into a file, nor a log, nor an error.
"""

import json
import logging
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gec_attribution.errors import ConfigError, ServiceError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest

if TYPE_CHECKING:
    import openai

logger = logging.getLogger(__name__)
# It logs every request with its address, which may contain a password.
logging.getLogger("httpx2").setLevel(logging.WARNING)

# The answers to all requests of all studies, so that none is paid for twice.
CACHE = Path("results/cache/chat")
# An answer that is not a chat completion may be a temporary failure, or the address may be wrong.
ATTEMPTS = 3


class Answer(NamedTuple):
    """What a model answered.

    Attributes:
        text: empty if it refused.
        finish: why it ended: `stop`, or `length` and `content_filter` if it was broken off, or
            `refusal`.
    """

    text: str
    finish: str


class ChatClient:
    """Asks one model of a service.

    Args:
        model: the name by which the service knows it.
        concurrency: the most requests at a time.
        retries: further attempts after a failure that may pass (too many requests, an error of the
            server, no connection, no answer in time), each after a longer wait, or after the one
            that the service asks for.
        timeout: seconds to wait for an answer.

    Raises:
        ConfigError: there is no key to the service.
    """

    def __init__(
        self, model: str, *, concurrency: int = 8, retries: int = 8, timeout: float = 60.0
    ) -> None:
        self.model = model
        self.concurrency = concurrency
        self.retries = retries
        self.timeout = timeout
        if not os.environ.get("OPENAI_API_KEY"):
            raise ConfigError(
                "the environment variable OPENAI_API_KEY is not set; set it to the service's key "
                "(to any text for a service that asks for none)"
            )

    def ask(self, requests: Sequence[Mapping[str, Any]], key: str) -> list[Answer]:
        """The answer to each request, from an earlier run if it was asked then.

        Args:
            requests: what a chat completion takes beside the model: `messages`, `temperature`, …
            key: of the configuration's entry that asks; errors begin with it.

        Raises:
            ServiceError: the service refuses the key or the model, cannot be reached, or fails
                again and again. The answers so far are kept.
        """
        with ThreadPoolExecutor(self.concurrency) as threads:
            return list(threads.map(lambda request: self._answer(request, key), requests))

    def _answer(self, request: Mapping[str, Any], key: str) -> Answer:
        request = {"model": self.model, **request}
        path = CACHE / f"{digest(request)}.json"
        known = _remembered(path, request)
        if known is not None:
            return known
        answer = self._completion(request, key)
        with write_atomically(path) as temporary:
            entry = {**answer._asdict(), "check": _check(request, answer)}
            temporary.write_text(json.dumps(entry, ensure_ascii=False), encoding="utf-8")
        return answer

    @cached_property
    def _client(self) -> "openai.OpenAI":
        import openai

        return openai.OpenAI(max_retries=self.retries, timeout=self.timeout)

    def _completion(self, request: Mapping[str, Any], key: str) -> Answer:
        try:
            import openai
        except ImportError:
            raise ConfigError(
                f"{key}: a chat model needs the package openai; install gec-attribution[systems]"
            ) from None
        for _ in range(ATTEMPTS):
            try:
                choice = self._client.chat.completions.create(**request).choices[0]
                text = choice.message.content or ""
                finish = choice.finish_reason or "stop"
                if getattr(choice.message, "refusal", None):
                    text, finish = "", "refusal"
                return Answer(text.encode("utf-8", "replace").decode(), finish)
            except openai.APIError as error:
                # Without its cause, which contains the request and the key.
                raise ServiceError(f"{key}: {self._explained(error)}") from None
            except (ValueError, TypeError, AttributeError, IndexError):
                continue
        raise ServiceError(
            f"{key}: the service's answer is not a chat completion; "
            "check the address in the environment variable OPENAI_BASE_URL"
        )

    def _explained(self, error: "openai.APIError") -> str:
        """What failed and what to do, in one line without the key."""
        status = getattr(error, "status_code", None)
        if status in {401, 403}:
            problem = "refuses the key; check the environment variable OPENAI_API_KEY"
        elif status == 404:
            problem = (
                f"has no model {self.model!r}; check its name and the environment variable "
                "OPENAI_BASE_URL"
            )
        elif status is None:
            problem = (
                "cannot be reached, or does not answer in time; check the environment variable "
                "OPENAI_BASE_URL and run again"
            )
        else:
            said = error.message.replace(self._client.api_key, "(key)").partition("\n")[0]
            problem = f"fails: {said[:200]}; run again later, the answers so far are kept"
        return f"the service {problem} (status {status or 'none'})"


def _check(request: Mapping[str, Any], answer: Answer) -> str:
    """What tells that a kept answer is whole, and the one to this request."""
    return digest({**request, "answer": list(answer)})


def _remembered(path: Path, request: Mapping[str, Any]) -> Answer | None:
    """The answer kept in a file; None if there is none or the file is damaged."""
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
        answer = Answer(entry["text"], entry["finish"])
        if entry["check"] == _check(request, answer):
            return answer
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        pass
    logger.warning("%s: is damaged; the model is asked again", path)
    return None
