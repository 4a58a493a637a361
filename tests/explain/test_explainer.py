import io
import json
import math
import re
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import yaml
from corrected import EDITS, HYPOTHESIS, SOURCE, length
from project import output_of, write_lines
from tiny_models import entries
from written_study import changed

from gec_attribution import Explainer, cli
from gec_attribution.attribution.records import Record, record_schema
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.errors import ConfigError, InputError, MetricError
from gec_attribution.languages.base import MAX_TOKENS
from gec_attribution.metrics import load_metric
from gec_attribution.metrics.gleu import Gleu
from gec_attribution.metrics.impara import Impara
from gec_attribution.pages.html import page_of
from gec_attribution.scores.functions import FunctionMetric

EDITED = [(SOURCE, EDITS)]


@pytest.fixture(scope="module")
def config(tiny_models) -> dict:
    return {
        "metrics": {
            "overlap": {"type": "token_overlap"},
            "some": entries(tiny_models)["some"],
            "some-m": {"of": "some", "component": "meaning"},
            "ppl": entries(tiny_models)["ppl"],
        },
        "methods": {
            "shapley": {"type": "shapley"},
            "sampled": {"type": "shapley_sampling", "permutations": 3},
            "add": {"type": "add", "rescale": False},
        },
    }


def written(folder, config) -> Path:
    """A file with a study."""
    path = folder / "study.yaml"
    path.write_text(yaml.safe_dump(config, sort_keys=False))
    return path


@pytest.fixture(scope="module")
def study(tmp_path_factory, config) -> Path:
    return written(tmp_path_factory.mktemp("study"), config)


@pytest.fixture(scope="module")
def explainer(study) -> Explainer:
    return Explainer(study)


def test_a_label_names_the_metric_wherever_people_read_it(config, printed):
    labelled = Explainer(changed(config, metrics__overlap__label="Overlap (tokens)"))
    (explained,) = labelled.explain_edits(EDITED, "overlap")
    for shown in (printed(explained), page_of([explained]), str(explained)):
        assert "Overlap (tokens), shapley: 1" in shown
    jsonschema.validate(explained.to_dict(), record_schema())


def test_sentences_that_a_metric_cuts_are_said_so(config, explainer):
    ways = ["some", "some.fluency"]
    assert [each.note for each in explainer.explain_edits(EDITED, ways)] == [None, None]
    cutting = Explainer(changed(config, scoring__max_length=8))
    for cut in cutting.explain_edits(EDITED, ways):
        assert "8 of the 8 sentences that were scored were cut" in cut.to_dict()["note"]
        assert "scoring.max_length" in cut.note
        assert cut.note in page_of([cut])


def test_a_score_of_impara_behind_its_gate_says_why(
    config, tiny_models, monkeypatch, printed
):
    impara = entries(tiny_models)["impara"]
    quality = {"of": "impara", "component": "quality"}
    gating = changed(config, metrics__impara=impara, metrics__quality=quality)

    def explained(threshold):
        monkeypatch.setattr(Impara, "threshold", threshold)
        return Explainer(gating).explain_edits(EDITED, ["impara", "quality"], "shapley")

    assert [each.note for each in explained(-1.0)] == [None, None]
    gated, ungated = explained(1.0)
    assert ungated.note is None
    scorer = load_metric("impara", impara)
    similarity = scorer.evaluate([SOURCE], [HYPOTHESIS])["similarity"][0]
    assert gated.score == 0
    # Rounding may put the source itself behind this gate.
    assert re.fullmatch(
        r"the score is 0 where the similarity to the source is below 1, as of the hypothesis "
        rf"\({similarity:.3f}\) and of [67] of the 7 other sentences that were scored",
        gated.note,
    )
    assert gated.note in printed(gated)
    assert gated.note in page_of([gated])


OWN_METRIC = """
from gec_attribution.metrics import Metric

class Own(Metric):
    def score(self, sources, hypotheses):
        return [float(len(text)) for text in hypotheses]
"""


