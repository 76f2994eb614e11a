"""The command `explain-gap`: why do two scores differ?"""

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from core.cli.options import Benchmark, find_workspace_to_read
from core.cli.terminal import stderr, stdout

if TYPE_CHECKING:
    from core.analyses.score_gap import ScoreGap


class GapReading(StrEnum):
    """Scorers of replies."""

    OURS = "ours"
    PROGRAM = "program"


class GapUnread(StrEnum):
    """Scoring of unreadable replies."""

    LEFT_OUT = "left out"
    WRONG = "wrong"


class GapAverage(StrEnum):
    """Over what the mean is taken."""

    ANSWERS = "answers"
    QUESTIONS = "questions"


def run_explain_gap_command(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Id of the run from which the gap is measured.")],
    other_run: Annotated[
        str | None,
        typer.Argument(metavar="[OTHER]", help="Id of the other run. By default the same run with another scoring."),
    ] = None,
    published: Annotated[
        float | None,
        typer.Option(
            help="A published score of the model in percent. Set --other-reading, --other-unread and --other-average "
            "to the publication's way of scoring."
        ),
    ] = None,
    reading: Annotated[GapReading, typer.Option(help="Who scores the replies of the run.")] = GapReading.OURS,
    other_reading: Annotated[GapReading, typer.Option(help="Who scores those of the other run.")] = GapReading.OURS,
    unread: Annotated[GapUnread, typer.Option(help="How unreadable replies of the run count.")] = GapUnread.LEFT_OUT,
    other_unread: Annotated[GapUnread, typer.Option(help="How those of the other count.")] = GapUnread.LEFT_OUT,
    average: Annotated[
        GapAverage, typer.Option(help="Mean of the run over answers or questions.")
    ] = GapAverage.ANSWERS,
    other_average: Annotated[GapAverage, typer.Option(help="Mean of the other run.")] = GapAverage.ANSWERS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON with the cases behind every part.")] = False,
    benchmark: Benchmark = None,
) -> None:
    """Split the gap between two scores into the factors that differ, in points, without an order of the factors."""
    from core.errors import TrilensError
    from core.formatting import to_single_line
    from core.workflows.score_gap import explain_run_gap

    try:
        gap = explain_run_gap(
            find_workspace_to_read(benchmark),
            (run, other_run or run),
            (reading.value, other_reading.value),
            (unread.value, other_unread.value),
            (average.value, other_average.value),
            published,
        )
    except (TrilensError, OSError) as error:
        stderr.print(f"trilens: {to_single_line(error)}", markup=False)
        raise typer.Exit(2) from error
    stdout.print(_format_json(gap) if as_json else _format_text(gap), markup=False, highlight=False, soft_wrap=True)


def _format_text(gap: "ScoreGap") -> str:
    from core.formatting import format_number

    lines = [
        f"  {format_number(part.points, 2, with_plus=True):>7}  {part.factor}; {len(part.case_ids):,} cases change"
        for part in gap.parts
    ]
    return "\n".join((gap.describe(), *lines))


def _format_json(gap: "ScoreGap") -> str:
    content = {"summary": gap.describe(), "points": gap.points, **asdict(gap)}
    return json.dumps(content, indent=2, ensure_ascii=False).replace(": NaN", ": null")
