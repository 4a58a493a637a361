"""Meanings of the error types of edits, in words.

English types are ERRANT's (Bryant, Felice and Briscoe 2017, "Automatic Annotation and Evaluation of
Error Types for Grammatical Error Correction"): an operation, a colon and a category, `R:VERB:SVA`.
Chinese ones are ChERRANT's (Zhang et al. 2022), an operation alone.
"""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pandas as pd


class ErrorType(NamedTuple):
    """An error type in words.

    Attributes:
        operation: the letter before the first colon; empty where a type has no category.
        category: the rest, as the experiments group types; the whole type where it has no colon.
        name: a short name of the category, in lower case; empty where the category is not known.
        meaning: a sentence about the type; empty where it is not known.
    """

    operation: str
    category: str
    name: str
    meaning: str


OPERATIONS = {
    "M": ("missing", "Something was missing and is added"),
    "R": ("replaced", "Something is replaced"),
    "U": ("unnecessary", "Something unnecessary is removed"),
}
"""Name and meaning of ERRANT's operations."""

# Category, name, words, and examples of being replaced, missing and unnecessary.
_TABLE = """
ADJ | adjective | an adjective | big → wide | a [big] house | a [big] large house
ADJ:FORM | adjective form | the comparative or superlative of an adjective | goodest → best
ADV | adverb | an adverb | speedily → quickly | I [really] like it | [very] hugely
CONJ | conjunction | a conjunction | and → but | salt [and] pepper | although, [but]
CONTR | contraction | a contraction | n't → not | do [n't] | cannot [n't]
DET | determiner | a determiner such as an article | a → the | [the] sun | [the] life
MORPH | morphology | another word of the same stem | quick, adjective → quickly, adverb
NOUN | noun | a noun | person → people | my [sister] Ann | a city [town]
NOUN:INFL | noun inflection | a noun form that does not exist | informations → information
NOUN:NUM | noun number | the number of a noun | cat → cats
NOUN:POSS | noun possessive | the possessive of a noun | friends → friend's | my friend ['s] house | the house ['s]
ORTH | orthography | upper and lower case or the space between words | Best → best
OTHER | other | anything that has no category of its own | at his best → well, a paraphrase | [as far as I know] | [it is that]
PART | particle | the particle of a verb | look in → look at | grow [up] | enter [in]
PREP | preposition | a preposition | in → at | listen [to] music | discuss [about] it
PRON | pronoun | a pronoun | me → I | [it] is raining | my friend [he] came
PUNCT | punctuation | a punctuation mark | , → ; | However [,] | I think [,] that
SPELL | spelling | a misspelt word | freind → friend
UNK | unknown | an error that an annotator saw and did not correct
VERB | verb | a verb | walk → stroll | they [are] happy | he can [be] sing
VERB:FORM | verb form | an infinitive, a gerund or a participle | to eat → eating | want [to] go | must [to] go
VERB:INFL | verb inflection | a verb form that does not exist | getted → got
VERB:SVA | subject–verb agreement | the agreement of a verb with its subject | he go → he goes
VERB:TENSE | verb tense | the tense of a verb, auxiliaries and modals included | eats → ate | I [have] seen | I [am] agree
WO | word order | the order of words | only can → can only
"""  # noqa: E501


def _read_table(table: str) -> dict[str, list[str]]:
    """The columns of each category after the first one."""
    categories = {}
    for line in table.strip().splitlines():
        category, *columns = map(str.strip, line.split("|"))
        categories[category] = columns
    return categories


_CATEGORIES = _read_table(_TABLE)
_EXAMPLES = {"R": 0, "M": 1, "U": 2}
_CHINESE = {
    "M": ("missing", "Characters were missing and are added (ChERRANT)."),
    "R": ("redundant", "Redundant characters are removed (ChERRANT)."),
    "S": ("substituted", "Characters are replaced by others (ChERRANT)."),
    "W": ("word order", "The same characters in another order (ChERRANT)."),
}


def describe_type(error_type: str) -> ErrorType:
    """An error type in words; types of other schemes have no name and no meaning."""
    operation, colon, category = error_type.partition(":")
    if not colon or operation not in OPERATIONS:
        return ErrorType("", error_type, *_CHINESE.get(error_type, ("", "")))
    if category not in _CATEGORIES:
        return ErrorType(operation, category, "", "")
    name, words, *examples = _CATEGORIES[category]
    meaning = f"{OPERATIONS[operation][1]}: {words}"
    place = _EXAMPLES[operation]
    if place < len(examples):
        meaning += f" ({examples[place]})"
    return ErrorType(operation, category, name, f"{meaning}.")


def main_type(types: "pd.Series") -> "pd.Series":
    """ERRANT's types without the operation: `R:VERB:SVA` and `M:VERB:SVA` are `VERB:SVA`."""
    return types.str.replace("^[MRU]:", "", regex=True)
