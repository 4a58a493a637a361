"""Chinese edits from an alignment of characters, as ChERRANT and CLEME find them.

ChERRANT (Zhang et al. 2022) aligns as ERRANT does: by a Damerau-Levenshtein distance in which
substitutions cost less the more alike two characters are. Steps are then merged into edits by
rules. CLEME (Ye et al. 2023) and EXCGEC find the same edits, except that they treat `•・·` as
punctuation, as is done here, and ChERRANT does not. None of them treats the full stop `。` as
punctuation.

Tokens are single characters (but for `[缺失成分]`, MuCGEC's mark of a missing part).
"""

import functools
import re
import string
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, islice
from operator import ne
from typing import NamedTuple

from gec_attribution.edits.chunks import changed_spans, chunks, common_start, edit_type
from gec_attribution.edits.model import Edit, m2_text
from gec_attribution.languages.chinese_lexicons import Lexicons

Tokens = tuple[str, ...]

PUNCTUATION = (
    "！？｡＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～｟｠｢｣､、〃》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟"
    f"〰〾〿–—‘'‛“”„‟…‧﹏.{string.punctuation}•・·"
)
MAX_ALIGNMENTS = 1000
"""Where there are more cheapest alignments, or the lengths differ by more than
`MAX_LENGTH_DIFFERENCE`, only the first is looked at; the second limit is ChERRANT's own."""
MAX_LENGTH_DIFFERENCE = 10

SPACE = "▁"
"""First character of a token that a space parts from the word before it, as in SentencePiece."""

_TOKEN = re.compile(r"\[缺失成分\]|.")

# Steps of an alignment, and kinds of edits merged from them. A cell of the table holds the sum of
# its cheapest steps; they are tried in this order.
KEEP = 1
REORDER = 2
SUBSTITUTE = 4
INSERT = 8
DELETE = 16
# ChERRANT's name of each kind of edit: word order, substitution, missing, redundant.
TYPES = {REORDER: "W", SUBSTITUTE: "S", INSERT: "M", DELETE: "R"}


class Step(NamedTuple):
    """One operation on the source tokens [start, end) and the target's [target_start, target_end).

    Before merging, one that keeps, substitutes, inserts or deletes has at most one token per side.
    """

    operation: int
    start: int
    end: int
    target_start: int
    target_end: int


def characters(text: str) -> Tokens:
    """The characters of a Chinese text without white space, as ChERRANT and EXCGEC count them."""
    return tuple(_TOKEN.findall("".join(text.replace(SPACE, " ").split())))


class ChineseAligner:
    """Finds the edits between tokenised sentences, by default without confusion sets."""

    def __init__(self, lexicons: Lexicons | None = None) -> None:
        self.lexicons = lexicons or Lexicons()
        self._costs = functools.cache(functools.partial(_CostsFrom, self.lexicons))

    def edits(self, source: Tokens, target: Tokens) -> tuple[Edit, ...]:
        """The edits of the first of the cheapest alignments; none where the texts are equal.

        Their type is ChERRANT's: M (missing), R (redundant), S (substitution), W (word order).
        """
        return _edits(next(self._alignments(source, target)), source, target)

    def all_edits(self, source: Tokens, target: Tokens) -> list[tuple[Edit, ...]]:
        """The edits of every cheapest alignment, each list of edits once, that of `edits` first."""
        is_far = abs(len(source) - len(target)) > MAX_LENGTH_DIFFERENCE
        most = 1 if is_far else MAX_ALIGNMENTS + 1
        alignments = list(islice(self._alignments(source, target), most))
        if len(alignments) > MAX_ALIGNMENTS:
            alignments = alignments[:1]
        found = [_edits(steps, source, target) for steps in alignments]
        return list(dict.fromkeys(found))

    def joined_edits(self, source: Tokens, target: Tokens) -> tuple[Edit, ...]:
        """The edits as EXCGEC annotates them: `edits`, joined within `MERGE_DISTANCE`."""
        edits = self.edits(source, target)
        joined: list[Edit] = []
        for chunk in chunks(source, edits, changed_spans([edits])):
            if len(chunk.edits) == 1:
                joined += chunk.edits
                continue
            error_type = edit_type(source[chunk.start : chunk.end], chunk.correction)
            correction = m2_text(chunk.correction)
            joined.append(Edit(chunk.start, chunk.end, correction, error_type))
        return tuple(joined)

    def _alignments(self, source: Tokens, target: Tokens) -> Iterator[list[Step]]:
        # Equal tokens at the end are kept in every alignment, nothing before depends on them, and
        # no edit holds them.
        same = common_start(source[::-1], target[::-1])
        source = source[: len(source) - same]
        target = target[: len(target) - same]
        return _paths(_cheapest_operations(source, target, self._costs))