def test_a_metric_of_ones_own_is_for_any_language(explainer, tmp_path):
    source, hypothesis = "我喜欢他。", "我很喜欢他。"
    own = Explainer(
        {"metrics": {"some": {"type": "some"}, "length": length}}, language="zh"
    )
    # By default it is the first for the language.
    assert own.explain(source, hypothesis).metric == "length"
    path = tmp_path / "own.second.py"
    path.write_text(OWN_METRIC)
    assert own.explain(source, hypothesis, str(path)).score == len(hypothesis)
    with pytest.raises(
        ConfigError, match=r"some: is for en, .* metrics for zh: length, own"
    ):
        own.explain(source, hypothesis, "some")
    with pytest.raises(InputError, match="`--language zh`"):
        explainer.explain(source, hypothesis)


@pytest.mark.parametrize(
    "study",
    [
        {"metrics": {"length": length}},
        {"metrics": {"length": FunctionMetric(length), "m": {"type": "token_overlap"}}},
    ],
)
def test_metrics_may_be_functions_and_objects(study, tmp_path):
    explainer = Explainer(study, store=tmp_path / "store")
    (record,) = explainer.explain_edits(EDITED, "length")
    assert [edit.phi for edit in record.edits] == pytest.approx([2, -4, -1])
    assert "|metric.type:function length|" in record.signature
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    ("function", "found"),
    [
        (lambda _, text: float(len(text)), r"<lambda>: returned \d+\.0"),
        (lambda _, text: text.split(), "'list' object has no attribute 'split'"),
        (lambda _: 0.5, "takes 1 positional argument"),
    ],
)
def test_a_function_of_one_pair_is_told_what_is_expected(function, found):
    with pytest.raises(
        MetricError, match=rf"(?s){found}.*all sources and all .*def length"
    ):
        Explainer(function).explain(SOURCE, HYPOTHESIS)


def test_scores_come_from_the_store(study, tmp_path, monkeypatch):
    store = tmp_path / "store"
    (record,) = Explainer(study, store=store).explain_edits(EDITED, "some")
    scored = []
    again = Explainer(study, store=store)
    metric = type(again._study.load("some", "en"))
    monkeypatch.setattr(metric, "evaluate", lambda *pairs: scored.append(pairs))
    assert list(again.explain_edits(EDITED, "some")) == [record]
    assert not scored


@pytest.fixture
def m2(tmp_path) -> Path:
    path = tmp_path / "edits.m2"
    sentences = [
        AnnotatedSentence(SOURCE, {0: EDITS}),
        AnnotatedSentence("Fine .", {0: ()}),
    ]
    write_m2(path, sentences)
    return path


@pytest.fixture
def run(capsys, study):
    """Status, output and errors of the command, by default with the study's token overlap."""

    def run(*arguments) -> tuple[int, str, str]:
        status = cli.main(["explain", "--config", str(study), *map(str, arguments)])
        return status, *capsys.readouterr()

    return run


def test_a_sentence_that_cannot_be_explained_is_named_with_its_file(run, files):
    given = files(["He go .", "Fine ."], ["He goes .", "Fine . " * MAX_TOKENS])
    status, _, said = run(*given)
    assert status == 1
    assert (
        f"{given[-1]}: sentence 2: the hypothesis has {2 * MAX_TOKENS} tokens" in said
    )


@pytest.mark.parametrize(("space", "tokenise"), [(" ", []), ("", ["--tokenise"])])
def test_a_blank_correction_deletes_its_sentence(run, files, caplog, space, tokenise):
    given = files([f"Fine{space}.", f"He go{space}."], ["", f"He goes{space}."])
    status, output, _ = run(*given, *tokenise, "--json")
    deleted = json.loads(output.splitlines()[0])
    assert status == 0
    assert (deleted["hypothesis"], deleted["score"]) == ("", 0)
    assert [(edit["original"], edit["correction"]) for edit in deleted["edits"]] == [
        ("Fine .", "")
    ]
    assert "1 of 2 corrections delete their sentence" in caplog.text


