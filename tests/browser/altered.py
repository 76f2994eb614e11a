"""The application of `serve.py`, altered for tests: vendors on loopback, low limits, short timeouts."""

import dataclasses
import os
import time
from urllib.parse import urlsplit

import streamlit as st

from core.generators import registry
from core.inference import human_runs
from core.inference.clients.providers import PROVIDERS
from dashboard.data import current_benchmark
from dashboard.pages.cases import case_header
from dashboard.server import upload_limits
from dashboard.shell import sidebar

ENDLESS = "select sum(one.range * other.range) from range(1_000_000_000) one, range(1_000_000_000) other"

human_runs.SECONDS = 5.0
registry.GENERATORS["synthetic"] = registry.GeneratorEntry("triangles", False, {"photographs": 8})
case_header.CASES_PER_PAGE = 12

if root := os.environ.get("TEST_VENDORS"):
    for name, provider in PROVIDERS.items():
        if provider.default_url:
            url = root if name in ("gemini", "anthropic") else f"{root}/v1"
            PROVIDERS[name] = dataclasses.replace(provider, default_url=url)

upload_limits.IDLE_S = float(os.environ.get("TEST_IDLE_S", upload_limits.IDLE_S))

if text := os.environ.get("TEST_FAILS_WITH"):

    def fail() -> None:
        """Fail as a page may, with a visitor's data in the message."""
        raise KeyError(text)

    sidebar.show_read_only_badge = fail

if slow_path := os.environ.get("TEST_SLOW_PATH"):
    show_badge_at_once = sidebar.show_read_only_badge

    def begin_slowly() -> None:
        """Wait five seconds before the page of one path shows its content; a click may end the wait at each step."""
        for _ in range(100 if urlsplit(st.context.url or "").path == slow_path else 0):
            time.sleep(0.05)
            len(st.session_state)
        show_badge_at_once()

    sidebar.show_read_only_badge = begin_slowly

if os.environ.get("TEST_ENDLESS"):
    show_badge = sidebar.show_read_only_badge

    def ask_for_ever() -> None:
        """Send an endless query to the warehouse if the address asks for it."""
        if "endless" in st.query_params:
            with current_benchmark.require_warehouse()._open_cursor("the endless query failed") as cursor:
                cursor.execute(ENDLESS)
        show_badge()

    sidebar.show_read_only_badge = ask_for_ever

from serve import app  # noqa: E402, F401 - with what was altered