class _CostsFrom(dict[str, float]):
    """The cost of substituting one token by each other one, computed when first asked for."""

    def __init__(self, lexicons: Lexicons, source: str) -> None:
        super().__init__()
        self._lexicons = lexicons
        self._source = source

    def __missing__(self, target: str) -> float:
        cost = substitution_cost(self._lexicons, self._source, target)
        self[target] = cost
        return cost


def substitution_cost(lexicons: Lexicons, token: str, replacement: str) -> float:
    """Cost of substituting a token by a different one, where inserting one costs 1.

    The sum of how far apart they are in meaning (0 to 2/3), in kind (punctuation or not: 0 to
    0.499), and in writing (0 where they share a reading or are in a confusion set, else 0.5).
    """
    levels = lexicons.semantic_class(token)
    other_levels = lexicons.semantic_class(replacement)
    meaning = 4
    if levels is not None and other_levels is not None:
        meaning = 2 * sum(map(ne, levels, other_levels))
    marks = [token in PUNCTUATION, replacement in PUNCTUATION]
    if all(marks):
        kind = 0.0
    elif any(marks):
        kind = 0.499
    else:
        kind = 0.25
    writing = 0.5
    are_chinese = _is_chinese(token) and _is_chinese(replacement)
    if are_chinese and lexicons.are_confusable(token, replacement):
        writing = 0.0
    # Two alignments are equally cheap if their sums are, so the order of the terms matters.
    return meaning / 6 + writing + kind


def _is_chinese(token: str) -> bool:
    return all("\u4e00" <= character <= "\u9fff" for character in token)


class _Table(NamedTuple):
    """Cheapest way, for each cell (i, j), from the first i tokens to the first j of the target.

    Attributes:
        operations: (source + 1, target + 1) the sum of the last operations that are cheapest.
        reordered: the number of tokens that a cell reorders, where it does.
    """

    operations: list[list[int]]
    reordered: dict[tuple[int, int], int]


def _cheapest_operations(
    source: Tokens, target: Tokens, costs_from: Callable[[str], Mapping[str, float]]
) -> _Table:
    """Fill the table by dynamic programming.

    Equal tokens are kept, even where another operation is cheaper. Reordering n tokens costs
    n - 1. Each cell takes the shortest reordering that ends in it, along a stretch of its diagonal
    without two neighbours of equal cost.
    """
    # The tokens of two stretches are the same in another order if the sums of their hashes are
    # equal, that is, if the difference of the running sums was on this diagonal before. `rows_of`
    # holds, for each diagonal, in which row each difference was last.
    hashes = list(map(hash, target))
    differences = [0] * (len(source) + len(target) + 1)
    rows_of = [{0: max(0, len(source) - index)} for index in range(len(differences))]
    costs = [[float(column) for column in range(len(target) + 1)]]
    operations = [[INSERT] * (len(target) + 1)]
    reordered = {}
    for row, token in enumerate(source):
        token_hash = hash(token)
        substitutions = costs_from(token)
        above = costs[row]
        current = [row + 1.0]
        cheapest = [DELETE]
        for column, target_token in enumerate(target):
            diagonal = column - row + len(source)
            before = above[column]
            if token == target_token:
                current.append(before)
                cheapest.append(KEEP)
                rows_of[diagonal] = {differences[diagonal]: row + 1}
                continue
            substituted = before + substitutions[target_token]
            inserted = current[column] + 1
            deleted = above[column + 1] + 1
            cost = min(substituted, inserted, deleted)
            operation = 0
            difference = differences[diagonal] + token_hash - hashes[column]
            differences[diagonal] = difference
            start = rows_of[diagonal].get(difference)
            if start is not None:
                moved = row + 1 - start
                target_start = column + 1 - moved
                reordering_cost = costs[start][target_start] + (moved - 1)
                before_move = sorted(source[start : row + 1])
                after_move = sorted(target[target_start : column + 1])
                if before_move == after_move and reordering_cost <= cost:
                    cost = reordering_cost
                    operation = REORDER
                    reordered[row + 1, column + 1] = moved
            current.append(cost)
            cheapest.append(operation + _cheap_as(cost, substituted, inserted, deleted))
            if cost == before:
                rows_of[diagonal] = {difference: row + 1}
            else:
                rows_of[diagonal][difference] = row + 1
        costs.append(current)
        operations.append(cheapest)
    return _Table(operations, reordered)


