"""English treebanks of Universal Dependencies, with the dependency labels that ERRANT reads.

ERRANT's rules know the labels of the ClearNLP scheme (`aux`, `auxpass`, `prep`, `prt`, `acomp`).
Heads change with the labels only where the rules look at heads and children (copulas) or where the
label means nothing without it (prepositions).
"""

import lzma
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from gec_attribution.errors import InputError

# UD labels whose name changes; the others keep the part before the colon.
_LABELS = {
    "acl:relcl": "relcl",
    "aux:pass": "auxpass",
    "cc:preconj": "preconj",
    "compound:prt": "prt",
    "csubj:pass": "csubjpass",
    "det:predet": "predet",
    "discourse": "intj",
    "iobj": "dative",
    "nmod:desc": "compound",
    "nmod:poss": "poss",
    "nmod:unmarked": "npadvmod",
    "nsubj:pass": "nsubjpass",
    "obj": "dobj",
    "obl": "npadvmod",
    "obl:unmarked": "npadvmod",
    "root": "ROOT",
    "vocative": "npadvmod",
}
_SUBJECTS = {"nsubj", "nsubj:pass", "nsubj:outer", "csubj", "csubj:pass", "csubj:outer", "expl"}
# Dependents of a predicate that belong to its clause and so follow the copula when it is raised.
_CLAUSAL = _SUBJECTS | {"advcl", "aux", "discourse", "mark", "parataxis", "punct", "vocative"}
# Labels that a preposition takes over from its noun; under any other it is simply `prep`.
_STRUCTURAL = {"appos", "ccomp", "conj", "dislocated", "list", "parataxis", "reparandum", "root"}
# Markers that make a clause of a gerund; with others ("by eating") it is a prepositional phrase.
_CONJUNCTIONS = {
    *("although", "as", "because", "if", "once", "since", "so", "than", "that", "though"),
    *("unless", "until", "when", "whereas", "whether", "while", "whilst"),
}
_NEGATIONS = {"not", "n't", "never"}
# Label of a predicate by its tag; with any other it is `attr`.
_COMPLEMENTS = {
    **dict.fromkeys(["JJ", "JJR", "JJS"], "acomp"),
    **dict.fromkeys(["VB", "VBD", "VBG", "VBN", "VBP", "VBZ"], "ccomp"),
    **dict.fromkeys(["RB", "WRB"], "advmod"),
}


@dataclass(slots=True)
class Word:
    """A syntactic word of a sentence.

    Attributes:
        form: the word as written.
        tag: its Penn Treebank tag.
        head: position of its head in the sentence; its own for the root.
        dep: label of the dependency on its head.
    """

    form: str
    tag: str
    head: int
    dep: str


def read_conllu(path: Path) -> Iterator[list[list[Word]]]:
    """Read a CoNLL-U file (plain, or compressed as `.xz`) one document at a time.

    Multi-word tokens are read as their syntactic words ("do", "n't"), as learner corpora have them.

    Yields:
        The sentences of a document, each a list of words with UD heads and labels.

    Raises:
        InputError: a line does not have ten columns; names file and line.
    """
    document: list[list[Word]] = []
    sentence: list[Word] = []
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            columns = line.rstrip("\n").split("\t")
            if columns[0].startswith("# newdoc") and document:
                yield document
                document = []
            elif columns == [""] and sentence:
                document.append(sentence)
                sentence = []
            elif columns[0].isdecimal():
                if len(columns) != 10:
                    raise InputError(
                        f"{path}:{number}: a word of a CoNLL-U file has 10 columns, here are "
                        f"{len(columns)}"
                    )
                head = int(columns[6]) - 1 if columns[6] != "0" else len(sentence)
                sentence.append(Word(columns[1], columns[4], head, columns[7]))
    if sentence:
        document.append(sentence)
    if document:
        yield document


def convert_labels(sentence: Sequence[Word]) -> list[Word]:
    """Turn a UD tree into one with the heads and labels that ERRANT reads.

    A copula heads its clause and a preposition its noun or gerund; infinitival "to" is `aux`,
    negation `neg`, a predicative adjective `acomp`. Labels that no rule of ERRANT reads keep the
    first part of their UD name.
    """
    tree = [replace(word) for word in sentence]
    for position, word in enumerate(tree):
        if word.dep == "cop" and tree[word.head].dep != "cop":
            _raise_copula(tree, position)
    for position in range(len(tree)):
        if _is_preposition(tree, position):
            _raise_preposition(tree, position)
    labels = [_label(tree, position) for position in range(len(tree))]
    for word, label in zip(tree, labels, strict=True):
        word.dep = label
    return tree


def _dependents(tree: Sequence[Word], head: int) -> list[int]:
    return [i for i, word in enumerate(tree) if word.head == head != i]


def _raise(tree: Sequence[Word], word: int, label: str) -> None:
    """Put a word in the place of its head, and attach that head to it with a label."""
    head = tree[word].head
    tree[word].head = word if tree[head].head == head else tree[head].head
    tree[head].head = word
    tree[head].dep = label


