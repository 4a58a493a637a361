"""The command `gec-attribution`."""

import argparse
import atexit
import codecs
import gc
import io
import json
import logging
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gec_attribution import __version__
from gec_attribution.config.places import DEFAULT_CONFIG
from gec_attribution.errors import GecAttributionError, InputError, OutputError
from gec_attribution.plugins.extras import needed_by
from gec_attribution.storage.files import REFUSALS, check_output, output_error
from gec_attribution.storage.known_models import (
    KNOWN_MODELS,
    VARIABLE,
    fetched_folder,
    known_model,
    remove_model,
    verify_model,
)

if TYPE_CHECKING:
    from gec_attribution.attribution.records import Record
    from gec_attribution.corpora.files import Reading
    from gec_attribution.corpora.ordinary_text import PlainText
    from gec_attribution.explain.explainer import Explainer
    from gec_attribution.judging.evaluation import Evaluation

# Where the workflow keeps scores.
STORE = Path("results/store")
SOME_LEFT_OUT = 3
"""Exit status of `explain` where sentences with too many edits have no record."""
FILE: Mapping[str, Any] = {"metavar": "FILE", "type": Path}
TOKENISED = (
    "English sentences are tokenised with spaces, as in JFLEG: He do n't know . Where they are "
    "not, use --tokenise."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    The exit status is 0, 1 after an error of the user, 2 for a wrong call, `SOME_LEFT_OUT` where
    `explain` left sentences out, and 130 after Ctrl-C, as shells have it.
    """
    # The libraries make a million objects when they are imported, none of them garbage. Looking
    # through them often would delay the first sentence, and once more at the end take a second.
    usual = gc.get_threshold()
    gc.set_threshold(100 * usual[0], *usual[1:])
    atexit.register(gc.freeze)
    try:
        _prepare_streams()
        options = _parser().parse_args(arguments)
        status = options.run(options)
        sys.stdout.flush()
    except GecAttributionError as error:
        print(f"gec-attribution: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("gec-attribution: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        _drop_output()
        return 0
    except OSError as error:
        # Errors of files have their names; all others are those of a stream.
        if error.filename is not None or error.errno not in REFUSALS:
            raise
        _drop_output()
        print(
            f"gec-attribution: error: {output_error('standard output', error)}",
            file=sys.stderr,
        )
        return 1
    finally:
        gc.set_threshold(*usual)
    return status or 0


def _prepare_streams() -> None:
    """Make standard streams take every character.

    Raises:
        OutputError: standard output is closed.
    """
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    if sys.stdout is None:
        raise OutputError(
            "standard output is closed; send it to a file, or to /dev/null"
        )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Let the end of the program flush nothing into a standard output that takes no more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_json(content: object) -> None:
    """Print a line of JSON; where it does not fit on the disk, nothing of it stays in the file."""
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    line = json.dumps(content, ensure_ascii=not is_utf8)
    start = None
    # A pipe or a terminal has no place to go back to.
    with suppress(OSError):
        sys.stdout.flush()
        start = os.lseek(sys.stdout.fileno(), 0, os.SEEK_CUR)
    try:
        print(line, flush=True)
    except OSError:
        if start is not None:
            with suppress(OSError):
                os.ftruncate(sys.stdout.fileno(), start)
        raise


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gec-attribution",
        description="Say how much each edit of a corrected sentence moved a metric.",
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_explain(commands)
    _add_correct(commands)
    _add_evaluate(commands)
    _add_evaluate_explanations(commands)
    _add_serve(commands)
    _add_archive(commands)
    _add_paper(commands)
    _add_models(commands)
    return parser


def _add_explain(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    explain = commands.add_parser(
        "explain",
        help="attribute sentence scores to edits",
        description="Attribute the score of corrected sentences to their edits.",
        epilog=f"{TOKENISED} The default study has {_names_of(DEFAULT_CONFIG)}.",
    )
    explain.set_defaults(run=_explain, parser=explain)
    texts = explain.add_argument_group("what to explain (one of the three)")
    texts.add_argument(
        "--source", metavar="TEXT", help="a learner's sentence, with --hypothesis"
    )
    texts.add_argument("--hypothesis", metavar="TEXT", help="its correction")
    texts.add_argument("--m2", **FILE, help="sources with their edits (coder 0)")
    texts.add_argument("--sources", **FILE, help="one sentence per line")
    several = "the correction of each line; several files are several systems (NAME=FILE names one)"
    texts.add_argument("--hypotheses", **FILE, nargs="+", help=several)
    texts.add_argument(
        "--reference",
        metavar="TEXT|FILE",
        nargs="+",
        help="reference corrections: texts beside --source, else files (text or M2) with a "
        "line for each sentence, which may be empty beside that of another file; shows what was "
        "missed, and some metrics read them",
    )
    _add_ways_of_explaining(explain)
    output = explain.add_argument_group("output (default: a table)")
    output.add_argument(
        "--json", action="store_true", help="one JSON object per line and sentence"
    )
    output.add_argument("--html", **FILE, help="a page with the edits coloured by φ")


def _add_ways_of_explaining(explain: argparse.ArgumentParser) -> None:
    how = explain.add_argument_group("how")
    how.add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="metrics of the study, or components of one, as in some.fluency, or a .py file of "
        "yours with one Metric, whose code runs (default: the study's first for the language)",
    )
    methods = "attribution methods of the study (default: its first)"
    how.add_argument(
        "--method", metavar="NAME", nargs="+", action="extend", help=methods
    )
    _add_list(how, "the study's metrics and methods")
    _add_config(how, "models are used; its metrics and methods are enough")
    how.add_argument(
        "--store",
        metavar="FOLDER",
        type=Path,
        help=f"where scores are kept (default: {STORE}, where a workflow has made it)",
    )
    _add_language(how, ", which are tokenised first")


def _add_correct(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    correct = commands.add_parser(
        "correct",
        help="correct sentences with a system of a study",
        description="Correct the sentences of a file or of standard input, one per line, to "
        "standard output.",
        epilog=TOKENISED,
    )
    correct.set_defaults(run=_correct, parser=correct)
    correct.add_argument(
        "file", **FILE, nargs="?", help="the text (default: standard input)"
    )
    unchanged = "with the words and spaces of the text wherever they changed nothing"
    _add_language(correct, f"; so are their corrections then, {unchanged}")
    system = "a system of the configuration; one that comes after another follows it"
    correct.add_argument("--system", metavar="NAME", help=system)
    _add_list(correct, "the study's systems")
    _add_config(correct, "system is used")


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    playground = commands.add_parser(
        "serve",
        help="serve a page that explains what you type",
        description="Serve the playground: a page on which to type a sentence and its correction, "
        "or let a system correct it, and to see what each edit does to the score. Ctrl-C ends it.",
    )
    playground.set_defaults(run=_serve)
    _add_config(playground, "models are used; its metrics and methods are enough")
    port = "the port; 0 takes a free one (default: 8765)"
    playground.add_argument(
        "--port", metavar="NUMBER", type=int, default=8765, help=port
    )


def _add_archive(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    archive = commands.add_parser(
        "archive",
        help="pack a study's results into one zip",
        description="Pack the tables, figures, attributions and origin of a study's results, "
        "without texts of corpora and weights, into a zip for an archive such as Zenodo: a "
        "Workflow Run RO-Crate.",
    )
    archive.set_defaults(run=_archive)
    folder = "the folder of the results, as results/learner"
    archive.add_argument("results", metavar="FOLDER", type=Path, help=folder)
    archive.add_argument(
        "--output", "-o", **FILE, help="the zip (default: FOLDER.zip here)"
    )


def _add_models(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    models = commands.add_parser(
        "models",
        help="list, fetch, verify, remove and update pretrained models",
        description="Keep pretrained models that studies name by a name, as `model: smollm2-135m`. "
        f"They are kept in the folder that {VARIABLE} names, or among the user's caches. `update` "
        "takes today's commits of the hub's models that a study names without a revision.",
    )
    models.set_defaults(run=_models, parser=models)
    models.add_argument(
        "action", choices=["list", "fetch", "verify", "remove", "update"]
    )
    which = "models (default: all known, but for `remove`)"
    models.add_argument("names", nargs="*", default=(), metavar="NAME", help=which)
    _add_config(models, "models of the hub are updated")


def _add_paper(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands that help to write a paper."""
    _add_plot(commands)
    _add_compare(commands)
    _add_review(commands)
    describe = commands.add_parser(
        "describe",
        help="print the paragraph and the citations of a study for a paper",
        description="Print the paragraph that describes a study's set-up with the numbers of its "
        "results, a short signature, and what to cite, as BibTeX.",
    )
    describe.set_defaults(run=_describe)
    study = "the folder of the results, as results/learner, or the study's YAML file"
    describe.add_argument("study", metavar="STUDY", type=Path, help=study)


def _add_plot(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    plot = commands.add_parser(
        "plot",
        help="draw a figure again from its CSV file",
        description="Draw a figure of a study again from the CSV file beside it, or from one of an "
        "experiment's results, in another size, format or style.",
    )
    plot.set_defaults(run=_plot)
    plot.add_argument(
        "table", **FILE, help="the CSV file, as results/learner/figures/bias.csv"
    )
    plot.add_argument(
        "-o", "--output", **FILE, required=True, help="a .pdf, .png, .svg or .eps"
    )
    plot.add_argument(
        "--width", metavar="INCHES", type=float, help="(default: the figure's own)"
    )
    plot.add_argument(
        "--height", metavar="INCHES", type=float, help="(default: the figure's own)"
    )
    plot.add_argument("--style", **FILE, help="a matplotlib style file")
    plot.add_argument(
        "--figure", metavar="NAME", help="which it is, if the file's name is another"
    )


def _add_compare(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    compare = commands.add_parser(
        "compare",
        help="compare two systems with a test",
        description="Compare two systems' attributions on the sentences that both corrected: the "
        "sum of φ, and its mean per sentence with a paired bootstrap test.",
    )
    compare.set_defaults(run=_compare)
    explained = "records of a system, as `explain --sources … --json` prints them"
    compare.add_argument("first", **FILE, help=explained)
    compare.add_argument("other", **FILE, help="those of another system")
    by = "tell the values of a column apart too, such as type, with Holm's correction"
    compare.add_argument("--by", metavar="COLUMN", help=by)
    compare.add_argument(
        "--json", action="store_true", help="one JSON object instead of a table"
    )


def _add_review(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    review = commands.add_parser(
        "review",
        help="list the edits to look at first",
        description="List the edits of lowest φ, which are wrong more often than others.",
    )
    review.set_defaults(run=_review)
    review.add_argument(
        "records", **FILE, help="as `explain --sources … --json` prints them"
    )
    review.add_argument(
        "--metric", metavar="NAME", help="the metric, if the file has several"
    )
    review.add_argument(
        "--method", metavar="NAME", help="the method, if the file has several"
    )
    review.add_argument(
        "--share",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="of all edits; default: 0.1",
    )
    review.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write a page of their sentences, in this order",
    )


def _add_config(group: "argparse._ActionsContainer", use: str) -> None:
    usual = "the default study, of English"
    text = f"the study whose {use}: a file or a name, as chinese or paper (default: {usual})"
    group.add_argument("--config", **FILE, default=DEFAULT_CONFIG, help=text)


def _add_list(group: "argparse._ActionsContainer", names: str) -> None:
    group.add_argument("--list", action="store_true", help=f"name {names}, and end")


def _add_language(group: "argparse._ActionsContainer", effect: str) -> None:
    language = "such as en, zh or uk (default: the study's language)"
    group.add_argument("--language", metavar="CODE", help=language)
    text = f"the sentences are ordinary text (I don't know.){effect}"
    group.add_argument("--tokenise", action="store_true", help=text)


def _add_evaluate(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    corrections = commands.add_parser(
        "evaluate",
        help="score corrections against references",
        description="Score the corrections of one system or several: CLEME and ChERRANT of "
        "Chinese, ERRANT's scores and GLEU of other languages. Files are M2 (by name: .m2, "
        ".m2.char) or have one sentence per line; text is tokenised with spaces, unless --tokenise "
        "is given.",
    )
    corrections.set_defaults(run=_evaluate)
    language = "language of the files, such as zh or uk (default: en)"
    corrections.add_argument("--language", metavar="CODE", default="en", help=language)
    corrections.add_argument("--sources", **FILE, required=True)
    one_each = (
        "one file for each set of references; an empty line of a text is no reference"
    )
    corrections.add_argument(
        "--references", **FILE, required=True, nargs="+", help=one_each
    )
    confusions = "of Chinese characters, as ChERRANT's and CLEME's confusion_dict.txt"
    corrections.add_argument(
        "--confusions", **FILE, help=f"{confusions} (default: none)"
    )
    corrections.add_argument(
        "--tokenise", action="store_true", help="the texts are ordinary (I don't know.)"
    )
    _add_compared(corrections, "the correction of each line")


def _add_evaluate_explanations(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    explanations = commands.add_parser(
        "evaluate-explanations",
        help="score explanations of Chinese corrections against references",
        description="Score the explained edits of one system or several as EXCGEC does, from files "
        "in its JSON.",
    )
    explanations.set_defaults(run=_evaluate_explanations)
    explanations.add_argument("--references", **FILE, required=True)
    _add_compared(explanations, "the explained sentences of a system")


def _add_compared(parser: argparse.ArgumentParser, content: str) -> None:
    """Add the files of one system or several, and how their comparison is shown."""
    several = "several files are several systems, each compared with the first"
    text = f"{content}; {several}; NAME=FILE names a system"
    parser.add_argument("--hypotheses", **FILE, required=True, nargs="+", help=text)
    columns = "width of tables (default: the terminal's; elsewhere nothing is cut)"
    parser.add_argument("--columns", metavar="NUMBER", type=int, help=columns)
    parser.add_argument(
        "--json", action="store_true", help="one JSON object instead of a table"
    )


def _plot(options: argparse.Namespace) -> None:
    from gec_attribution.pipeline.redrawing import redraw

    size = {"width": options.width, "height": options.height}
    redraw(options.table, options.output, options.figure, style=options.style, **size)


def _compare(options: argparse.Namespace) -> None:
    from gec_attribution.attribution.collection import Records
    from gec_attribution.corpora.system_names import named_files
    from gec_attribution.pages.comparison import compared_systems, print_comparison

    records: dict[str, Records] = {}
    for name, path in named_files([options.first, options.other]).items():
        of_file: Records[Record] = Records.read(path)
        records[name] = Records(replace(record, system=name) for record in of_file)
    tables = compared_systems(records, options.by)
    if options.json:
        compared = {}
        for choice, table in tables.items():
            # Undefined is null.
            rows = table.to_json(orient="records", double_precision=15)
            compared[" ".join(choice)] = json.loads(rows)
        _print_json(compared)
        return
    for (metric, method), table in tables.items():
        print_comparison(table, list(records), f"{metric}, {method}", options.by)


def _review(options: argparse.Namespace) -> None:
    from gec_attribution.attribution.collection import Records
    from gec_attribution.pages.html import write_html
    from gec_attribution.pages.review import print_review

    if options.html:
        check_output(options.html, [options.records])
    records: Records[Record] = Records.read(options.records)
    named = {"metric": options.metric, "method": options.method}
    chosen = records.where(**{key: name for key, name in named.items() if name})
    doubtful = chosen.most_doubtful(options.share)
    defined = [
        edit for record in chosen for edit in record.edits if not math.isnan(edit.phi)
    ]
    print_review(doubtful, len(defined))
    if options.html:
        write_html(
            [chosen[number] for number in dict.fromkeys(doubtful["record"])],
            options.html,
        )


def _describe(options: argparse.Namespace) -> None:
    from gec_attribution.pipeline.description import describe

    print(describe(options.study))


def _update_models(options: argparse.Namespace) -> None:
    from gec_attribution.config.model_lock import lock_file, update_lock
    from gec_attribution.config.opening import load_study

    if options.names:
        options.parser.error("update takes no names; --config names the study")
    for model, (before, today) in update_lock(
        lock_file(load_study(options.config).study)
    ).items():
        print(
            f"{model}: {before} → {today}"
            if before != today
            else f"{model}: {today}, as before"
        )


def _models(options: argparse.Namespace) -> None:
    if options.action == "update":
        _update_models(options)
        return
    if options.action == "remove" and not options.names:
        options.parser.error("remove needs the names of models")
    for name in options.names or KNOWN_MODELS:
        match options.action:
            case "list":
                place = fetched_folder(name) or "not on this machine"
                print(f"{name}: {known_model(name).description}; {place}")
            case "fetch":
                from gec_attribution.networks.known_models import prepare_model

                print(f"{name}: {known_model(name).description}; {prepare_model(name)}")
            case "verify":
                print(f"{name}: {verify_model(name)} is the model that is expected")
            case "remove":
                remove_model(name)


def _archive(options: argparse.Namespace) -> None:
    from gec_attribution.pipeline.archive import write_archive

    output = options.output or Path(f"{options.results.resolve().name}.zip")
    number = write_archive(options.results, output)
    print(f"{output}: files of results: {number}")


def _serve(options: argparse.Namespace) -> None:
    with needed_by("serve"):
        from gec_attribution.playground.server import serve

    def tell(sentence: str) -> None:
        print(f"gec-attribution: {sentence}", flush=True)

    serve(options.config, options.port, tell)


def _evaluate(options: argparse.Namespace) -> None:
    from gec_attribution.corpora.system_names import named_files
    from gec_attribution.judging.evaluate import evaluate_corrections

    files = named_files(options.hypotheses)
    chosen = (
        options.language,
        options.sources,
        list(files.values()),
        options.references,
    )
    evaluations = evaluate_corrections(
        *chosen, options.confusions, tokenise=options.tokenise
    )
    _show(list(files), evaluations, options)


def _evaluate_explanations(options: argparse.Namespace) -> None:
    from gec_attribution.corpora.system_names import named_files
    from gec_attribution.judging.evaluate import evaluate_explanations

    files = named_files(options.hypotheses)
    evaluations = evaluate_explanations(list(files.values()), options.references)
    _show(list(files), evaluations, options)


def _show(
    names: Sequence[str],
    evaluations: "Sequence[Evaluation]",
    options: argparse.Namespace,
) -> None:
    from gec_attribution.judging.evaluation import Comparison
    from gec_attribution.pages.evaluation import print_comparison, print_evaluation

    if len(evaluations) > 1:
        comparison = Comparison(dict(zip(names, evaluations, strict=True)))
        if options.json:
            _print_json(comparison.to_dict())
        else:
            print_comparison(comparison, options.columns)
    elif options.json:
        _print_json(evaluations[0].to_dict())
    else:
        print_evaluation(evaluations[0], options.columns)


def _explain(options: argparse.Namespace) -> int:
    if options.list:
        print(_names_of(options.config, options.language).replace("; ", "\n"))
        return 0
    left_out: list[str] = []
    _write_explanations(_explanations(options, left_out), options)
    for line in left_out:
        print(f"gec-attribution: left out: {line}", file=sys.stderr)
    if left_out:
        return SOME_LEFT_OUT
    return 0


def _write_explanations(
    explanations: "Iterator[Record]", options: argparse.Namespace
) -> None:
    """Print each record when it comes, or write a page of all."""
    if options.html is None:
        for explanation in explanations:
            _print(explanation, options)
        return
    from gec_attribution.pages.html import write_html

    collected = []
    for explanation in explanations:
        collected.append(explanation)
        if options.json:
            # The page gets every record, even if the reader of standard output has gone.
            with suppress(BrokenPipeError):
                _print(explanation, options)
    write_html(collected, options.html)
    print(f"{options.html}: explained corrections: {len(collected)}", file=sys.stderr)


def _names_of(path: Path, language: str | None = None) -> str:
    """The metrics of a study, or those for a language alone, and its methods, in one line."""
    from gec_attribution.config.opening import load_study

    study = load_study(path)
    metrics = [
        name
        for name, metric in study.metrics.items()
        if language is None or language in study.languages_of(metric)
    ]
    found = ", ".join(metrics) or f"none for {language}"
    return f"metrics: {found}; methods: {', '.join(study.methods)}"


def _correct(options: argparse.Namespace) -> None:
    from gec_attribution.config.opening import load_study
    from gec_attribution.corpora.ordinary_text import refuse_tokenised
    from gec_attribution.explain.corrector import Corrector, correctors_of
    from gec_attribution.storage.text import lines_of, read_lines

    if options.list:
        print("systems: " + ", ".join(correctors_of(load_study(options.config))))
        return
    if options.system is None:
        options.parser.error("give --system NAME; --list names those of the study")
    logging.basicConfig(level=logging.INFO, format="{levelname} {message}", style="{")
    corrector = Corrector(load_study(options.config), options.system, options.language)
    language = corrector.language
    if options.file is None:
        written = list(lines_of(sys.stdin.buffer, "standard input"))
    else:
        written = read_lines(options.file)
    if options.tokenise:
        refuse_tokenised(options.file or "standard input", written, language)
        tokenised = list(map(language.from_plain_text, written))
        sentences = list(
            map(language.to_plain_text, corrector.correct(tokenised), written)
        )
    else:
        sentences = corrector.correct(written)
    # Written at once, so that a failed run writes nothing.
    sys.stdout.buffer.write("".join(f"{sentence}\n" for sentence in sentences).encode())
    sys.stdout.flush()


def _typed(text: str) -> str:
    """An argument as UTF-8, where Python read it by the encoding of another locale (`LC_ALL=C`)."""
    with suppress(UnicodeError):
        return os.fsencode(text).decode("utf-8")
    return text


def _explanations(
    options: argparse.Namespace, left_out: list[str]
) -> "Iterator[Record]":
    """The explanations asked for; models load only after the options were checked.

    `left_out` gets a line for each sentence of a file that has too many edits.
    """
    _check_form(options)
    asked = _Asked(options, _explainer_of(options), left_out)
    if options.m2 is not None:
        return asked.of_edits()
    if options.source is not None:
        return asked.of_one_sentence()
    return asked.of_files()


def _explainer_of(options: argparse.Namespace) -> "Explainer":
    from gec_attribution.explain.explainer import Explainer

    if not sys.stderr.isatty():
        # Without a terminal there is no progress bar; the log takes its place.
        logging.basicConfig(format="{levelname} {message}", style="{")
        logging.getLogger(f"{__package__}.explain.progress").setLevel(logging.INFO)
    store = options.store or (STORE if STORE.is_dir() else None)
    printed = options.html is None or options.json
    return Explainer(
        options.config,
        options.language,
        store=store,
        # Printed records show the progress themselves, and would break a bar in pieces.
        progress=False if printed and sys.stdout.isatty() else None,
        tokenise=options.tokenise,
    )


@dataclass(frozen=True)
class _Asked:
    """The request of a call of `explain`, and who explains it."""

    options: argparse.Namespace
    explainer: "Explainer"
    left_out: list[str]

    @property
    def chosen(self) -> Mapping[str, Any]:
        """The metrics and methods."""
        return {"metric": self.options.metric, "method": self.options.method}

    @property
    def reading(self) -> "Reading":
        """Way of reading files."""
        from gec_attribution.corpora.files import Reading

        plain_text: PlainText = "keep" if self.options.tokenise else "warn"
        return Reading(self.explainer.language, plain_text=plain_text)

    def of_edits(self) -> "Iterator[Record]":
        """Explanations of an M2 file."""
        from gec_attribution.corpora.ordinary_text import check_language
        from gec_attribution.languages import edit_files

        m2 = self.options.m2
        language = self.explainer.language
        edited = edit_files.read_edit_file(edit_files.EditFile(m2), language)
        check_language(m2, [source for source, _ in edited], language)
        references = self.references(len(edited))
        too_long: dict[int, str] = {}
        yield from self.explainer.explain_edits(
            edited, **self.chosen, references=references, left_out=too_long
        )
        self.left_out.extend(f"{m2}: {text}" for text in too_long.values())

    def of_one_sentence(self) -> "Iterator[Record]":
        """Explanations of the sentence of the command line."""
        from gec_attribution.corpora import ordinary_text
        from gec_attribution.games.coalitions import EXACT_UP_TO

        options = self.options
        language = self.explainer.language
        references = (
            [tuple(map(_typed, options.reference))] if options.reference else None
        )
        pair = (_typed(options.source), _typed(options.hypothesis))
        ordinary_text.check_language("--source and --hypothesis", pair, language)
        if options.tokenise:
            check_spaces = ordinary_text.refuse_tokenised
        else:
            check_spaces = ordinary_text.warn_of_untokenised
        check_spaces("--source and --hypothesis", pair, language)
        yield from self.explainer.explain_pairs(
            [pair], **self.chosen, references=references, exact_to=EXACT_UP_TO
        )

    def of_files(self) -> "Iterator[Record]":
        """Explanations of sources and of the corrections by each system."""
        from gec_attribution.corpora.files import read_hypotheses, read_sources
        from gec_attribution.corpora.system_names import named_files

        sources = read_sources(self.options.sources, None, self.reading)
        named = named_files(self.options.hypotheses)
        outputs = {}
        for system, path in named.items():
            texts = read_hypotheses(path, None, self.reading, expected=len(sources))
            outputs[system] = list(zip(sources, texts, strict=True))
        references = self.references(len(sources))
        for system, pairs in outputs.items():
            try:
                for record in self.of_system(named[system], pairs, references):
                    yield replace(record, system=system if len(named) > 1 else None)
            except InputError as error:
                raise InputError(f"{named[system]}: {error}") from error

    def of_system(
        self,
        path: Path,
        pairs: "Sequence[tuple[str, str]]",
        references: "Sequence[tuple[str, ...]] | None",
    ) -> "Iterator[Record]":
        """Explanations of the corrections of a file, with their lines."""
        too_long: dict[int, str] = {}
        records = self.explainer.explain_pairs(
            pairs, **self.chosen, references=references, left_out=too_long
        )
        metrics = len(set(self.options.metric or [None]))
        methods = len(set(self.options.method or [None]))
        records_a_line = metrics * methods
        lines = (
            line
            for line in count(1)
            for _ in range(records_a_line)
            if line not in too_long
        )
        for record in records:
            yield replace(record, line=next(lines))
        self.left_out.extend(f"{path}: {text}" for text in too_long.values())

    def references(self, expected: int) -> "list[tuple[str, ...]] | None":
        """The references of each sentence, of all files; None where there are no files."""
        from gec_attribution.corpora.files import read_corrections

        paths = self.options.reference
        if paths is None:
            return None
        reading = self.reading
        files = [
            read_corrections(path, None, reading, expected=expected) for path in paths
        ]
        references = []
        for line in zip(*files, strict=True):
            corrections = chain.from_iterable(one.corrections for one in line)
            texts = [correction.text for correction in corrections]
            references.append(tuple(text for text in texts if text))
        return references


def _check_form(options: argparse.Namespace) -> None:
    """Refuse a call that names nothing to explain, or two things."""
    forms = [("source", "hypothesis"), ("m2",), ("sources", "hypotheses")]
    given = [
        [name for name in form if getattr(options, name) is not None] for form in forms
    ]
    begun = [
        (names[0], form) for names, form in zip(given, forms, strict=True) if names
    ]
    if not begun:
        options.parser.error(
            "give --source and --hypothesis, or --m2, or --sources and --hypotheses"
        )
    if len(begun) > 1:
        options.parser.error(
            f"give only one of {' and '.join(f'--{name}' for name, _ in begun)}"
        )
    if options.tokenise and options.m2 is not None:
        options.parser.error(
            "--tokenise is for text; the sentences of --m2 have tokens"
        )
    ((first, form),) = begun
    for name in form:
        if getattr(options, name) is None:
            options.parser.error(f"--{first} needs --{name}")
    if first == "source":
        _refuse_files(options)
    if options.html is not None:
        read = [
            options.config,
            options.m2,
            options.sources,
            *(options.hypotheses or ()),
        ]
        # Beside one sentence, references are texts.
        references = () if options.source else options.reference or ()
        read += [*references, *(options.metric or ())]
        check_output(options.html, filter(None, read))


def _refuse_files(options: argparse.Namespace) -> None:
    """Refuse names of files beside --source, where sentences are given as texts."""
    texts = {
        "source": [options.source],
        "hypothesis": [options.hypothesis],
        "reference": options.reference or [],
    }
    for name, sentences in texts.items():
        for sentence in sentences:
            if os.path.isfile(sentence):  # noqa: PTH113
                options.parser.error(
                    f"--{name}: {sentence} is a file, and --{name} takes a sentence; give "
                    "files by --sources and --hypotheses"
                )


def _print(explanation: "Record", options: argparse.Namespace) -> None:
    if options.json:
        _print_json(explanation.to_dict())
    else:
        from gec_attribution.pages.terminal import print_explanation

        print_explanation(explanation)


if __name__ == "__main__":
    sys.exit(main())
