"""Execution of a run in batches, as planned in `core/inference/plan.py`.

Each reply is in the run's journal before its batch is removed from the ledger, so the same call resumes at any point.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, TypeVar

from core.atomic_files import open_atomic_file
from core.errors import CallError, RunError
from core.inference.batches.progress import BatchProgress
from core.inference.batches.request_file import open_unnamed_file, write_lines
from core.inference.batches.results import read_outcomes
from core.inference.clients.batch_client import BatchClient, BatchIntent, BatchState
from core.inference.request_outcome import RequestOutcome
from core.inference.run_plan import RunPlan
from core.inference.runner import RunProgress, keep, make_budget
from core.inference.send_request import RetryNotice, make_retry_policy
from core.runs.batch_ledger import BatchLedger, SentBatch, make_batch, make_batch_mark
from core.runs.journal import is_done
from core.runs.open_journal import OpenJournal

T = TypeVar("T")

FIRST_WAIT_S = 5.0
LONGEST_WAIT_S = 60.0
"""Longest wait between two polls of the provider; each wait is 1.5 times the previous one."""

LONGEST_SILENCE_S = 3600.0
"""Time for which polling continues while the provider cannot be reached: a batch runs without our connection."""


async def execute_in_batches(
    plan: RunPlan,
    client: BatchClient,
    journal: OpenJournal,
    book: BatchLedger,
    *,
    report: Callable[[BatchProgress], None] = lambda _: None,
    stop: asyncio.Event | None = None,
    wait: bool = True,
) -> BatchProgress:
    """Send the cases that are neither done nor under way, then collect the results of every batch that ends.

    Pass the plan through `refresh_plan` first. A case that gets no reply is not asked again by the same call. Once
    `stop` is set, nothing more is sent or awaited; with `wait` false, this happens after one poll of each batch.

    Raises:
        RunError: a call failed in a way that waiting does not fix, or the cost limit was reached.
        JournalError: the results cannot be stored.
    """
    run = RunProgress(total=len(plan.chosen), done=len(plan.chosen) - len(plan.todo))
    work = _Batches(plan, client, journal, book, report, stop or asyncio.Event(), BatchProgress(run))
    await work.go_on(wait=wait)
    return work.progress


@dataclass(slots=True)
class _Batches:
    """A run under way in batches.

    Attributes:
        asked: cases that this call has sent, collected, or refused to send.
        heard_at: time of the provider's last response, on the clock of this process.
    """

    plan: RunPlan
    client: BatchClient
    journal: OpenJournal
    book: BatchLedger
    report: Callable[[BatchProgress], None]
    stop: asyncio.Event
    progress: BatchProgress
    asked: set[str] = field(default_factory=set)
    heard_at: float = field(default_factory=time.monotonic)

    async def go_on(self, *, wait: bool) -> None:
        """Collect batches that have ended, then send, poll and collect until nothing is under way."""
        for batch in [batch for batch in self.book.sent.values() if batch.batch_id is None]:
            await self._recover(batch)
        await self._look_at_all(is_last=not wait)
        wait_s = FIRST_WAIT_S
        while True:
            await self._send_all()
            before = len(self.book.sent)
            await self._look_at_all(is_last=not wait)
            if self.stop.is_set() or not wait or not (self.book.sent or self._list_open_cases()):
                return
            if len(self.book.sent) < before:
                wait_s = FIRST_WAIT_S  # the batch that ended may have made room for more
                continue
            await self._pause(wait_s)
            wait_s = min(1.5 * wait_s, LONGEST_WAIT_S)

    def _list_open_cases(self) -> list[str]:
        """List the cases without a reply that are neither under way nor asked by this call."""
        replies, under_way = self.journal.replies, self.book.cases
        return [
            case_id
            for case_id in self.plan.chosen
            if not is_done(replies.get(case_id)) and case_id not in under_way and case_id not in self.asked
        ]

    async def _send_all(self) -> None:
        """Send batches until every open case is under way, or until the cost limit allows no more for now.

        Raises:
            RunError: the cost limit allows no more at all, or the provider did not accept a batch.
        """
        while not self.stop.is_set() and (left := self._list_open_cases()):
            if budget := make_budget(replace(self.plan, replies=dict(self.journal.replies))):
                left = left[: budget.count_affordable_requests(self.book.requests)]
                if not left and self.book.sent:
                    return
                if not left:
                    raise RunError(str(budget.build_error()))
            await self._send(left)

    async def _send(self, case_ids: list[str]) -> None:
        """Send the first of these cases as one batch."""
        mark = make_batch_mark()
        with open_unnamed_file(self.plan.journal.parent) as file:
            cases = await write_lines(self.plan, case_ids, mark, self.client, file, self._record)
            self.asked |= set(cases.values())
            if not cases:
                return
            batch = make_batch(mark, cases)
            self.book.enter(batch)
            await self._submit(batch, file)
        self._tell()

    async def _submit(self, batch: SentBatch, file: BinaryIO) -> None:
        """Send a batch that is in the ledger; before each further attempt, check whether the last one arrived.

        Raises:
            RunError: the provider did not accept it. The ledger keeps it if it may have arrived nevertheless.
        """
        may_have_arrived = False
        try:
            async for attempt in make_retry_policy(self.plan.endpoint.limits, self._record_failure):
                with attempt:
                    if may_have_arrived and await self._is_found(batch):
                        break
                    file.seek(0)
                    may_have_arrived = True
                    try:
                        batch_id = await self.client.submit(file, _build_pending_batch(batch))
                    except CallError as error:
                        may_have_arrived = error.is_temporary or error.may_be_billed
                        raise
                    self.book.enter(batch.model_copy(update={"batch_id": batch_id}))
        except CallError as error:
            if not may_have_arrived:
                self.book.remove_batch(batch)
            raise RunError(f"A batch of {len(batch.cases)} requests was not accepted: {error}") from error

    async def _recover(self, batch: SentBatch) -> None:
        """Find a batch without an id at the provider; remove it from the ledger if the provider does not have it.

        Raises:
            RunError: the provider does not respond.
        """
        try:
            async for attempt in make_retry_policy(self.plan.endpoint.limits):
                with attempt:
                    is_found = await self._is_found(batch)
        except CallError as error:
            raise RunError(
                f"A batch of {len(batch.cases)} requests may have started at {batch.began_at:%Y-%m-%d %H:%M} UTC, but "
                f"the provider does not confirm it: {error}. If it is not in the provider's list, remove "
                f"{self.book.path}"
            ) from error
        if not is_found:
            self.book.remove_batch(batch)

    async def _is_found(self, batch: SentBatch) -> bool:
        """Return whether the provider has the batch; if so, record its id in the ledger."""
        found = await self._await_call(self.client.find(_build_pending_batch(batch)))
        ids = [one for one in found if one not in self.book.known_ids]
        if ids:
            self.book.enter(batch.model_copy(update={"batch_id": ids[0], "is_sure": self.client.marks}))
        return bool(ids)

    async def _look_at_all(self, *, is_last: bool) -> None:
        for batch in list(self.book.sent.values()):
            await self._look(batch, is_last=is_last)
        self._tell()

    async def _look(self, batch: SentBatch, *, is_last: bool) -> None:
        """Poll the state of a batch, and collect its results if it has ended.

        Raises:
            RunError: the provider does not know the batch, or could not be reached for too long.
        """
        try:
            state = await self._await_call(self.client.state(batch.batch_id or ""))
            self.progress.states[batch.mark] = state
            if state.has_ended:
                await self._take(batch, state)
            self.heard_at = time.monotonic()
        except CallError as error:
            if not error.is_temporary:
                raise RunError(
                    f"Batch {batch.batch_id} of {len(batch.cases)} requests cannot be collected: {error}. If it is "
                    f"lost, remove {self.book.path}; its requests are then sent, and paid for, again"
                ) from error
            self.progress.run.last_problem = str(error)
            if is_last or time.monotonic() - self.heard_at > LONGEST_SILENCE_S:
                raise RunError(f"Batch {batch.batch_id} could not be checked: {error}. It continues") from error

    async def _take(self, batch: SentBatch, state: BatchState) -> None:
        """Write the results of a batch that has ended to the journal, then remove the batch from the ledger."""
        path = self.plan.journal.with_name(f".{self.plan.journal.name}.{batch.mark}.results")
        with open_atomic_file(path) as file:
            await self.client.fetch(state, file)
        left, refused = dict(batch.cases), []
        for outcome in read_outcomes(path, batch.cases, self.plan.endpoint):
            if isinstance(outcome, str):
                refused.append(outcome)
            else:
                self._record(left.pop(outcome[0]), outcome[1])
        self.progress.states.pop(batch.mark, None)
        if not batch.is_sure and len(left) == len(batch.cases):
            path.unlink()
            await self._recover(self.book.refuse(batch))
            return
        why = f"the batch is {state.status}" + (f" ({state.reason})" if state.reason else "")
        for case_id in left.values():
            self._record(case_id, RequestOutcome("api_error", None, f"{why}, and its results do not name this request"))
        self._put_away(path, refused)
        self.book.remove_batch(batch)

    def _put_away(self, path: Path, refused: list[str]) -> None:
        """Remove a results file if all lines are in the journal; keep one with refused lines under a visible name."""
        if not refused:
            path.unlink()
            return
        kept = path.with_name(path.name.removeprefix("."))
        path.replace(kept)
        self.progress.refused += [f"{kept.name}, {one}" for one in refused]

    def _record(self, case_id: str, outcome: RequestOutcome) -> None:
        """Write an outcome to the journal unless the case already has a reply, then count it."""
        self.asked.add(case_id)
        if is_done(self.journal.replies.get(case_id)):
            return
        keep(self.journal, outcome.as_reply(self.plan.run.run_id, case_id))
        if case_id in self.plan.chosen:
            self.progress.run.count(outcome)
        self._tell()

    def _tell(self) -> None:
        self.progress.run.in_flight = self.book.requests
        self.report(self.progress)

    def _record_failure(self, retry: RetryNotice) -> None:
        self.progress.run.last_problem = retry.reason
        self._tell()

    async def _await_call(self, call: Awaitable[T]) -> T:
        """Await a short call and return its result.

        Raises:
            CallError: the call failed or took too long.
        """
        endpoint = self.plan.endpoint
        try:
            async with asyncio.timeout(endpoint.limits.timeout_s):
                return await call
        except TimeoutError:
            reason = f"{endpoint.provider.title} did not answer within {endpoint.limits.timeout_s:g} s"
            raise CallError(reason, is_temporary=True) from None

    async def _pause(self, seconds: float) -> None:
        """Wait for so many seconds, or until `stop` is set."""
        try:
            await asyncio.wait_for(self.stop.wait(), seconds)
        except TimeoutError:
            return


def _build_pending_batch(batch: SentBatch) -> BatchIntent:
    """Return the facts by which a provider finds a batch."""
    return BatchIntent(batch.mark, batch.began_at, len(batch.cases))
