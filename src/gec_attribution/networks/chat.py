"""A client of any service that speaks OpenAI's protocol: cache, retries, and errors for people.

The address of the service and its key come from the environment (`OPENAI_BASE_URL`,
`OPENAI_API_KEY`). The key, and a user and a password in the address, are never written to a file, a
log or an error. The rest of the address tells the answers of services apart.
"""

import asyncio
import json
import logging
import os
import re
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gec_attribution.errors import ConfigError, ServiceError
from gec_attribution.plugins.extras import needed_by
from gec_attribution.storage.addresses import service_address, without_credentials
from gec_attribution.storage.caches import cache_folder
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest

if TYPE_CHECKING:
    import openai

logger = logging.getLogger(__name__)
# It logs every request with its address, which may contain a password.
logging.getLogger("httpx2").setLevel(logging.WARNING)

# The address of the package openai where the environment names none.
OPENAI = "https://api.openai.com/v1"
# Further attempts after a failure that may pass (too many requests, an error of the server, no
# connection, no answer in time), each after a longer wait, or after the one that the service asks
# for: together about a minute, so that a limit of requests per minute is waited for.
RETRIES = 8
# Longest silence of a service: a model that thinks first, or runs on a CPU, may take minutes.
SECONDS = 300.0
# An answer that is not a chat completion may be a temporary failure, or the address may be wrong.
ATTEMPTS = 3
# Reason of an answer's end if a filter broke it off, and error code of a filtered question.
FILTERED = "content_filter"
# No answer came, though the service did not fail: a filter, or a model that is overloaded.
EMPTY = "empty"
# Reasons of an answer's end if the service broke it off: DeepSeek's, Z.ai's and OpenRouter's.
BROKEN_OFF = frozenset(("insufficient_system_resource", "network_error", "error"))
# Thoughts of a model that reasons first, where its service leaves them in the answer. Their first
# mark may be in the prompt; the last one is missing where the answer was broken off.
THOUGHTS = re.compile(r"\A(?:.*</think>|\s*<think>.*)\s*", re.DOTALL)


def missing_key() -> str:
    """Advice about the key to the service, in one line; empty where there is one."""
    if os.environ.get("OPENAI_API_KEY"):
        return ""
    return (
        "the environment variable OPENAI_API_KEY is not set; set it to the service's key (to any "
        "text for a service that asks for none)"
    )


class Answer(NamedTuple):
    """Answer of a model.

    Attributes:
        text: empty if it refused.
        finish: why it ended: `stop`, or `length` and `content_filter` if it was broken off,
            `refusal`, or `empty`.
        model: the model that answered, by its own account; empty where it does not say.
        fingerprint: the service's name of its present set-up; empty if it gives none.
    """

    text: str
    finish: str
    model: str = ""
    fingerprint: str = ""

    @property
    def ended(self) -> bool:
        """Whether the model ended it itself, whatever the service calls that."""
        return not self.refused and self.finish != "length"

    @property
    def refused(self) -> bool:
        """Whether the model refused to answer, or its answer was kept back."""
        return self.finish in {FILTERED, "refusal", EMPTY}


