"""What the browser's side of a session says and hears, without a browser."""

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


def link(address: str) -> bytes:
    """Asks for a page: its path without the slash, and what stands behind the question mark."""
    asked = BackMsg()
    asked.rerun_script.page_name, _, asked.rerun_script.query_string = address.partition("?")
    return asked.SerializeToString()


def ended(data: bytes) -> int | None:
    """How a page has ended, as `ForwardMsg` names it; None of a message that says something else."""
    message = ForwardMsg.FromString(data)
    return message.script_finished if message.WhichOneof("type") == "script_finished" else None
