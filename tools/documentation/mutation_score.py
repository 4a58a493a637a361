"""The score of the tests in CONTRIBUTING.md: how many changes of the code they notice.

`make mutations` calls it with mutmut's results on standard input:

    mutmut results --all true | python -m tools.documentation.mutation_score CONTRIBUTING.md
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from gec_attribution.formatting.markers import replace_between
from gec_attribution.storage.files import write_atomically

BEGIN = "<!-- made by `make mutations`; do not edit -->"
END = "<!-- end of what is made -->"
NOTICED = ("killed", "timeout", "segfault")
UNNOTICED = ("survived", "no tests")
UNTRIED = "not checked"


def score_table(results: Iterable[str]) -> str:
    """A Markdown table with a row for each module whose mutants were all tried, and one for all.

    Modules that were not wholly tried are named below it.

    Args:
        results: mutmut's lines, `gec_attribution.ROOM.MODULE.FUNCTION__mutmut_NUMBER: STATUS`.

    Raises:
        ValueError: a mutant ended in an unknown way, or no module was wholly tried.
    """
    by_module: dict[str, Counter[str]] = defaultdict(Counter)
    for line in filter(None, map(str.strip, results)):
        mutant, _, status = line.rpartition(": ")
        if status not in (*NOTICED, *UNNOTICED, UNTRIED):
            raise ValueError(f"{mutant} is “{status}”: try it again, by mutmut run '{mutant}'")
        module = re.sub(r"^gec_attribution\.", "", mutant.rpartition(".")[0]).replace(".", "/")
        by_module[f"`{module}`"][status] += 1
    tried = {name: by_module[name] for name in sorted(by_module) if not by_module[name][UNTRIED]}
    if not tried:
        raise ValueError("no module was wholly tried: let `make mutations` come to its end")
    rows = ["| module | mutants | killed | timed out | survived | no test | noticed |"]
    rows.append("| --- " + "| ---: " * 6 + "|")
    rows += [_row(name, counts) for name, counts in tried.items()]
    rows.append(_row("all", sum(tried.values(), Counter())))
    untried = [name for name in sorted(by_module) if name not in tried]
    if untried:
        rows += ["", f"Not yet, or not wholly, tried: {', '.join(untried)}."]
    return "\n".join(rows)


def _row(name: str, counts: Counter[str]) -> str:
    # A crash is a failure like another.
    killed = counts["killed"] + counts["segfault"]
    numbers = (counts.total(), killed, counts["timeout"], *(counts[kind] for kind in UNNOTICED))
    noticed = 100 * sum(counts[kind] for kind in NOTICED) / counts.total()
    return f"| {name} | {' | '.join(map(str, numbers))} | {noticed:.0f} % |"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    made = replace_between(page.read_text(encoding="utf-8"), BEGIN, END, score_table(sys.stdin))
    with write_atomically(page) as temporary:
        temporary.write_text(made, encoding="utf-8")
