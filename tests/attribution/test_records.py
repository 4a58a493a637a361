"""The record: its schema, its page, and its way through JSON."""

import json
import math
import re
from dataclasses import replace

import jsonschema
import pytest
from project import ROOT
from toy_games import english_game, method

from gec_attribution.attribution.explained import ScoredBy, explained
from gec_attribution.attribution.records import Interaction, Record, record_schema
from gec_attribution.edits.model import Edit
from gec_attribution.games.game import play_columns

EDITS = (Edit(1, 2, "goes", "R:VERB:SVA"), Edit(2, 2, "to the", "M:OTHER"))


def record(game, score, kind="shapley"):
    chosen = method(kind)
    tables = play_columns([game], [chosen.masks(game.n, game.seed)], score, ["score"])
    (record_by_method,) = explained(game, *tables, [chosen], ScoredBy.signed("m", "s"))
    return record_by_method


def lengths(sources, texts):
    del sources
    return [float(len(text)) for text in texts]


@pytest.mark.parametrize("score", [lengths, lambda _, texts: [math.nan] * len(texts)])
def test_a_record_is_what_its_schema_says(score):
    explained = record(english_game("He go home .", EDITS), score)
    value = json.loads(json.dumps(explained.to_dict(), allow_nan=False))
    jsonschema.Draft202012Validator.check_schema(record_schema())
    jsonschema.validate(value, record_schema())
    assert list(value) == [key for key in record_schema()["properties"] if key in value]
    for wrong in (
        {**value, "seed": 2**53},
        {**value, "more": 1},
        {**value, "edits": [{}]},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, record_schema())
    assert repr(Record.from_dict(value)) == repr(explained)


def test_a_sentence_is_cut_as_it_was_written_where_its_tokens_were_made():
    game = english_game("He do n't  go ( home ) .", (
        Edit(1, 3, "does n't", "R:VERB:SVA"), Edit(6, 6, ", I think ,", "M:OTHER")
    ))  # fmt: skip
    explained = replace(
        record(game, lengths),
        source_text="He  don't go (home).",
        hypothesis_text="He doesn't go (home, I think,).",
    )
    assert [chunk[:3] for chunk in explained.chunks()] == [
        ("He", "He", None), ("don't", "doesn't", 0), ("go (home", "go (home", None),
        ("", ", I think,", 1), (").", ").", None),
    ]  # fmt: skip
    value = explained.to_dict()
    jsonschema.validate(value, record_schema())
    assert (value["source"], value["source_text"]) == (
        game.source,
        "He  don't go (home).",
    )
    assert repr(Record.from_dict(value)) == repr(explained)


def test_a_record_has_the_interactions_of_its_edits_where_all_values_are_known():
    # Each edit is worth 1, and both together 10 more, in any order.
    def score(_sources, texts):
        applied = [("goes" in text) + ("to the" in text) for text in texts]
        return [count + 10.0 * (count == 2) for count in applied]

    game = english_game("He go home .", EDITS)
    (pair,) = record(game, score).interactions
    assert pair == Interaction((0, 1), 10.0, 10.0)
    assert record(game, score).to_dict()["interactions"] == [
        {"edits": [0, 1], "shapley": 10.0, "taylor": 10.0}
    ]
    three_edits = english_game("He go home .", (*EDITS, Edit(3, 4, "!", "R:PUNCT")))
    interactions = record(three_edits, lengths).interactions
    assert [pair.shapley for pair in interactions] == pytest.approx([0, 0, 0])
    # Add does not ask for every subset of three edits.
    assert record(three_edits, lengths, "add").interactions is None
    assert (
        "interactions"
        not in record(english_game("He go .", EDITS[:1]), lengths).to_dict()
    )


def test_the_page_has_a_row_for_each_key_of_the_schema():
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    shapes = [record_schema(), *record_schema()["$defs"].values()]
    keys = {key for shape in shapes for key in shape.get("properties", {})}
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == keys
