"""A placeholder session that replaces the last visitor's in Streamlit's event loop.

The event loop keeps a reference to the session that it handled last, and to the last message, until another one comes.
So the last visitor's files and widgets would stay in memory until the next visitor, and fragment the memory around
them. The placeholder session is opened at the start, when its memory lies together.
"""

import streamlit.runtime
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.session_manager import ActiveSessionInfo, SessionClient


class IdleSessionClient(SessionClient):
    """The client of a session that no page has opened."""

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Discard the message."""

    @property
    def client_context(self) -> None:
        """The headers of the client: there are none."""
        return


def open_idle_session() -> AppSession:
    """Open the placeholder session, which runs no page."""
    runtime = streamlit.runtime.get_instance()
    session_id = runtime.connect_session(IdleSessionClient(), {})
    info = runtime._session_mgr.get_session_info(session_id)
    if info is None:
        raise RuntimeError("Streamlit does not list the session that it has just opened.")
    return info.session


def make_idle_session_last(session: AppSession) -> None:
    """Make Streamlit's event loop handle the placeholder session next.

    Streamlit has no public interface for sending a session's message; a test fails if its internals change.
    """
    session._enqueue_forward_msg(ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN))


def is_idle_session(info: ActiveSessionInfo) -> bool:
    """Return whether a session is the placeholder, not a visitor's."""
    return isinstance(info.client, IdleSessionClient)
