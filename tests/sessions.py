"""Messages of the browser's side of a session, without a browser."""

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


def make_page_request(address: str) -> bytes:
    """Return a request for a page: its path without the slash, and its query string."""
    request = BackMsg()
    request.rerun_script.page_name, _, request.rerun_script.query_string = address.partition("?")
    return request.SerializeToString()


def get_page_result(data: bytes) -> int | None:
    """Return how a page has ended, as in `ForwardMsg`; None for any other message."""
    message = ForwardMsg.FromString(data)
    return message.script_finished if message.WhichOneof("type") == "script_finished" else None
