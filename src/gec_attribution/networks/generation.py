"""Text that causal language models write: by beam search, or drawn at random from a seed."""

import logging
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from gec_attribution.edits.chunks import common_start
from gec_attribution.errors import ModelError
from gec_attribution.networks.batches import padded, run_batches
from gec_attribution.networks.hub import (
    configured_positions,
    device_of,
    load_tokenizer,
    read_model,
)
from gec_attribution.networks.model_files import (
    ADAPTER_CONFIG,
    check_finite,
    check_keys,
    fingerprint,
    library_versions,
    readable,
)
from gec_attribution.networks.precision import keep_in_bfloat16, warn_without_bfloat16
from gec_attribution.networks.tokens import frame_of
from gec_attribution.plugins.extras import needed_by
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.storage.signatures import digest

logger = logging.getLogger(__name__)

# Brackets that end a list or object, after which a text may be whole, and the number of tokens
# after which it is looked at anyway.
CLOSING = "]}"
STRIDE = 32
# Turns of a conversation, for a model that has no template of its own.
PLAIN_TEMPLATE = "{% for turn in messages %}{{ turn['content'] }}\n\n{% endfor %}"
# The date in templates that write today's, as that of Llama 3, so that no text depends on the day.
FIXED_DATE = (
    "{% macro strftime_now(format) %}{{ format.replace('%d', '26').replace('%m', '07')"
    ".replace('%b', 'Jul').replace('%B', 'July').replace('%Y', '2024') }}{% endmacro +%}"
)


class Continuation(NamedTuple):
    """Text that a model wrote after a prompt.

    Attributes:
        text: without special tokens; None if the prompt leaves no room for any.
        ended: whether it ended with one of the tokens that end it, not at the greatest length.
    """

    text: str | None
    ended: bool


@dataclass(frozen=True)
class Sampling:
    """Way of drawing continuations of prompts (Holtzman et al. 2020).

    Attributes:
        seeds: the seed of each prompt; what is drawn depends on it and on no other.
        temperature: logits are divided by it.
        top_p: mass of the smallest set of tokens, from which one is drawn.
        is_whole: says for each prompt whether a continuation needs no further token. It is asked
            where a bracket closes, and after every `STRIDE` tokens.
    """

    seeds: Sequence[int]
    temperature: float
    top_p: float
    is_whole: Sequence[Callable[[str], bool]] | None = None


