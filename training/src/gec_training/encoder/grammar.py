"""Teaching an encoder grammar: it finds synthetic errors, and ranks a sentence above a worse copy.

Each step shows pairs of copies of correct sentences. The worse copy has all errors drawn for the
sentence, the better one only some of them, often none. Three losses are summed: detection of wrong
tokens by kind; pairwise ranking, softplus(r(worse) - r(better)); and faithfulness, which keeps the
vector of either copy (the mean of its last hidden states) where the untrained encoder has that of
the correct sentence, so that vectors still represent meaning, and become robust to errors.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gec_attribution.languages.penn import penn_tokens, split_sentences
from gec_attribution.storage.seeds import seed_from
from gec_training.data.synthetic_errors import (
    LABELS,
    apply_labelled,
    draw_errors,
    learn_lexicon,
)
from gec_training.loop.steps import rows_of_like_length, train
from gec_training.loop.text_model import (
    TextModel,
    load_encoder,
    load_regressor,
    mean_vector,
)

if TYPE_CHECKING:
    import torch
    from transformers import BatchEncoding

_LEXICON_SIZE = 3000
# One sentence of so many is not learnt from.
_HELD_OUT = 50
_FAITHFULNESS = 5.0
_IGNORED = -100
_CLITICS = frozenset(("n't", "'s", "'m", "'d", "'re", "'ve", "'ll"))


def read_sentences(paragraphs: Iterable[str], count: int, seed: int) -> list[list[str]]:
    """Tokenised sentences of 5 to 32 words, shortest first; `count`, chosen by their content."""
    chosen = [
        (seed_from(seed, sentence), sentence)
        for paragraph in paragraphs
        for sentence in split_sentences(paragraph)
        if 5 <= sentence.count(" ") + 1 <= 32
    ]
    chosen.sort()
    return sorted((penn_tokens(sentence).split() for _, sentence in chosen[:count]), key=len)


@dataclass(frozen=True)
class Lesson:
    """Copies of some sentences: all better ones, then in the same order all worse ones.

    Attributes:
        correct: the sentences, tokenised.
        copies: twice as many, tokenised.
        inputs: the copies, for the encoder.
        labels: of each copy's pieces, as indices of `LABELS`; only a word's first piece counts.
        vectors: for each copy, the teacher's vector of the correct sentence.
    """

    correct: list[list[str]]
    copies: list[list[str]]
    inputs: "BatchEncoding"
    labels: "torch.Tensor"
    vectors: "torch.Tensor"

    def mean_vectors(self, hidden: "torch.Tensor") -> "torch.Tensor":
        """The copies' vectors, from their hidden states."""
        return mean_vector(hidden, self.inputs["attention_mask"]).float()

    def unfaithfulness(self, hidden: "torch.Tensor") -> "torch.Tensor":
        """How far the copies' vectors are from the teacher's: the mean of 1 - cosine, weighted."""
        import torch

        own = self.mean_vectors(hidden)
        return _FAITHFULNESS * (1 - torch.nn.functional.cosine_similarity(own, self.vectors)).mean()


