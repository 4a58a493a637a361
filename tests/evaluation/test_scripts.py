"""The scripts of stages 6 and 7, from the files of the stages before to tables."""

import importlib.util
from types import SimpleNamespace

import numpy as np
import pandas as pd
import project
import pytest

from gec_attribution.corpora.probes import PAIR_COLUMNS
from gec_attribution.edits.m2 import edits_of, write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.evaluation import human_rankings
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.plan import plan_coalitions, write_plan
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics.base import Metric
from gec_attribution.storage.seeds import seed_from

SOURCES = ["a b c d", "e f g h", "i j k l", "m n o p"]
METHODS = {
    "shapley": {"type": "shapley", "label": "Shapley"},
    "add": {"type": "add"},
    "sub": {"type": "sub"},
    "sampling": {"type": "shapley_sampling", "permutations": 5},
}
COALITIONS = {"max_edits": 4, "above_max_edits": "sample"}
BOOTSTRAP = {"resamples": 100, "seed": 0}
SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9, "chunk_size": 8}


def replacing(position, correction="x"):
    return Edit(position, position + 1, correction, f"R:{'NOUN' if position % 2 else 'VERB'}")


SYSTEMS = {
    "one": [(), tuple(map(replacing, range(4))), (replacing(0), replacing(2)), (replacing(1),)],
    "two": [(replacing(3),), tuple(map(replacing, range(3))), (replacing(0),), ()],
}
REFERENCE = [(replacing(3),), (replacing(0), replacing(1)), (replacing(2),), ()]


def run(script, **snakemake):
    spec = importlib.util.spec_from_file_location(script, project.script(script))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    namespaces = {
        key: SimpleNamespace(**value) if isinstance(value, dict) else value
        for key, value in snakemake.items()
    }
    module.main(SimpleNamespace(**namespaces))
    return snakemake["output"][0]


