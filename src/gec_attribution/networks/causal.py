"""Likelihoods of texts under a causal language model; shared beginnings are read once."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gec_attribution.edits.chunks import common_start
from gec_attribution.errors import ModelError
from gec_attribution.languages.tokenisation import detokenise
from gec_attribution.networks.batches import moved, run_batches
from gec_attribution.networks.hub import (
    configured_positions,
    load_model,
    load_tokenizer,
)
from gec_attribution.networks.model_files import readable
from gec_attribution.networks.tokens import Tokens, frame_of, tokenize
from gec_attribution.plugins.settings import Settings

# Attention within a tree is quadratic in its nodes, while small trees share little.
TREE_NODES = 256
# The token of GPT-2 and its followers between documents.
DOCUMENT_END = "<|endoftext|>"
# Logits over the vocabulary are by far the largest arrays: only few positions at once have them, on
# a GPU as many as this share of its memory holds.
LOGIT_POSITIONS = 128
LOGIT_SHARE = 64


@dataclass
class PrefixTree:
    """Distinct beginnings of some sequences; a node is the last token of one of them.

    Attributes:
        tokens: the token at each node.
        depths: how many tokens come before it in its sequence.
        parents: the node of the token before it, always a smaller number; -1 at a sequence's start.
        paths: nodes of each member's tokens except the last, which no token follows.
        members: indices of the sequences held.
    """

    tokens: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    paths: list[list[int]] = field(default_factory=list)
    members: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.tokens)

    def add(self, member: int, sequence: Sequence[int], shared: int) -> None:
        """Add a sequence whose first `shared` nodes are those of the sequence added before it."""
        path = self.paths[-1][:shared] if shared else []
        for depth in range(shared, len(sequence) - 1):
            self.parents.append(path[-1] if path else -1)
            path.append(len(self.tokens))
            self.tokens.append(sequence[depth])
            self.depths.append(depth)
        self.paths.append(path)
        self.members.append(member)

    def visibility(self) -> np.ndarray:
        """Mask of nodes (columns) that each node (row) follows, itself too: bool (nodes, nodes)."""
        visible = np.eye(len(self), dtype=bool)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                visible[node] |= visible[parent]
        return visible


class CausalLanguageModel:
    """A causal language model and its tokenizer.

    Attributes:
        window: the most tokens that layers with a sliding window see; None if none has one.
        own_start: the tokens that the tokenizer itself puts before each text; mostly one or none.
    """

    def __init__(
        self, folder: Path, settings: Settings, *, max_length: float = math.inf
    ) -> None:
        """Load the model.

        Args:
            folder: folder of a causal language model. Its layers attend to earlier tokens and carry
                no state along the text; its head is a linear map of its last hidden states.
            settings: how models are run; its `max_length` is for encoders.
            max_length: the most tokens to read of a text; never more than the model has positions.

        Raises:
            ModelError: the model is missing or of another kind.
        """
        self.tokenizer = load_tokenizer(folder)
        self.own_start = frame_of(self.tokenizer).before
        self.model = load_model("AutoModelForCausalLM", folder, settings)
        self.batch_tokens = settings.batch_tokens_on(self.model.device)
        self.logit_positions = logit_positions(self.model)
        positions = configured_positions(self.model)
        self.max_length = min(self.tokenizer.model_max_length, positions, max_length)
        config = self.model.config.get_text_config()
        self.window = getattr(config, "sliding_window", None)
        self._attention = {"full_attention"}
        if self.window:
            kinds = getattr(config, "layer_types", None)
            self._attention = set(kinds or ["sliding_attention"])
        # bfloat16 moves the logits of SmolLM2 by 2 %; a model that misreads trees, by 100 %.
        self._check_trees(folder, 0.1 if settings.dtype == "bfloat16" else 0.01)

    @torch.inference_mode()
    def _check_trees(self, folder: Path, tolerance: float) -> None:
        """Refuse a model that reads texts in a tree otherwise than one by one."""
        texts = [tuple(range(8)), (0, *range(7, 0, -1))]
        (tree,) = pack(texts, TREE_NODES)
        with readable(folder, "cannot read texts in a tree of their beginnings"):
            states, _ = self._states([tree])
        head = self.model.get_output_embeddings()
        for member, path in zip(tree.members, tree.paths, strict=True):
            tokens = torch.tensor([texts[member][:-1]], device=self.model.device)
            expected = self.model(input_ids=tokens).logits[0].float()
            differences = head(states[path]).float() - expected
            if differences.abs().max() > tolerance * expected.abs().max():
                raise ModelError(
                    f"{folder}: its head is more than a linear map of the last hidden states, as "
                    "in models like BERT, Cohere and Granite, its layers carry a state along the "
                    "text, as in Jamba and LFM2, or attend to more than a mask shows, as in GPT-J, "
                    "so that likelihoods read from a tree of texts would be wrong; name another "
                    "language model"
                )

    @property
    def start(self) -> tuple[int, ...]:
        """The tokens after which the first token of a text is scored.

        They are those of the tokenizer itself. If it puts none, the text follows `<|endoftext|>`,
        which parts documents, or else the tokenizer's `bos_token`. In models for conversations that
        have both, such as SmolLM2, the `bos_token` begins a turn and no document.

        Raises:
            ModelError: the tokenizer has no such token.
        """
        if self.own_start:
            return self.own_start
        start = self.tokenizer.get_vocab().get(
            DOCUMENT_END, self.tokenizer.bos_token_id
        )
        if start is None:
            raise ModelError(
                f"{self.tokenizer.name_or_path}: its tokenizer has no token that begins a text"
            )
        return (start,)

    def encode(self, texts: Sequence[str], start: Sequence[int] = ()) -> list[Tokens]:
        """The tokens of each text after those of `start`, cut to `max_length`.

        Tokens that a tokenizer puts after a text are left out: they are no words of the text.
        """
        room = self.max_length - len(start)
        types_of_start = (0,) * len(start)
        encoded = []
        for ids, types, cut in tokenize(
            self.tokenizer, texts, None, room, framed=False
        ):
            encoded.append(Tokens((*start, *ids), (*types_of_start, *types), cut))
        return encoded

    def token_losses(
        self, parts: Iterable[Sequence[Sequence[int]]]
    ) -> list[np.ndarray]:
        """Negative log-likelihoods, in nats, of each sequence's tokens but the first.

        The first token is a context, and is not itself scored. Each sequence has at least two
        tokens, and none is there twice.

        Args:
            parts: the sequences, part by part; a GPU reads one while the next is made.

        Returns:
            For each sequence of all parts float64 of shape (tokens - 1,).
        """
        lengths: list[int] = []
        members: list[int] = []
        read: list[torch.Tensor] = []
        for sequences in parts:
            first = len(lengths)
            lengths += [len(sequence) - 1 for sequence in sequences]
            for members_of_batch, losses in self._read_part(sequences):
                members += [first + member for member in members_of_batch]
                read.append(losses)
        if not lengths:
            return []
        # A GPU is waited for only here.
        flat = np.concatenate([losses.cpu() for losses in read], dtype=np.float64)
        ends = np.cumsum([lengths[member] for member in members])
        losses_of = dict(zip(members, np.split(flat, ends[:-1]), strict=True))
        return [losses_of[member] for member in range(len(lengths))]

    def _read_part(
        self, sequences: Sequence[Sequence[int]]
    ) -> list[tuple[list[int], torch.Tensor]]:
        """Indices of the sequences of each batch, and the losses of their tokens in a row."""
        trees = pack(sequences, TREE_NODES)
        read: list[tuple[list[int], torch.Tensor]] = []

        def forward(batch: list[int]) -> None:
            states, offsets = self._states([trees[index] for index in batch])
            contexts: list[int] = []
            targets: list[int] = []
            members: list[int] = []
            for index, offset in zip(batch, offsets, strict=True):
                tree = trees[index]
                members += tree.members
                for member, path in zip(tree.members, tree.paths, strict=True):
                    contexts += [offset + node for node in path]
                    targets += sequences[member][1:]
            losses = self._losses(states, np.array(contexts), np.array(targets))
            read.append((members, losses))

        nodes = [len(tree) for tree in trees]
        self.batch_tokens = run_batches(nodes, self.batch_tokens, forward)
        return read

    @torch.inference_mode()
    def read(
        self,
        texts: Sequence[str],
        layers: Sequence[int],
        take: Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, ...]],
    ) -> tuple[list[tuple[torch.Tensor, ...]], np.ndarray]:
        """Rows of `take` for each text's tokens, and the cut texts.

        Beginnings that texts share are read and taken once.

        Args:
            texts: English, its tokens between spaces or as ordinary text.
            layers: layers whose states are wanted; 0 is the embeddings.
            take: makes tensors, with a row for each token, of the states of tokens, (tokens,
                layers, hidden), and their signs, (tokens, 3): loss, entropy and least possible loss
                after what comes before, in nats.

        Returns:
            The rows of each text, and which texts were cut, bool (n,).
        """
        start = self.start
        tokens = self.encode([detokenise(text) for text in texts], start)
        distinct = list(dict.fromkeys(text.ids for text in tokens))
        made: dict[tuple[int, ...], tuple[torch.Tensor, ...]] = {}
        # A token is appended, so that the text's last token has states, too.
        trees = pack([(*ids, 0) for ids in distinct], TREE_NODES)

        def read_group(
            group: Sequence[PrefixTree], states: torch.Tensor, offsets: np.ndarray
        ) -> None:
            signs = self._signs(states[:, -1], group)
            taken = take(states[:, :-1], signs)
            members: list[int] = []
            paths: list[np.ndarray] = []
            for tree, offset in zip(group, offsets, strict=True):
                members += tree.members
                for path in tree.paths:
                    after_start = np.array(path[len(start) :], int)
                    paths.append(offset + after_start)
            nodes = moved(np.concatenate(paths), states.device)
            lengths = list(map(len, paths))
            parts = [part[nodes].split(lengths) for part in taken]
            for member, *rows in zip(members, *parts, strict=True):
                made[distinct[member]] = tuple(rows)

        def forward(batch: list[int]) -> None:
            batch_trees = [trees[index] for index in batch]
            states, offsets = self._states(batch_trees, layers)
            ends = [*offsets[1:], len(states)]
            for group in self._groups(ends):
                first = offsets[group.start]
                states_of_group = states[first : ends[group.stop - 1]]
                read_group(batch_trees[group], states_of_group, offsets[group] - first)

        nodes = [len(tree) for tree in trees]
        self.batch_tokens = run_batches(nodes, self.batch_tokens, forward)
        cut = np.array([text.cut for text in tokens], dtype=bool)
        return [made[text.ids] for text in tokens], cut

    def _groups(self, ends: Sequence[int]) -> list[slice]:
        """Neighbouring trees whose nodes have logits at once; on a processor each tree alone.

        Args:
            ends: end of each tree among the nodes.
        """
        if self.model.device.type == "cpu":
            return [slice(number, number + 1) for number in range(len(ends))]
        groups: list[slice] = []
        first = 0
        begin = 0
        for number, end in enumerate(ends, start=1):
            is_last = number == len(ends)
            if is_last or ends[number] - begin > self.logit_positions:
                groups.append(slice(first, number))
                first = number
                begin = end
        return groups

    def _signs(self, states: torch.Tensor, trees: Sequence[PrefixTree]) -> torch.Tensor:
        """The signs of the tokens of some trees, as in `read`, from their nodes' last states."""
        logits = self.model.get_output_embeddings()(states)
        log_chances = logits.float().log_softmax(-1)
        weighted = log_chances.exp() * log_chances
        entropies = -weighted.sum(-1)
        least = -log_chances.amax(-1)
        parents: list[np.ndarray] = []
        tokens: list[int] = []
        for tree in trees:
            # The first token has no parent; the value computed for it is never read.
            parents.append(len(tokens) + np.maximum(tree.parents, 0))
            tokens += tree.tokens
        before = moved(np.concatenate(parents), states.device)
        chosen = moved(np.array(tokens), states.device)
        losses = -log_chances[before, chosen]
        return torch.stack([losses, entropies[before], least[before]], -1)

    @torch.inference_mode()
    def _states(
        self, trees: list[PrefixTree], layers: Sequence[int] = ()
    ) -> tuple[torch.Tensor, np.ndarray]:
        """Last hidden states of all nodes, (nodes, hidden), and the first node of each tree.

        With `layers`, (nodes, layers + 1, hidden): the states of these layers, then the last ones.
        """
        lengths = [len(tree) for tree in trees]
        width = max(lengths)
        tokens = np.zeros((len(trees), width), dtype=np.int64)
        depths = np.zeros_like(tokens)
        visible = np.tile(np.eye(width, dtype=bool), (len(trees), 1, 1, 1))
        for row, tree in enumerate(trees):
            nodes = slice(len(tree))
            tokens[row, nodes] = tree.tokens
            depths[row, nodes] = tree.depths
            visible[row, 0, nodes, nodes] = tree.visibility()
        device = self.model.device
        output = self.model.base_model(
            input_ids=moved(tokens, device),
            position_ids=moved(depths, device),
            attention_mask=self._masks(visible, depths),
            use_cache=False,
            output_hidden_states=bool(layers),
        )
        states = output.last_hidden_state
        if layers:
            of_layers = [output.hidden_states[layer] for layer in layers]
            states = torch.stack([*of_layers, states], dim=2)
        unpadded = [states[row, :length] for row, length in enumerate(lengths)]
        return torch.cat(unpadded), np.cumsum([0, *lengths[:-1]])

    def _masks(
        self, visible: np.ndarray, depths: np.ndarray
    ) -> torch.Tensor | dict[str, torch.Tensor]:
        """The mask of all layers, or of each kind of layer if there are several.

        Args:
            visible: nodes that each node follows, (trees, 1, nodes, nodes).
            depths: depths of the nodes, (trees, nodes).
        """
        masks = {"full_attention": visible}
        if self.window:
            distances = depths[:, None, :, None] - depths[:, None, None, :]
            masks["sliding_attention"] = visible & (distances < self.window)
        device = self.model.device
        tensors = {kind: moved(masks[kind], device) for kind in self._attention}
        if len(tensors) > 1:
            return tensors
        (only,) = tensors.values()
        return only

    @torch.inference_mode()
    def _losses(
        self, states: torch.Tensor, contexts: np.ndarray, targets: np.ndarray
    ) -> torch.Tensor:
        """Negative log-likelihood of each target token after its context, float32 of shape (n,).

        Args:
            states: hidden states, (nodes, hidden).
            contexts: the node each target follows, (n,).
            targets: token ids, (n,).
        """
        head = self.model.get_output_embeddings()
        by_context = np.argsort(contexts, kind="stable")
        ascending = contexts[by_context]
        starts = range(0, len(states), self.logit_positions)
        ends = np.searchsorted(ascending, [*starts[1:], len(states)])
        counts = np.diff(ends, prepend=0).tolist()
        device = states.device
        nodes = moved(ascending, device).split(counts)
        tokens = moved(targets[by_context], device).split(counts)
        original_order = moved(np.argsort(by_context), device)
        losses = []
        for start, nodes_here, tokens_here in zip(starts, nodes, tokens, strict=True):
            end = start + self.logit_positions
            logits = head(states[start:end]).float()
            rows = nodes_here - start
            normalisers = logits.logsumexp(dim=-1)[rows]
            losses.append(normalisers - logits[rows, tokens_here])
        return torch.cat(losses)[original_order]


