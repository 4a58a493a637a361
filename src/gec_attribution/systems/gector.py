"""GECToR: tag every token with the edit it needs, apply the tags, repeat (Omelianchuk et al. 2020).

GECToR-2024 (Omelianchuk et al. 2024) is the same system on a larger encoder. Inference follows
github.com/gotutiyan/gector (commit a4a342e, predict.py and modeling.py), whose checkpoints are
read; `gector_model` describes them, `gector_tags` what the tags do.
"""

import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from gec_attribution.errors import ModelError
from gec_attribution.languages.en import ENGLISH
from gec_attribution.plugins.options import Commit, HubModel
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.systems.base import System
from gec_attribution.systems.gector_tags import (
    KEEP,
    START,
    VerbForms,
    apply_tags,
    inflect,
    read_verb_forms,
)

if TYPE_CHECKING:
    from tokenizers import Encoding

# The most rounds of correction, as in the published system.
ROUNDS = 5
# Published name of the list of verb forms, which a checkpoint may have.
_VERB_FORMS = "verb-form-vocab.txt"
# In float32, the batch moves a probability by less than this.
_BATCH_NOISE = 1e-4


class Gector(System):
    """Tags with a bias towards $KEEP and two thresholds against doubtful edits.

    A sentence is corrected until nothing changes, or for `ROUNDS` rounds. Of a sentence longer
    than the model reads, the end is kept as it is, as in the published system.
    """

    languages = ("en",)

    def __init__(
        self,
        *,
        model: Annotated[
            HubModel, Field(description="Folder or hub id of a GECToR checkpoint.")
        ],
        revision: Commit = None,
        encoder_revision: Annotated[
            str | None,
            Field(
                description="Commit of the checkpoint's encoder on the hub, of which only the "
                "configuration is read; null takes that of the first run's day."
            ),
        ] = None,
        keep_confidence: Annotated[
            float | None,
            Field(
                ge=0,
                le=1,
                description="Added to the probability of changing nothing; by default the "
                "checkpoint's, or 0.",
            ),
        ] = None,
        min_error_prob: Annotated[
            float | None,
            Field(
                ge=0,
                le=1,
                description="Least probability of an error in a sentence, and of a tag, to "
                "change anything; by default the checkpoint's, or 0.",
            ),
        ] = None,
        settings: Settings,
    ) -> None:
        from gec_attribution.networks.hub import load_tokenizer, model_folder, positions
        from gec_attribution.systems.gector_model import (
            DETECTION,
            INCORRECT,
            load_checkpoint,
        )

        self._settings = settings
        self._folder = model_folder(model, revision)
        self._tokenizer = load_tokenizer(self._folder)
        self._model, self._tags, config = load_checkpoint(
            self._folder, encoder_revision, settings
        )
        if START not in self._tokenizer.get_vocab():
            raise ModelError(
                f"{self._folder}: its tokenizer does not have {START}; add the tokenizer files of "
                "the checkpoint, not those of its encoder"
            )
        self._batch_tokens = settings.batch_tokens_on(self._model.bert.device)
        self._keep = self._tags.index(KEEP)
        self._incorrect = config.get("d_label2id", DETECTION)[INCORRECT]
        self._special_tokens = not config.get("is_official_model", False)
        self._max_length = min(
            settings.max_length,
            config.get("max_length", settings.max_length),
            positions(self._model.bert),
        )
        if keep_confidence is None:
            keep_confidence = config.get("keep_confidence", 0.0)
        if min_error_prob is None:
            min_error_prob = config.get("min_error_prob", 0.0)
        self.keep_confidence = keep_confidence
        self.min_error_prob = min_error_prob
        self._verb_forms, self._verb_source = _verb_forms(self._folder / _VERB_FORMS)

    @classmethod
    def unpinned_inside(
        cls, options: Mapping[str, Any], *, fetch: bool = False
    ) -> dict[str, str]:
        """See `System.unpinned_inside`: the encoder that a checkpoint's config.json names."""
        from gec_attribution.networks.snapshots import (
            cached_configuration,
            is_commit,
            snapshot,
        )

        if options.get("encoder_revision"):
            return {}
        model = str(options.get("model"))
        revision = str(options.get("revision"))
        file: Path | None = Path(model, "config.json")
        if not Path(model).exists() and is_commit(revision):
            file = cached_configuration(model, revision)
            if file is None and fetch:
                file = snapshot(model, revision, ["config.json"]) / "config.json"
        if file is None or not file.is_file():
            return {}
        # A file that is no JSON is refused when the model is loaded.
        with suppress(ValueError):
            config = json.loads(file.read_bytes())
            encoder = config.get("model_id")
            has_own = "encoder_config" in config
            if encoder and not has_own and not Path(encoder).exists():
                return {"encoder_revision": encoder}
        return {}

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`."""
        sentences = [ENGLISH.tokenize(source) for source in sources]
        pending = list(range(len(sentences)))
        for iteration in range(ROUNDS):
            tags = self._tag([sentences[index] for index in pending])
            changed = []
            for index, tags_of_sentence in zip(pending, tags, strict=True):
                tokens = sentences[index]
                if iteration == 0 and len(tags_of_sentence) < len(tokens) + 1:
                    self.counts["longer than the model reads, their end was kept"] += 1
                corrected = apply_tags(tokens, tags_of_sentence, self._verb_forms)
                # Stop if nothing changed; an empty sentence would be no correction.
                if corrected not in (tokens, []):
                    sentences[index] = corrected
                    changed.append(index)
            pending = changed
        return [ENGLISH.join(tokens) for tokens in sentences]

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        from gec_attribution.networks.model_files import fingerprint, library_versions

        return {
            **super().signature(),
            "weights": fingerprint(self._folder),
            "keep_confidence": self.keep_confidence,
            "min_error_prob": self.min_error_prob,
            "rounds": ROUNDS,
            "verb_forms": self._verb_source,
            "dtype": self._settings.arithmetic,
            "max_length": self._max_length,
            **library_versions(),
        }

    def _tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """The tags of $START and of each token, as far as the model reads.

        A word without pieces is kept.
        """
        import torch

        from gec_attribution.networks.batches import run_batches

        if not sentences:
            return []
        words = [[START, *tokens] for tokens in sentences]
        encodings = self._tokenizer(
            words,
            is_split_into_words=True,
            truncation=True,
            max_length=self._max_length,
            add_special_tokens=self._special_tokens,
        ).encodings
        tags: list[list[str]] = [[]] * len(sentences)

        @torch.inference_mode()
        def forward(batch: list[int]) -> None:
            decided, doubtful = self._decide([encodings[index] for index in batch])
            for index, decision, doubt in zip(batch, decided, doubtful, strict=True):
                tags[index] = decision
                if doubt and len(batch) > 1:
                    # The decision must not depend on the other sentences in the batch.
                    (tags[index],), _ = self._decide([encodings[index]])

        lengths = [len(encoding) for encoding in encodings]
        self._batch_tokens = run_batches(lengths, self._batch_tokens, forward)
        for tokens, encoding, tags_read in zip(sentences, encodings, tags, strict=True):
            if not encoding.overflowing:
                tags_read.extend([KEEP] * (len(tokens) + 1 - len(tags_read)))
        return tags

    def _decide(
        self, encodings: "Sequence[Encoding]"
    ) -> tuple[list[list[str]], list[bool]]:
        """Tags of some sentences, and whether they were so close that noise could change them."""
        import torch

        from gec_attribution.networks.batches import padded

        padding = self._tokenizer.pad_token_id or 0
        ids, read = padded([each.ids for each in encodings], padding)
        pieces = list(map(_first_pieces, encodings))
        starts_word = torch.zeros_like(ids, dtype=torch.bool)
        for row, places in enumerate(pieces):
            starts_word[row, list(places.values())] = True
        device = next(self._model.parameters()).device
        starts_word = starts_word.to(device)
        labels, detection = self._model(ids.to(device), read.to(device))

        probabilities = labels.float().softmax(-1)
        probabilities[..., self._keep] += self.keep_confidence
        top, second = probabilities.topk(2).values.unbind(-1)
        chosen = probabilities.argmax(-1)
        wrong = detection.float().softmax(-1)[..., self._incorrect]
        most = wrong.where(starts_word, -math.inf).amax(-1, keepdim=True)
        unchanged = (top < self.min_error_prob) | (most < self.min_error_prob)
        chosen = chosen.where(~unchanged, self._keep).tolist()

        to_tag = (top - self.min_error_prob).abs()
        to_sentence = (most - self.min_error_prob).abs()
        margin = torch.minimum(top - second, torch.minimum(to_tag, to_sentence))
        is_doubtful = ((margin < _BATCH_NOISE) & starts_word).any(-1)
        # The tag of each word is that of its first piece; a word without pieces is kept.
        tags = []
        for places, row in zip(pieces, chosen, strict=True):
            words = [KEEP] * (max(places) + 1)
            for word, piece in places.items():
                words[word] = self._tags[row[piece]]
            tags.append(words)
        return tags, is_doubtful.tolist()


def _verb_forms(path: Path) -> tuple[VerbForms, str]:
    """The verb forms of a checkpoint's list or, without one, of lemminflect; and their origin."""
    if path.is_file():
        return read_verb_forms(path), sha256_of_file(path)[:16]
    return inflect, f"lemminflect {version('lemminflect')}"


def _first_pieces(encoding: "Encoding") -> dict[int, int]:
    """The position of each word's first piece."""
    positions: dict[int, int] = {}
    for position, word in enumerate(encoding.word_ids):
        if word is not None:
            positions.setdefault(word, position)
    return positions
