"""Mean scores of SEEDA's systems on all of CoNLL-2014's test set, as its authors published them.

From the README of tmu-nlp/SEEDA at commit 0c6c07f9 (Kobayashi, Mita and Komachi 2024).
"""

# In the order of SEEDA's files: SOME, which is a quality in [0, 1], and IMPARA, which is not.
_SCORES = {
    "BART": (0.7933, 5.31),
    "BERT-fuse": (0.8151, 5.816),
    "GECToR-BERT": (0.8016, 5.644),
    "GECToR-ens": (0.786, 5.17),
    "GPT-3.5": (0.8379, 6.376),
    "INPUT": (0.7506, 4.089),
    "LM-Critic": (0.8028, 5.543),
    "PIE": (0.8066, 5.659),
    "REF-F": (0.8463, 6.569),
    "REF-M": (0.8155, 5.908),
    "Riken-Tohoku": (0.8123, 5.757),
    "T5": (0.8202, 6.045),
    "TemplateGEC": (0.7972, 5.52),
    "TransGEC": (0.82, 6.035),
    "UEDIN-MS": (0.808, 5.591),
}
SYSTEMS = tuple(_SCORES)
# Name of the unchanged sources among the systems.
UNCORRECTED = "INPUT"
SCORES = {
    "some": {system: some for system, (some, _) in _SCORES.items()},
    "impara": {system: impara for system, (_, impara) in _SCORES.items()},
}
# Half of the last printed digit, and the differences between versions of libraries.
TOLERANCE = 0.0005