def logit_positions(model: Any) -> int:
    """At how many positions a causal language model has logits over its vocabulary at once."""
    if model.device.type != "cuda":
        return LOGIT_POSITIONS
    memory = torch.cuda.get_device_properties(model.device).total_memory
    vocabulary = model.get_output_embeddings().weight.shape[0]
    return max(LOGIT_POSITIONS, memory // (LOGIT_SHARE * 4 * vocabulary))


def pack(sequences: Sequence[Sequence[int]], capacity: int) -> list[PrefixTree]:
    """Trees of at most `capacity` nodes that hold every sequence once.

    Sequences are taken in lexicographic order, so that equal beginnings follow each other. Long
    ones get trees with room for four of them, up to eight times `capacity`. A tree outgrows that
    only if a single sequence does. Each sequence has at least two tokens.
    """
    trees: list[PrefixTree] = []
    previous: Sequence[int] = ()
    ascending = sorted(enumerate(sequences), key=lambda each: tuple(each[1]))
    for member, sequence in ascending:
        contexts = sequence[:-1]
        shared = common_start(previous, contexts)
        room = max(capacity, min(4 * len(contexts), 8 * capacity))
        if not trees or len(trees[-1]) + len(contexts) - shared > room:
            trees.append(PrefixTree())
            shared = 0
        trees[-1].add(member, sequence, shared)
        previous = contexts
    return trees
