"""The whole benchmark to one model: the asking, as planned in `core/asking/plan.py`.

Each reply is on the disk, in the run's journal, before it counts; so the same call goes on wherever the last one ended.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from core.asking.ask import Meter, Outcome, ask_photograph
from core.asking.budget import Budget
from core.asking.clients.protocol import Client
from core.asking.plan import Plan
from core.errors import RunError, TrilensError
from core.records import Reply
from core.runs.open_journal import OpenJournal
from core.settings import Settings

MAX_FAILURES_IN_A_ROW = 10
"""So many photographs without a reply in a row, each after all of its attempts, and the run stops."""


@dataclass(slots=True)
class RunProgress:
    """How far a run is.

    Attributes:
        asked: photographs that this call is done with; `done` also counts those of earlier calls.
        in_flight: photographs that are being asked about.
    """

    total: int
    done: int
    asked: int = 0
    in_flight: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    input_tokens: int = 0
    output_tokens: int = 0
    last_problem: str = ""
    started: float = field(default_factory=time.monotonic)

    @property
    def per_minute(self) -> float:
        """Photographs a minute in this call."""
        return 60 * self.asked / max(time.monotonic() - self.started, 1e-6)

    @property
    def remaining_s(self) -> float | None:
        """Seconds until the end at this rate; None before the first reply."""
        return 60 * (self.total - self.done) / self.per_minute if self.asked else None


async def carry_out(
    plan: Plan,
    client: Client,
    journal: OpenJournal,
    settings: Settings,
    *,
    report: Callable[[RunProgress], None] = lambda _: None,
    stop: asyncio.Event | None = None,
) -> RunProgress:
    """Asks about all that has no reply yet; each reply is in the journal before it counts.

    The plan has to be that of `held(plan, journal)`, since another process may have been at work on it. `report` takes
    the progress after each change of it. Once `stop` is set, nothing new is asked and what is under way is awaited.

    Raises:
        RunError: it stopped early: a call failed in a way that all would, nothing but failures, or the limit of cost.
    """
    stop = stop or asyncio.Event()
    progress = RunProgress(total=len(plan.chosen), done=len(plan.chosen) - len(plan.todo))
    meter: Meter | None = None
    if plan.options.max_cost_usd is not None and plan.price is not None and plan.most_usd_each is not None:
        meter = Budget(plan.options.max_cost_usd, plan.price, plan.most_usd_each, plan.spent_usd)
    photograph_ids = iter(plan.todo)
    failures_in_a_row = 0
    report(progress)

    async def work() -> None:
        nonlocal failures_in_a_row
        for photograph_id in _until(stop, photograph_ids):
            progress.in_flight += 1
            try:
                outcome = await ask_photograph(
                    client,
                    plan.endpoint,
                    plan.chosen[photograph_id],
                    plan.run.prompt,
                    plan.run.image_view,
                    settings,
                    max_output_tokens=plan.options.max_output_tokens,
                    meter=meter,
                )
            finally:
                progress.in_flight -= 1
            _append(journal, outcome.as_reply(plan.run.run_id, photograph_id))
            _count(progress, outcome)
            report(progress)
            failures_in_a_row = failures_in_a_row + 1 if outcome.status == "api_error" else 0
            if failures_in_a_row >= MAX_FAILURES_IN_A_ROW:
                raise RunError(f"{failures_in_a_row} photographs in a row got no reply; the last: {outcome.error}")

    async def work_or_stop() -> None:
        """One that fails for good lets the others finish what they have under way."""
        try:
            await work()
        except (TrilensError, OSError) as error:
            stop.set()
            reasons.append(error)

    reasons: list[Exception] = []
    async with asyncio.TaskGroup() as group:
        for _ in range(min(plan.options.concurrency, len(plan.todo))):
            group.create_task(work_or_stop())
    if reasons:
        raise RunError(str(reasons[0])) from reasons[0]
    return progress


def _until(stop: asyncio.Event, photograph_ids: Iterator[str]) -> Iterator[str]:
    while not stop.is_set() and (photograph_id := next(photograph_ids, None)) is not None:
        yield photograph_id


def _append(journal: OpenJournal, reply: Reply) -> None:
    before = journal.replies.get(reply.photograph_id)
    if before is None or (before.status, before.error, before.raw) != (reply.status, reply.error, reply.raw):
        journal.append(reply)


def _count(progress: RunProgress, outcome: Outcome) -> None:
    progress.done += 1
    progress.asked += 1
    progress.statuses[outcome.status] += 1
    progress.input_tokens += outcome.input_tokens or 0
    progress.output_tokens += outcome.output_tokens or 0
    if outcome.status != "ok":
        progress.last_problem = outcome.error or outcome.status
