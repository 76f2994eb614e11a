"""A session of nobody, in place of the last visitor's.

Streamlit's loop holds the session that it looked at last, and the last message, until there is another one. So the
last visitor's files and widgets would stay as long as nobody comes, and with them the memory around the places where
they lie. The session of nobody is there from the beginning, where what stays lies together.
"""

import streamlit.runtime
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.session_manager import ActiveSessionInfo, SessionClient


class IdleSessionClient(SessionClient):
    """The other side of a session that no page has opened."""

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Nobody listens."""

    @property
    def client_context(self) -> None:
        """Nobody has sent any headers."""
        return


def open_idle_session() -> AppSession:
    """Opens the session, which runs no page."""
    runtime = streamlit.runtime.get_instance()
    session_id = runtime.connect_session(IdleSessionClient(), {})
    info = runtime._session_mgr.get_session_info(session_id)
    if info is None:
        raise RuntimeError("Streamlit does not know the session that it has just opened.")
    return info.session


def make_idle_session_last(session: AppSession) -> None:
    """Has Streamlit's loop look at the session of nobody, within moments.

    Streamlit has no public way to send a session's message; a test fails where its insides change.
    """
    session._enqueue_forward_msg(ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN))


def is_idle_session(info: ActiveSessionInfo) -> bool:
    """Whether it is the session of nobody and no visitor's."""
    return isinstance(info.client, IdleSessionClient)
