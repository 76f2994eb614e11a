"""Base path of the server, and whether other machines can reach it."""

import sys
from ipaddress import ip_address
from pathlib import Path

import streamlit as st

BOOTSTRAP, ITSELF = "streamlit.web.bootstrap", "serve.py"
"""The module with which Streamlit starts a server, and the file that starts one directly: Streamlit's options then hold
the listening address. With any other server it is unknown."""


def get_base_path() -> str:
    """Return the base path before every path, such as `/trilens`; empty if there is none."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def is_public() -> bool:
    """Return whether other machines may reach the server, or whether this is unknown."""
    if BOOTSTRAP not in sys.modules and Path(sys.argv[0]).name != ITSELF:
        return True
    return not is_loopback(str(st.get_option("server.address") or ""))


def is_loopback(address: str) -> bool:
    """Return whether a listening address is this machine's own."""
    if address == "localhost":
        return True
    try:
        return ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False
