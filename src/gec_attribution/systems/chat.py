"""A chat model behind any service that speaks OpenAI's protocol; `networks.chat` asks it."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from gec_attribution.corpora.files import read_hypotheses, read_sources
from gec_attribution.corpora.forms import format_of
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.languages.en import ENGLISH
from gec_attribution.languages.tokenisation import detokenise, retokenise
from gec_attribution.networks.chat import ChatClient
from gec_attribution.plugins.code import class_digest
from gec_attribution.plugins.options import MostRequests, PathTo, ServiceModel
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import digest
from gec_attribution.systems.base import System

# The prompt of Coyne et al. (2023, arXiv 2303.14342), as Li and Wang (2024, table 9) quote it.
INSTRUCTION = (
    "Reply with a corrected version of the input sentence with all grammatical and spelling errors "
    "fixed. If there are no errors, reply with a copy of the original sentence."
)
QUESTION = "Input sentence: "
ANSWER = "Corrected sentence:"
SHOTS = 2
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

    languages = ("en",)
    of_a_service = True

    def __init__(
        self,
        *,
        model: ServiceModel,
        examples: Annotated[
            str,
            PathTo(),
            Field(
                description="M2 file from whose sentences the two examples of the prompt are drawn."
            ),
        ],
        most_requests: MostRequests = None,
    ) -> None:
        parts = [INSTRUCTION]
        for pair in draw_examples(examples):
            source, correction = map(detokenise, pair)
            parts.append(f"{QUESTION}{source}\n{ANSWER} {correction}")
        self.prompt = "\n\n".join([*parts, QUESTION])
        self.client = ChatClient(model, most_requests=most_requests)

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        return {
            "system": "chat",
            "code": class_digest(type(self)),
            "service": self.client.service,
            "model": self.client.model,
            "prompt": digest({"prompt": self.prompt}),
            "detokenise": True,
        }

    def expect(self, sources: Sequence[str]) -> None:
        """See `System.expect`.

        Raises:
            ConfigError: they are more than `most_requests`.
        """
        requests = [self._request(detokenise(source)) for source in sources]
        self.client.expect(requests, f"systems.{self.name}")

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`; where the answer is not a correction, the source stays unchanged.

        Raises:
            ServiceError: the service refuses the key or the model, cannot be reached, or fails
                again and again. The answers so far are kept.
        """
        texts = list(map(detokenise, sources))
        requests = list(map(self._request, texts))
        answers = self.client.ask(requests, f"systems.{self.name}")
        corrections = []
        for source, text, answer in zip(sources, texts, answers, strict=True):
            correction = correction_in(answer.text, text) if answer.ended else None
            if correction is None:
                self.counts["left as they were, the answer being no correction"] += 1
                correction = text
            corrections.append(retokenise(correction, source))
        return corrections

    def _request(self, text: str) -> dict[str, object]:
        prompt = f"{self.prompt}{text}\n{ANSWER}"
        return {"messages": [{"role": "user", "content": prompt}], "temperature": 0}


def draw_examples(examples: str | Path) -> list[tuple[str, str]]:
    """Two pairs of a source and its correction in an M2 file, drawn by its number of sentences.

    Raises:
        ConfigError: the file is no M2 file.
        InputError: the file cannot be read, or there are fewer than two pairs.
    """
    if format_of(examples) != "m2":
        raise ConfigError(f"examples: {examples} is not an M2 file; name one")
    sources = read_sources(examples)
    corrected = read_hypotheses(examples, expected=len(sources))
    pairs = [pair for pair in zip(sources, corrected, strict=True) if pair[1].strip()]
    if len(pairs) < SHOTS:
        raise InputError(
            f"{examples}:1: has {len(pairs)} corrected sentences; {SHOTS} are needed"
        )
    random = np.random.Generator(np.random.PCG64(seed_from(0, "examples")))
    return [pairs[index] for index in random.choice(len(pairs), SHOTS, replace=False)]


def correction_in(answer: str, source: str) -> str | None:
    """The correction that an answer consists of, or None if it is something else.

    An answer is not a correction if it has several lines, if it begins like a refusal and is unlike
    the source, or if it is less than a third or more than twice as long (and a few words). The
    prompt's label or quotation marks around it are dropped.
    """
    text = answer.strip().removeprefix(ANSWER).strip()
    if re.fullmatch('".*"|“.*”', text) and source[:1] not in {'"', "“"}:
        text = text[1:-1].strip()
    words = len(ENGLISH.tokenize(text))
    expected = len(ENGLISH.tokenize(source))
    if not text or "\n" in text or not expected / 3 <= words <= 2 * expected + 8:
        return None
    if _REFUSAL.match(text) and SequenceMatcher(None, source, text).ratio() < 0.5:
        return None
    return text
