"""The command `gec-attribution`."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from gec_attribution import __version__
from gec_attribution.config import DEFAULT_CONFIG
from gec_attribution.errors import GecAttributionError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 1 after an error of the user, 2 for a wrong call."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except GecAttributionError as error:
        print(f"gec-attribution: error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        sys.stderr.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gec-attribution",
        description="Say how much each edit of a corrected sentence moved a metric.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    explain = commands.add_parser(
        "explain",
        help="attribute sentence scores to edits",
        description="Attribute the score of corrected sentences to their edits.",
        epilog="Sentences are tokenised with spaces, as in JFLEG: He do n't know .",
    )
    explain.set_defaults(run=_explain, parser=explain)
    given = explain.add_argument_group("what to explain (one of the three)")
    given.add_argument("--source", metavar="TEXT", help="a learner's sentence, with --hypothesis")
    given.add_argument("--hypothesis", metavar="TEXT", help="its correction")
    given.add_argument("--m2", metavar="FILE", type=Path, help="sources with their edits (coder 0)")
    given.add_argument("--sources", metavar="FILE", type=Path, help="a sentence a line")
    given.add_argument(
        "--hypotheses", metavar="FILE", type=Path, help="the correction of each line"
    )
    how = explain.add_argument_group("how")
    how.add_argument(
        "--metric", default="some", help="a metric of the configuration (default: %(default)s)"
    )
    how.add_argument(
        "--method", default="shapley", help="an attribution method (default: %(default)s)"
    )
    how.add_argument(
        "--config", metavar="FILE", type=Path, default=DEFAULT_CONFIG,
        help="the study whose models are used (default: the default study)",
    )  # fmt: skip
    output = explain.add_argument_group("output (default: a table)")
    output.add_argument("--json", action="store_true", help="one JSON object a sentence and line")
    output.add_argument(
        "--html", metavar="FILE", type=Path, help="a page with the edits coloured by φ"
    )
    return parser


def _explain(options: argparse.Namespace) -> None:
    explanations = _explanations(options)
    if options.html is None:
        for explanation in explanations:
            _print(explanation, options)
        return
    from gec_attribution.html import write_html

    kept = []
    for explanation in explanations:
        kept.append(explanation.to_dict())
        if options.json:
            _print(explanation, options)
    write_html(kept, options.html)


def _explanations(options: argparse.Namespace) -> Iterator:
    """The explanations asked for; models load only after the call was found to be a right one."""
    one = (options.source, options.hypothesis)
    many = (options.sources, options.hypotheses)
    forms = [one, (options.m2,), many]
    begun = [form for form in forms if any(value is not None for value in form)]
    if len(begun) != 1 or None in begun[0]:
        options.parser.error(
            "give --source and --hypothesis, or --m2, or --sources and --hypotheses"
        )

    from gec_attribution.explain import Explainer

    explainer = Explainer(options.config)
    chosen = {"metric": options.metric, "method": options.method}
    if options.m2 is not None:
        from gec_attribution.edits import edits_of

        return explainer.explain_edits(edits_of(options.m2), **chosen)
    if options.source is not None:
        return explainer.explain_pairs([one], **chosen)
    from gec_attribution.corpora import read_hypotheses, read_sources

    sources = read_sources(options.sources)
    hypotheses = read_hypotheses(options.hypotheses, expected=len(sources))
    return explainer.explain_pairs(zip(sources, hypotheses, strict=True), **chosen)


def _print(explanation: object, options: argparse.Namespace) -> None:
    if options.json:
        print(json.dumps(explanation.to_dict(), ensure_ascii=False), flush=True)
    else:
        from gec_attribution.terminal import print_explanation

        print_explanation(explanation)


if __name__ == "__main__":
    sys.exit(main())
