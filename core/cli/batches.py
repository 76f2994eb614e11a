"""Execution and progress of `run --batch`: batches are sent, polled and collected."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable

from rich.markup import escape
from rich.status import Status

from core.cli.graceful_stop import run_until_stopped
from core.cli.terminal import stderr
from core.formatting import format_count, to_single_line
from core.inference.batches.progress import BatchProgress
from core.inference.batches.runner import execute_in_batches
from core.inference.clients.batch_client import BatchClient
from core.inference.run_plan import RunPlan
from core.runs.batch_ledger import BatchLedger
from core.runs.open_journal import OpenJournal

LOG_EVERY_S = 300.0
"""Seconds between two progress lines if the output is not a terminal."""


def describe_pending(book: BatchLedger, word: str) -> str:
    """Describe how much of a run is under way; empty if nothing is."""
    batches = len(book.sent)
    if not batches:
        return ""
    return f"{book.requests} {word} are under way in {format_count(batches, 'batch', 'batches')}."


async def run_in_batches(
    plan: RunPlan, client: BatchClient, journal: OpenJournal, book: BatchLedger, *, wait: bool
) -> bool:
    """Execute the plan in batches; return whether the user stopped it."""

    async def work(stop: asyncio.Event) -> None:
        with Status("Sending ...", console=stderr) as status:
            report = _make_reporter(plan, status)
            progress = await execute_in_batches(plan, client, journal, book, report=report, stop=stop, wait=wait)
        for line in progress.refused:
            stderr.print(f"Refused: {to_single_line(line)}", markup=False)

    try:
        return await run_until_stopped(work, "Stopping. Batches that were sent continue at the provider.")
    finally:
        await client.close()


def _make_reporter(plan: RunPlan, status: Status) -> Callable[[BatchProgress], None]:
    """Return a reporter: one updated line on a terminal; otherwise a line per change and every few minutes."""
    last: tuple[int, ...] = ()
    last_logged = time.monotonic()

    def report(progress: BatchProgress) -> None:
        nonlocal last, last_logged
        if stderr.is_terminal:
            status.update(escape(_format_progress(plan, progress)))
            return
        present = (len(progress.states), progress.run.in_flight)
        if present != last or time.monotonic() - last_logged > LOG_EVERY_S:
            last, last_logged = present, time.monotonic()
            stderr.print(_format_progress(plan, progress), markup=False)

    return report


def _format_progress(plan: RunPlan, progress: BatchProgress) -> str:
    run, states = progress.run, list(progress.states.values())
    parts = [f"{plan.run.model.model_id}: {run.done} of {run.total}"]
    if run.in_flight:
        words = [f"{count} {status}" for status, count in Counter(state.status for state in states).items()]
        counted = [state.answered for state in states if state.answered is not None]
        answered = [f"{sum(counted)} answered"] if counted else []
        parts.append(f"{run.in_flight} under way ({', '.join([*words, *answered]) or 'sent'})")
    if plan.price:
        parts.append(f"{plan.price.compute_cost_usd(run.input_tokens, run.output_tokens):.2f} USD")
    if run.last_problem:
        parts.append(f"last problem: {to_single_line(run.last_problem)[:80]}")
    return ", ".join(parts)