@dataclass(frozen=True)
class Lessons:
    """Where lessons come from.

    Attributes:
        sentences: tokenised, correct, ordered by length.
        teacher: the encoder before training.
    """

    sentences: Sequence[list[str]]
    teacher: TextModel

    @cached_property
    def lexicon(self) -> list[str]:
        """Frequent words of the sentences."""
        return learn_lexicon(self.sentences, _LEXICON_SIZE)

    def draw(self, count: int, generator: np.random.Generator) -> Lesson:
        """A lesson on about `count` sentences of similar length."""
        rows = rows_of_like_length(len(self.sentences), count, generator)
        return self.on([self.sentences[row] for row in rows], generator)

    def on(self, sentences: Sequence[list[str]], generator: np.random.Generator) -> Lesson:
        """The lesson on given sentences, without those for which no error was found."""
        import torch

        correct, copies = draw_copies(sentences, self.lexicon, generator)
        originals = self.teacher.inputs(correct)
        with torch.no_grad():
            hidden = self.teacher.model(**originals).last_hidden_state
        vectors = mean_vector(hidden, originals["attention_mask"]).float().repeat(2, 1)
        texts, word_labels = [tokens for tokens, _ in copies], [labels for _, labels in copies]
        inputs = self.teacher.inputs(texts)
        return Lesson(correct, texts, inputs, _piece_labels(inputs, word_labels), vectors)

    def held_out(
        self, sentences: Sequence[list[str]], about: int, generator: np.random.Generator
    ) -> list[Lesson]:
        """Lessons of 64 sentences, on about so many of those that were not learnt from."""
        kept = sentences[::_HELD_OUT]
        kept = kept[:: max(1, len(kept) // about)]
        return [self.on(kept[first : first + 64], generator) for first in range(0, len(kept), 64)]


def pretrain_grammar(
    start: Path,
    sentences: Sequence[list[str]],
    folder: Path,
    work: Path,
    *,
    steps: int,
    pairs_a_step: int = 64,
    learning_rate: float = 3e-4,
    seed: int = 0,
    device: str = "auto",
    every: int = 100,
) -> dict[str, float]:
    """Trains the encoder in `start` and writes it, with its ranking head, to `folder`.

    Args:
        start: folder of a BERT encoder with its tokenizer.
        sentences: tokenised, correct, ordered by length; every fiftieth is held out.
        folder: gets the trained encoder, 32-bit, a BertForSequenceClassification with one label.
        work: gets checkpoints and losses.csv; a run found there is resumed.
        steps: training steps.
        pairs_a_step: pairs of copies in one step.
        learning_rate: the highest one.
        seed: of the pairs and the new weights.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".
        every: steps between checkpoints.

    Returns:
        Figures on held-out sentences: `ranking_accuracy`, the share of pairs in the right order;
        `precision` and `recall` of wrong tokens found, of any kind; `pairs`.
    """
    import torch

    torch.manual_seed(seed_from(seed, "heads"))
    ranker = load_regressor(
        start,
        1,
        device=device,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        # In bfloat16 on a CPU, training takes half the time it takes with the fused kernel.
        attn_implementation="eager",
    )
    tagger = torch.nn.Linear(ranker.model.config.hidden_size, len(LABELS))
    model = torch.nn.ModuleDict({"ranker": ranker.model, "tagger": tagger.to(ranker.model.device)})
    teacher = load_encoder(start, device=device)
    seen = Lessons(learnt_from(sentences), teacher)

    def losses_at(step: int) -> dict[str, "torch.Tensor"]:
        lesson = seen.draw(pairs_a_step, np.random.default_rng(seed_from(seed, "pairs", step)))
        hidden, better, worse = _rank(ranker, lesson)
        tags = model["tagger"](hidden).flatten(0, 1).float()
        return {
            "detection": torch.nn.functional.cross_entropy(
                tags, lesson.labels.flatten(), ignore_index=_IGNORED
            ),
            "ranking": torch.nn.functional.softplus(worse - better).mean(),
            "faithfulness": lesson.unfaithfulness(hidden),
        }

    train(
        model,
        losses_at,
        steps=steps,
        learning_rate=learning_rate,
        folder=work,
        seed=seed,
        warmup=min(100, steps // 10),
        decay=0.3,
        weight_decay=0.01,
        every=every,
        description="grammar",
    )
    ranker.save(folder)
    generator = np.random.default_rng(seed_from(seed, "held out"))
    with torch.inference_mode():
        return _measures(model, ranker, seen.held_out(sentences, 2000, generator))


def learnt_from(sentences: Sequence[list[str]]) -> list[list[str]]:
    """The sentences that are not held out."""
    return [tokens for row, tokens in enumerate(sentences) if row % _HELD_OUT]


def draw_copies(
    sentences: Sequence[list[str]], lexicon: Sequence[str], generator: np.random.Generator
) -> tuple[list[list[str]], list[tuple[list[str], list[int]]]]:
    """A better and a worse copy of each sentence.

    Returns:
        The sentences in which an error could be made, and twice as many copies, each with its
        tokens' labels: all better ones, then all worse ones.
    """
    correct, better, worse = [], [], []
    for original in sentences:
        tokens = join_clitics(original) if generator.random() < 0.5 else original
        count = 1 + int(generator.poisson(len(tokens) / 12))
        errors = draw_errors(tokens, count, lexicon, generator)
        if not errors:
            continue
        kept = 0 if generator.random() < 0.5 else int(generator.integers(len(errors)))
        some = sorted(generator.choice(len(errors), size=kept, replace=False))
        correct.append(tokens)
        better.append(apply_labelled(tokens, [errors[row] for row in some]))
        worse.append(apply_labelled(tokens, errors))
    return correct, better + worse


def join_clitics(tokens: Sequence[str]) -> list[str]:
    """Tokens with clitics joined to their word, as in running text ("do n't" to "don't")."""
    joined: list[str] = []
    for token in tokens:
        if joined and token.lower() in _CLITICS:
            joined[-1] += token
        else:
            joined.append(token)
    return joined


def _rank(
    ranker: TextModel, lesson: Lesson
) -> tuple["torch.Tensor", "torch.Tensor", "torch.Tensor"]:
    """Hidden states of all copies, and the scores of the better and of the worse ones."""
    states = ranker.model.bert(**lesson.inputs)
    scores = ranker.model.classifier(states.pooler_output).squeeze(-1).float()
    return states.last_hidden_state, *scores.chunk(2)


def _piece_labels(inputs: "BatchEncoding", word_labels: Sequence[Sequence[int]]) -> "torch.Tensor":
    import torch

    labels = torch.full(inputs["input_ids"].shape, _IGNORED)
    for row, labels_of_row in enumerate(word_labels):
        words = inputs.word_ids(row)
        for column, word in enumerate(words):
            if word is not None and word != words[column - 1]:
                labels[row, column] = labels_of_row[word]
    return labels.to(inputs["input_ids"].device)


def _measures(
    model: "torch.nn.ModuleDict", ranker: TextModel, lessons: Sequence[Lesson]
) -> dict[str, float]:
    ordered = pairs = hits = flagged = wrong = 0.0
    for lesson in lessons:
        hidden, better, worse = _rank(ranker, lesson)
        ordered += (better > worse).sum().item()
        pairs += len(better)
        marked = (model["tagger"](hidden).argmax(-1) > 0) & (lesson.labels != _IGNORED)
        hits += (marked & (lesson.labels > 0)).sum().item()
        flagged += marked.sum().item()
        wrong += (lesson.labels > 0).sum().item()
    return {
        "ranking_accuracy": ordered / pairs,
        "precision": hits / max(1, flagged),
        "recall": hits / max(1, wrong),
        "pairs": pairs,
    }
