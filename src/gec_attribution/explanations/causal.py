"""A causal language model of transformers that explains corrections, or makes them as well."""

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gec_attribution.explanations.damaged_json import is_loop, whole_answer
from gec_attribution.explanations.generating import (
    TEMPERATURE,
    TOO_LONG,
    TOP_P,
    GeneratingExplainer,
    Written,
)
from gec_attribution.explanations.options import AskedTask, Cote, Rationalization
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.explanations.tasks import TARGET_MARKER, Task
from gec_attribution.plugins.options import Commit, LanguageModel, PathTo
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.seeds import seed_from

if TYPE_CHECKING:
    from gec_attribution.networks.generation import Continuation

# Beams of the search for the target.
BEAMS = 5
# The most tokens sampled for a sentence; longer answers are cut and counted.
MOST_TOKENS = 1024
# The end of a line, as vocabularies write it.
LINE_ENDS = ("\n", "Ċ", "<0x0A>")
# Most tokens of a target: this multiple of the source's, rounded up to a multiple of the step.
TARGET_RATIO = 2
TARGET_STEP = 64


class Causal(GeneratingExplainer):
    """A model by folder or hub id, prompted in its own chat template.

    A model whose vocabulary has `<TGT>` was trained for the tasks: it is told one sentence, and
    ends a target with that token. Any other is told the types, severities and keys and shown two
    examples, and ends a target with a quotation mark (one inside the target ends it, too), or with
    the line if it only corrects. Explanations end with their list, or with as many as there are
    edits.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        model: LanguageModel,
        revision: Commit = None,
        adapter: Annotated[
            str | None,
            PathTo(commit="adapter_revision", of_runs=True),
            Field(
                description="Folder or hub id of a LoRA adapter, or a list with one for each run."
            ),
        ] = None,
        adapter_revision: Annotated[
            str | None, Field(description="Commit of the adapter on the hub.")
        ] = None,
        task: AskedTask = "post-explaining",
        cote: Cote = True,
        rationalization: Rationalization = False,
        draw_corrections: Annotated[
            bool,
            Field(
                description="Whether corrections are drawn as explanations are, and not found by "
                "beam search."
            ),
        ] = False,
    ) -> None:
        """Load the model.

        Raises:
            ModelError: the model or adapter is missing or of another kind.
        """
        super().__init__(task, cote=cote, rationalization=rationalization)
        self.draw_corrections = draw_corrections
        from gec_attribution.networks.generation import TextGenerator
        from gec_attribution.networks.hub import model_folder

        folder = model_folder(model, revision)
        added = model_folder(adapter, adapter_revision) if adapter else None
        self._generator = TextGenerator(folder, added, settings)
        vocabulary = self._generator.tokenizer.get_vocab()
        self._trained = TARGET_MARKER in vocabulary
        self._markers = [vocabulary[TARGET_MARKER]] if self._trained else []
        self._quotes = []
        self._line_ends = []
        for token, number in sorted(vocabulary.items(), key=itemgetter(1)):
            if '"' in token.replace('\\"', ""):
                self._quotes.append(number)
            if any(written in token for written in LINE_ENDS):
                self._line_ends.append(number)

    def signature(self) -> dict[str, object]:
        """See `Explainer.signature`."""
        return {
            **super().signature(),
            "num_beams": BEAMS,
            "temperature": TEMPERATURE,
            "top_p": TOP_P,
            "max_tokens": MOST_TOKENS,
            **self._generator.signature(),
        }

    def correct(self, prompts: Sequence[Prompt], seed: int) -> list[Written]:
        """See `GeneratingExplainer.correct`."""
        ends = self._markers
        if not self._trained:
            ends = self._line_ends if self.task == Task.CORRECT_ONLY else self._quotes
        longest = [self._longest_target(prompt.source) for prompt in prompts]
        if self.draw_corrections:
            seeds = self._seeds(prompts, seed, "correction")
            return self._draw(prompts, longest, seeds, ends)
        tokens = [self._tokens(prompt) for prompt in prompts]
        written = self._generator.search(tokens, longest, num_beams=BEAMS, ends=ends)
        return [self._written(*pair) for pair in zip(prompts, written, strict=True)]

    def sample(self, prompts: Sequence[Prompt], seed: int) -> list[Written]:
        """See `GeneratingExplainer.sample`."""
        seeds = self._seeds(prompts, seed, "explanation")
        return self._draw(prompts, [MOST_TOKENS] * len(prompts), seeds, self._markers)

    def _draw(
        self,
        prompts: Sequence[Prompt],
        longest: Sequence[int],
        seeds: Sequence[int],
        ends: Sequence[int],
    ) -> list[Written]:
        from gec_attribution.networks.generation import Sampling

        tokens = [self._tokens(prompt) for prompt in prompts]
        is_whole = [partial(_needs_no_more, prompt) for prompt in prompts]
        sampling = Sampling(seeds, TEMPERATURE, TOP_P, is_whole)
        drawn = self._generator.sample(tokens, longest, sampling, ends=ends)
        return [self._written(*pair) for pair in zip(prompts, drawn, strict=True)]

    def _seeds(self, prompts: Sequence[Prompt], seed: int, written: str) -> list[int]:
        return [seed_from(seed, written, *self._text(prompt)) for prompt in prompts]

    def _text(self, prompt: Prompt) -> tuple[str, str]:
        """Prompt of the model, with the beginning of its answer."""
        marker = TARGET_MARKER if self._trained else ""
        question = prompt.question(
            trained=self._trained, rationalized=self.rationalization
        )
        return question, prompt.answer_start(marker)

    def _tokens(self, prompt: Prompt) -> list[int]:
        question, start = self._text(prompt)
        return self._generator.prompt([{"role": "user", "content": question}], start)

    def _longest_target(self, source: str) -> int:
        tokens = len(
            self._generator.tokenizer(source, add_special_tokens=False)["input_ids"]
        )
        return (TARGET_RATIO * tokens // TARGET_STEP + 1) * TARGET_STEP

    def _written(self, prompt: Prompt, continuation: "Continuation") -> Written:
        if continuation.text is None:
            return Written("", ended=False, failure=TOO_LONG)
        # The marker `<TGT>` is a token without text.
        text = prompt.answer_start("") + continuation.text
        whole = _whole(prompt, continuation.text)
        if whole is not None:
            return Written(whole, raw=continuation.text)
        return Written(text, ended=continuation.ended, raw=continuation.text)


def _whole(prompt: Prompt, written: str) -> str | None:
    """The answer up to its last explanation, if that is what the model writes, and written."""
    if prompt.next in (None, "target"):
        return None
    return whole_answer(prompt.answer_start("") + written, prompt.edits)


def _needs_no_more(prompt: Prompt, written: str) -> bool:
    """Return whether a model has written all explanations, or goes round in circles."""
    return is_loop(written) or _whole(prompt, written) is not None
