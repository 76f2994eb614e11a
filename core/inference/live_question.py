"""A request in a separate thread, for a page: its text so far, its state, a way to stop it, and its journal."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from core.errors import RunError, TrilensError
from core.inference.clients.connections import connect
from core.inference.clients.model_client import ModelRequest
from core.inference.clients.providers import Endpoint
from core.inference.request_outcome import RequestOutcome
from core.inference.run_identity import LIVE_PREFIX, build_run, get_journal_path
from core.inference.run_options import RunOptions
from core.inference.send_request import RetryNotice, ask_with_retries
from core.key_redaction import redact_all_keys
from core.records import Reply
from core.runs.journal import LIVE_SOURCE
from core.runs.open_journal import ONE_REPLY_S, open_journal
from core.workspace import Workspace

State = Literal["new", "asking", "waiting", "done", "failed", "cancelled"]
"""`waiting`: an attempt failed and another one follows. `failed`: an error, described in `message`; no reply."""


@dataclass(slots=True)
class LiveQuestion:
    """A request under way. Create it, call `start`, then show `text` or `iterate_chunks`; `outcome` is set at the end.

    Attributes:
        request: a function that builds the request; called in the thread, since image views take a moment.
        text: the text of the current attempt so far.
        message: the current step or the reason for a failure, without keys.
    """

    endpoint: Endpoint
    request: Callable[[], ModelRequest]
    state: State = "new"
    text: str = ""
    message: str = ""
    outcome: RequestOutcome | None = None
    _pieces: "queue.SimpleQueue[str | None]" = field(default_factory=queue.SimpleQueue)
    _loop: asyncio.AbstractEventLoop | None = None
    _task: "asyncio.Task[None] | None" = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def is_over(self) -> bool:
        """Whether the request has ended."""
        return self.state in ("done", "failed", "cancelled")

    def start(self) -> None:
        """Start the thread; further calls do nothing."""
        with self._lock:
            if self.state != "new":
                return
            self.state = "asking"
        threading.Thread(target=lambda: asyncio.run(self._run()), name="ask", daemon=True).start()

    def cancel(self) -> None:
        """Close the connection and keep the text so far in `text`; do nothing if the request has ended."""
        with self._lock:
            if self.state == "new":
                self._end("cancelled", "Stopped.")
            elif not self.is_over:
                self.message = "Stopping ..."
                if self._loop and self._task:
                    with suppress(RuntimeError):  # the loop may be closing
                        self._loop.call_soon_threadsafe(self._task.cancel)

    def iterate_chunks(self) -> Iterator[str]:
        """Yield the text piece by piece, waiting for each, until the request ends. For one reader.

        After a failed attempt the text starts again; `text` contains only the current attempt.
        """
        while (piece := self._pieces.get()) is not None:
            yield piece

    async def _run(self) -> None:
        with self._lock:
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
            if self.message:  # cancelled before it started
                self._end("cancelled", "Stopped.")
                return
        try:
            await self._ask()
        except asyncio.CancelledError:
            self._end("cancelled", "Stopped.")
        except TrilensError as error:
            self._end("failed", str(error))
        except BaseException as error:
            self._end("failed", redact_all_keys(f"{type(error).__name__}: {error}", self.endpoint.key))
            raise

    async def _ask(self) -> None:
        client = connect(self.endpoint)
        try:
            request = await asyncio.to_thread(self.request)
            self.outcome = await ask_with_retries(
                client, self.endpoint, request, on_text=self._add, on_retry=self._wait
            )
        finally:
            await client.close()
        self._end("done", self.outcome.error or "")

    def _add(self, piece: str) -> None:
        self.state = "asking"
        self.text += piece
        self._pieces.put(piece)

    def _wait(self, retry: RetryNotice) -> None:
        self.state, self.text = "waiting", ""
        self.message = f"{retry.reason}; attempt {retry.attempt + 1} of {retry.attempts} in {retry.wait_s:.0f} s"

    def _end(self, state: State, message: str) -> None:
        with self._lock:
            self.message, self.state = message, state
            self._pieces.put(None)


_journal_lock = threading.Lock()


def record_outcome(
    outcome: RequestOutcome, case_id: str, endpoint: Endpoint, options: RunOptions, workspace: Workspace
) -> Reply:
    """Write an outcome to the model's live journal, which the next build reads, and return the reply.

    Live journals are separate from those of runs, so that repeated or selected requests do not change a run's figures.

    Raises:
        RunError: the dashboard is read-only.
        TrilensError: another process holds the journal's lock.
    """
    if workspace.is_read_only:
        raise RunError("This dashboard is read-only: replies are shown but not saved.")
    run = build_run(endpoint, options, workspace, source=LIVE_SOURCE)
    run = replace(run, run_id=f"{LIVE_PREFIX}{run.run_id}")
    reply = outcome.as_reply(run.run_id, case_id)
    with _journal_lock, open_journal(get_journal_path(run, workspace), run, ONE_REPLY_S) as journal:
        journal.append(reply)
    return reply
