"""Checks whether a page still needs what is computed for it.

Streamlit ends the script of a page that was closed, or that its session has left for the next one, when it draws its
next element. Long computations in between call these checks.
"""

from collections.abc import Callable

from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def make_cancellation_check() -> Callable[[], bool]:
    """Return a check whether the page of this thread is still needed; always true in threads without a page.

    Streamlit has no public interface for this; a test fails if its internals change.
    """
    context = get_script_run_ctx(suppress_warning=True)
    requests = None if context is None else context.script_requests
    return lambda: requests is None or requests._state is not ScriptRequestType.STOP


def stop_if_cancelled() -> None:
    """End the script of a closed page, as its next element would."""
    if not make_cancellation_check()():
        raise StopException
