"""The command `run`: plan, progress, final state, and the ranking with the new run."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace

import typer
from rich.markup import escape
from rich.status import Status

from core.benchmarks.context import BenchmarkContext
from core.cli.batches import describe_pending, run_in_batches
from core.cli.graceful_stop import run_until_stopped
from core.cli.ranking import build_and_rank
from core.cli.terminal import stderr, stdout
from core.errors import RunError
from core.formatting import to_single_line
from core.inference.adaptive import list_rounds
from core.inference.clients.connections import connect, connect_batches
from core.inference.clients.model_client import ModelClient
from core.inference.clients.providers import Endpoint
from core.inference.plan import plan_run
from core.inference.run_options import RunOptions
from core.inference.run_plan import RunPlan, read_replies, refresh_plan
from core.inference.runner import RunProgress, execute_run
from core.inference.variants import describe_fixed_seed, share_cost_limit
from core.records import Reply
from core.runs.batch_ledger import BatchLedger, read_ledger
from core.runs.journal import ASKED_AGAIN
from core.runs.open_journal import OpenJournal, open_journal

STOPPED_BY_HAND = 130
LOG_EVERY_S = 10.0
MAX_PROBLEM_CHARACTERS = 160

FactsOf = Callable[[Reply], Mapping[str, str | float | None]]


def run(
    target: Endpoint,
    variants: Sequence[RunOptions],
    context: BenchmarkContext,
    *,
    dry_run: bool,
    wait: bool = True,
    with_all: bool = False,
) -> None:
    """Print the plans and, unless this is a dry run, execute them, build, and print the ranking.

    Without `wait`, batches are sent and polled once. A long ranking is printed in full only `with_all`.

    Args:
        target: the model.
        variants: options of each run, as `variants.list_variants` returns them; a cost limit is for all together.
        context: the benchmark.
        dry_run: whether to print the plans only.
        wait: whether to wait for batches.
        with_all: whether to print a long ranking in full.

    Raises:
        RunError: a run stopped early, cases have no reply, or batches under way would be paid twice.
        JournalError: the ledger of batches is invalid.
        typer.Exit: the user stopped the run.
    """
    plans = [plan_run(target, options, context) for options in variants]
    if len(plans) > 1:
        stdout.print(_summarise_variants(plans), markup=False)
    if caution := describe_fixed_seed(variants):
        stderr.print(caution, markup=False)
    if len(plans) > 1 and wait and variants[0].in_batches and not dry_run:
        _ask_variants(plans, dry_run=False, wait=False)  # all batches are under way before any is awaited
    complete_plans = _ask_variants(plans, dry_run=dry_run, wait=wait)
    if not complete_plans:
        return
    build_and_rank(context.workspace, context.folder, {plan.run.run_id for plan in complete_plans}, with_all=with_all)
    for plan in complete_plans:
        for line in plan.chooser.describe_thresholds(plan.replies) if plan.chooser else ():
            stdout.print(line, markup=False)
    for plan in complete_plans:
        check_all_replied(plan)


def _ask_variants(plans: list[RunPlan], *, dry_run: bool, wait: bool) -> list[RunPlan]:
    """Ask one run after another, keep their replies in `plans`, and return the complete ones."""
    complete = []
    for plan_index, plan in enumerate(plans):
        other_plans = plans[:plan_index] + plans[plan_index + 1 :]
        finished_plan = ask_all(share_cost_limit(plan, other_plans), dry_run=dry_run, wait=wait)
        plans[plan_index] = replace(plan, replies=read_replies(plan.journal))
        if finished_plan is not None:
            complete.append(plans[plan_index])
    return complete


def _summarise_variants(plans: Sequence[RunPlan]) -> str:
    """Summarise several runs: their number, requests and highest cost together."""
    n_requests = sum(len(plan.todo) for plan in plans)
    costs = [len(plan.todo) * plan.most_usd_each for plan in plans if plan.most_usd_each is not None]
    cost = f", {sum(costs):.2f} USD at most" if len(costs) == len(plans) else ""
    return f"{len(plans)} runs with {n_requests:,} requests together{cost}. Each run has its own journal."


def ask_all(
    plan: RunPlan,
    *,
    dry_run: bool = False,
    wait: bool = True,
    facts_of: FactsOf | None = None,
    confirm: Callable[[RunPlan], None] = lambda _: None,
) -> RunPlan | None:
    """Print the plan and execute it; return it with all replies, or None if there is nothing to build yet.

    Args:
        plan: of a run or a rereading.
        dry_run: whether to print the plan only.
        wait: whether to wait for batches.
        facts_of: returns further keys for each line of the journal.
        confirm: called before anything is sent; raises an error to prevent it.

    Raises:
        RunError: the run stopped early, or batches under way would be paid twice.
        JournalError: the ledger of batches is invalid.
        typer.Exit: the user stopped the run.
    """
    target, options = plan.endpoint, plan.options
    _print_plan(plan)
    if going_on := describe_pending(read_ledger(plan.journal, plan.run.run_id), plan.word):
        stdout.print(going_on, markup=False)
    if target.caution:
        stderr.print(target.caution, markup=False)
    if dry_run:
        return None
    if plan.todo:
        confirm(plan)
    with open_journal(plan.journal, plan.run) as journal:
        if facts_of:
            journal.facts_of = facts_of
        if journal.repair:
            stderr.print(journal.repair, markup=False)
        plan = refresh_plan(plan, journal)
        book = read_ledger(plan.journal, plan.run.run_id)
        if book.sent and not options.in_batches:
            raise RunError(f"{describe_pending(book, plan.word)} Add --batch to collect their replies.")
        try:
            is_stopped = asyncio.run(_start_run(plan, journal, book, wait=wait))
        except RunError as error:
            where = " ".join(
                filter(None, (_summarise_statuses(refresh_plan(plan, journal)), describe_pending(book, plan.word)))
            )
            raise RunError(f"{str(error).rstrip('.')}. {where} The same command resumes the run.") from error
        plan = refresh_plan(plan, journal)
    going_on = describe_pending(book, plan.word)
    if is_stopped:
        said = " ".join(filter(None, ("Stopped.", _summarise_statuses(plan), going_on)))
        stderr.print(f"{said} The same command resumes the run.", markup=False)
        raise typer.Exit(STOPPED_BY_HAND)
    if going_on:
        stdout.print(f"{_summarise_statuses(plan)} {going_on} The same command collects their replies.", markup=False)
        return None
    stdout.print(_summarise_statuses(plan), markup=False)
    return plan


def check_all_replied(plan: RunPlan) -> None:
    """Raise an error if a request got no reply, so that the command does not end with success.

    Raises:
        RunError: a request got no reply.
    """
    if failed := [reply for reply in plan.replies.values() if reply.status in ASKED_AGAIN]:
        raise RunError(
            f"{len(failed)} {plan.word} got no reply ({failed[-1].error}). The same command asks them again."
        )


def _start_run(plan: RunPlan, journal: OpenJournal, book: BatchLedger, *, wait: bool) -> Coroutine[None, None, bool]:
    """Start the run in batches or request by request; its result is whether the user stopped it."""
    if plan.options.in_batches:
        return run_in_batches(plan, connect_batches(plan.endpoint), journal, book, wait=wait)
    client = connect(plan.endpoint, is_streaming=plan.options.extra.is_streaming)
    return _run_requests(plan, client, journal)


async def _run_requests(plan: RunPlan, client: ModelClient, journal: OpenJournal) -> bool:
    """Execute the plan; return whether the user stopped it."""
    said = "Stopping after the pending requests. Press Ctrl-C again to cancel them."
    try:
        return await run_until_stopped(lambda stop: _run_with_progress(plan, client, journal, stop), said)
    finally:
        await client.close()


async def _run_with_progress(plan: RunPlan, client: ModelClient, journal: OpenJournal, stop: asyncio.Event) -> None:
    with Status("Asking ...", console=stderr) as status:
        for part in list_rounds(plan, journal):
            await execute_run(part, client, journal, report=_make_reporter(plan, status), stop=stop)
            if stop.is_set():
                return


def _make_reporter(plan: RunPlan, status: Status) -> Callable[[RunProgress], None]:
    """Return a reporter: one updated line on a terminal; otherwise a line every few seconds."""
    last_logged = time.monotonic()

    def report(progress: RunProgress) -> None:
        nonlocal last_logged
        if stderr.is_terminal:
            status.update(escape(_format_progress(plan, progress)))
        elif time.monotonic() - last_logged > LOG_EVERY_S or progress.done == progress.total:
            last_logged = time.monotonic()
            stderr.print(_format_progress(plan, progress), markup=False)

    return report


def _format_progress(plan: RunPlan, progress: RunProgress) -> str:
    parts = [f"{plan.run.model.model_id}: {progress.done} of {progress.total}"]
    if progress.asked:
        parts.append(f"{progress.per_minute:.1f} per minute")
    if progress.remaining_s and progress.done < progress.total:
        parts.append(f"about {_format_duration(progress.remaining_s)} left")
    if plan.price:
        usd = plan.price.compute_cost_usd(progress.input_tokens, progress.output_tokens)
        parts.append(f"{usd:.2f} USD")
    others = {name: count for name, count in progress.statuses.items() if name != "ok"}
    if others:
        counts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in others.items())
        parts.append(f"{counts} (last: {to_single_line(progress.last_problem)[:MAX_PROBLEM_CHARACTERS]})")
    return ", ".join(parts)


def _format_duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if seconds < 90 else f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _print_plan(plan: RunPlan) -> None:
    todo, most = plan.todo, plan.most_usd_each
    done = len(plan.chosen) - len(todo)
    absent = f" ({plan.absent} more have no image file)" if plan.absent else ""
    replied = f", {done} have a reply" if done else ""
    stdout.print(
        f"{plan.run.run_id}: {len(plan.chosen)} {plan.word}{absent}{replied}, {len(todo)} to ask.", markup=False
    )
    stdout.print(f"Journal {plan.journal}", markup=False)
    if plan.options.extra.text:
        stdout.print(f"Request options {plan.options.extra.text}", markup=False)
    if not todo or plan.endpoint.provider.library is None:
        return
    stdout.print(f"{len(todo)} requests, about {plan.input_tokens:,} input tokens.", markup=False)
    if plan.price is None or most is None:
        stdout.print(
            f"The price of {plan.run.model.model_id} is unknown. Add it to prices.csv in the data folder.", markup=False
        )
        return
    shortest = (
        "letter"
        if any(case_question.options for case in plan.chosen.values() for case_question in case.asks)
        else "JSON"
    )
    line = f"From {plan.least_usd:.2f} USD if replies are only the {shortest} to {most * len(todo):.2f} USD at most"
    if plan.likely_usd is not None:
        line += f"; {plan.likely_usd:.2f} USD if they are as long as those so far"
    share = plan.endpoint.provider.batch_share
    cheaper = f"; {share:.0%} of them, as in batches" if plan.options.in_batches and share != 1 else ""
    stdout.print(f"{line} (prices as of {plan.price.as_of}, {plan.price.source}{cheaper}).", markup=False)


def _summarise_statuses(plan: RunPlan) -> str:
    statuses = [plan.replies[i].status if i in plan.replies else "not asked" for i in plan.chosen]
    counts = {status: statuses.count(status) for status in dict.fromkeys(sorted(statuses))}
    return f"{len(statuses)} {plan.word}: " + ", ".join(f"{n} {s.replace('_', ' ')}" for s, n in counts.items()) + "."
