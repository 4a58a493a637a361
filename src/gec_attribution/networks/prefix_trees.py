"""Packing sequences with common beginnings into trees, so that a model reads each of them once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass
class PrefixTree:
    """Distinct beginnings of some sequences; a node is the last token of one of them.

    Attributes:
        tokens: the token at each node.
        depths: how many tokens come before it in its sequence.
        parents: the node of the token before it, always a smaller number; -1 at a sequence's start.
        paths: for each member, the nodes of its tokens except the last, which no token follows.
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
            self.tokens.append(sequence[depth])
            self.depths.append(depth)
            self.parents.append(path[-1] if path else -1)
            path.append(len(self.tokens) - 1)
        self.paths.append(path)
        self.members.append(member)

    def visibility(self) -> np.ndarray:
        """Which nodes (columns) each node (row) follows, itself included: bool, (nodes, nodes)."""
        visible = np.eye(len(self), dtype=bool)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                visible[node] |= visible[parent]
        return visible


def pack(sequences: Sequence[Sequence[int]], capacity: int) -> list[PrefixTree]:
    """Trees of at most `capacity` nodes that hold every sequence once.

    Sequences are taken in lexicographic order, so that those that begin alike follow each other. A
    tree outgrows `capacity` only if a single sequence does.

    Args:
        sequences: token ids; each at least two.
        capacity: the most nodes in a tree.
    """
    trees: list[PrefixTree] = []
    previous: Sequence[int] = ()
    for member in sorted(range(len(sequences)), key=lambda index: tuple(sequences[index])):
        sequence = sequences[member]
        contexts = sequence[:-1]
        shared = _common_prefix(previous, contexts)
        if not trees or len(trees[-1]) + len(contexts) - shared > capacity:
            trees.append(PrefixTree())
            shared = 0
        trees[-1].add(member, sequence, shared)
        previous = contexts
    return trees


def _common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    length = 0
    for ours, theirs in zip(left, right, strict=False):
        if ours != theirs:
            break
        length += 1
    return length
