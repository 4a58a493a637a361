"""Encoder-decoder checkpoints such as BART and T5 that rewrite a sentence as its correction."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Annotated

from pydantic import Field

from gec_attribution.errors import ModelError
from gec_attribution.languages import tokenisation
from gec_attribution.languages.en import ENGLISH
from gec_attribution.plugins.options import Commit, HubModel
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems.base import System

BEAMS = 5
# The most tokens of a correction: a multiple of its source's, and some more for short sentences.
LENGTH_RATIO = 2
SPARE_TOKENS = 8
INCOMPLETE = "left in part, the correction being empty or too long"
# A sentence that is too long is best cut after these tokens, second best after the pauses.
SENTENCE_ENDS = frozenset((".", "!", "?", "...", "''"))
PAUSES = frozenset((",", ";", ":", ")", "-", "--"))


class Seq2Seq(System):
    """An encoder-decoder model with beam search.

    Only sentences of equal length share a batch, so that there is no padding, and the longest
    correction allowed depends only on the sentence.
    """

    languages = ("en",)

    def __init__(
        self,
        settings: Settings,
        *,
        model: Annotated[
            HubModel, Field(description="Folder or hub id of a BART or T5 checkpoint.")
        ],
        revision: Commit = None,
        prefix: Annotated[
            str,
            Field(
                description="Text before every sentence, as the checkpoint was trained."
            ),
        ] = "",
        detokenise: Annotated[
            bool,
            Field(
                description="Whether the model reads and writes ordinary text instead of tokens."
            ),
        ] = False,
    ) -> None:
        self.prefix = prefix
        self.detokenise = detokenise
        from gec_attribution.networks import hub
        from gec_attribution.networks.generation import end_tokens
        from gec_attribution.networks.model_files import fingerprint, library_versions

        self.folder = hub.model_folder(model, revision)
        self.tokenizer = hub.load_tokenizer(self.folder)
        self.model = hub.load_model("AutoModelForSeq2SeqLM", self.folder, settings)
        self._ends = end_tokens(self.tokenizer, self.model.generation_config)
        self.batch_tokens = settings.batch_tokens_on(self.model.device)
        # T5 has relative positions, of which it never runs out.
        self.positions = hub.configured_positions(self.model)
        self.max_length = min(
            settings.max_length, self.tokenizer.model_max_length, self.positions
        )
        self._signature = {
            "weights": fingerprint(self.folder),
            "num_beams": BEAMS,
            "max_length_ratio": LENGTH_RATIO,
            "generation": self.model.generation_config.to_diff_dict(),
            "max_length": self.max_length,
            "dtype": settings.arithmetic,
            **library_versions(),
        }

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        return {**super().signature(), **self._signature}

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`; a piece whose correction is empty or too long stays as it is."""
        pieces = []
        for source in sources:
            cut = split_tokens(ENGLISH.tokenize(source), self._fits)
            pieces.append([ENGLISH.join(piece) for piece in cut])
        distinct = list(dict.fromkeys(chain(*pieces)))
        written = dict(zip(distinct, self._rewrite(distinct), strict=True))
        unknown = self.tokenizer.unk_token_id
        corrections = []
        for parts in pieces:
            if len(parts) > 1:
                self.counts[f"over {self.max_length} tokens, corrected in pieces"] += 1
            if not all(written[piece] for piece in parts):
                self.counts[INCOMPLETE] += 1
            if any(unknown in self._encode(piece) for piece in parts):
                self.counts["with characters the model does not know"] += 1
            corrections.append(ENGLISH.join(written[piece] or piece for piece in parts))
        return corrections

    def _encode(self, piece: str) -> list[int]:
        text = tokenisation.detokenise(piece) if self.detokenise else piece
        return self.tokenizer(self.prefix + text)["input_ids"]

    def _fits(self, tokens: Sequence[str]) -> bool:
        return len(self._encode(ENGLISH.join(tokens))) <= self.max_length

    def _rewrite(self, pieces: Sequence[str]) -> list[str]:
        """The correction of each piece in its tokenisation; empty where there is none."""
        from gec_attribution.networks.batches import run_batches

        encoded = [self._encode(piece) for piece in pieces]
        # The decoder holds every sentence as often as there are beams.
        held = [len(ids) * BEAMS for ids in encoded]
        lengths = {}
        for index, ids in enumerate(encoded):
            if len(ids) <= self.max_length:
                lengths[index] = len(ids)
        written = [""] * len(pieces)

        def forward(batch: list[int]) -> None:
            texts = self._generate([encoded[index] for index in batch])
            for index, text in zip(batch, texts, strict=True):
                if self.detokenise:
                    written[index] = tokenisation.retokenise(text, pieces[index])
                else:
                    written[index] = ENGLISH.normalise(text)

        self.batch_tokens = run_batches(held, self.batch_tokens, forward, lengths)
        return written

    def _generate(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Text of the model for sequences of one length; empty where it did not finish.

        Raises:
            ModelError: the model asks for a search of another kind.
        """
        import torch

        longest = min(LENGTH_RATIO * len(batch[0]) + SPARE_TOKENS, self.positions - 1)
        ids = torch.tensor(batch, device=self.model.device)
        try:
            generated = self.model.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                do_sample=False,
                num_beams=BEAMS,
                num_return_sequences=1,
                min_new_tokens=0,
                max_new_tokens=longest,
                eos_token_id=self._ends,
                return_dict_in_generate=False,
            )
        except ValueError as error:
            raise ModelError(
                f"{self.folder}: its settings of generation (generation_config.json) do not fit "
                f"beam search: {str(error).strip()[:300]}"
            ) from error
        options = {"skip_special_tokens": True, "clean_up_tokenization_spaces": False}
        texts = []
        # The first token starts the decoder.
        for row in generated[:, 1:].tolist():
            # A sequence without an end token was cut.
            has_end = len(row) < longest or not {*self._ends}.isdisjoint(row[:-1])
            texts.append(str(self.tokenizer.decode(row, **options)) if has_end else "")
        return texts


def split_tokens(
    tokens: Sequence[str], fits: Callable[[Sequence[str]], bool]
) -> list[Sequence[str]]:
    """Pieces of a sentence that are short enough, cut at the ends of sentences if possible.

    A piece that is too long is cut in two, at the sentence end nearest to its middle, or else at
    the nearest pause, or else at the middle, until everything fits.

    Returns:
        The pieces, which joined are `tokens`; a single token is a piece even if it does not fit.
    """
    if len(tokens) < 2 or fits(tokens):
        return [tokens]
    cuts = list(range(1, len(tokens)))
    for marks in (SENTENCE_ENDS, PAUSES):
        at_marks = [cut for cut in cuts if tokens[cut - 1] in marks]
        if at_marks:
            cuts = at_marks
            break
    cut = min(cuts, key=lambda cut: abs(2 * cut - len(tokens)))
    return [*split_tokens(tokens[:cut], fits), *split_tokens(tokens[cut:], fits)]
