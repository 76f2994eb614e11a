"""Execution of a run as planned in `core/inference/plan.py`: one model, all planned cases.

Each reply is written to the run's journal before it counts, so the same call resumes an interrupted run.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from core.errors import RunError, TrilensError
from core.inference.budget import Budget
from core.inference.clients.model_client import ModelClient
from core.inference.request_outcome import RequestOutcome
from core.inference.run_plan import RunPlan, build_case_prompt, build_examples
from core.inference.send_request import CostMeter, ask_case
from core.records import Reply
from core.runs.open_journal import OpenJournal

MAX_FAILURES_IN_A_ROW = 10
"""Number of consecutive cases without a reply, each after all of its attempts, after which the run stops."""


@dataclass(slots=True)
class RunProgress:
    """The progress of a run.

    Attributes:
        asked: number of cases that this call has finished; `done` also counts those of earlier calls.
        in_flight: number of cases whose request is under way.
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
        """The number of cases per minute in this call."""
        return 60 * self.asked / max(time.monotonic() - self.started, 1e-6)

    @property
    def remaining_s(self) -> float | None:
        """The seconds until the end at this rate; None before the first reply."""
        return 60 * (self.total - self.done) / self.per_minute if self.asked else None

    def count(self, outcome: RequestOutcome) -> None:
        """Count the outcome of one case."""
        self.done += 1
        self.asked += 1
        self.statuses[outcome.status] += 1
        self.input_tokens += outcome.input_tokens or 0
        self.output_tokens += outcome.output_tokens or 0
        if outcome.status != "ok":
            self.last_problem = outcome.error or outcome.status


async def execute_run(
    plan: RunPlan,
    client: ModelClient,
    journal: OpenJournal,
    *,
    report: Callable[[RunProgress], None] = lambda _: None,
    stop: asyncio.Event | None = None,
) -> RunProgress:
    """Ask about every case that has no reply yet; each reply is in the journal before it counts.

    Pass the plan through `refresh_plan` first, since another process may have changed the journal. `report` receives
    the progress after each change. Once `stop` is set, no new request starts and pending ones are awaited.

    Raises:
        RunError: the run stopped early: a call failed in a way that affects all calls, too many calls failed in a row,
            or the cost limit was reached.
    """
    progress = RunProgress(total=len(plan.chosen), done=len(plan.chosen) - len(plan.todo))
    work = _Work(plan, client, journal, report, stop or asyncio.Event(), progress, make_budget(plan))
    report(progress)
    async with asyncio.TaskGroup() as group:
        for _ in range(min(plan.options.concurrency, len(plan.todo))):
            group.create_task(work.go_on())
    if work.error:
        raise RunError(str(work.error)) from work.error
    return progress


def make_budget(plan: RunPlan) -> Budget | None:
    """Return the run's budget, including the cost of earlier calls; None without a cost limit."""
    if plan.options.max_cost_usd is None or plan.price is None or plan.most_usd_each is None:
        return None
    return Budget(plan.options.max_cost_usd, plan.price, plan.most_usd_each, plan.spent_usd)


@dataclass(slots=True)
class _Work:
    """The state that the workers of a run share, in one event loop.

    Attributes:
        error: the first error that ended a worker.
    """

    plan: RunPlan
    client: ModelClient
    journal: OpenJournal
    report: Callable[[RunProgress], None]
    stop: asyncio.Event
    progress: RunProgress
    meter: CostMeter | None
    failures_in_a_row: int = 0
    error: Exception | None = None
    _case_ids: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        self._case_ids = iter(self.plan.todo)

    async def go_on(self) -> None:
        """Ask one case after another until none is left; an error stops every worker after its current case."""
        try:
            while not self.stop.is_set() and (case_id := next(self._case_ids, None)) is not None:
                self._record(case_id, await self._ask(case_id))
        except (TrilensError, OSError) as error:
            self.stop.set()
            self.error = self.error or error

    async def _ask(self, case_id: str) -> RequestOutcome:
        self.progress.in_flight += 1
        try:
            return await ask_case(
                self.client,
                self.plan.endpoint,
                [self.plan.folder / path for path in self.plan.chosen[case_id].images],
                build_case_prompt(self.plan, case_id),
                self.plan.run.image_view,
                max_output_tokens=self.plan.options.max_output_tokens,
                examples=build_examples(self.plan, case_id),
                extra=self.plan.options.extra.body,
                meter=self.meter,
            )
        finally:
            self.progress.in_flight -= 1

    def _record(self, case_id: str, outcome: RequestOutcome) -> None:
        """Write an outcome to the journal, then count it.

        Raises:
            RunError: too many consecutive calls failed.
        """
        keep(self.journal, outcome.as_reply(self.plan.run.run_id, case_id))
        self.progress.count(outcome)
        self.report(self.progress)
        self.failures_in_a_row = self.failures_in_a_row + 1 if outcome.status == "api_error" else 0
        if self.failures_in_a_row >= MAX_FAILURES_IN_A_ROW:
            raise RunError(
                f"{self.failures_in_a_row} {self.plan.word} in a row got no reply; last error: {outcome.error}"
            )


def keep(journal: OpenJournal, reply: Reply) -> None:
    """Write a reply, unless the journal already contains the same failure of this case."""
    before = journal.replies.get(reply.case_id)
    if before is None or (before.status, before.error, before.raw) != (reply.status, reply.error, reply.raw):
        journal.append(reply)
