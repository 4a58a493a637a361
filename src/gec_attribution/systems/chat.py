"""A chat model behind any service that speaks OpenAI's protocol.

The address of the service and its key come from the environment (`OPENAI_BASE_URL`,
`OPENAI_API_KEY`) and are never written: neither into a file, nor a log, nor an error.
"""

import json
import logging
import os
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gec_attribution.corpora.files import read_hypotheses, read_sources
from gec_attribution.errors import ConfigError, CorrectionError, InputError
from gec_attribution.languages import tokenisation
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import digest
from gec_attribution.study.code import class_digest
from gec_attribution.systems.base import System

if TYPE_CHECKING:
    import openai

logger = logging.getLogger(__name__)
# It logs every request with its address, which may contain a password.
logging.getLogger("httpx2").setLevel(logging.WARNING)

# The answers to all requests of all studies, so that none is paid for twice.
CACHE = Path("results/cache/chat")
# The prompt of Coyne et al. (2023, arXiv 2303.14342), as Li and Wang (2024, table 9) quote it.
INSTRUCTION = (
    "Reply with a corrected version of the input sentence with all grammatical and spelling errors "
    "fixed. If there are no errors, reply with a copy of the original sentence."
)
QUESTION = "Input sentence: "
ANSWER = "Corrected sentence:"
SHOTS = 2
# An answer that is not a chat completion may be a temporary failure, or the address may be wrong.
ATTEMPTS = 3
_REFUSAL = re.compile(
    r"(?:i['’]m|i am|we are) (?:sorry|unable|not able)|sorry|apologies|unfortunately|as an? ai|"
    r"i (?:can(?:no|['’])t|apologi[sz]e|do not|don['’]t|won['’]t)",
    re.IGNORECASE,
)


