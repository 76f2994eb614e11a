"""The private interfaces of Streamlit that the product uses. It works without each of them, as the functions state.

No other module imports from `streamlit.runtime` or touches a private attribute of a library (`tests/test_habits.py`).
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import streamlit.runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def make_cancellation_check() -> Callable[[], bool]:
    """Return a function that tells whether the script run of this thread was stopped; any thread may call it.

    Streamlit ends a script only when it draws its next element, and a query may take long until then.
    Without this interface no run is ever reported as stopped, and each query runs to its end.
    """
    context = get_script_run_ctx(suppress_warning=True)
    with suppress(AttributeError, ImportError):
        from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

        requests = None if context is None else context.script_requests
        if requests is not None:
            requests._state  # noqa: B018 - raises AttributeError if Streamlit keeps it elsewhere
            return lambda: requests._state is ScriptRequestType.STOP
    return lambda: False


def get_session_id() -> str | None:
    """Return the id of the browser session that this thread runs a script for, None for other threads.

    Without this interface no script run waits for the former one of its session.
    """
    return getattr(get_script_run_ctx(suppress_warning=True), "session_id", None)


def list_uploaded_files() -> Mapping[str, Iterable[Any]]:
    """Return the uploaded files that Streamlit keeps, by session id; each has its content as `data`.

    Without this interface only uploads that are still arriving count towards the limits.
    """
    with suppress(AttributeError):
        if streamlit.runtime.exists():
            storage = streamlit.runtime.get_instance().uploaded_file_mgr.file_storage  # type: ignore[attr-defined]
            return {session_id: list(files.values()) for session_id, files in list(storage.items())}
    return {}