def _raise_copula(tree: Sequence[Word], copula: int) -> None:
    predicate = tree[tree[copula].head]
    for i in _clause_of(tree, copula):
        tree[i].head = copula
    label = _COMPLEMENTS.get(predicate.tag, "attr")
    tree[copula].dep = predicate.dep
    _raise(tree, copula, label)


def _clause_of(tree: Sequence[Word], copula: int) -> list[int]:
    """The predicate's dependents that go with the copula: those of its clause, if no arcs cross."""
    predicate = tree[copula].head
    sign = 1 if predicate > copula else -1
    # Distance from the copula, counted towards the predicate.
    place = {i: sign * (i - copula) for i in _dependents(tree, predicate) if i != copula}
    end = sign * (predicate - copula)
    inner = [i for i in place if 0 < place[i] < end and _leaves_predicate(tree[i])]
    reach = max((place[i] for i in inner), default=0)
    near = [i for i in place if place[i] <= reach]
    far = sorted((i for i in place if place[i] > end), key=lambda i: place[i], reverse=True)
    return near + list(takewhile(lambda i: _is_clausal(tree, i), far))


def _leaves_predicate(word: Word) -> bool:
    return word.dep in _SUBJECTS or word.form.lower() in _NEGATIONS


def _is_clausal(tree: Sequence[Word], position: int) -> bool:
    if tree[position].dep == "conj":
        marks = _SUBJECTS | {"aux", "aux:pass", "cop"}
        return any(tree[i].dep in marks for i in _dependents(tree, position))
    return tree[position].dep in _CLAUSAL


def _is_preposition(tree: Sequence[Word], position: int) -> bool:
    word = tree[position]
    if word.head < position:
        return False
    if word.dep == "mark" and word.tag == "IN" and tree[word.head].tag == "VBG":
        return word.form.lower() not in _CONJUNCTIONS
    return word.dep == "case" and word.tag != "POS"


def _raise_preposition(tree: Sequence[Word], preposition: int) -> None:
    noun = tree[preposition].head
    for i in _dependents(tree, noun):
        if i < preposition:
            tree[i].head = preposition
    if tree[noun].dep == "obl:agent":
        tree[preposition].dep = "agent"
    else:
        tree[preposition].dep = tree[noun].dep if tree[noun].dep in _STRUCTURAL else "prep"
    _raise(tree, preposition, "pcomp" if tree[noun].tag.startswith("VB") else "pobj")


def _label(tree: Sequence[Word], position: int) -> str:
    word = tree[position]
    label = _LABELS.get(word.dep, word.dep.split(":")[0])
    if word.dep == "case":
        label = "case" if word.tag == "POS" else "prep"
    elif word.dep == "mark" and word.tag == "TO":
        label = "aux"
    elif word.dep == "advmod" and word.form.lower() in _NEGATIONS:
        label = "neg"
    elif word.dep == "xcomp" and word.tag.startswith(("JJ", "NN")):
        has_object = any(tree[i].dep == "obj" for i in _dependents(tree, word.head))
        label = "oprd" if has_object else _COMPLEMENTS.get(word.tag, "attr")
    return label


def join_hyphens(sentence: Sequence[Word]) -> list[Word]:
    """Write hyphenated words as one, as learner corpora do ("long-term", not "long - term").

    Such a word is an adjective before its noun, and otherwise what its last part is. Takes a UD
    tree; a sentence in which the parts of such a word are not connected is returned unchanged.
    """
    groups: list[list[int]] = []
    for i, word in enumerate(sentence):
        if i and "HYPH" in (word.tag, sentence[i - 1].tag):
            groups[-1].append(i)
        else:
            groups.append([i])
    group_of = {i: group for group, members in enumerate(groups) for i in members}
    joined = []
    for group, members in enumerate(groups):
        words = [sentence[i] for i in members]
        tops = [i for i in members if sentence[i].head == i or group_of[sentence[i].head] != group]
        if len(tops) != 1:
            return [replace(word) for word in sentence]
        top = sentence[tops[0]]
        tag, dep = words[-1].tag, top.dep
        if len(words) > 1 and top.head > members[-1] and sentence[top.head].tag.startswith("NN"):
            tag, dep = "JJ", "amod"
        head = group_of[top.head]
        joined.append(Word("".join(word.form for word in words), tag, head, dep))
    return joined


def learner_variant(sentence: Sequence[Word], rng: random.Random) -> list[Word]:
    """A sentence as a learner might type it: hyphens joined, at times no capitals or full stop."""
    variant = join_hyphens(sentence)
    last = len(variant) - 1
    if (
        rng.random() < 0.3
        and variant[last].tag == "."
        and all(w.head != last for w in variant[:-1])
    ):
        variant = variant[:-1]
    lower = rng.random() < 0.3
    for word in variant:
        if word.tag in {"``", "''"}:
            word.form = '"'
        if lower:
            word.form = word.form.lower()
    return variant
