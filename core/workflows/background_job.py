"""Work in a thread with progress and a reason if it stops, for pages that show it while it runs."""

import threading
from collections.abc import Callable

from core.errors import TrilensError
from core.progress import Progress


class BackgroundJob:
    """Work in a thread, one piece at a time.

    Attributes:
        progress: of the work under way.
        error: reason why the last work stopped; None without one.
    """

    def __init__(self, name: str) -> None:
        """Prepare a job; `start` begins the work.

        Args:
            name: of the thread.
        """
        self.progress = Progress("Starting", 0, 1)
        self.error: str | None = None
        self._name = name
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        """Return whether work is under way."""
        return self._thread is not None and self._thread.is_alive()

    def wait(self) -> None:
        """Wait until the work under way has ended."""
        if self._thread is not None:
            self._thread.join()

    def start(self, work: Callable[[], None]) -> None:
        """Start work; do nothing while other work is under way."""
        if self.is_running:
            return
        self.error = None
        self._thread = threading.Thread(target=self._run, args=(work,), name=self._name, daemon=True)
        self._thread.start()

    def report(self, progress: Progress) -> None:
        """Note the progress of the work."""
        self.progress = progress

    def format_reason(self, reason: str) -> str:
        """Return the reason for which work stopped as the user sees it."""
        return reason

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (TrilensError, OSError) as error:
            self.error = self.format_reason(str(error))
        except Exception as error:
            self.error = f"{type(error).__name__}: {self.format_reason(str(error))}"
            raise
