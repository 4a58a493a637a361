"""Answers of a study to rules, and the files of its stages."""

import re
from pathlib import Path

import pytest
from written_study import changed

from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiment_with, experiments
from gec_attribution.experiments.declaration import Reads
from gec_attribution.pipeline import captions, experiment_files, explored, targets
from gec_attribution.pipeline.opening import check_files, open_study

CONFIG = {
    "study": "small",
    "datasets": {
        "essays": {
            "sources": "essays.txt",
            "references": ["one.txt", "two.m2"],
            "label": "Essays",
        },
        "letters": {"sources": "letters.txt", "tokenise": True},
        "chinese": {
            "sources": "zh.txt",
            "language": "zh",
            "references": ["zh.ref.txt"],
            "explanations": "zh.json",
            "published": "excgec-test",
        },
        "probes": {"sources": "probes.m2", "experiments": ["faithfulness"]},
    },
    "systems": {
        "brought": {
            "type": "outputs",
            "files": {"essays": "brought.m2", "probes": "probes.m2"},
        },
        "typed": {
            "type": "outputs",
            "files": {"essays": "typed.txt", "chinese": "typed.txt"},
        },
        "spelling": {"type": "spelling"},
        "further": {
            "type": "chat",
            "model": "m",
            "examples": "e.txt",
            "after": "spelling",
        },
        "told": {"type": "explainer", "explainer": "first"},
    },
    "explainers": {
        "first": {"type": "chat", "model": "m", "task": "pre-explaining", "runs": 2},
        "read": {"type": "outputs", "files": {"chinese": {"typed": "read.json"}}},
        "all": {"type": "chat", "model": "m", "task": "explain-only"},
    },
    "metrics": {
        "some": {
            "type": "some",
            "model": "somewhere",
            "label": "SOME",
            "published": "some",
        },
        "fluency": {"of": "some", "component": "fluency"},
        "like": {"type": "similarity", "encoder": "encoder", "against": "references"},
        "judge": {"type": "chat_judge", "model": "m"},
        "chinese": {"type": "cherrant", "languages": ["zh"]},
    },
    "methods": {
        "add": {"type": "add"},
        "shapley": {"type": "shapley", "estimator": {"type": "odd_regression"}},
    },
    "evaluation": {
        **dict.fromkeys(("bias", "agreement", "precision"), False),
        "faithfulness": {},
    },
}


JUDGED = {
    "sources": {"path": "judged.txt", "format": "judged"},
    "experiments": ["chance"],
}


def opened(**keys):
    """The study with other values of some keys."""
    return open_study(changed(CONFIG, **keys), [], within=Path.cwd())


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return opened()


def at(name):
    return f"results/small/{name}"


def test_a_study_knows_which_systems_and_metrics_are_for_which_data_set(study):
    assert study.systems_of("letters") == ["spelling", "further"]
    assert study.systems_of("chinese") == ["typed", "told"]
    assert study.metrics_of("letters") == ["some", "fluency", "judge"]
    assert study.metrics_of("essays") == ["some", "fluency", "like", "judge"]
    assert study.metrics_of("chinese") == ["chinese"]
    # References are read for a set of sentences, and a service answers as fast as it likes.
    parameters = experiment_files.parameters(
        study, experiments()["efficiency"], "essays"
    )
    assert list(parameters["settings"]["scored"]) == ["some"]
    assert study.scored_metric("fluency") == "some"
    assert (study.component("fluency"), study.component("some")) == ("fluency", "score")
    assert study.metrics["some"].coefficients["fluency"] == 0.43
    assert study.metrics["like"].coefficients is None
    assert study.shared_datasets == ["essays", "letters", "chinese"]
    assert study.explained_datasets == ["chinese"]
    assert study.published_datasets == {"chinese": "excgec-test"}
    assert [study.label("metric", name) for name in ("some", "like")] == [
        "SOME",
        "like",
    ]
    assert study.metrics["some"].spec == {"type": "some", "model": "somewhere"}