def write_edits(path, edits):
    write_m2(path, [AnnotatedSentence(s, {0: e}) for s, e in zip(SOURCES, edits, strict=True)])
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files that stages 1 to 5 would have left, and the attributions made from them."""
    folder = tmp_path_factory.mktemp("study")
    edits = [write_edits(folder / f"{name}.m2", found) for name, found in SYSTEMS.items()]
    (plan,) = plan_coalitions(
        {name: edits_of(path) for name, path in zip(SYSTEMS, edits, strict=True)},
        [lambda n, _: lattice_masks(n)],
        ENGLISH,
    )
    write_plan([plan], folder / "pairs.parquet", folder / "coalitions.parquet")
    scores = plan.pairs[["pair"]].assign(
        score=[seed_from(text) % 1000 / 1000 for text in plan.pairs["sentence"]]
    )
    scores.attrs["signature"] = {"model": "abc"}
    scores.to_parquet(folder / "scores.parquet", index=False)
    (folder / "sources.txt").write_text("".join(f"{line}\n" for line in SOURCES))
    extraction = folder / "one.json"
    extraction.write_text('{"aligner": "none"}')
    paths = {
        "edits": edits,
        "coalitions": folder / "coalitions.parquet",
        "scores": folder / "scores.parquet",
        "sources": folder / "sources.txt",
        "references": [write_edits(folder / "reference.m2", REFERENCE)],
        "attributions": [folder / f"{method}.parquet" for method in METHODS],
        "extraction": extraction,
    }
    for name, path in zip(METHODS, paths["attributions"], strict=True):
        run(
            "attribute_edits",
            input={
                **{key: paths[key] for key in ("edits", "coalitions", "scores")},
                "extraction": [extraction, extraction],
                "rounds": [],
            },
            params={
                "systems": list(SYSTEMS),
                "method": METHODS[name],
                "coalitions": COALITIONS,
                "language": "en",
                "seed": 0,
            },
            wildcards={"dataset": "d", "metric": "m", "method": name},
            output=[path],
        )
    return SimpleNamespace(folder=folder, **paths)


def evaluate(files, script, inputs, **params):
    path = run(
        script,
        input={name: getattr(files, name) for name in inputs},
        params=params,
        wildcards={"dataset": "d", "metric": "m"},
        threads=1,
        output=[files.folder / f"{script}.csv", files.folder / f"{script}.parquet"],
    )
    table = pd.read_csv(path)
    assert table["signature"].notna().all()
    assert (table["dataset"] == "d").all()
    return table


def differences(files, script, **comparison):
    path = run(
        "evaluate_differences",
        input={"statistics": [files.folder / f"{script}.parquet"]},
        params={"comparison": comparison},
        output=[files.folder / "differences.csv"],
    )
    return pd.read_csv(path)


def test_attributions_are_written_for_all_systems_and_signed_by_all_that_moved_them(files):
    table = pd.read_parquet(files.attributions[0])
    assert len(table) == sum(len(edits) for lines in SYSTEMS.values() for edits in lines)
    [signature] = table["signature"].unique()
    assert signature.startswith(
        "metric:m|metric.model:abc|method:shapley|method.type:shapley|method.max_edits:4|"
        "method.above_max_edits:sample|method.estimator:leverage_shap|"
    )
    assert "|method.estimator.tolerance:None|method.estimator.evaluations:512|" in signature
    assert "|method.estimator.code:" in signature
    assert "|method.code:" in signature
    assert "|language:en|edits.aligner:none|seed:0|v:" in signature
    sums = table.groupby(["system", "line"]).agg(
        {"phi": "sum", "baseline": "first", "score": "first"}
    )
    np.testing.assert_allclose(sums["phi"], sums["score"] - sums["baseline"], atol=1e-12)


def test_attributions_are_written_byte_for_byte_alike_again(files):
    first = files.attributions[0].read_bytes()
    again = run(
        "attribute_edits",
        input={
            **{name: getattr(files, name) for name in ("edits", "coalitions", "scores")},
            "extraction": [files.folder / "one.json"],
            "rounds": [],
        },
        params={
            "systems": list(SYSTEMS),
            "method": METHODS["shapley"],
            "coalitions": COALITIONS,
            "language": "en",
            "seed": 0,
        },
        wildcards={"dataset": "d", "metric": "m", "method": "shapley"},
        output=[files.folder / "again.parquet"],
    )
    assert again.read_bytes() == first


def test_metric_scores_count_every_line(files):
    both = SimpleNamespace(**{**vars(files), "scores": [files.scores]})
    inputs = ["sources", "edits", "coalitions", "scores"]
    params = {"systems": list(SYSTEMS), "metrics": ["m"]}
    table = evaluate(both, "evaluate_metric_scores", inputs, **params, **BOOTSTRAP)
    assert table["system"].tolist() == ["unchanged source", "one", "two"]
    assert (table["sentences"] == len(SOURCES)).all()
    expected = [seed_from(source) % 1000 / 1000 for source in SOURCES]
    assert table["mean"][0] == pytest.approx(np.mean(expected), abs=1e-9)


def test_edit_counts(files):
    table = evaluate(files, "evaluate_edit_counts", ["edits"], systems=list(SYSTEMS), **BOOTSTRAP)
    assert table.groupby("system")["sentences"].apply(list).to_dict() == {
        "one": [1, 1, 1, 0, 1],
        "two": [1, 2, 0, 1, 0],
    }


def test_consistency(files):
    table = evaluate(
        files,
        "evaluate_consistency",
        ["attributions", "edits", "coalitions", "scores"],
        methods=METHODS,
        systems=list(SYSTEMS),
        coalitions=COALITIONS,
        options={"min_edits": 3, "max_edits": 4, "include_trivial": False},
        **BOOTSTRAP,
    )
    assert table["method"].unique().tolist() == list(METHODS)
    assert (table["sentences"] + table["trivial_sentences"] == 2).all()
    assert "replicates" not in table
    compared = differences(files, "evaluate_consistency", keys=["measure"], family=[])
    assert compared["other_method"].tolist() == [m for m in list(METHODS)[1:] for _ in range(3)]


def test_interactions(files):
    path = run(
        "find_interactions",
        input={
            **{key: getattr(files, key) for key in ("edits", "coalitions", "scores")},
            "extraction": [files.folder / "one.json"] * 2,
        },
        params={"systems": list(SYSTEMS), "max_edits": 3, "language": "en"},
        wildcards={"dataset": "d", "metric": "m"},
        output=[files.folder / "pairs.parquet"],
    )
    pairs = pd.read_parquet(path)
    assert pairs.groupby(["system", "line"]).size().to_dict() == {
        ("one", 2): 6,
        ("one", 3): 1,
        ("two", 2): 3,
    }
    assert pairs["shapley"].isna().sum() == 6
    signature = pairs["signature"].unique().tolist()
    assert signature == [
        "metric:m|metric.model:abc|interactions.max_edits:3|language:en|edits.aligner:none"
        + signature[0].partition("edits.aligner:none")[2]
    ]
    # Two edits: what both do beyond what each does.
    games = pd.read_parquet(files.coalitions).merge(pd.read_parquet(files.scores), on="pair")
    values = games.query("system == 'one' and line == 3").sort_values("mask")["score"].to_numpy()
    expected = values @ [1, -1, -1, 1]
    found = pairs.query("system == 'one' and line == 3")
    np.testing.assert_allclose(found[["shapley", "taylor"]], [[expected] * 2], atol=1e-12)
    files.pairs = path
    table = evaluate(
        files,
        "evaluate_interactions",
        ["pairs"],
        options={"min_frequency": 1, "strongest": 2},
        language="en",
        **BOOTSTRAP,
    )
    assert (table["missing"] == 6).all()
    assert table.query("by == 'all'")["items"].tolist() == [4, 4, 4, 2]
    readable = pd.read_csv(files.folder / "evaluate_interactions.parquet")
    sizes = pairs["shapley"].abs().nlargest(2)
    np.testing.assert_allclose(readable["shapley"].abs(), sizes, rtol=1e-9)


def test_agreement(files):
    table = evaluate(
        files,
        "evaluate_agreement",
        ["attributions", "references"],
        include_sampled=True,
        options={"min_edits": 2, "thresholds": [0.5, 1.0]},
        **BOOTSTRAP,
    )
    assert len(table) == len(METHODS) * 2 * 2
    assert (table["sentences"] == 3).all()
    family = {"keys": ["protocol", "threshold"], "family": ["protocol"]}
    compared = differences(files, "evaluate_agreement", **family)
    assert len(compared) == (len(METHODS) - 1) * 2 * 2
    values = table.set_index(["method", "protocol", "threshold"])["agreement"]
    for row in compared.itertuples():
        key = row.protocol, row.threshold
        expected = values[row.method, *key] - values[row.other_method, *key]
        assert row.difference == pytest.approx(expected, abs=1e-9)


def test_case_study_and_listing(files):
    one = SimpleNamespace(
        **{**vars(files), "attributions": files.attributions[0], "edits": files.edits[0]}
    )
    inputs = ["edits", "extraction", "coalitions", "scores", "sources"]
    case = {"system": "one", "line": 3, "method": "shapley"}
    options = {"coalitions": COALITIONS, "language": "en", "seed": 0}
    table = evaluate(
        *(one, "evaluate_case_study", inputs),
        case=case,
        columns=["score"],
        weights=None,
        **{"method": METHODS["shapley"], **options},
    )
    assert table["source"].tolist() == ["i", "j", "k", "l"]
    assert table["phi"].isna().tolist() == [False, True, False, True]
    whole = pd.read_parquet(one.attributions).query("system == 'one' and line == 3")
    np.testing.assert_allclose(table["phi"].dropna(), whole["phi"], rtol=1e-9)
    listed = evaluate(one, "list_sentences", ["attributions", "sources"], language="en")
    assert listed[["system", "line"]].to_numpy().tolist() == [
        *[["one", 2], ["one", 3], ["one", 4], ["two", 1], ["two", 2], ["two", 3]]
    ]


def test_no_sentence_of_the_listing_is_a_formula(files, tmp_path):
    sources = tmp_path / "sources.txt"
    sources.write_text("".join(f"={line}\n" for line in files.sources.read_text().split("\n")[:-1]))
    one = SimpleNamespace(
        **{**vars(files), "attributions": files.attributions[0], "sources": sources}
    )
    listed = evaluate(one, "list_sentences", ["attributions", "sources"], language="en")
    assert listed["sentence"].str.match("'=|\\[").all()
    assert listed["sentence"].str.startswith("'=").any()


def test_lines_count_from_one_in_every_table(files):
    one = SimpleNamespace(**{**vars(files), "attributions": files.attributions[0]})
    listed = evaluate(one, "list_sentences", ["attributions", "sources"], language="en")
    keys = ["system", "line"]
    expected = listed[keys].apply(tuple, axis=1).tolist()
    attributed = pd.read_parquet(files.attributions[0])[keys].drop_duplicates()
    assert attributed.apply(tuple, axis=1).tolist() == expected
    planned = pd.read_parquet(files.coalitions).query("mask > 0")[keys].drop_duplicates()
    assert planned.apply(tuple, axis=1).tolist() == expected


def test_probes(files):
    pairs = files.folder / "pairs.tsv"
    rows = ["\t".join(PAIR_COLUMNS), "gender\t1\t2\the\t3\tshe"]
    pairs.write_text("".join(f"{row}\n" for row in rows))
    useless = pd.read_parquet(files.attributions[0])
    useless.loc[useless["edit"] == 0, "type"] = "X:REPEATED"
    useless.to_parquet(files.folder / "useless.parquet")
    one = SimpleNamespace(
        folder=files.folder, attributions=[files.folder / "useless.parquet"], pairs=pairs
    )
    table = evaluate(one, "evaluate_vulnerability", ["attributions"], **BOOTSTRAP)
    assert set(table["kind"]) == {"REPEATED", "all"}
    options = {"lines": None, **BOOTSTRAP}
    table = evaluate(one, "evaluate_counterfactual_bias", ["attributions", "pairs"], **options)
    # Both edits that the two lines have in common, of both systems.
    assert table.query("measure == 'size'")["items"].tolist() == [3]


def test_bias(files):
    one = SimpleNamespace(**{**vars(files), "attributions": files.attributions[:1]})
    options = {"min_frequency": 1, "include_sampled": True}
    table = evaluate(one, "evaluate_bias", ["attributions"], **options, **BOOTSTRAP)
    assert dict(zip(table["type"], table["edits"], strict=True)) == {"NOUN": 5, "VERB": 7}


def test_precision(files):
    one = SimpleNamespace(**{**vars(files), "attributions": files.attributions[0]})
    table = evaluate(
        one,
        "evaluate_precision",
        ["attributions", "edits", "coalitions", "scores"],
        systems=list(SYSTEMS),
        min_frequency=2,
        include_sampled=True,
        **BOOTSTRAP,
    )
    assert table["system"].tolist() == ["one", "one", "two", "two"]
    hypotheses = ["a b c d", "x x x x", "x j x l", "m x o p"]
    expected = np.mean([seed_from(text) % 1000 / 1000 for text in hypotheses])
    assert table["corpus_score"].tolist()[0] == pytest.approx(expected)


def test_meta_evaluation(files):
    table = evaluate(
        files,
        "evaluate_meta_evaluation",
        ["edits", "references", "coalitions", "scores"],
        systems=list(SYSTEMS),
        **BOOTSTRAP,
    )
    # F0.5 of the systems differs on all four lines.
    assert table[["pairs", "sentences"]].to_numpy().tolist() == [[4, 4]]
    assert "|metric.model:abc|" in table["signature"][0]
    assert differences(files, "evaluate_meta_evaluation", keys=["measure"], family=[]).empty


@pytest.mark.parametrize(
    ("script", "options", "rows"),
    [
        ("measure_efficiency", {"max_edits": 3, "sentences": 1}, 2 * 3 * len(METHODS)),
        (
            "measure_sampling_error",
            {"min_edits": 3, "max_edits": 4, "sentences": None, "permutations": [2, 5]},
            2 * 3,
        ),
    ],
)
def test_measurements(files, monkeypatch, script, options, rows):
    class Letters:
        def score(self, sources, hypotheses):
            del sources
            return np.array([float(text.count("x")) for text in hypotheses])

        def signature(self):
            return {"letters": "x"}

    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())
    table = evaluate(
        files,
        script,
        ["edits"],
        metrics={"letters": {"type": "letters"}, "again": {"type": "letters"}},
        methods=METHODS,
        scoring={"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9},
        options=options,
        language="en",
        **BOOTSTRAP,
    )
    assert len(table) == rows
    assert list(table["metric"].unique()) == ["letters", "again"]
    assert (table["signature"].str.contains("letters:x")).all()


def test_filters_are_tuned_and_evaluated(files):
    inputs = ["sources", "edits", "references", "attributions"]
    params = {"systems": list(SYSTEMS), "language": "en"}
    tuned = evaluate(files, "tune_filters", inputs, **params)
    assert len(tuned) == 41 * len(METHODS)
    for own, found in (([], ["fixed"]), ([files.folder / "tune_filters.csv"], ["fixed", "tuned"])):
        both = SimpleNamespace(**{**vars(files), "tuned": own})
        names = [*inputs, "tuned"]
        table = evaluate(both, "evaluate_filtering", names, threshold=0, **params, **BOOTSTRAP)
        assert list(table["choice"].unique()) == found
        assert len(table) == 3 * len(METHODS) * len(found)
        assert (table["f_difference"].abs() <= 1).all()
        assert len(table[["system", "f_before"]].drop_duplicates()) == 3


def test_a_filtered_system_keeps_what_its_metric_does_not_find_harmful(files, monkeypatch):
    class Letters(Metric):
        components = ("score", "other")

        def evaluate(self, sources, hypotheses):
            worth = [float(text.count("y") - text.count("x")) for text in hypotheses]
            return {"score": np.zeros(len(sources)), "other": np.array(worth)}

        def score(self, sources, hypotheses):
            return self.evaluate(sources, hypotheses)["score"]

    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())
    edits = [(replacing(0), replacing(1, "y")), (), (replacing(2, "y"),), (replacing(3),)]
    path = run(
        "filter_corrections",
        input={
            "edits": write_edits(files.folder / "given.m2", edits),
            "sources": files.sources,
            "references": [files.sources],
        },
        params={
            "filter": {"metric": "m", "method": "shapley", "threshold": 0},
            "scored": ["m", {"type": "letters"}],
            "component": "other",
            "method": {"type": "shapley"},
            "coalitions": COALITIONS,
            "scoring": SCORING,
            "language": "en",
            "store": None,
            "seed": 0,
        },
        threads=1,
        output=[files.folder / "filtered.txt"],
    )
    assert path.read_text().splitlines() == ["a y c d", "e f g h", "i j y l", "m n o p"]


def test_metrics_are_compared_with_people_who_ranked(tmp_path, monkeypatch):
    class Letters(Metric):
        def score(self, sources, hypotheses):
            del sources
            return np.array([float(text.count("x")) for text in hypotheses])

    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())

    def file(name, lines):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
        return tmp_path / name

    # The first system has one x, the next two; people prefer the last, on two of three lines.
    systems = [name for name in human_rankings.SYSTEMS if name != "INPUT"]
    texts = [file("INPUT", ["a", "b", "c"])]
    texts += [file(name, ["x" * k + " y"] * 3) for k, name in enumerate(systems, start=1)]
    ranks = "".join(
        f"<t system='{name}' rank='{20 - k}'/>" for k, name in enumerate(human_rankings.SYSTEMS)
    )
    items = "".join(f"<ranking-item src-id='{line}'>{ranks}</ranking-item>" for line in (1, 3))
    scores = file("ts", range(15))
    output = [tmp_path / "rankings.csv", tmp_path / "means.csv"]
    run(
        "evaluate_human_rankings",
        input={"texts": texts, "rankings": [file("r.xml", [f"<a>{items}</a>"])]}
        | {"people": [scores, scores]},
        params={"judged": ["people"], "whole": ["letters"], "store": None, **BOOTSTRAP}
        | {"metrics": {"letters": ["letters", {"type": "letters"}, "score"]}}
        | {"scoring": SCORING},
        output=output,
    )
    table, means = map(pd.read_csv, output)
    assert table[["accuracy", "ts_spearman"]].to_numpy().ravel().tolist() == [1] * 4
    assert table["sentences"].tolist() == [2, 2]
    assert means.set_index("system").loc[["INPUT", "BART", "UEDIN-MS"], "score"].tolist() == [
        0,
        1,
        14,
    ]
    assert (means["sentences"] == 3).all()


def test_faithfulness_of_every_method_on_the_same_sentences(files):
    names = ("edits", "coalitions", "attributions", "references")
    output = [files.folder / "areas.csv", files.folder / "curves.csv"]
    run(
        "evaluate_faithfulness",
        input={name: getattr(files, name) for name in names} | {"scores": [files.scores]},
        params={"systems": list(SYSTEMS), "metrics": ["m"], "methods": list(METHODS)}
        | {"options": {"min_edits": 3}, **BOOTSTRAP},
        wildcards={"dataset": "d"},
        output=output,
    )
    table, curves = map(pd.read_csv, output)
    assert set(curves["method"]) == {*METHODS, "random", "best"}
    assert (curves.loc[curves["share"] == 0, "value"] == 0).all()
    assert set(zip(table["curve"], table["method"], strict=True)) == {
        (curve, method) for curve in ("metric", "f0.5") for method in METHODS
    }
    # One of four edits and one of three, both of the same source.
    assert (table["sentences"] == 2).all()
    assert (table["edits"] == 7).all()
    assert (table["value"] <= 1 + 1e-12).all()
