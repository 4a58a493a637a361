from gec_attribution.experiments.catalogue import experiments
from gec_attribution.study.experiment_files import input_files
from gec_attribution.study.study import Study

JUDGED = {"sources": {"path": "judged.txt", "format": "judged"}, "references": []}


def study_of(datasets, human_judgements):
    entries = {
        name: {"experiments": None, "lines": None, "language": "en"} | entry
        for name, entry in datasets.items()
    }
    evaluation = {"human_judgements": human_judgements, "chance": {}, "agreement": {}}
    config = {
        "study": "s",
        "datasets": entries,
        "metrics": {},
        "methods": {"shapley": {}},
        "systems": {},
        "evaluation": evaluation,
    }
    return Study(config)


def test_chance_looks_at_references_and_at_what_people_judged():
    datasets = {
        "essays": {"sources": "essays.txt", "references": ["r.txt"]},
        "bare": {"sources": "bare.txt", "references": []},
        "seeda": JUDGED | {"experiments": ["human_judgements"]},
    }
    chance = experiments()["chance"]
    study = study_of(datasets, {})
    assert study.datasets_of(chance) == ["essays", "seeda"]
    assert input_files(study, chance, "essays")["judged"] == []
    assert input_files(study, chance, "seeda")["judged"] == ["judged.txt"]
    assert study_of(datasets, None).datasets_of(chance) == ["essays"]
