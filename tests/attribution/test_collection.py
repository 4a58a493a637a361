"""Many records together."""

import json

import pytest
from made_records import edit, made_record
from scipy.stats import binom

from gec_attribution.attribution.collection import Records
from gec_attribution.errors import InputError

NAN = float("nan")


def record(source="a b", phi=(0.5, -0.25), types=("DET", "NOUN"), **changes):
    edits = [
        edit(k, k + 1, f"y{k}", value, kind)
        for k, (kind, value) in enumerate(zip(types, phi, strict=True))
    ]
    return made_record(source, edits, hypothesis=f"{source} !", **changes)


RECORDS = Records(
    [
        record(system="one"),
        record(system="two", phi=(1.0, NAN), references=("a b c",)),
        record(system="one", metric="ppl", phi=(-2.0, 4.0)),
        record("c", system="two", phi=(), types=()),
    ]
)


def test_records_are_chosen_by_values_and_by_conditions():
    assert list(RECORDS.where(system="one", metric="some")) == [RECORDS[0]]
    longest = RECORDS.where(lambda each: len(each.edits) > 1, system="two")
    assert list(longest) == [RECORDS[1]]
    assert len(RECORDS.where(system="three")) == 0
    with pytest.raises(AttributeError, match="systm"):
        RECORDS.where(systm="one")


def test_sums_are_those_of_each_metric_and_method():
    whole = RECORDS.summed().set_index("metric")
    columns = ["edits", "undefined", "phi", "size"]
    assert whole.loc["some", columns].tolist() == [3, 1, 1.25, 1.75]
    assert whole.loc["ppl", columns].tolist() == [2, 0, 2.0, 6.0]
    by_type = RECORDS.summed("type").set_index(["metric", "type"])
    columns = ["phi", "mean", "helping", "edits", "undefined"]
    assert by_type.loc[("some", "DET"), columns].tolist() == [1.5, 0.75, 1, 2, 0]
    assert by_type.loc[("some", "NOUN"), columns].tolist() == [-0.25, -0.25, 0, 1, 1]
    assert by_type.loc[("ppl", "NOUN"), "mean_normalised"] == pytest.approx(2 / 3)
    with pytest.raises(
        InputError, match="unknown column 'kind'; there are dataset, system"
    ):
        RECORDS.summed("kind")


def test_attributions_are_compared_edit_by_edit():
    some, ppl = (RECORDS.where(metric=metric) for metric in ("some", "ppl"))
    both = some.compared(ppl)[["phi", "phi_other", "metric_other"]]
    assert both.to_numpy().tolist() == [[0.5, -2.0, "ppl"], [-0.25, 4.0, "ppl"]]
    with pytest.raises(
        InputError, match=r"'a b !' of 'a b' has several records, as by ppl, shap"
    ):
        RECORDS.compared(some)
    with pytest.raises(InputError, match="no edit in common"):
        ppl.compared(RECORDS[3:])
    with pytest.raises(
        InputError, match="records are compared with records; found str"
    ):
        some.compared(["ppl"])


def two_systems(sentences=40):
    """System a gains 0.5 by DET in each sentence, b 0.25, and b 1.0 by NOUN in every other one."""
    records = []
    for line in range(1, sentences + 1):
        records.append(record(system="a", phi=(0.5,), types=("DET",), line=line))
        edits = {"DET": 0.25, "NOUN": 1.0} if line % 2 else {"DET": 0.25}
        phi, types = tuple(edits.values()), tuple(edits)
        records.append(record(system="b", phi=phi, types=types, line=line))
    return Records(records)


def test_two_systems_are_tested_type_by_type():
    table = (
        two_systems().test(between=("system", "a", "b"), by="type").set_index("type")
    )
    # 40 · 0.5 against 40 · 0.25 + 20 · 1.0, by hand.
    columns = ["phi", "other_phi", "mean", "difference", "edits", "sources"]
    assert table[columns].to_dict("index") == {
        "all": dict(zip(columns, (20, 30, 0.5, -0.25, 40, 40), strict=True)),
        "DET": dict(zip(columns, (20, 10, 0.5, 0.25, 40, 40), strict=True)),
        "NOUN": dict(zip(columns, (0, 20, 0, -0.5, 0, 20), strict=True)),
    }
    # Both make the edit of DET; only b makes that of NOUN.
    assert table["only"].tolist() == [0, 0, 0]
    assert table["other_only"].tolist() == [20, 0, 20]
    assert table["other_only_phi"].tolist() == [20, 0, 20]
    # A difference that is the same in every sentence is so in each of 20,000 resamples.
    least = 2 / 20_001
    assert table.loc["DET", ["low", "high"]].tolist() == [0.25, 0.25]
    assert table.loc["DET", "p"] == pytest.approx(least)
    assert table.loc["DET", "p_holm"] == pytest.approx(2 * least)
    assert table.loc["all", "p_holm"] == table.loc["all", "p"]


def test_the_test_of_a_difference_is_the_distribution_of_resamples():
    (row,) = two_systems().test(between=("system", "a", "b")).to_dict("records")
    # A sentence differs by -0.75 or 0.25, as many by either: a resample of 40 has a binomial number
    # of the former, and a mean of zero or more where they are 10 or fewer.
    drawn = binom(40, 0.5)
    low, high = (0.25 - drawn.ppf(tail) / 40 for tail in (0.975, 0.025))
    assert [row["low"], row["high"]] == pytest.approx([low, high])
    assert row["p"] == pytest.approx(2 * drawn.cdf(10), abs=0.001)


@pytest.mark.parametrize(
    ("between", "options", "problem"),
    [
        (("system", "a", "c"), {}, "no sentence in common; there are records of a, b"),
        (("line", "1", "2"), {}, "unknown attribute 'line'"),
        (("system", "a", "b"), {"by": "kind"}, "unknown column 'kind'"),
        (("metric", "some", "ppl"), {}, "two units"),
        (("method", "shapley", "add"), {}, "choose one system first"),
    ],
)
def test_what_cannot_be_tested_is_said(between, options, problem):
    with pytest.raises(InputError, match=problem):
        two_systems(3).test(between=between, **options)


def test_what_was_saved_is_read_again(tmp_path):
    path = tmp_path / "records.jsonl"
    RECORDS.save(path)
    again = Records.read(path)
    assert repr(list(again)) == repr(list(RECORDS))
    systems = [json.loads(line)["system"] for line in path.read_text().splitlines()]
    assert systems == ["one", "two"] * 2
    Records([]).save(path)
    assert len(Records.read(path)) == 0


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is no JSON: Expecting property name"),
        ("[]", r"is no record: the line: \[\] is not of type 'object'"),
        ('{"edits": 3}', "is no record: "),
    ],
)
def test_a_line_that_is_no_record_is_named(tmp_path, line, problem):
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(record().to_dict()) + f"\n{line}\n")
    with pytest.raises(InputError, match=rf"records\.jsonl:2: {problem}"):
        Records.read(path)
    with pytest.raises(InputError, match="cannot be read"):
        Records.read(tmp_path / "none")
