"""A real Chromium, where there is one, and pages that report whatever goes wrong in them."""

import hashlib
import shutil
from functools import cache
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, sync_playwright

from core.settings import REPOSITORY, Settings
from core.warehouse.build import build
from tests.browser import axe
from tests.browser.serving import dashboard
from tests.tiny_release import write_tiny_release

OUTPUT = REPOSITORY / "tests" / "output"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]


@pytest.fixture(scope="module")
def browser():
    """Debian's Chromium, headless. Playwright holds the thread's event loop, so no longer than a file needs it."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: install the package chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def tiny_data(tmp_path_factory):
    """A data folder with a tiny release of four triangles, built."""
    folder = tmp_path_factory.mktemp("tiny")
    settings = Settings(data=folder / "data")
    build(settings, write_tiny_release(folder / "release", triangles=4))
    return settings.data


@pytest.fixture(scope="session")
def tiny_url(tiny_data):
    """Address of a dashboard of the tiny release."""
    with dashboard(tiny_data) as (url, _):
        yield url


@pytest.fixture(scope="session")
def axe_core():
    """axe-core's script; what asks for it is skipped where it cannot be had."""
    try:
        return axe.script()
    except httpx.HTTPError as error:
        pytest.skip(f"axe-core is not here and cannot be fetched from npm: {error}")


def contents(folder: Path) -> dict[Path, tuple[str, int] | None]:
    """Checksum and time of every file in a folder, and its folders."""
    return {
        path.relative_to(folder): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


@pytest.fixture(scope="module")
def read_only_url(tiny_data, tmp_path_factory):
    """Address of a read-only dashboard whose visitors may use keys of their own; afterwards its disk is as it was."""
    data = tmp_path_factory.mktemp("read-only") / "data"
    shutil.copytree(tiny_data, data)
    before = contents(data)
    with dashboard(data, TRILENS_READ_ONLY="1", TRILENS_VISITOR_KEYS="1") as (url, _):
        yield url
    assert contents(data) == before


class Watched:
    """A page of the browser that collects console errors and requests to foreign hosts."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.problems: list[str] = []
        page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("request", lambda request: self._note_foreign(request.url))

    def _note(self, text: str) -> None:
        # Streamlit itself looks for its server below the page's path first and takes the 404 for an answer.
        if "status of 404" not in text:
            self.problems.append(text)

    def _note_foreign(self, address: str) -> None:
        if not address.startswith((self.url, "data:", "blob:", self.url.replace("http", "ws", 1))):
            self.problems.append(f"foreign request: {address}")

    def open(self, path: str) -> None:
        """Goes to a path of the dashboard and waits until its script has run."""
        self.page.goto(self.url + path)
        self.settle()

    def settle(self) -> None:
        """Waits until the script has run and the page stands still."""
        self.page.wait_for_timeout(300)
        self.page.wait_for_selector('[data-testid=stApp][data-test-script-state="notRunning"]', timeout=30_000)
        self.page.wait_for_timeout(300)

    def expect_heading(self, text: str) -> None:
        """Waits until the page's heading is this text."""
        self.page.get_by_role("heading", level=1, name=text, exact=True).wait_for()
        self.settle()

    def click_mark(self, key: str, place: int, kind: str = "scatterlayer") -> None:
        """Clicks on a mark of a chart and waits until the page has settled."""
        mark = self.page.locator(f".st-key-{key} .{kind} .point").nth(place)
        mark.scroll_into_view_if_needed()
        box = mark.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.settle()

    def shoot(self, name: str) -> Path:
        """Takes a screenshot of the whole page into the tests' output."""
        OUTPUT.mkdir(exist_ok=True)
        width = self.page.viewport_size["width"]
        height = self.page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
        self.page.set_viewport_size({"width": width, "height": min(max(int(height), 800), 6000)})
        self.page.wait_for_timeout(500)
        self.page.screenshot(path=OUTPUT / f"{name}.png")
        return OUTPUT / f"{name}.png"


@pytest.fixture(scope="module")
def contexts(browser):
    """The browser's profile for a theme: its pages share what is cached, the scripts above all, and no session."""

    @cache
    def context(theme):
        return browser.new_context(color_scheme=theme)

    return context


@pytest.fixture
def watch(contexts):
    """Opens watched pages; at the end of the test none may have a problem."""
    pages = []

    def open_page(url: str, width: int = 1440, height: int = 900, theme: str = "light") -> Watched:
        page = contexts(theme).new_page()
        page.set_viewport_size({"width": width, "height": height})
        pages.append(Watched(page, url))
        return pages[-1]

    yield open_page
    for watched in pages:
        watched.page.close()
    assert [problem for page in pages for problem in page.problems] == []