def test_what_corrects_and_explains(study):
    assert study.corrects("first", "reference")
    assert not study.corrects("read", "reference")
    first = [at(f"chinese/explanations/first.own.{run}") for run in (1, 2)]
    read = at("chinese/explanations/read.typed")
    # Without a choice of corrections, those of all systems and of the reference.
    rest = [
        at(f"chinese/explanations/all.{name}")
        for name in ("typed", "told", "reference")
    ]
    for reading, expected in {
        Reads.EXPLANATIONS: [f"{stem}.json" for stem in (*first, read, *rest)],
        Reads.FIRST_EXPLANATIONS: [f"{stem}.json" for stem in (first[0], read, *rest)],
        Reads.REPORTS: [f"{stem}.report.json" for stem in (*first, read, *rest)],
        Reads.GOLD: ["zh.json"],
        Reads.TEXTS: [at("chinese/systems/typed.txt"), at("chinese/systems/told.txt")],
        Reads.OTHER_REFERENCES: [],
    }.items():
        assert (
            experiment_files.files_read(study, reading, "chinese", ["chinese"])
            == expected
        )
    whole = [at(f"essays/scores/{name}.parquet") for name in ("some", "like", "judge")]
    assert (
        experiment_files.files_read(study, Reads.WHOLE_SCORES, "essays", ["fluency"])
        == whole
    )


def test_edits_that_come_with_an_output_are_taken_where_they_are_the_system_s(
    study, tmp_path
):
    for name in ("brought.m2", "typed.txt"):
        (tmp_path / name).write_text("S a b\n\n")
    systems = ("brought", "typed", "spelling")
    assert [study.form_of_edits("essays", name) for name in systems] == [
        "m2",
        None,
        None,
    ]