class TextGenerator:
    """A causal language model that continues prompts, with an adapter if it has one.

    Attributes:
        tokenizer: tokenizer of the adapter if it has one, else of the model.
        model: the model, on its device, the adapter's weights added to its own.
        batch_tokens: the most tokens that are kept at once: of prompts and answers, for each beam.
    """

    def __init__(self, folder: Path, adapter: Path | None, settings: Settings) -> None:
        """Load the model, and a LoRA adapter as peft saves it, with a tokenizer for more tokens.

        The model reads as many tokens as it has positions, whatever `max_length` of the settings.

        Raises:
            ModelError: the model or adapter is missing, or of another kind.
        """
        has_own = adapter is not None and (adapter / "tokenizer_config.json").is_file()
        device = device_of(settings)  # for its errors, before anything is read
        self.tokenizer = load_tokenizer(adapter if adapter and has_own else folder)
        low = settings.dtype == "bfloat16"
        model = read_model("AutoModelForCausalLM", folder, "auto" if low else "float32")
        self._ends = end_tokens(self.tokenizer, model.generation_config)
        if adapter is not None:
            model = _with_adapter(model, adapter, len(self.tokenizer))
        if low:
            keep_in_bfloat16(model)
            warn_without_bfloat16(device)
        self.model = model.to(device).eval()
        # Defaults in the model's folder must not change the text.
        self.model.generation_config = transformers.GenerationConfig()
        self.batch_tokens = settings.batch_tokens_on(self.model.device)
        self.positions = configured_positions(self.model)
        self._signature = {
            "weights": fingerprint(folder),
            "adapter": _content(adapter) if adapter else None,
            "template": digest({"": template_of(self.tokenizer)}),
            "dtype": settings.dtype,
            **library_versions(),
        }

    def signature(self) -> dict[str, object]:
        """Settings that move the written text, as JSON values."""
        return dict(self._signature)

    def prompt(
        self, conversation: Sequence[Mapping[str, str]], begun: str = ""
    ) -> list[int]:
        """The tokens of a conversation, and of the beginning of the answer to it."""
        return prompt_tokens(self.tokenizer, conversation, begun)

    def search(
        self,
        prompts: Sequence[Sequence[int]],
        longest: Sequence[int],
        *,
        num_beams: int,
        ends: Sequence[int] = (),
    ) -> list[Continuation]:
        """The likeliest continuation of each prompt that beam search finds.

        Args:
            prompts: their tokens.
            longest: the most tokens of each continuation.
            num_beams: beams; the sum of log-probabilities is divided by the length, which is the
                length penalty 1 of transformers.
            ends: tokens that end it, beside the model's own.
        """
        return self._continue(prompts, longest, ends, num_beams=num_beams)

    def sample(
        self,
        prompts: Sequence[Sequence[int]],
        longest: Sequence[int],
        sampling: Sampling,
        *,
        ends: Sequence[int] = (),
    ) -> list[Continuation]:
        """A continuation of each prompt, drawn at random; arguments as in `search`."""
        return self._continue(prompts, longest, ends, sampling=sampling)

    def _continue(
        self,
        prompts: Sequence[Sequence[int]],
        longest: Sequence[int],
        ends: Sequence[int],
        *,
        num_beams: int = 1,
        sampling: Sampling | None = None,
    ) -> list[Continuation]:
        """Continue all prompts, in batches of similar length; the log counts them."""
        continued = [Continuation(None, ended=False)] * len(prompts)
        kept: list[int] = []
        # The greatest length changes a search, so all texts of a batch share one.
        rooms: dict[int, int] = {}
        for index, (prompt, most) in enumerate(zip(prompts, longest, strict=True)):
            room = int(min(most, self.positions - len(prompt)))
            kept.append(num_beams * (len(prompt) + room))
            if room > 0:
                rooms[index] = room
        shared = self._read_shared([prompts[index] for index in rooms])
        is_whole = sampling.is_whole if sampling else None
        last = [*self._ends, *ends]
        padding = self._ends[0]
        device = self.model.device
        written = 0

        @torch.inference_mode()
        def forward(batch: list[int]) -> None:
            nonlocal written
            ids, visible = padded([prompts[index] for index in batch], padding, "left")
            draws = transformers.LogitsProcessorList()
            if sampling:
                draws.append(_Draw(sampling, batch))
            stops = transformers.StoppingCriteriaList()
            if is_whole:
                asked = [is_whole[index] for index in batch]
                stops.append(_Whole(self.tokenizer, ids.shape[1], asked))
            read = None if shared is None else shared.cache(visible, num_beams)
            generated = self.model.generate(
                ids.to(device),
                attention_mask=visible.to(device),
                past_key_values=read,
                do_sample=False,
                max_new_tokens=rooms[batch[0]],
                num_beams=num_beams,
                eos_token_id=last,
                pad_token_id=padding,
                logits_processor=draws,
                stopping_criteria=stops,
            )
            rows = generated[:, ids.shape[1] :].tolist()
            for index, row in zip(batch, rows, strict=True):
                is_end = [token in last for token in row]
                length = len(row)
                if any(is_end):
                    length = is_end.index(True) + 1
                text = _decoded(self.tokenizer, row[:length])
                # A row that was stopped is padded with the first of the tokens that end a text.
                is_stopped = is_whole is not None and is_whole[index](text)
                ended = any(is_end) and not is_stopped
                continued[index] = Continuation(text, ended=ended)
            written += len(batch)
            logger.info("%d of %d texts written", written, len(rooms))

        self.batch_tokens = run_batches(kept, self.batch_tokens, forward, rooms)
        return continued

    @torch.inference_mode()
    def _read_shared(self, prompts: Sequence[Sequence[int]]) -> "_Shared | None":
        """Read once the tokens with which all prompts begin, such as an instruction.

        None if they share none, or the model keeps something else than keys and values.
        """
        config = self.model.config.get_text_config(decoder=True)
        empty_cache = transformers.DynamicCache(config=config)
        kinds = set(map(type, empty_cache.layers))
        if not kinds <= {DynamicLayer, DynamicSlidingWindowLayer}:
            return None
        # Each prompt keeps a token, after which the model writes.
        beginnings = sorted(tuple(prompt[:-1]) for prompt in prompts)
        # What the first and the last in order share is shared by all between them.
        length = common_start(beginnings[0], beginnings[-1]) if beginnings else 0
        if length == 0:
            return None
        # Without a configuration a cache keeps all tokens, also those that left a layer's window.
        cache = transformers.DynamicCache()
        ids = torch.tensor([prompts[0][:length]], device=self.model.device)
        self.model.base_model(input_ids=ids, past_key_values=cache, use_cache=True)
        layers: list[Any] = cache.layers
        return _Shared(config, length, [(layer.keys, layer.values) for layer in layers])


