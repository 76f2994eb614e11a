"""Whether a page still wants what is computed for it.

Streamlit ends the script of a page that was closed, or that its session has left for the next one, when it draws its
next element. What takes long in between asks here.
"""

from collections.abc import Callable

from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def make_cancellation_check() -> Callable[[], bool]:
    """How to know whether the page that this thread makes is still wanted; where it makes none, it always is.

    Streamlit has no public way to ask; a test fails where its insides change.
    """
    context = get_script_run_ctx(suppress_warning=True)
    requests = None if context is None else context.script_requests
    return lambda: requests is None or requests._state is not ScriptRequestType.STOP


def stop_if_cancelled() -> None:
    """Ends the script of a page that is gone, as its next element would."""
    if not make_cancellation_check()():
        raise StopException
