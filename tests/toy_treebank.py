"""A treebank of a few sentences, in CoNLL-U with Universal Dependencies."""

from textwrap import dedent

SENTENCES = {
    "copula": """
        It PRP 6 nsubj
        was VBD 6 cop
        n't RB 6 advmod
        a DT 6 det
        very_good JJ 6 amod
        idea NN 0 root
        . . 6 punct""",
    "adjective": """
        Has VBZ 4 aux
        she PRP 4 nsubj
        been VBN 4 cop
        ill JJ 0 root
        with IN 6 case
        flu NN 4 obl
        ? . 4 punct""",
    "infinitive": """
        They PRP 2 nsubj
        want VBP 0 root
        to TO 4 mark
        look VB 2 xcomp
        nice JJ 4 xcomp
        by IN 7 mark
        dressing VBG 4 advcl
        up RP 7 compound:prt
        . . 2 punct""",
    "passive": """
        The DT 2 det
        cake NN 6 nsubj:pass
        had VBD 6 aux
        not RB 6 advmod
        been VBN 6 aux:pass
        eaten VBN 0 root
        by IN 9 case
        my PRP$ 9 nmod:poss
        aunt NN 6 obl:agent
        's POS 9 case
        . . 6 punct""",
}


def conllu(names: list[str]) -> str:
    lines = []
    for name in names:
        lines.append(f"# newdoc id = {name}")
        for number, line in enumerate(dedent(SENTENCES[name]).strip().split("\n"), start=1):
            form, tag, head, dep = line.split()
            lines.append("\t".join([str(number), form, "_", "_", tag, "_", head, dep, "_", "_"]))
        lines.append("")
    return "\n".join(lines) + "\n"