class _Shared(NamedTuple):
    """Keys and values that a model keeps of the tokens with which all prompts begin.

    Attributes:
        config: configuration of the model that reads text.
        length: number of those tokens.
        states: keys and values of each layer, (1, heads, length, size) each.
    """

    config: Any
    length: int
    states: Sequence[tuple[torch.Tensor, torch.Tensor]]

    def cache(self, visible: torch.Tensor, num_beams: int) -> transformers.DynamicCache:
        """The first `length` columns of a batch that is padded on the left, as if they were read.

        Args:
            visible: attention mask of the batch.
            num_beams: rows of each prompt.
        """
        cache = transformers.DynamicCache(config=self.config)
        paddings = visible.shape[1] - visible.sum(-1)
        padding_of_rows = paddings.repeat_interleave(num_beams).tolist()
        for number, states in enumerate(self.states):
            keys, values = (self._padded(kept, padding_of_rows) for kept in states)
            cache.update(keys, values, number)
        return cache

    def _padded(self, kept: torch.Tensor, paddings: Sequence[int]) -> torch.Tensor:
        """Keys or values for each row: those of its padding, which nothing attends to, are 0."""
        rows = kept.new_zeros((len(paddings), *kept.shape[1:]))
        for row, padding in zip(rows, paddings, strict=True):
            row[:, padding:] = kept[0, :, : max(self.length - padding, 0)]
        return rows


def prompt_tokens(
    tokenizer: Any, conversation: Sequence[Mapping[str, str]], begun: str = ""
) -> list[int]:
    """The tokens of a conversation in a model's template, and of the beginning of the answer.

    Raises:
        ModelError: the template does not take the conversation.
    """
    template = template_of(tokenizer)
    with readable(tokenizer.name_or_path, "its chat template does not take a question"):
        text = tokenizer.apply_chat_template(
            list(conversation),
            chat_template=FIXED_DATE + template,
            tokenize=False,
            add_generation_prompt=True,
        )
    return tokenizer(text + begun, add_special_tokens=False)["input_ids"]


def _decoded(tokenizer: Any, tokens: Sequence[int]) -> str:
    """Text of tokens as they are, without special ones."""
    text = tokenizer.decode(
        tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False
    )
    return str(text)


def template_of(tokenizer: Any) -> str:
    """The chat template of a tokenizer; without one, turns are parted by empty lines.

    They then follow the tokens that a tokenizer puts before each text, if it does.

    Raises:
        ModelError: it has several templates, none of them the default one.
    """
    if tokenizer.chat_template:
        with readable(tokenizer.name_or_path, "its chat template is not known"):
            return tokenizer.get_chat_template()
    start = frame_of(tokenizer).before
    if start == (tokenizer.bos_token_id,):
        return "{{ bos_token }}" + PLAIN_TEMPLATE
    return "".join(tokenizer.convert_ids_to_tokens(start)) + PLAIN_TEMPLATE


def end_tokens(tokenizer: Any, generation: transformers.GenerationConfig) -> list[int]:
    """The tokens with which a model ends a text.

    Raises:
        ModelError: there are none.
    """
    named = generation.eos_token_id
    listed = named if isinstance(named, list) else [named]
    ends = [token for token in (tokenizer.eos_token_id, *listed) if token is not None]
    if not ends:
        raise ModelError("the tokenizer has no token that ends a text (eos_token)")
    return list(dict.fromkeys(ends))


