"""A study of four sentences and two systems: the files that an experiment reads, and `Inputs`."""

from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import project

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Reads
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.plan import plan_coalitions, write_plan
from gec_attribution.languages.en import ENGLISH
from gec_attribution.languages.zh import CHINESE
from gec_attribution.scores.ends import ends_of
from gec_attribution.storage.parquet_files import write_parquet
from gec_attribution.storage.seeds import seed_from

SOURCES = ["a b c d", "e f g h", "i j k l", "m n o p"]
# A character for each letter, so that the same edits have the same effects.
LETTERS = str.maketrans(
    dict(zip("甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳某", "abcdefghijklmnopx", strict=True))
)
CHARACTERS = {after: chr(before) for before, after in LETTERS.items()}
METHODS = {
    "shapley": {"type": "shapley", "label": "Shapley"},
    "add": {"type": "add"},
    "sub": {"type": "sub"},
    "sampling": {"type": "shapley_sampling", "permutations": 5},
}
COALITIONS = {"exact_up_to": 4, "above": "sample"}
SETTINGS = {
    "coalitions": COALITIONS,
    "methods": METHODS,
    "language": "en",
    "lines": None,
}


def replacing(position):
    return Edit(position, position + 1, "x", f"R:{'NOUN' if position % 2 else 'VERB'}")


SYSTEMS = {
    "one": [
        (),
        tuple(map(replacing, range(4))),
        (replacing(0), replacing(2)),
        (replacing(1),),
    ],
    "two": [(replacing(3),), tuple(map(replacing, range(3))), (replacing(0),), ()],
}
REFERENCE = [(replacing(3),), (replacing(0), replacing(1)), (replacing(2),), ()]


def score_of(text):
    """Score of a sentence by the study's only metric, of whichever language."""
    return seed_from(" ".join("".join(text.split()).translate(LETTERS))) % 1000 / 1000


def corrections(edits, language=ENGLISH):
    """The source and the edits of each line."""
    tokens = [source.split() for source in SOURCES]
    if language == CHINESE:
        tokens = [[CHARACTERS[token] for token in source] for source in tokens]
        edits = [[replace(edit, correction="某") for edit in line] for line in edits]
    sources = map(" ".join, tokens)
    return [(source, tuple(line)) for source, line in zip(sources, edits, strict=True)]


def write_study(folder, language=ENGLISH):
    """The files of the stages before the experiments, by the names that `Inputs.files` has."""
    systems = {name: corrections(edits, language) for name, edits in SYSTEMS.items()}
    plan = plan_coalitions(systems, [lambda n, _: lattice_masks(n)], language)
    plan.games.attrs["signatures"] = {name: {"aligner": "none"} for name in SYSTEMS}
    write_plan(
        plan, *(folder / f"{name}.parquet" for name in ("pairs", "coalitions", "games"))
    )
    scores = plan.pairs[["pair"]].assign(score=plan.pairs["sentence"].map(score_of))
    scores.attrs["signature"] = {"model": "abc"}
    scores.to_parquet(folder / "scores.parquet", index=False)
    names = {"dataset": "d", "metric": "m", "systems": list(SYSTEMS)}
    tables = (folder / f"{name}.parquet" for name in ("coalitions", "scores"))
    ends = ends_of(*tables, **names, sentences=len(SOURCES))
    write_parquet(ends, folder / "ends.parquet")
    sources = SOURCES
    if language == CHINESE:
        sources = ["".join(map(CHARACTERS.get, source.split())) for source in SOURCES]
    (folder / "sources.txt").write_text(
        "".join(f"{line}\n" for line in sources), encoding="utf-8"
    )
    for name, lines in {"one": [], "two": [2]}.items():
        unaligned = pd.DataFrame({"line": lines}, dtype="int32")
        unaligned.attrs["signature"] = {"aligner": "none"}
        unaligned.to_parquet(folder / f"{name}.unaligned.parquet", index=False)
    reference = folder / "reference.m2"
    annotated = [
        AnnotatedSentence(s, {0: e}) for s, e in corrections(REFERENCE, language)
    ]
    write_m2(reference, annotated)
    found = {name: str(folder / f"{name}.m2") for name in SYSTEMS}
    for name, path in found.items():
        write_m2(path, [AnnotatedSentence(s, {0: e}) for s, e in systems[name]])
    made = ("games", "coalitions", "scores", "ends")
    files = {name: [str(folder / f"{name}.parquet")] for name in made}
    files |= {
        name: []
        for name in (
            "judged",
            "judged_systems",
            "other_attributions",
            "other_references",
            "reports",
        )
    }
    files |= {
        "language": language.code,
        "unaligned": [str(folder / f"{name}.unaligned.parquet") for name in SYSTEMS],
        "sources": [str(folder / "sources.txt")],
        "references": [str(reference)],
        "found_edits": list(found.values()),
        "attributions": [str(folder / f"{method}.parquet") for method in METHODS],
    }
    for name, path in zip(METHODS, files["attributions"], strict=True):
        others = {
            "sentences": folder / f"{name}.csv",
            "records": folder / f"{name}.jsonl.gz",
        }
        attribute(files, name, attributions=[path], **others)
    return files


def run(script, **snakemake):
    """Run a rule's script on its input, params, wildcards and output; returns the first output.

    Where outputs have names, all of them.
    """
    namespaces = {
        key: SimpleNamespace(**value) if isinstance(value, dict) else value
        for key, value in snakemake.items()
    }
    project.load_script(script).main(SimpleNamespace(**namespaces))
    output = snakemake["output"]
    return output[0] if isinstance(output, list) else output


def attribute(files, method, most=COALITIONS["exact_up_to"], **output):
    """Write the attributions of one of `METHODS`, and further outputs of their rule."""
    return run(
        "attribute_edits",
        input={name: files[name][0] for name in ("games", "coalitions", "scores")},
        params={
            "systems": list(SYSTEMS),
            "methods": {method: METHODS[method]},
            "coalitions": {**COALITIONS, "exact_up_to": most},
            "language": files["language"],
            "seed": 0,
            "weights": None,
        },
        wildcards={"dataset": "d", "metric": "m"},
        output=project.Named(**output),
    )


def inputs_of(name, study, *, files=None, options=None, settings=None, **fields):
    """Inputs that the experiment declares, and no more; of one method, that is the first.

    Files, settings and further fields are beside or in place of those of the study.
    """
    experiment = experiments()[name]
    files = dict(files or {})
    for reading in experiment.reads:
        if reading.key not in files:
            count = 1 if reading is Reads.ATTRIBUTIONS else None
            files[reading.key] = study[reading.key][:count]
    declared = {
        name: SETTINGS[name] for name in experiment.settings if name in SETTINGS
    }
    if name == "warnings":
        declared["explained"] = []
    given = {
        "dataset": "d",
        "systems": list(SYSTEMS),
        "metrics": ["m"],
        "resamples": 100,
        **fields,
    }
    return Inputs(
        files, options=options or {}, settings={**declared, **(settings or {})}, **given
    )
