"""The list of what the two papers and the slides say, and where each of it is seen."""

import csv
import re
from collections import Counter

import pytest
from project import ROOT

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.paper_vs_reproduction.answers import DIFFERS, HOLDS
from gec_attribution.experiments.paper_vs_reproduction.claims_table import CLAIMS

with (ROOT / "docs/items.csv").open(encoding="utf-8", newline="") as file:
    ITEMS = list(csv.DictReader(file))
ANSWERS = [
    row
    for path in (ROOT / "docs/tables").glob("*/tables/paper_claims.csv")
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
]
TESTS = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
)


def test_the_page_begins_with_the_count_of_the_list():
    counts = Counter(item["status"] for item in ITEMS)
    page = (ROOT / "docs/deviations.md").read_text(encoding="utf-8")
    first = page.split("\n\n")[1]
    said = [int(number) for number in re.findall(r"\*\*(\d+)\*\*", first)]
    asked = sum(item["status"] == "true" and bool(item["asked_of"]) for item in ITEMS)
    assert said == [
        len(ITEMS),
        counts["true"],
        counts["partly"],
        counts["missing"],
        asked,
    ]


@pytest.mark.parametrize(
    "item",
    [item for item in ITEMS if item["status"] == "true" and item["asked_of"]],
    ids=lambda item: item["item"][:50],
)
def test_a_claim_was_answered_by_the_model_that_was_asked(item):
    """Everywhere, by the tables that the pages read, and with a test where the answer is yes."""
    names = re.sub(r"^claims?|;.*", "", item["seen"]).replace(" ", "").split(",")
    verdicts = {
        row["verdict"]
        for row in ANSWERS
        if row["name"] in names and item["asked_of"] in row["models"]
    }
    assert verdicts
    assert verdicts <= {HOLDS, DIFFERS}


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item["item"][:50])
def test_an_item_is_seen_where_the_list_says(item):
    seen = item["seen"]
    assert bool(item["reason"]) == (item["status"] != "true")
    assert seen or item["status"] == "missing"
    if seen.startswith("claim"):
        assert (
            set(re.sub(r"^claims?|;.*", "", seen).replace(" ", "").split(","))
            <= CLAIMS.keys()
        )
    for name in re.findall(r"\btest_\w+(?!\.py|\w)", seen):
        assert (
            f"def {name}(" in TESTS
            or (ROOT / f"{name}.py").exists()
            or f"{name}.py" in seen
        )
    for path in re.findall(
        r"(?:config|docs|src|tests|training|models)/[\w./-]*\w", seen
    ):
        assert (ROOT / path).exists()
    tables = {table.name for one in experiments().values() for table in one.tables}
    if re.fullmatch(r"[a-z]+_[a-z_]+", seen) and not seen.startswith("test_"):
        assert seen in tables | experiments().keys() | {
            "cumulative_edits",
            "shapley_sampling",
        }
