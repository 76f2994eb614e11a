"""Work in a separate thread, with its progress and the reason why it stopped."""

import threading
from collections.abc import Callable

from core.errors import TrilensError
from core.progress import Progress


class BackgroundJob:
    """The base class of work that a web process shows while a thread does it.

    Attributes:
        progress: of the work under way.
        error: reason why the work stopped; None without one.
    """

    def __init__(self, name: str, progress: Progress) -> None:
        """Prepare the job without starting it.

        Args:
            name: of the thread.
            progress: to show until the work reports its own.
        """
        self.progress = progress
        self.error: str | None = None
        self._name = name
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    @property
    def is_running(self) -> bool:
        """Whether work is under way."""
        return self._thread is not None and self._thread.is_alive()

    def wait(self) -> None:
        """Wait until the work under way has ended."""
        if self._thread is not None:
            self._thread.join()

    def format_error(self, text: str) -> str:
        """Format the text of an error for the user; a job replaces this if its errors contain more than users know."""
        return text

    def finish(self) -> None:
        """Do what has to be done after the work, also after an error; nothing by default."""

    def start_work(self, work: Callable[[], None]) -> None:
        """Start work, also after an error; do nothing while work is under way."""
        with self._lock:
            if not self.is_running:
                self.error = None
                self._thread = threading.Thread(target=self._run, args=(work,), name=self._name, daemon=True)
                self._thread.start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (TrilensError, OSError) as error:
            self.error = self.format_error(str(error))
        except Exception as error:
            self.error = f"{type(error).__name__}: {self.format_error(str(error))}"
            raise
        finally:
            self.finish()

    def report_progress(self, progress: Progress) -> None:
        """Take the progress of the work, as its `report`."""
        self.progress = progress
