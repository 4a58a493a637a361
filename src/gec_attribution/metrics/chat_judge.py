"""A chat model that says how good a correction is, behind a service of OpenAI's protocol."""

import re
from collections.abc import Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from gec_attribution.metrics.base import Metric
from gec_attribution.metrics.ordinary import ordinary, ordinary_identity
from gec_attribution.networks.chat import ChatClient
from gec_attribution.plugins.options import MostRequests, ServiceModel
from gec_attribution.storage.signatures import digest

INSTRUCTION = (
    "Below are a sentence by a learner and a correction of it. Say how good the correction is: "
    "whether it is grammatical, whether it is fluent, and whether it keeps the meaning of the "
    "learner's sentence. Reply with one whole number from 0 (useless) to 100 (perfect), and with "
    "nothing else."
)
_NUMBER = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*(?:/\s*100)?\s*\.?\s*")


class ChatJudge(Metric):
    """The model's rating of the hypothesis, in [0, 1]; NaN where its answer is not a rating.

    The temperature is 0, and answers are kept, so that no pair is paid for twice. A service may
    answer another time otherwise all the same.
    """

    of_a_service = True

    version = 2
    allows_missing = True

    def __init__(
        self,
        *,
        model: ServiceModel,
        instruction: Annotated[
            str,
            Field(
                description="Question to the model; it must ask for a number from 0 to 100."
            ),
        ] = INSTRUCTION,
        max_tokens: Annotated[
            int | None,
            Field(
                ge=1,
                description="Most tokens of an answer; null sets no bound, for models that "
                "reason first.",
            ),
        ] = 16,
        most_requests: MostRequests = None,
    ) -> None:
        self.instruction = instruction
        self.bound = {} if max_tokens is None else {"max_tokens": max_tokens}
        self.client = ChatClient(model, most_requests=most_requests)
        self.dependencies = {
            "service": self.client.service,
            "model": model,
            "instruction": digest({"instruction": instruction}),
            "detokenise": True,
            **self.bound,
        }

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`."""
        return {**super().store_signature(), **ordinary_identity(self.text_language)}

    def expect(self, sources: Sequence[str], hypotheses: Sequence[str]) -> None:
        """See `Metric.expect`.

        Raises:
            ConfigError: they are more than `most_requests`.
        """
        self.client.expect(self._requests(sources, hypotheses), f"metrics.{self.name}")

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`.

        Raises:
            ServiceError: the service refuses the key or the model, cannot be reached, or fails
                again and again. The answers so far are kept.
        """
        answers = self.client.ask(
            self._requests(sources, hypotheses), f"metrics.{self.name}"
        )
        ratings = [
            np.nan if answer.finish == "length" else rating_in(answer.text)
            for answer in answers
        ]
        return np.array(ratings, dtype=np.float64)

    def _requests(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> list[dict[str, object]]:
        written = ordinary(sources, self.text_language)
        corrected = ordinary(hypotheses, self.text_language)
        requests: list[dict[str, object]] = []
        for source, hypothesis in zip(written, corrected, strict=True):
            pair = f"Sentence: {source}\nCorrection: {hypothesis}"
            prompt = f"{self.instruction}\n\n{pair}\nRating:"
            messages = [{"role": "user", "content": prompt}]
            requests.append({"messages": messages, "temperature": 0, **self.bound})
        return requests


def rating_in(answer: str) -> float:
    """The rating that an answer consists of, in [0, 1]; NaN if it is none."""
    match = _NUMBER.fullmatch(answer)
    if match is None or float(match[1]) > 100:
        return np.nan
    return float(match[1]) / 100
