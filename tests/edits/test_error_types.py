import importlib.resources
import re

import pytest

from gec_attribution.edits.error_types import describe_type


@pytest.mark.parametrize(
    ("error_type", "operation", "category", "name", "begins"),
    [
        (
            "R:VERB:SVA",
            "R",
            "VERB:SVA",
            "subject–verb agreement",
            "Something is replaced",
        ),
        ("M:DET", "M", "DET", "determiner", "Something was missing"),
        ("U:DET", "U", "DET", "determiner", "Something unnecessary"),
        # Chinese types have no category, and other letters for operations.
        ("R", "", "R", "redundant", "Redundant characters"),
        ("W", "", "W", "word order", "The same characters"),
        ("X:DET", "", "X:DET", "", ""),
        ("R:MY:OWN", "R", "MY:OWN", "", ""),
    ],
)
def test_types_are_described(error_type, operation, category, name, begins):
    description = describe_type(error_type)
    assert description[:3] == (operation, category, name)
    assert description.meaning.startswith(begins)
    assert bool(description.meaning) == bool(begins)


def test_every_category_that_errant_gives_is_described():
    code = (
        importlib.resources.files("errant.en")
        .joinpath("classifier.py")
        .read_text("utf-8")
    )
    given = set(re.findall(r'return "([A-Z]+(?::[A-Z]+)?)"', code)) - {"R", "UNK"}
    assert len(given) > 15
    assert [each for each in sorted(given) if not describe_type(f"R:{each}").name] == []
