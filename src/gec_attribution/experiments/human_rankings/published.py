"""Mean scores of SEEDA's systems on all of CoNLL-2014's test set, as its authors published them.

From the README of tmu-nlp/SEEDA at commit 0c6c07f9 (Kobayashi, Mita and Komachi 2024).
"""

from gec_attribution.experiments.human_rankings.compute import SYSTEMS

_SOME = (
    *(0.7933, 0.8151, 0.8016, 0.786, 0.8379, 0.7506, 0.8028, 0.8066),
    *(0.8463, 0.8155, 0.8123, 0.8202, 0.7972, 0.82, 0.808),
)
# Not on the scale of a quality in [0, 1].
_IMPARA = (
    *(5.31, 5.816, 5.644, 5.17, 6.376, 4.089, 5.543, 5.659),
    *(6.569, 5.908, 5.757, 6.045, 5.52, 6.035, 5.591),
)
SCORES = {
    "some": dict(zip(SYSTEMS, _SOME, strict=True)),
    "impara": dict(zip(SYSTEMS, _IMPARA, strict=True)),
}
# Half of the last printed digit, and the differences between versions of libraries.
TOLERANCE = 0.0005
