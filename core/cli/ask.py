"""The command `ask`: one reply as it streams in, then its six answers beside the truths."""

import asyncio
from pathlib import Path

import typer

from core.asking.ask import Outcome, Retry, ask, outcome_line, request_for
from core.asking.clients.providers import Endpoint, connect
from core.asking.prices import price_of
from core.benchmarks import tri_bench
from core.benchmarks.release import Release
from core.cli.run import STOPPED_BY_HAND
from core.cli.terminal import stderr, stdout
from core.errors import RunError, SelectionError
from core.records import QUESTION_BY_ID, SCORED_FRAMES, Value
from core.scoring.answers import judged
from core.settings import Settings
from core.text import printable


def ask_and_print(
    target: Endpoint,
    photograph_id: str,
    release: Release,
    folder: Path,
    prompt: str,
    view: str,
    settings: Settings,
    max_output_tokens: int | None,
) -> None:
    """Asks about one photograph of a release and prints the reply and its answers.

    Raises:
        SelectionError: the photograph is unknown or has no file.
        RunError: the call failed.
        typer.Exit: the user stopped it.
    """
    if photograph_id not in {known.photograph_id for known in release.photographs}:
        raise SelectionError(f"The benchmark has no photograph {photograph_id!r}; ids are like 037_T0.")
    path = tri_bench.photograph_path(folder, photograph_id)
    if not path.is_file():
        raise SelectionError(f"{path} is missing. Fetch the photographs: python -m core fetch")
    try:
        outcome = asyncio.run(_ask(target, path, prompt, view, settings, max_output_tokens))
    except KeyboardInterrupt:
        raise typer.Exit(STOPPED_BY_HAND) from None
    price = price_of(target.model.model_id, settings.prices)
    stdout.print(f"\n{target.model.model_id}: {outcome_line(outcome, price)}", markup=False)
    if outcome.status == "api_error":
        raise RunError(outcome.error or "the call failed")
    for item in judged(outcome.as_reply("ask", photograph_id), release.truths):
        question = QUESTION_BY_ID[item.answer.question_id]
        columns = [f"{question.question_id} {question.title:<20}", f"{_value(item.answer.value):>12}"]
        for frame in SCORED_FRAMES:
            kappa = item.kappas[frame]
            score = "" if kappa is None else f"{100 * kappa:.1f} %"
            columns.append(f"{frame.upper()} {_value(item.truths[frame]):>12} {score:>8}")
        remark = item.answer.reason or item.answer.note or ""
        stdout.print("  ".join([*columns, printable(remark)]).rstrip(), markup=False)


async def _ask(
    target: Endpoint, path: Path, prompt: str, view: str, settings: Settings, max_output_tokens: int | None
) -> Outcome:
    def on_retry(retry: Retry) -> None:
        stderr.print(
            f"\n{retry.reason}; attempt {retry.attempt + 1} of {retry.attempts} in {retry.wait_s:.0f} s", markup=False
        )

    request = request_for(path, prompt, view, settings, max_output_tokens)
    client = connect(target, settings)
    try:
        return await ask(client, target, request, settings, on_text=_write_piece, on_retry=on_retry)
    finally:
        await client.close()


def _write_piece(piece: str) -> None:
    """Writes a piece of a reply with its line breaks, but without control characters for the terminal."""
    stdout.print("\n".join(_visible(line) for line in piece.split("\n")), end="", markup=False)


def _visible(line: str) -> str:
    return "".join(sign for sign in line if sign.isprintable() or sign == "\t")


def _value(value: Value | None) -> str:
    return "–" if value is None else value if isinstance(value, str) else f"{value:.4f}"
