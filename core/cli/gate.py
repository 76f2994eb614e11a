"""The command `gate`: did a new run get worse than an old one? For continuous integration."""

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated
from xml.etree import ElementTree

import typer

from core.cli.options import Benchmark, find_workspace_to_read
from core.cli.terminal import stderr, stdout

if TYPE_CHECKING:
    from core.analyses.gate import GateResult


class GateFormat(StrEnum):
    """Formats of the output."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    JUNIT = "junit"


def run_gate_command(
    run: Annotated[str, typer.Option(help="Id of the new run.")],
    against: Annotated[str, typer.Option(help="Id of the old run.")],
    max_drop: Annotated[
        float, typer.Option(min=0.0, max=100.0, help="Allowed drop of the mean score, in points.")
    ] = 1.0,
    slices: Annotated[
        bool, typer.Option("--slices", help="Also compare by question and by every factor of the cases.")
    ] = False,
    form: Annotated[GateFormat, typer.Option("--format", help="Format of the output.")] = GateFormat.TEXT,
    benchmark: Benchmark = None,
) -> None:
    """Compare a new run with an old one. Exit code 0: passed; 1: regressed; 3: undecided; 2: wrong input."""
    from core.analyses.gate import EXIT_CODES
    from core.errors import TrilensError
    from core.formatting import to_single_line
    from core.workflows.gate import compare_runs

    try:
        result = compare_runs(find_workspace_to_read(benchmark), run, against, max_drop, with_slices=slices)
    except (TrilensError, OSError) as error:
        stderr.print(f"trilens: {to_single_line(error)}", markup=False)
        raise typer.Exit(2) from error
    stdout.print(_FORMATS[form](result), markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(EXIT_CODES[result.outcome])


def _format_text(result: "GateResult") -> str:
    checks = [f"  {check.outcome:<10} {check.name}: {check.describe()}" for check in (result.overall, *result.slices)]
    return "\n".join((f"{result.outcome.capitalize()}. {result.describe()}", *checks))


def _format_markdown(result: "GateResult") -> str:
    from core.formatting import escape_markdown_cell

    rows = [
        f"| {escape_markdown_cell(check.name)} | {check.outcome} | {escape_markdown_cell(check.describe())} |"
        for check in (result.overall, *result.slices)
    ]
    summary = escape_markdown_cell(result.describe())
    return "\n".join((f"**{result.outcome.capitalize()}.** {summary}", "", "| part | outcome | difference |",
                      "|---|---|---|", *rows))  # fmt: skip


def _format_json(result: "GateResult") -> str:
    content = {"outcome": result.outcome, "summary": result.describe(), **asdict(result)}
    text = json.dumps(content, indent=2, ensure_ascii=False, default=float)
    return text.replace(": NaN", ": null")


def _format_junit(result: "GateResult") -> str:
    """Format as one test suite; the first test is the gate, the others are its parts."""
    checks = (result.overall, *result.slices)
    cases = [("gate", result.outcome, result.describe()), *((c.name, c.outcome, c.describe()) for c in checks)]
    suite = ElementTree.Element(
        "testsuite",
        name=f"trilens gate {result.new} against {result.old}",
        tests=str(len(cases)),
        failures=str(sum(outcome == "regressed" for _, outcome, _ in cases)),
        skipped=str(sum(outcome == "undecided" for _, outcome, _ in cases)),
    )
    for name, outcome, text in cases:
        case = ElementTree.SubElement(suite, "testcase", classname="trilens.gate", name=name)
        if outcome != "passed":
            ElementTree.SubElement(case, "failure" if outcome == "regressed" else "skipped", message=text)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


_FORMATS = {
    GateFormat.TEXT: _format_text,
    GateFormat.MARKDOWN: _format_markdown,
    GateFormat.JSON: _format_json,
    GateFormat.JUNIT: _format_junit,
}