class Chat(System):
    """A chat model whose prompt has two corrected sentences and a source.

    The examples are drawn once for all sources, as in section 4.1.2 of the paper; the temperature
    is 0.
    """

    def __init__(
        self,
        *,
        model: str,
        examples: str,
        corrections: str | None = None,
        seed: int = 0,
        detokenise: bool = True,
        concurrency: int = 8,
        retries: int = 8,
        timeout: float = 60.0,
    ) -> None:
        """Draw the examples.

        Args:
            model: the name by which the service knows it.
            examples: an M2 file, whose coder 0 gives the corrections, or a text file of sources.
            corrections: the correction of each line of such a text file.
            seed: draws the examples.
            detokenise: whether the model reads and writes ordinary text, not tokens.
            concurrency: the most requests at a time.
            retries: further attempts after a failure that may pass (too many requests, an error of
                the server, no connection, no answer in time), each after a longer wait, or after
                the one that the service asks for.
            timeout: seconds to wait for an answer.

        Raises:
            ConfigError: a text file of sources without corrections, or no key to the service.
            InputError: an example file cannot be read, or has fewer than two sentences.
        """
        self.model = model
        self.detokenise = detokenise
        self.concurrency = concurrency
        self.retries = retries
        self.timeout = timeout
        self.prompt = "\n\n".join(
            [
                INSTRUCTION,
                *(
                    f"{QUESTION}{self._text(source)}\n{ANSWER} {self._text(correction)}"
                    for source, correction in draw_examples(examples, corrections, seed)
                ),
                QUESTION,
            ]
        )
        if not os.environ.get("OPENAI_API_KEY"):
            raise ConfigError(
                "the environment variable OPENAI_API_KEY is not set; set it to the service's key "
                "(to any text for a service that asks for none)"
            )

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        return {
            "system": "chat",
            "code": class_digest(type(self)),
            "model": self.model,
            "prompt": digest({"prompt": self.prompt}),
            "detokenise": self.detokenise,
        }

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`; where the answer is not a correction, the source stays unchanged.

        Raises:
            CorrectionError: the service refuses the key or the model, cannot be reached, or fails
                again and again. The answers so far are kept.
        """
        texts = [self._text(source) for source in sources]
        with ThreadPoolExecutor(self.concurrency) as threads:
            answers = list(threads.map(self._answer, texts))
        corrections = []
        for source, text, answer in zip(sources, texts, answers, strict=True):
            correction = correction_in(answer, text)
            if correction is None:
                self.counts["left as they were, the answer being no correction"] += 1
                correction = text
            corrections.append(self._tokenised(correction, source))
        return corrections

    def _text(self, sentence: str) -> str:
        return tokenisation.detokenise(sentence) if self.detokenise else sentence

    def _tokenised(self, text: str, source: str) -> str:
        return tokenisation.retokenise(text, source) if self.detokenise else text

    def _answer(self, text: str) -> str:
        """The model's answer, from an earlier run if it was asked then; empty if it refuses."""
        request = {"model": self.model, "prompt": f"{self.prompt}{text}\n{ANSWER}"}
        path = CACHE / f"{digest(request)}.json"
        known = _remembered(path, request)
        if known is not None:
            return known
        answer = self._ask(request["prompt"])
        with write_atomically(path) as temporary:
            entry = {"answer": answer, "check": digest({**request, "answer": answer})}
            temporary.write_text(json.dumps(entry, ensure_ascii=False), encoding="utf-8")
        return answer

    @cached_property
    def _client(self) -> "openai.OpenAI":
        try:
            import openai
        except ImportError:
            raise ConfigError(
                f"systems.{self.name}: a chat model needs the package openai; "
                "install gec-attribution[systems]"
            ) from None
        return openai.OpenAI(max_retries=self.retries, timeout=self.timeout)

    def _ask(self, prompt: str) -> str:
        import openai

        for _ in range(ATTEMPTS):
            try:
                completion = self._client.chat.completions.create(
                    model=self.model,
                    messages=[{"role": "user", "content": prompt}],
                    temperature=0,
                )
                choice = completion.choices[0]
                broken_off = choice.finish_reason in {"length", "content_filter"}
                answer = "" if broken_off else choice.message.content or ""
                return answer.encode("utf-8", "replace").decode()
            except openai.APIError as error:
                # Without its cause, which contains the request and the key.
                raise CorrectionError(self._explained(error)) from None
            except (ValueError, TypeError, AttributeError, IndexError):
                continue
        raise CorrectionError(
            f"systems.{self.name}: the service's answer is not a chat completion; "
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
        return f"systems.{self.name}: the service {problem} (status {status or 'none'})"


def draw_examples(
    examples: str | Path, corrections: str | Path | None, seed: int
) -> list[tuple[str, str]]:
    """Two pairs of a source and its correction, drawn at random.

    Args:
        examples: an M2 file, or a text file of sources.
        corrections: for the latter, the text file of their corrections.
        seed: the same one draws the same pairs from the same files.

    Raises:
        ConfigError: a text file of sources, but none of corrections.
        InputError: a file cannot be read, or there are fewer than two pairs.
    """
    if corrections is None and Path(examples).suffix.lower() != ".m2":
        raise ConfigError(
            f"examples: {examples} is not an M2 file (*.m2); name the file with the correction of "
            "each of its lines under `corrections`"
        )
    sources = read_sources(examples)
    corrected = read_hypotheses(corrections or examples, expected=len(sources))
    pairs = [pair for pair in zip(sources, corrected, strict=True) if pair[1].strip()]
    if len(pairs) < SHOTS:
        raise InputError(f"{examples}:1: has {len(pairs)} corrected sentences; {SHOTS} are needed")
    random = np.random.Generator(np.random.PCG64(seed_from(seed, "examples")))
    return [pairs[index] for index in random.choice(len(pairs), SHOTS, replace=False)]


def correction_in(answer: str, source: str) -> str | None:
    """The correction that an answer consists of, or None if it is something else.

    An answer is not a correction if it has several lines, if it begins like a refusal and is unlike
    the source, or if it is less than a third or more than twice as long (and a few words).

    Args:
        answer: what the model wrote; the prompt's label or quotation marks around it are dropped.
        source: the text that it was to correct.
    """
    text = answer.strip().removeprefix(ANSWER).strip()
    if re.fullmatch('".*"|“.*”', text) and source[:1] not in {'"', "“"}:
        text = text[1:-1].strip()
    words, expected = (len(ENGLISH.tokenize(each)) for each in (text, source))
    if not text or "\n" in text or not expected / 3 <= words <= 2 * expected + 8:
        return None
    if _REFUSAL.match(text) and SequenceMatcher(None, source, text).ratio() < 0.5:
        return None
    return text


def _remembered(path: Path, request: Mapping[str, str]) -> str | None:
    """The answer kept in a file; None if there is none or the file is damaged."""
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
        if entry["check"] == digest({**request, "answer": entry["answer"]}):
            return entry["answer"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        pass
    logger.warning("%s: is damaged; the model is asked again", path)
    return None