@pytest.fixture
def files(tmp_path):
    """Writes sentences into files and gives their paths, by the options of the command."""

    def files(sources, *hypotheses):
        corrected = []
        for number, lines in enumerate(hypotheses):
            corrected.append(write_lines(tmp_path / f"s{number}.txt", lines))
        given = write_lines(tmp_path / "sources.txt", sources)
        return ["--sources", given, "--hypotheses", *corrected]

    return files


def test_tokenised_text_is_not_tokenised_again(run, study, files):
    with pytest.raises(InputError, match="leave out `--tokenise`"):
        Explainer(study, tokenise=True).explain(SOURCE, HYPOTHESIS, "overlap")
    given = files(*([text, "She said , ' No . '"] for text in (SOURCE, HYPOTHESIS)))
    status, _, said = run(*given, "--tokenise")
    assert status == 1
    assert f"{given[1]}: spaces stand before 3 of 3" in said


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--method", "lime", "--m2", "M2"), "unknown method 'lime'"),
        (("--metric", "bleu", "--m2", "M2"), "unknown metric 'bleu'"),
        (("--m2", "missing.m2"), "missing.m2"),
        (("--m2", "CHINESE"), "name their language"),
    ],
)
def test_errors_are_one_line_and_status_1(run, m2, arguments, part):
    chinese = m2.with_name("chinese.m2")
    chinese.write_text("S 我 喜 欢\n")
    files = {"M2": m2, "CHINESE": chinese}
    status, output, error = run(*(files.get(word, word) for word in arguments))
    assert (status, output) == (1, "")
    assert error.startswith("gec-attribution: error: ")
    assert part in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "give --source and --hypothesis, or --m2, or --sources and --hypotheses"),
        (["--source", "a"], "--source needs --hypothesis"),
        (["--hypotheses", "a", "b"], "--hypotheses needs --sources"),
        (["--m2", "a", "--source", "b"], "give only one of --source and --m2"),
        (["--m2", "a", "--hypotheses", "b"], "give only one of --m2 and --hypotheses"),
        (
            ["--source", "here.txt", "--hypothesis", "b"],
            (
                "--source: here.txt is a file, and --source takes a sentence; "
                "give files by --sources and --hypotheses"
            ),
        ),
        (
            ["--source", "a", "--hypothesis", "b", "--reference", "c", "here.txt"],
            (
                "--reference: here.txt is a file, and --reference takes a sentence; "
                "give files by --sources and --hypotheses"
            ),
        ),
    ],
)
def test_a_wrong_call_is_status_2(capsys, tmp_path, monkeypatch, arguments, part):
    (tmp_path / "here.txt").write_text("a\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit_:
        cli.main(["explain", *arguments])
    assert exit_.value.code == 2
    assert f"error: {part}\n" in capsys.readouterr().err


def test_help_names_the_metrics_of_the_default_study(run, capsys):
    with pytest.raises(SystemExit):
        run("--help")
    assert "metrics: ppl, some, impara" in " ".join(capsys.readouterr().out.split())


def test_metrics_and_methods_are_listed_by_language(run, config, tmp_path):
    cherrant = {"type": "cherrant", "languages": ["zh"]}
    mixed = changed(
        config, metrics__overlap__languages=["en", "zh"], metrics__cherrant=cherrant
    )
    path = written(tmp_path, mixed)
    methods = "methods: shapley, sampled, add\n"
    for asked, metrics in {
        (): "overlap, some, some-m, ppl, cherrant",
        ("--language", "zh"): "overlap, cherrant",
        ("--language", "uk"): "none for uk",
    }.items():
        assert run("--list", "--config", path, *asked) == (
            0,
            f"metrics: {metrics}\n{methods}",
            "",
        )


def apart(letters):
    """Letters so far apart that each change of one is an edit of its own."""
    return " and ".join(letters)


def capitals(sources, texts):
    """One for each capital letter, and ten more for C and D together."""
    del sources
    return [
        sum(map(str.isupper, text)) + 10.0 * ("C" in text and "D" in text)
        for text in texts
    ]


def test_what_was_missed_is_worth_what_it_adds_to_the_hypothesis():
    # B is made, d is corrected otherwise, C and e are missed, and the first reference suits less.
    given = (apart("abcde"), apart("aBcDe"))
    references = [apart("Abcde"), apart("aBCxE")]
    record = Explainer(capitals).explain(*given, references=references)
    assert record.references == tuple(references)
    assert (record.missed.reference, record.missed.made) == (references[1], (0,))
    c, e = record.missed.edits
    assert (c.start, c.original, c.correction) == (4, "c", "C")
    assert (e.start, e.original, e.correction) == (8, "e", "E")
    assert [c.phi, e.phi] == pytest.approx([11, 1])
    (otherwise,) = record.missed.otherwise
    assert (otherwise.start, otherwise.original, otherwise.correction) == (6, "d", "x")
    assert math.isnan(otherwise.phi)
    assert (record.score, record.missed.score) == (2, 14)
    value = json.loads(json.dumps(record.to_dict(), allow_nan=False))
    jsonschema.validate(value, record_schema())
    assert record == Record.from_dict(value)
    # The edits themselves are worth the same as without references.
    alone = Explainer(capitals).explain(*given)
    assert (alone.edits, alone.missed, alone.references) == (record.edits, None, None)


REFERENCE_STUDY = {
    "metrics": {"gleu": {"type": "gleu"}, "overlap": {"type": "token_overlap"}},
    "methods": {"shapley": {"type": "shapley"}},
}


def test_metrics_that_read_references_score_sentences_together(monkeypatch):
    calls = []
    score = Gleu.score

    def counted(self, sources, hypotheses, references):
        calls.append(list(zip(sources, references, strict=True)))
        return score(self, sources, hypotheses, references)

    monkeypatch.setattr(Gleu, "score", counted)
    pairs = [(f"a b c d {letter}", f"a B c d {letter}") for letter in "efgh"]
    references = [[hypothesis] for _, hypothesis in pairs]
    # The first source comes again with the reference that it has, and with another.
    pairs = [*pairs, pairs[0], pairs[0]]
    references = [*references, references[0], ["a b x d e"]]
    records = list(
        Explainer(REFERENCE_STUDY).explain_pairs(pairs, "gleu", references=references)
    )
    together, alone = calls
    assert {source for source, _ in together} == {source for source, _ in pairs[:4]}
    assert {tuple(choices) for _, choices in alone} == {("a b x d e",)}
    explainer = Explainer(REFERENCE_STUDY)
    for pair, choices, record in zip(pairs, references, records, strict=True):
        assert record == explainer.explain(*pair, "gleu", references=choices)


def test_the_components_of_a_sum_are_attributed_with_it(explainer):
    ways = ["some", "some.meaning", "some-m"]
    whole, meaning, configured = explainer.explain_edits(EDITED, ways, "shapley")
    coefficients = load_metric(
        "some", explainer.study.metrics["some"].spec
    ).coefficients
    assert {part.name: part.weight for part in whole.components} == coefficients
    sums = sum(part.weight * np.array(part.phi) for part in whole.components)
    np.testing.assert_allclose(sums, [edit.phi for edit in whole.edits], atol=1e-9)
    assert whole == Record.from_dict(whole.to_dict())
    # A component can be named without being a metric of the study.
    assert whole.components[2].phi == tuple(edit.phi for edit in meaning.edits)
    assert meaning.components is None
    assert (meaning.edits, meaning.metric) == (configured.edits, "some.meaning")
    assert "|metric.component:meaning|" in meaning.signature
    unknown = "unknown component 'nonsense'; there are .*, meaning$"
    with pytest.raises(ConfigError, match=unknown):
        next(explainer.explain_edits(EDITED, "some.nonsense"))


def test_references_come_from_files_or_the_command_line(run, files, caplog, tmp_path):
    study = written(tmp_path, REFERENCE_STUDY)
    # Another annotator left the second sentence out.
    references = []
    for number, lines in enumerate((["a x", "c y"], ["a z", "c d"], ["a x", ""])):
        references.append(write_lines(tmp_path / f"r{number}.txt", lines))
    given = files(["a b", "c d"], ["a x", "c d"])
    output = run("--config", study, *given, "--reference", *references, "--json")[1]
    first_record, second_record = (json.loads(line) for line in output.splitlines())
    assert first_record["references"] == ["a x", "a z", "a x"]
    assert second_record["references"] == ["c y", "c d"]
    assert first_record["missed"]["reference"] == "a x"
    assert second_record["missed"]["edits"] == []
    assert "delete their sentence" not in caplog.text
    sentence = ["--source", "a b", "--hypothesis", "a b", "--reference", "a x", "c b"]
    status, output, _ = run("--config", study, *sentence)
    assert status == 0
    assert "missed: b → x   R:OTHER" in output


def test_several_hypotheses_are_several_systems(run, files, tmp_path):
    *given, moved = files(["a b", "c d"], ["a x", "c d"], ["a b", "x y"])
    # A file of the same name in another folder is another system.
    (tmp_path / "other").mkdir()
    given.append(moved.rename(tmp_path / "other" / "s0.txt"))
    status, output, _ = run(*given, "--method", "shapley", "--method", "add", "--json")
    records = [json.loads(line) for line in output.splitlines()]
    assert status == 0
    assert [record["system"] for record in records] == [tmp_path.name] * 4 + [
        "other"
    ] * 4
    assert [record["method"] for record in records] == ["shapley", "add"] * 4
    assert [record["hypothesis"] for record in records[::2]] == [
        "a x",
        "c d",
        "a b",
        "x y",
    ]


def test_a_sentence_with_too_many_edits_has_no_record_and_all_others_have_theirs(
    run, files
):
    many = " ".join(f"a{number} b" for number in range(70))
    given = files(["a b", many, "c d"], ["a x", many.replace("b", "x"), "c x"])
    status, output, errors = run(*given, "--json", "--method", "shapley", "add")
    records = map(json.loads, output.splitlines())
    assert [record["line"] for record in records] == [1, 1, 3, 3]
    assert status == 3
    assert f"left out: {given[-1]}: sentence 2 has 70 edits; at most 63" in errors


class Unread(io.StringIO):
    """A pipe that its reader has closed."""

    def write(self, _text):
        raise BrokenPipeError


def test_help_and_wrong_names_are_answered_without_what_models_need():
    pair = ["explain", "--source", "a", "--hypothesis", "b"]
    calls = [
        ["explain", "--help"],
        [*pair, "--metric", "sone"],
        [*pair, "--method", "shaply"],
        ["correct", "--system", "speling"],
    ]
    code = (
        "import contextlib, sys, gec_attribution.cli as cli\n"
        "sys.stderr = sys.stdout\n"
        f"for call in {calls}:\n"
        "    with contextlib.suppress(SystemExit):\n"
        "        cli.main(call)\n"
        "heavy = {'torch', 'transformers', 'spacy', 'scipy', 'pandas', 'matplotlib'}\n"
        "print('heavy:', *heavy & sys.modules.keys())\n"
    )
    said = output_of(code, input="")
    assert said.splitlines()[-1] == "heavy:"
    for name in ("sone", "shaply", "speling"):
        assert name in said


def test_a_sentence_is_explained_without_libraries_that_are_slow_to_import(
    study, tmp_path
):
    """One sentence needs neither tables nor figures.

    Neither without a store, nor where its score is written to one, nor where it is found there.
    """
    given = [
        "explain",
        "--source",
        "He go .",
        "--hypothesis",
        "He goes .",
        "--metric",
        "some",
    ]
    code = (
        "import atexit, gc, sys, gec_attribution.cli as cli\n"
        "atexit.register(lambda: print('frozen:', gc.get_freeze_count() > 100_000))\n"
        f"assert cli.main({[*given, '--config', str(study)]}) == 0\n"
        "slow = {'pandas', 'matplotlib'}\n"
        "print('slow:', *sorted(slow & sys.modules.keys()))\n"
    )
    for shards in (0, 1, 1):
        printed = output_of(code, cwd=tmp_path)
        # Remaining objects are not searched for garbage when the process ends.
        assert printed.splitlines()[-2:] == ["slow:", "frozen: True"]
        assert len(list(tmp_path.glob("results/store/*/*.parquet"))) == shards
        (tmp_path / "results" / "store").mkdir(parents=True, exist_ok=True)


def test_other_functions_have_other_signatures():
    signatures = set()
    for function in (length, lambda _, texts: [0.0] * len(texts)):
        (record,) = Explainer({"metrics": {"length": function}}).explain_edits(EDITED)
        signatures.add(record.signature)
    assert len(signatures) == 2


def test_ordinary_text_in_files_is_tokenised_on_request(run, files, caplog):
    written = (
        "He dont go (to school), and I'm  sad.",
        "He doesn't go (to school), and I'm sad.",
    )
    given = files(*([text] for text in written))
    status, output, _ = run(*given, "--json", "--tokenise")
    record = json.loads(output)
    assert status == 0
    assert (record["source_text"], record["hypothesis_text"]) == written
    assert len(record["edits"]) == 1
    assert "--tokenise" not in caplog.text
    run(*given)
    assert "--tokenise" in caplog.text


def test_of_a_reference_that_is_reached_nothing_is_missed():
    hypothesis = apart("aBcDe")
    record = Explainer(capitals).explain(
        apart("abcde"), hypothesis, references=hypothesis
    )
    assert record.missed.made == (0, 1)
    assert (record.missed.edits, record.missed.score) == ((), 2)


def test_more_missed_edits_than_a_game_has_players_are_refused():
    pairs = [(apart("a" * 64), apart("a" * 64))]
    records = Explainer(capitals).explain_pairs(pairs, references=[apart("A" * 64)])
    with pytest.raises(
        InputError, match="sentence 1 misses 64 edits of its reference; at most 63"
    ):
        list(records)


def test_every_sentence_has_its_references():
    explainer = Explainer(REFERENCE_STUDY)
    pairs = [("a b", "a B")] * 2
    with pytest.raises(
        ConfigError, match=r"metrics\.gleu: reads references, and none are given"
    ):
        explainer.explain_pairs(pairs, "gleu")
    with pytest.raises(
        InputError, match="sentence 2 has no reference; give one at least"
    ):
        list(explainer.explain_pairs(pairs, "overlap", references=[["a B"]]))
    # A text in place of a list would be a reference of one letter for each sentence.
    for too_many in (["a B", "a B", "a"], "letters"):
        with pytest.raises(
            InputError, match="references for more sentences than were given"
        ):
            list(explainer.explain_pairs(pairs, "overlap", references=too_many))


def test_a_page_is_written_though_nobody_reads_the_records(
    run, m2, tmp_path, monkeypatch
):
    page = tmp_path / "page.html"
    announced = f"{page}: explained corrections: 2\n"
    assert run("--m2", m2, "--html", page)[2] == announced
    page.unlink()
    monkeypatch.setattr(sys, "stdout", Unread())
    assert run("--m2", m2, "--json", "--html", page) == (0, "", announced)
    assert page.exists()