def _cheap_as(cost: float, substituted: float, inserted: float, deleted: float) -> int:
    """The sum of the operations that have a cost."""
    operations = 0
    if substituted == cost:
        operations += SUBSTITUTE
    if inserted == cost:
        operations += INSERT
    if deleted == cost:
        operations += DELETE
    return operations


def _paths(table: _Table) -> Iterator[list[Step]]:
    """The cheapest alignments, the one that takes the first operation everywhere first."""
    last_row = len(table.operations) - 1
    last_column = len(table.operations[0]) - 1
    # Each entry is a cell and the steps that follow it, as nested pairs.
    pending: list[tuple[int, int, tuple]] = [(last_row, last_column, ())]
    while pending:
        row, column, later = pending.pop()
        if not row and not column:
            steps = []
            while later:
                step, later = later
                steps.append(step)
            yield steps
            continue
        for operation in reversed(_split(table.operations[row][column])):
            moved = 1
            if operation == REORDER:
                moved = table.reordered[row, column]
            start = row if operation == INSERT else row - moved
            target_start = column if operation == DELETE else column - moved
            step = Step(operation, start, row, target_start, column)
            pending.append((start, target_start, (step, later)))


@functools.cache
def _split(operations: int) -> tuple[int, ...]:
    """The operations of a sum, in the order in which they are tried."""
    return tuple(
        one for one in (KEEP, REORDER, SUBSTITUTE, INSERT, DELETE) if operations & one
    )


def _edits(steps: list[Step], source: Tokens, target: Tokens) -> tuple[Edit, ...]:
    """The edits that the steps of an alignment are merged into, in their order.

    A substitution begins and ends with other tokens than its correction, for equal ones are kept.
    """
    edits = []
    for step in _join_moves(list(_join_runs(steps)), source, target):
        correction = m2_text(target[step.target_start : step.target_end])
        edits.append(Edit(step.start, step.end, correction, TYPES[step.operation]))
    return tuple(edits)


def _join_runs(steps: list[Step]) -> Iterator[Step]:
    """Join neighbouring kept tokens, and neighbouring substitutions, insertions and deletions.

    Moves stay alone. Insertions are never beside deletions, for any substitution costs less.
    """

    def kind(step: Step) -> int:
        if step.operation in {KEEP, REORDER}:
            return step.operation
        return 0

    for kind_of_run, run in groupby(steps, kind):
        if kind_of_run == REORDER:
            yield from run
            continue
        joined = list(run)
        operations = {step.operation for step in joined}
        operation = operations.pop() if len(operations) == 1 else SUBSTITUTE
        yield _join(joined, operation)


def _join(steps: list[Step], operation: int) -> Step:
    first = steps[0]
    last = steps[-1]
    return Step(operation, first.start, last.end, first.target_start, last.target_end)


def _join_moves(steps: list[Step], source: Tokens, target: Tokens) -> Iterator[Step]:
    """Join three steps that together move words, and leave out all other kept tokens."""
    position = 0
    while position < len(steps):
        three = steps[position : position + 3]
        if len(three) == 3 and _is_move(three, source, target):
            yield _join(three, REORDER)
            position += 3
            continue
        if three[0].operation != KEEP:
            yield three[0]
        position += 1


def _is_move(three: list[Step], source: Tokens, target: Tokens) -> bool:
    """Return whether two words change places around kept ones, or one word moves over others."""
    first, between, last = three
    removed = "".join(source[first.start : first.end])
    added = "".join(target[first.target_start : first.target_end])
    last_removed = "".join(source[last.start : last.end])
    last_added = "".join(target[last.target_start : last.target_end])
    operations = (first.operation, between.operation, last.operation)
    if operations == (SUBSTITUTE, KEEP, SUBSTITUTE):
        shortest = min(len(removed), len(added), len(last_removed), len(last_added))
        if shortest == 1:
            return removed == last_added and last_removed == added
        return _differ_little(removed, last_added) and _differ_little(
            last_removed, added
        )
    if {first.operation, last.operation} == {INSERT, DELETE}:
        return _is_same_word(removed + last_removed, added + last_added)
    return False


def _is_same_word(removed: str, added: str) -> bool:
    """Return whether a deleted and an inserted text are the same word, or nearly so."""
    longer, shorter = sorted((removed, added), key=len, reverse=True)
    if longer in PUNCTUATION or shorter in PUNCTUATION:
        return False
    if len(shorter) == 1:
        return longer == shorter
    is_rotated = len(longer) == len(shorter) and shorter in longer + longer
    return is_rotated or _differ_little(longer, shorter)


def _differ_little(before: str, after: str) -> bool:
    """Return whether one character at most was inserted, deleted or substituted."""
    # Stages that only cut Chinese into tokens do without it.
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(before, after) <= 1
