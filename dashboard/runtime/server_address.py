"""Where the dashboard listens: the path that it has below its host, and whether strangers reach it."""

import sys
from ipaddress import ip_address
from pathlib import Path

import streamlit as st

BOOTSTRAP, ITSELF = "streamlit.web.bootstrap", "serve.py"
"""The module by which Streamlit starts a server, and the file that starts one by itself: its options then say where it
listens. Any other server keeps that to itself."""


def get_base_path() -> str:
    """What stands before every path, as `/trilens`; empty where the dashboard has a host of its own."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def is_public() -> bool:
    """Whether others than this machine may reach the server, or nobody knows."""
    if BOOTSTRAP not in sys.modules and Path(sys.argv[0]).name != ITSELF:
        return True
    return not is_loopback(str(st.get_option("server.address") or ""))


def is_loopback(address: str) -> bool:
    """Whether an address to listen on is this machine's own."""
    if address == "localhost":
        return True
    try:
        return ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False
