"""Fixtures of the page tests: the data folder that the app finds."""

from dataclasses import replace
from functools import cache

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner

from core.formatting import escape_markdown
from core.inference.clients.providers import PROVIDERS
from core.warehouse.build import build
from dashboard.components import action_header
from dashboard.data import current_benchmark
from dashboard.pages.ask import quiz_question, request_form
from dashboard.pages.cases import case_header, slideshow
from dashboard.shell import setup_page
from dashboard.widgets import visitor_quota
from tests.conftest import copy_data
from tests.small_gepbench import fill_gepbench
from tests.tiny_release import write_tiny_release


@pytest.fixture(scope="session", autouse=True)
def _packages_are_searched_once():
    """Look up installed components once: otherwise each AppTest searches every installed package for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    """Isolate each page from the warehouse, limits and keys of other tests."""
    current_benchmark.get_settings.cache_clear()
    setup_page.PREPARATIONS.clear()
    visitor_quota.ALLOWANCES.clear()
    request_form._render_benchmark_view.clear()
    monkeypatch.setattr(quiz_question, "DOUBLE_CLICK_S", 0.0)
    for provider in PROVIDERS.values():
        if provider.key_variable:
            monkeypatch.delenv(provider.key_variable, raising=False)


@pytest.fixture(autouse=True)
def _headers_have_native_buttons(monkeypatch):
    """Show the title and the actions of headers as native elements too, since AppTest cannot click in a component."""

    def build(title, actions, line, callbacks, *others, **further):
        header = action_header.build_action_header(title, actions, line, callbacks, *others, **further)
        return replace(header, reserve_space=lambda: show(title, actions, callbacks))

    def show(title, actions, callbacks):
        st.title(escape_markdown(title))
        for action in actions:
            st.button(
                action.label,
                key=f"action-{action.key}",
                on_click=callbacks.get(action.key),
                disabled=action.is_disabled,
                help=action.help,
            )

    for page in (case_header, slideshow):
        monkeypatch.setattr(page, "build_action_header", build)


@pytest.fixture
def full(tiny_data):
    """Return the tiny release, built, in a folder of this test alone."""
    return tiny_data


@pytest.fixture
def shared(tiny_workspace, monkeypatch):
    """Return the tiny release, built, for read-only tests; they share what each has computed."""
    monkeypatch.setenv("TRILENS_DATA", str(tiny_workspace.data))


@pytest.fixture
def twice(twice_workspace, monkeypatch):
    """Return the tiny release with a second and a live run of GPT-5, built, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(twice_workspace.data))


@pytest.fixture
def crowd(crowd_workspace, monkeypatch):
    """Return the tiny release and sixty made-up runs of fifteen models, built, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(crowd_workspace.data))


@pytest.fixture
def viewed(viewed_workspace, monkeypatch):
    """Return the tiny release with two runs on rectified views, built, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(viewed_workspace.data))


@pytest.fixture
def shared_both(fill_once, tiny_workspace, scenes_workspace, monkeypatch):
    """Return the tiny release and two synthetic triangles, built, for read-only tests."""

    def fill(made):
        copy_data(tiny_workspace.data, made.data)
        copy_data(scenes_workspace.data, made.data)

    monkeypatch.setenv("TRILENS_DATA", str(fill_once("both", fill).data))


@pytest.fixture(scope="session")
def gepbench_workspace(fill_once):
    """Return a workspace whose data folder holds a warehouse of a small GePBench, for read-only tests."""
    return fill_once("gepbench", fill_gepbench)


@pytest.fixture
def gepbench(gepbench_workspace, monkeypatch):
    """Show a small GePBench alone, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(gepbench_workspace.data))


@pytest.fixture
def beside_gepbench(fill_once, tiny_workspace, gepbench_workspace, monkeypatch):
    """Show the tiny release and a small GePBench, for read-only tests."""

    def fill(made):
        copy_data(tiny_workspace.data, made.data)
        copy_data(gepbench_workspace.data, made.data)

    monkeypatch.setenv("TRILENS_DATA", str(fill_once("beside-gepbench", fill).data))


@pytest.fixture
def bare(fill_once, monkeypatch):
    """Return a function that shows the tiny release built without its `answers` or `images`."""

    def show_without(missing):
        release = {f"with_{missing}": False}
        made = fill_once(
            f"without-{missing}", lambda made: build(made, write_tiny_release(made.data.parent / "release", **release))
        )
        monkeypatch.setenv("TRILENS_DATA", str(made.data))

    return show_without


@pytest.fixture
def tilted(tilted_workspace, monkeypatch):
    """Return drawn boards under known tilts, in four bands of 3 photographs each."""
    monkeypatch.setenv("TRILENS_DATA", str(tilted_workspace.data))


@pytest.fixture
def read_only(workspace, tiny_data, monkeypatch):
    """Show a read-only dashboard of the tiny release whose host has an API key."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    monkeypatch.setenv("TRILENS_VISITOR_QUESTIONS", "3")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-host-0123456789")
    return workspace
