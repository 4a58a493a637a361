"""A chat model behind any service that speaks OpenAI's protocol, as an explainer."""

from collections.abc import Sequence

from gec_attribution.explanations.generating import (
    REFUSED,
    TEMPERATURE,
    TOP_P,
    GeneratingExplainer,
    Written,
)
from gec_attribution.explanations.options import AskedTask, Cote, Rationalization
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.networks.chat import ChatClient
from gec_attribution.plugins.options import MostRequests, ServiceModel
from gec_attribution.storage.seeds import seed_from

# Services take seeds of 32 bits, some of them signed.
SEED_BITS = 31


class Chat(GeneratingExplainer):
    """A model by the name that a service knows it by; `networks.chat` asks it.

    Not every service can be made to go on from the beginning of an answer. So the conversation has
    the correction with COTE's extracted edits as the model's turn, and then the request for the
    explanations. Targets are asked for with temperature 0, in place of a beam search.
    """

    of_a_service = True

    def __init__(
        self,
        *,
        model: ServiceModel,
        task: AskedTask = "post-explaining",
        cote: Cote = True,
        rationalization: Rationalization = False,
        most_requests: MostRequests = None,
    ) -> None:
        """Say which model is asked.

        Raises:
            ConfigError: there is no key to the service.
        """
        super().__init__(task, cote=cote, rationalization=rationalization)
        self.client = ChatClient(model, most_requests=most_requests)

    def signature(self) -> dict[str, object]:
        """See `Explainer.signature`."""
        signature = super().signature()
        # No explanation depends on it.
        signature.pop("most_requests", None)
        return {
            **signature,
            "temperature": TEMPERATURE,
            "top_p": TOP_P,
            "service": self.client.service,
        }

    def correct(self, prompts: Sequence[Prompt], seed: int) -> list[Written]:
        """See `GeneratingExplainer.correct`.

        Raises:
            ServiceError: see `ChatClient.ask`.
        """
        del seed  # at temperature 0 nothing is drawn
        conversations = map(self._turns, prompts)
        return self._ask(
            [{"messages": turns, "temperature": 0} for turns in conversations]
        )

    def sample(self, prompts: Sequence[Prompt], seed: int) -> list[Written]:
        """See `GeneratingExplainer.sample`; services promise no more than to try.

        Raises:
            ServiceError: see `ChatClient.ask`.
        """
        options = {"temperature": TEMPERATURE, "top_p": TOP_P}
        requests = []
        for prompt in prompts:
            turns = self._turns(prompt)
            texts = (turn["content"] for turn in turns)
            drawn = seed_from(seed, "explanation", *texts) % 2**SEED_BITS
            requests.append({"messages": turns, **options, "seed": drawn})
        return self._ask(requests)

    def _turns(self, prompt: Prompt) -> list[dict[str, str]]:
        return prompt.conversation(rationalized=self.rationalization)

    def _ask(self, requests: Sequence[dict[str, object]]) -> list[Written]:
        written = []
        for answer in self.client.ask(requests, f"explainers.{self.name}"):
            failure = REFUSED if answer.refused else ""
            written.append(Written(answer.text, answer.ended, failure))
        return written
