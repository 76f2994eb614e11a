"""Base path of the server, and whether other machines can reach it."""

import sys
from ipaddress import ip_address
from pathlib import Path

import streamlit as st

PREVIEWS = "/previews"
"""Path, below the base path, of what the page of a case draws first."""


def get_base_path() -> str:
    """Return the base path before every path, such as `/trilens`; empty if there is none."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def is_public() -> bool:
    """Return whether other machines may reach the server, or its address is unknown.

    `streamlit run` and `python serve.py` listen on the address of Streamlit's settings. Any other server, as uvicorn,
    keeps its address to itself.
    """
    program = Path(sys.argv[0])
    follows_settings = program.stem in ("streamlit", "serve") or program.parent.name == "streamlit"
    return not (follows_settings and is_loopback(str(st.get_option("server.address") or "")))


def is_loopback(address: str) -> bool:
    """Return whether a listening address is this machine's own."""
    if address == "localhost":
        return True
    try:
        return ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False
