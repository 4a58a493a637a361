"""A chat model behind any service that speaks OpenAI's protocol; `networks.chat` asks it."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np

from gec_attribution.corpora.files import format_of, read_hypotheses, read_sources
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.languages import tokenisation
from gec_attribution.languages.en import ENGLISH
from gec_attribution.networks.chat import ChatClient
from gec_attribution.plugins.code import class_digest
from gec_attribution.plugins.options import SERVICE, Entry, Option, at_least, path, switch
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

    ENTRY = Entry(
        options={
            "model": Option("Name that the service knows the model by.", type="string"),
            "examples": path(
                "M2 file from whose sentences the two examples of the prompt are drawn, or text "
                "file with one source per line."
            ),
            "corrections": path("The correction of each line of such a text file.", None),
            "seed": at_least(0, 0, "Draws the examples."),
            "detokenise": switch(
                "Whether the model reads and writes ordinary text instead of tokens.", default=True
            ),
            **SERVICE,
        },
        languages=("en",),
        of_a_service=True,
    )

    def __init__(
        self,
        *,
        model: str,
        examples: str,
        corrections: str | None = None,
        seed: int = 0,
        detokenise: bool = True,
        concurrency: int = 8,
        most_requests: int | None = None,
    ) -> None:
        """Draw the examples.

        Args:
            model: the name by which the service knows it.
            examples: an M2 file, whose coder 0 gives the corrections, or a text file of sources.
            corrections: the correction of each line of such a text file.
            seed: draws the examples.
            detokenise: whether the model reads and writes ordinary text, not tokens.
            concurrency: the most requests at a time.
            most_requests: the most distinct requests of a job that are sent; more are refused
                before the first of them.

        Raises:
            ConfigError: a text file of sources without corrections, or no key to the service.
            InputError: an example file cannot be read, or has fewer than two sentences.
        """
        self.detokenise = detokenise
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
        self.client = ChatClient(model, concurrency=concurrency, most_requests=most_requests)

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        return {
            "system": "chat",
            "code": class_digest(type(self)),
            "service": self.client.service,
            "model": self.client.model,
            "prompt": digest({"prompt": self.prompt}),
            "detokenise": self.detokenise,
        }

    def expect(self, sources: Sequence[str]) -> None:
        """See `System.expect`.

        Raises:
            ConfigError: they are more than `most_requests`.
        """
        requests = [self._request(self._text(source)) for source in sources]
        self.client.expect(requests, f"systems.{self.name}")

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`; where the answer is not a correction, the source stays unchanged.

        Raises:
            ServiceError: the service refuses the key or the model, cannot be reached, or fails
                again and again. The answers so far are kept.
        """
        texts = [self._text(source) for source in sources]
        answers = self.client.ask([self._request(text) for text in texts], f"systems.{self.name}")
        corrections = []
        for source, text, answer in zip(sources, texts, answers, strict=True):
            broken_off = answer.finish in {"length", "content_filter"}
            correction = None if broken_off else correction_in(answer.text, text)
            if correction is None:
                self.counts["left as they were, the answer being no correction"] += 1
                correction = text
            corrections.append(self._tokenised(correction, source))
        return corrections

    def _request(self, text: str) -> dict[str, object]:
        prompt = f"{self.prompt}{text}\n{ANSWER}"
        return {"messages": [{"role": "user", "content": prompt}], "temperature": 0}

    def _text(self, sentence: str) -> str:
        return tokenisation.detokenise(sentence) if self.detokenise else sentence

    def _tokenised(self, text: str, source: str) -> str:
        return tokenisation.retokenise(text, source) if self.detokenise else text


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
    if corrections is None and format_of(examples) != "m2":
        raise ConfigError(
            f"examples: {examples} is not an M2 file; name the file with the correction of "
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