class _Draw(transformers.LogitsProcessor):
    """Leaves one token in each row: the one that is drawn.

    Greedy decoding then takes it. So each row has its own generator, which transformers' sampling
    does not allow. The rows are those of the prompts of a batch, given by their numbers.
    """

    def __init__(self, sampling: Sampling, batch: Sequence[int]) -> None:
        self._generators = []
        for index in batch:
            bits = np.random.PCG64(sampling.seeds[index])
            self._generators.append(np.random.Generator(bits))
        self._temperature = sampling.temperature
        self._top_p = sampling.top_p

    def __call__(
        self, input_ids: torch.LongTensor, scores: torch.FloatTensor
    ) -> torch.FloatTensor:
        """See `transformers.LogitsProcessor`."""
        del input_ids
        chosen = torch.full_like(scores, -torch.inf)
        rows = (scores.float() / self._temperature).softmax(-1)
        generators = zip(self._generators, rows, strict=True)
        for row, (generator, probabilities) in enumerate(generators):
            token = self._drawn(probabilities, generator.random())
            chosen[row, token] = 0
        return chosen  # type: ignore[return-value]

    def _drawn(self, probabilities: torch.Tensor, uniform: float) -> torch.Tensor:
        """The token at a place, from 0 to 1, in the smallest set of tokens of mass `top_p`."""
        # All tokens of less than this probability together have less than what is left out, so
        # that none of them is in the set, and only the others need sorting.
        least = (1 - self._top_p) / len(probabilities)
        tokens = (probabilities >= least).nonzero().squeeze(-1)
        likely, order = probabilities[tokens].sort(descending=True, stable=True)
        before = likely.cumsum(-1) - likely
        mass = torch.where(before < self._top_p, likely, 0).cumsum(-1)
        place = (mass < uniform * mass[-1]).sum().clamp(max=len(mass) - 1)
        return tokens[order[place]]


class _Whole(transformers.StoppingCriteria):
    """Ends each row whose text needs no further token; see `TextGenerator.sample`."""

    def __init__(
        self, tokenizer: Any, start: int, is_whole: Sequence[Callable[[str], bool]]
    ) -> None:
        self._tokenizer = tokenizer
        self._start = start
        self._is_whole = is_whole

    def __call__(
        self, input_ids: torch.LongTensor, scores: torch.FloatTensor, **kwargs: Any
    ) -> torch.BoolTensor:
        """See `transformers.StoppingCriteria`."""
        del scores, kwargs
        written = input_ids[:, self._start :].tolist()
        stopped = list(map(self._stops, written, self._is_whole))
        return torch.tensor(stopped, device=input_ids.device)  # type: ignore[return-value]

    def _stops(self, tokens: list[int], is_whole: Callable[[str], bool]) -> bool:
        last = str(self._tokenizer.decode(tokens[-1:]))
        if len(tokens) % STRIDE and not any(bracket in last for bracket in CLOSING):
            return False
        return is_whole(_decoded(self._tokenizer, tokens))


def _with_adapter(model: Any, adapter: Path, vocabulary: int) -> Any:
    """A model with a LoRA adapter's weights added to its own."""
    with needed_by(f"{adapter}: an adapter"):
        from peft import PeftModel
    if not (adapter / ADAPTER_CONFIG).is_file():
        raise ModelError(
            f"{adapter}: has no {ADAPTER_CONFIG}, so it is no adapter of peft"
        )
    check_keys(adapter / ADAPTER_CONFIG)
    if vocabulary > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(vocabulary)
    with readable(adapter, "is no adapter of this model"), warnings.catch_warnings():
        # peft leaves the random values of what a file lacks in place, with a warning alone.
        warnings.filterwarnings("error", message=".*missing adapter keys")
        adapted = PeftModel.from_pretrained(model, str(adapter))
    check_finite(adapter, adapted.named_parameters())
    return adapted.merge_and_unload().eval()


def _content(adapter: Path) -> str:
    """Digits that identify an adapter."""
    contents = {}
    for file in sorted(adapter.iterdir()):
        is_read = file.suffix in {".safetensors", ".bin", ".json", ".jinja"}
        if is_read and file.is_file():
            contents[file.name] = sha256_of_file(file)
    return digest(contents)
