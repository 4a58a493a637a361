"""Drawing a figure again from a CSV file of results, without a study."""

from pathlib import Path

from gec_attribution.errors import InputError, unknown
from gec_attribution.experiments.catalogue import figures
from gec_attribution.experiments.declaration import Experiment, Figure
from gec_attribution.experiments.loading import module_of
from gec_attribution.figures.files import draw_figure
from gec_attribution.figures.style import drawn_in
from gec_attribution.storage.csv_files import read_tables

FORMATS = ("pdf", "png", "svg", "eps")


def redraw(
    table: Path,
    output: Path,
    name: str | None = None,
    *,
    style: Path | None = None,
    width: float | None = None,
    height: float | None = None,
) -> None:
    """Draw a figure from the rows behind it.

    Args:
        table: the CSV file beside a figure, or one of an experiment's results.
        output: the file to write, in the format of its ending.
        name: the figure; None takes the one that the name of the table says.
        style: a matplotlib style file.
        width: width in inches; None leaves the figure's own.
        height: height in inches; None leaves the figure's own.

    Raises:
        InputError: the figure is unknown, the table is another one's, or there is no such format.
        ConfigError: the style file is missing, or is none.
    """
    if output.suffix.removeprefix(".") not in FORMATS:
        raise InputError(f"{output}: ends in none of {', '.join(FORMATS)}")
    experiment, figure = _figure_of(table, name)
    rows = read_tables([table], experiment.text_columns)
    if rows.empty:
        raise InputError(f"{table}: has no row, so there is nothing to draw")
    options = {}
    for option in figure.takes:
        if option not in rows:
            raise InputError(
                f"{table}: has no column {option}, which the figure {figure.name} takes; the CSV "
                "file beside the figure has it"
            )
        options[option] = rows[option].iloc[0]
    with drawn_in(style, width, height):
        try:
            draw_figure(
                module_of(experiment.module(figure)).plot,
                [table],
                {},
                [output],
                options=options,
                text=experiment.text_columns,
            )
        except KeyError as error:
            raise InputError(
                f"{table}: has no column {error}, which the figure {figure.name} shows; "
                "is it the table of another one?"
            ) from error


def _figure_of(table: Path, name: str | None) -> tuple[Experiment, Figure]:
    """The figure of a name; without one, the figure that shows the result of the table's name."""
    known = figures()
    if name is not None:
        if name not in known:
            raise InputError(unknown("figure", name, known))
        return known[name]
    # As in figures/precision.learner.some.csv and evaluation/precision/some.csv.
    for stem in (table.name.partition(".")[0], table.parent.name):
        for experiment, figure in known.values():
            if stem in (figure.name, experiment.result_of(figure)):
                return experiment, figure
    advice = "`--figure` says which it is"
    raise InputError(f"{table}: {unknown('figure', table.stem, known, advice)}")