class ChatClient:
    """Client of one model of a service.

    Args:
        model: the name by which the service knows it.
        most_requests: the most distinct requests that are sent, further attempts not counted; None
            for any number.

    Attributes:
        service: the address of the service, without user and password.
        concurrency: the most requests at a time.

    Raises:
        ConfigError: there is no key to the service, or its address is none.
    """

    def __init__(self, model: str, *, most_requests: int | None = None) -> None:
        self.model = model
        self.service = service_address(
            os.environ.get("OPENAI_BASE_URL") or OPENAI,
            "the environment variable OPENAI_BASE_URL",
        )
        self.most_requests = most_requests
        self._expected: set[Path] = set()
        self.concurrency = 8
        problem = missing_key()
        if problem:
            raise ConfigError(problem)

    def expect(self, requests: Sequence[Mapping[str, Any]], key: str) -> None:
        """Report how many requests are going to be sent, before the first of them is; see `ask`.

        Raises:
            ConfigError: with those of earlier calls they are more than `most_requests`.
        """
        paths = {self._place(request) for request in requests} - self._expected
        unanswered = {path for path in paths if not path.exists()}
        if not unanswered:
            return
        self._expected |= unanswered
        logger.warning(
            "%s: %d requests to %s are to be sent to the service; %d have been answered before",
            key,
            len(unanswered),
            self.model,
            len(paths) - len(unanswered),
        )
        if self.most_requests is not None and len(self._expected) > self.most_requests:
            raise ConfigError(
                f"{key}.most_requests: {len(self._expected)} requests would be sent, and "
                f"{self.most_requests} are allowed; allow more, or take fewer sentences or edits"
            )

    def ask(self, requests: Sequence[Mapping[str, Any]], key: str) -> list[Answer]:
        """The answer to each request, without thoughts, from an earlier run if it was asked then.

        Equal requests are sent once, and have one answer.

        Args:
            requests: arguments of a chat completion beside the model: `messages`, `temperature`, …
            key: key of the configuration's entry that asks; errors begin with it.

        Raises:
            ConfigError: they are more than `most_requests`; none is sent.
            ServiceError: the service refuses the key or the model, cannot be reached, or fails
                again and again. The answers so far are kept.
        """
        self.expect(requests, key)
        places = [self._place(request) for request in requests]
        distinct = dict(zip(places, requests, strict=True))
        answered = _finished(self._answers(list(distinct.values()), key))
        for (model, fingerprint), number in Counter(
            answer[2:] for answer in answered
        ).items():
            logger.info(
                "%s: %d answers are by %s (fingerprint %s)",
                key,
                number,
                model or "a model that is not named",
                fingerprint or "not given",
            )
        answers = {
            place: answer._replace(text=THOUGHTS.sub("", answer.text))
            for place, answer in zip(distinct, answered, strict=True)
        }
        return [answers[place] for place in places]

    async def _answers(
        self, requests: Sequence[Mapping[str, Any]], key: str
    ) -> list[Answer]:
        with needed_by(f"{key}: a chat model"):
            import openai

        # Of an address that is answered elsewhere, the error has to say so.
        http_client = openai.DefaultAsyncHttpxClient(follow_redirects=False)
        client = openai.AsyncOpenAI(
            max_retries=RETRIES, timeout=SECONDS, http_client=http_client
        )
        room = asyncio.Semaphore(self.concurrency)

        async def answer(request: Mapping[str, Any]) -> Answer:
            async with room:
                return await self._answer(client, request, key)

        try:
            async with client, asyncio.TaskGroup() as group:
                tasks = [group.create_task(answer(request)) for request in requests]
        except BaseExceptionGroup as group_of_errors:
            # Raised without its context, which contains the request and the key.
            raise group_of_errors.exceptions[0] from None
        return [task.result() for task in tasks]

    def _place(self, request: Mapping[str, Any]) -> Path:
        """The file of an answer, named by all that it depends on; none is paid for twice."""
        whole = {"service": self.service, "model": self.model, **request}
        return cache_folder() / "chat" / f"{digest(whole)}.json"

    async def _answer(
        self, client: "openai.AsyncOpenAI", request: Mapping[str, Any], key: str
    ) -> Answer:
        path = self._place(request)
        stored = _stored(path)
        if stored is not None:
            return stored
        answer = await self._completion(client, {"model": self.model, **request}, key)
        # Not kept, since another run may get an answer.
        if answer.finish != EMPTY:
            with write_atomically(path) as temporary:
                entry = json.dumps(answer._asdict(), ensure_ascii=False)
                temporary.write_text(entry, encoding="utf-8")
        return answer

    async def _completion(
        self, client: "openai.AsyncOpenAI", request: Mapping[str, Any], key: str
    ) -> Answer:
        with needed_by(f"{key}: a chat model"):
            import openai
        answer: Answer | None = None
        for _ in range(ATTEMPTS):
            try:
                completion = await client.chat.completions.create(**request)
                answer = _answer_in(completion)
            except openai.APIError as error:
                if error.code == FILTERED:
                    return Answer("", FILTERED)
                # Raised without its cause, which contains the request and the key.
                raise ServiceError(f"{key}: {self._explained(error)}") from None
            except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
                continue
            if answer.finish not in BROKEN_OFF | {EMPTY}:
                return answer
        if answer and answer.finish == EMPTY:
            return answer
        raise ServiceError(
            f"{key}: the service's answer is no whole chat completion, {ATTEMPTS} times; check the "
            "environment variable OPENAI_BASE_URL, or run again later: the other answers are kept"
        )

    def _explained(self, error: "openai.APIError") -> str:
        """Error text with advice, in one line without the key."""
        status = getattr(error, "status_code", None)
        if status is None:
            problem = (
                "cannot be reached, or does not answer in time; check the environment variable "
                "OPENAI_BASE_URL and run again"
            )
        elif status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            problem = "refuses the key; check the environment variable OPENAI_API_KEY"
        elif status == HTTPStatus.NOT_FOUND:
            problem = (
                f"has no model {self.model!r}; check its name and the environment variable "
                "OPENAI_BASE_URL"
            )
        else:
            # Some releases of the client put the whole answer into their message.
            body = error.body if isinstance(error.body, dict) else {}
            words = str(body.get("message") or error.message)
            text = words.replace(os.environ["OPENAI_API_KEY"], "(key)").partition("\n")[
                0
            ]
            text = _printable(without_credentials(text))[:200]
            problem = f"refuses, or fails: {text}; the answers so far are kept"
        return f"the service {problem} (status {status or 'none'})"


def _answer_in(completion: Any) -> Answer:
    """The answer in a chat completion; anything else raises one of many errors."""
    if completion.object == "chat.completion" and not completion.choices:
        return Answer("", EMPTY)
    choice = completion.choices[0]
    # No file can have half characters.
    text = _text_of(choice.message.content).encode("utf-8", "replace").decode()
    finish = choice.finish_reason or "stop"
    if getattr(choice.message, "refusal", None):
        text = ""
        finish = "refusal"
    fingerprint = getattr(completion, "system_fingerprint", None)
    made_by = (_printable(completion.model), _printable(fingerprint))
    return Answer(text, _printable(finish), *made_by)


def _finished(work: Coroutine[Any, Any, list[Answer]]) -> list[Answer]:
    """The result of a coroutine, in a thread of its own where a loop runs, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _text_of(content: Any) -> str:
    """Text of a message's content, which may be a list of parts.

    Raises:
        TypeError: the content is neither.
    """
    match content:
        case None:
            return ""
        case str():
            return content
        case [*parts] if all(isinstance(part, dict) for part in parts):
            return "".join(_text_of(part.get("text")) for part in parts)
    raise TypeError(f"{type(content).__name__} is no text")


def _printable(text: str | None) -> str:
    return "".join(filter(str.isprintable, str(text or "")))


def _stored(path: Path) -> Answer | None:
    """The answer stored in a file; None if there is none or the file is damaged."""
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
        return Answer(**{name: entry[name] for name in Answer._fields})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        logger.warning("%s: is damaged; the model is asked again", path)
        return None