def test_what_is_not_there_is_refused_unless_another_workflow_may_make_it(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    metrics = {
        "absent": {"type": "some", "model": "nowhere"},
        "overlap": {"type": "token_overlap"},
    }
    config = changed(systems__s__files={"d": "brought.m2"}, metrics=metrics)
    (tmp_path / "brought.txt").touch()
    with pytest.raises(ConfigError) as error:
        check_files(open_study(config, [], within=tmp_path))
    assert "metrics.absent.model: there is no nowhere in any of" in str(error.value)
    assert re.search(
        r"brought\.m2 in any of .*; did you mean brought\.txt\?", str(error.value)
    )
    # Opened as a module of a workflow that may make the files.
    study = open_study(config, [], within=tmp_path)
    remarks = check_files(study, alone=False)
    assert any(line.endswith("some rule has to make it") for line in remarks)
    with pytest.raises(
        ConfigError, match=r"metrics\.absent\.model: there is no nowhere"
    ):
        study.files_of(study.metrics["absent"])
    assert study.files_of(study.metrics["overlap"]) == []


def test_a_key_given_twice_is_refused_in_whichever_file_it_stands(tmp_path):
    twice = tmp_path / "study.yaml"
    twice.write_text("study: a\nstudy: b\n")
    with pytest.raises(ConfigError, match="study"):
        open_study(CONFIG, [twice], within=tmp_path)


def test_every_file_that_is_pinned_is_downloaded_once():
    pin = {"url": "https://a.example/b.txt", "sha256": "0" * 64}
    study = opened(datasets__essays__sources=pin, datasets__essays__references=[pin])
    assert study.downloads() == {"data/downloads/00000000-b.txt": pin}


def test_targets_are_the_figures_and_tables_of_the_experiments_that_a_study_has(study):
    figures = {shown.stem(study): shown for shown in targets.figures_of(study)}
    tables = {shown.stem(study): shown for shown in targets.tables_of(study)}
    assert at("figures/faithfulness") in figures
    assert at("figures/bias") not in figures
    assert at("tables/meta_evaluation") in tables
    # Corrections that are explained by themselves, after explanations, and by a pipeline.
    for kind in ("multi_task", "ground_truth", "pipelines"):
        assert at(f"tables/{kind}") in tables
    assert at("tables/published_scores") not in tables
    # A figure and a table of one name have titles of their own.
    titles = [
        made[at(path)].result(study).title
        for made, path in (
            (figures, "figures/consistency"),
            (tables, "tables/consistency"),
        )
    ]
    assert titles == ["Figure 3: consistency", "Figure 3: what decides the correlation"]
    entry = figures[at("figures/faithfulness")].result(study)
    assert entry.is_figure
    assert "probes" in entry.caption
    assert targets.report_facts(study)["Seed"] == "0"


def test_a_table_joins_the_results_of_the_experiments_that_a_study_makes(study):
    experiment = experiments()["paper_vs_reproduction"]
    joined, claims = experiment.tables
    assert experiment_files.shown_files(study, experiment, joined) == {
        "meta_evaluation": [
            at(f"{name}/evaluation/meta_evaluation.csv")
            for name in study.shared_datasets[::2]
        ],
        "precision": [],
        "corpus_statistics": [at("evaluation/corpus_statistics.csv")],
        "explained_systems": [at("chinese/evaluation/explained_systems.csv")],
        "description_ratings": [],
        "case_study": [],
    }
    files = experiment_files.shown_files(study, experiment, claims)
    expected = at("essays/evaluation/differences/meta_evaluation.csv")
    assert files["meta_evaluation_differences"][0] == expected
    claimed = experiment_files.shown_options(study, experiment, claims)["claimed"]
    # The study's other data sets are no paper's.
    assert claimed["datasets"] == {"chinese": ("excgec-test", "zh")}


def test_an_experiment_reads_nothing_of_one_that_is_left_out():
    metrics = {"overlap": {"type": "token_overlap", "languages": ["en", "zh"]}}
    study = opened(metrics=metrics, evaluation={"human_rankings": {}, "chance": None})
    files = experiment_files.input_files(study, experiments()["human_rankings"])
    assert files["predicted"] == []


@pytest.mark.parametrize(
    ("shown", "options", "named"),
    [
        ("system_scores", {}, "SOME, fluency, like, judge, chinese"),
        ("system_scores", {"metrics": ["judge"]}, "judge"),
        ("system_scores", {"metrics": []}, "none"),
        ("score_decomposition", {"datasets": ["essays"]}, "SOME, fluency, like, judge"),
        ("estimators", {"metrics": ["some"]}, "SOME"),
    ],
)
def test_a_caption_names_the_metrics_that_are_shown(shown, options, named):
    experiment = experiment_with(shown)
    study = opened(evaluation={experiment.name: options})
    table = next(table for table in experiment.tables if table.name == shown)
    assert (
        re.search(r"metrics: (.*?)[;.] ", captions.caption(study, experiment, table))[1]
        == named
    )


def test_a_caption_calls_a_system_by_its_label():
    systems = {
        **CONFIG["systems"],
        "brought": {**CONFIG["systems"]["brought"], "label": "By hand"},
    }
    options = {"dataset": "essays", "system": "brought", "line": 1}
    study = opened(systems=systems, evaluation={"case_study": options})
    experiment = experiment_with("case_study")
    text = captions.caption(study, experiment, experiment.tables[0])
    assert "Essays, line 1, corrected by By hand, with" in text


def test_a_caption_that_cannot_be_made_is_named(study, monkeypatch):
    monkeypatch.setattr(captions, "caption_template", lambda *_: "{{ min_tokens }}")
    experiment = experiment_with("faithfulness")
    with pytest.raises(
        ConfigError, match=r"caption\.rst of faithfulness: .* datasets, metrics, "
    ):
        captions.caption(study, experiment, experiment.figures[0])


def test_tables_that_would_have_no_row_are_not_made(study):
    judged = {**JUDGED, "references": ["r.txt"]}
    without_papers = opened(datasets__chinese__published=None, datasets__probes=judged)
    printed, both = at("tables/paper_vs_reproduction"), at("tables/chance_truths")
    for made_by, shown in ((study, [True, False]), (without_papers, [False, True])):
        stems = [made.stem(made_by) for made in targets.tables_of(made_by)]
        assert [table in stems for table in (printed, both)] == shown


def test_chance_and_the_explorer_read_what_people_judged():
    of_people = opened(datasets__probes=JUDGED)
    chance = experiments()["chance"]
    # Data sets with references, and those that name the experiment.
    assert of_people.datasets_of(chance) == ["essays", "chinese", "probes"]
    read = {
        name: experiment_files.input_files(of_people, chance, name)["judged"]
        for name in ("essays", "probes")
    }
    assert read == {"essays": [], "probes": ["judged.txt"]}
    files = {each.name: each for each in explored.explored_datasets(of_people)}
    assert files["probes"].judged == Path("judged.txt")
    assert files["essays"].judged is None
    assert {"judged.txt", at("essays/coalitions/games.parquet")} < set(
        explored.explored_files([*files.values()])
    )
