"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

from attributed import attributions
from experiment_inputs import CHINESE, GOLD

from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.storage.text import read_lines


def further(_study, folder):
    """Every edit of an explained reference, worth less the later it comes in its sentence."""
    sources = read_lines(CHINESE / "sources.txt")
    games = []
    for line, sentence in enumerate(
        read_explanations_of(GOLD["gold"][0], sources).sentences, start=1
    ):
        edits = [explained.edit for explained in sentence.edits]
        places = [(edit.start, edit.end, edit.correction, "S") for edit in edits]
        games.append(("annotator", line, [1 / k for k in range(1, len(edits) + 1)], places))
    attributions(games).to_parquet(folder / "attributions.parquet", index=False)
    files = {"sources": [CHINESE / "sources.txt"]}
    return {
        "files": {**GOLD, **files, "attributions": [folder / "attributions.parquet"]},
        "settings": {"language": "zh"},
        "options": {"systems": None, "min_frequency": 10},
        "dataset": "zh",
    }
