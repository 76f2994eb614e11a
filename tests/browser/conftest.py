"""Fixtures of a real Chromium, if available, and pages that report every error in them."""

import shutil
from collections import defaultdict

import httpx
import pytest
from playwright.sync_api import sync_playwright

from core.inference.clients.providers import PROVIDERS
from core.warehouse.build import build
from core.workspace import Workspace
from tests.browser import axe
from tests.browser.serving import ALTERED, dashboard
from tests.browser.watched import EMPTY, Watched
from tests.conftest import copy_data, read_folder_state
from tests.inference.clients.server import answering
from tests.small_gepbench import fill_gepbench
from tests.tiny_release import write_tiny_release

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs, the lightest first: the shell has no window to draw and takes a third less of the processor."""

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]

SHORT_LIVED = "--js-flags=--no-opt --always-sparkplug --min-semi-space-size=32 --initial-heap-size=256"
"""A page lives for seconds: what it would win by optimised code and a small heap costs more to make."""

COMPILED_ONCE = "--disable-features=BackgroundResourceFetch"
"""Scripts that are fetched in the background are compiled anew for each page, even where the profile has the result."""


@pytest.fixture(scope="package")
def chromium():
    """Return the browser launcher.

    Playwright occupies the thread's event loop, so it lives only as long as this folder's tests.
    """
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: install the package chromium-headless-shell")
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="package")
def profile(chromium, tmp_path_factory):
    """A browser's profile on the disk: its pages share scripts and what they were compiled to, and no session.

    Its user prefers reduced motion, so that a page stands still sooner.
    """
    folder = tmp_path_factory.mktemp("profile")
    opened = chromium.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=[*ARGUMENTS, SHORT_LIVED, COMPILED_ONCE], reduced_motion="reduce"
    )
    yield opened
    opened.close()


@pytest.fixture
def computing(chromium):
    """Return a page of a browser that takes time to optimise its scripts."""
    with chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS) as browser:
        yield browser.new_page()


@pytest.fixture(scope="package")
def tiny_data(tmp_path_factory, fill_once):
    """Return a data folder with a tiny release of four triangles, built."""
    made = fill_once("tiny-4", lambda made: build(made, write_tiny_release(made.data.parent / "release", triangles=4)))
    workspace = Workspace(tmp_path_factory.mktemp("tiny") / "data")
    copy_data(made.data, workspace.data)
    return workspace.data


@pytest.fixture(scope="package")
def vendors():
    """Start the loopback server that implements every vendor's protocol."""
    with answering() as running:
        yield running


@pytest.fixture(scope="package")
def tiny_url(tiny_data, vendors):
    """Return the address of a dashboard of the tiny release, with all vendors on loopback and without a key.

    Its clock is short.
    """
    keys = {provider.key_variable: "" for provider in PROVIDERS.values() if provider.needs_key}
    with dashboard(tiny_data, ALTERED, TEST_VENDORS=vendors.root, **keys) as (url, _):
        yield url


@pytest.fixture(scope="package")
def real_url(real_workspace):
    """Return the address of a dashboard of the real dataset."""
    with dashboard(real_workspace.data) as (url, _):
        yield url


@pytest.fixture(scope="package")
def gepbench_url(fill_once):
    """Return the address of a dashboard of a small GePBench alone."""
    with dashboard(fill_once("gepbench", fill_gepbench).data, ALTERED) as (url, _):
        yield url


@pytest.fixture(scope="package")
def fields_url(fields_workspace):
    """Return the address of a dashboard of small sets of MMPerspective, GIQ and 3DSRBench."""
    with dashboard(fields_workspace.data, ALTERED) as (url, _):
        yield url


@pytest.fixture(scope="package")
def both_url(tiny_data, scenes_workspace, tmp_path_factory):
    """Return the address of a dashboard with the tiny release and synthetic scenes."""
    both = tmp_path_factory.mktemp("both") / "data"
    for data in (scenes_workspace.data, tiny_data):
        copy_data(data, both)
    with dashboard(both) as (url, _):
        yield url


@pytest.fixture(scope="session")
def axe_core():
    """Return axe-core's script; skip tests that request it if it is not available."""
    try:
        return axe.script()
    except httpx.HTTPError as error:
        pytest.skip(f"axe-core is not here and cannot be fetched from npm: {error}")


@pytest.fixture(scope="package")
def read_only_url(tiny_data, tmp_path_factory):
    """Address of a read-only dashboard whose visitors may use keys of their own; afterwards its disk is as it was."""
    data = tmp_path_factory.mktemp("read-only") / "data"
    shutil.copytree(tiny_data, data)
    before = read_folder_state(data)
    with dashboard(data, TRILENS_READ_ONLY="1", TRILENS_VISITOR_KEYS="1") as (url, _):
        yield url
    assert read_folder_state(data) == before


@pytest.fixture(scope="package")
def left(profile):
    """Return the empty pages that earlier tests have left, for reuse: their processes have the scripts already."""
    return []


@pytest.fixture(scope="package")
def staying(profile):
    """Return the pages that earlier tests have left in the middle of a session, by dashboard address."""
    return defaultdict(list)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Tell `watch` that the test has failed."""
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def watch(profile, left, staying, request):
    """Opens watched pages; at the end of the test none may have a problem. A failed test leaves pictures of them.

    A page with `stays` may stand in the session of a test before, as somebody's does who has looked at other pages: it
    loads no script again, which is more than half of opening a page. It is for claims that hold there too, and for
    tests that leave nothing in the session: no pins, no drafts, no limits.
    """
    pages = []

    def open_page(
        url: str, width: int = 1440, height: int = 900, theme: str = "light", *, stays: bool = False
    ) -> Watched:
        free = staying[url] if stays and staying[url] else left
        watched = free.pop() if free else Watched(profile.new_page())
        pages.append(watched)
        watched.enter(url, width, height, theme, stays=stays)
        return watched

    yield open_page
    problems = [problem for watched in pages for problem in watched.problems]
    failed = problems or request.node.stash.get(FAILED, False)
    for number, watched in enumerate(pages, start=1):
        if failed:
            watched.shoot(f"{request.node.name.replace('/', ' ')}-{number}")
            watched.page.close()
        elif watched.stays and watched.page.url != EMPTY:
            staying[watched.url].append(watched)
        else:
            watched.leave()
            left.append(watched)
    assert problems == []
