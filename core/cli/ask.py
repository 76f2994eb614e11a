"""The command `ask`: one reply as it streams in, then its answers beside the truths."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import typer

from core.benchmarks.context import BenchmarkContext
from core.benchmarks.data import Terminology, TruthSource
from core.cli.run import STOPPED_BY_HAND
from core.cli.terminal import stderr, stdout
from core.errors import RunError, SelectionError
from core.formatting import to_single_line
from core.inference.clients.connections import connect
from core.inference.clients.providers import Endpoint
from core.inference.plan import check_fits
from core.inference.prices import find_price
from core.inference.prompt_message import build_message
from core.inference.request_content import build_request
from core.inference.request_outcome import RequestOutcome, format_outcome
from core.inference.send_request import RetryNotice, ask_with_retries
from core.inference.view_names import check_view
from core.inference.view_questions import map_case
from core.records import NO_IMAGE, SCORED, Value
from core.scoring.answers import ScoredAnswer, score_reply
from core.workspace import format_benchmark_option


def ask_and_print(
    target: Endpoint, case_id: str, context: BenchmarkContext, prompt: str, view: str, max_output_tokens: int | None
) -> None:
    """Ask a model about one case and print the reply and its answers.

    Raises:
        ModelNameError: the model cannot answer such questions.
        SelectionError: the case is unknown or lacks a file.
        RunError: the call failed.
        typer.Exit: the user stopped the command.
    """
    workspace, benchmark, contents = context.workspace, context.benchmark, context.contents
    case = next((case for case in contents.cases if case.case_id == case_id), None)
    if case is None:
        raise SelectionError(
            f"The benchmark has no {contents.words.case} {case_id!r}. Ids look like {contents.cases[0].case_id}."
        )
    check_fits(target, contents)
    case = map_case(case, benchmark, check_view(view, benchmark.image_views))
    files = [context.folder / path for path in case.images]
    if view != NO_IMAGE and (absent := [f for f in files if not f.is_file()]):
        raise SelectionError(
            f"{absent[0]} is missing. Run trilens fetch{format_benchmark_option(workspace.benchmark_id)}."
        )
    if target.caution:
        stderr.print(target.caution, markup=False)
    try:
        outcome = asyncio.run(_ask(target, files, build_message(prompt, case), view, max_output_tokens))
    except KeyboardInterrupt:
        raise typer.Exit(STOPPED_BY_HAND) from None
    price = find_price(target.model.model_id, workspace.prices)
    stdout.print(f"\n{target.model.model_id}: {format_outcome(outcome, price)}", markup=False)
    if outcome.status == "api_error":
        raise RunError(outcome.error or "the call failed")
    questions = [contents.question_by_id[case_question.question_id] for case_question in case.asks]
    frames = [frame for frame in contents.frames if frame.role in SCORED]
    reply = outcome.as_reply("ask", case_id)
    for item in score_reply(reply, questions, lambda raw: benchmark.read_reply(raw, case), contents.truths):
        stdout.print(format_answer(item, frames, contents.words), markup=False)


def format_answer(item: ScoredAnswer, frames: Sequence[TruthSource], words: Terminology) -> str:
    """Format an answer beside its truths: letter and key of a choice; otherwise the value and a column per frame.

    Args:
        item: the answer.
        frames: frames of the truths.
        words: the benchmark's terminology.
    """
    question = item.question
    is_choice = question.kind == "choice"
    name = question.title if is_choice else f"{question.question_id} {question.title}"
    columns = [f"{name:<23}", f"{_format_value(item.answer.value):>12}"]
    for frame in (one for one in frames if one.frame in item.truths):
        value, truth = item.scores[frame.frame], _format_value(item.truths[frame.frame])
        score = "" if value is None else f"{100 * value:.1f}%"
        in_words = f"{frame.phrase} is {truth}" + (f"  {words.score} {score}" if score else "")
        columns.append(in_words if is_choice else f"{frame.title} {truth:>12} {score:>7}")
    remark = item.answer.reason or item.answer.note or ""
    return "  ".join([*columns, to_single_line(remark)]).rstrip()


async def _ask(
    target: Endpoint, files: list[Path], prompt: str, view: str, max_output_tokens: int | None
) -> RequestOutcome:
    def print_retry(retry: RetryNotice) -> None:
        stderr.print(
            f"\n{retry.reason}; attempt {retry.attempt + 1} of {retry.attempts} in {retry.wait_s:.0f} s", markup=False
        )

    request = build_request(files, prompt, view, target.limits.max_side_px, max_output_tokens)
    client = connect(target)
    try:
        return await ask_with_retries(client, target, request, on_text=_write_piece, on_retry=print_retry)
    finally:
        await client.close()


def _write_piece(piece: str) -> None:
    """Print a piece of a reply with its line breaks, but without control characters for the terminal."""
    stdout.print("\n".join(_strip_control_characters(line) for line in piece.split("\n")), end="", markup=False)


def _strip_control_characters(line: str) -> str:
    return "".join(sign for sign in line if sign.isprintable() or sign == "\t")


def _format_value(value: Value | None) -> str:
    return "–" if value is None else value if isinstance(value, str) else f"{value:.4f}"
