"""Browser page that waits for the dashboard by condition and reports every error in it."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, Request, expect

from core.settings import REPOSITORY
from tests.browser.serving import LEAVING

OUTPUT = REPOSITORY / "tests" / "output"
TIMEOUT_S = 60
"""What any wait for a condition may take, on a machine that does much else: no test asserts how fast something is."""
expect.set_options(timeout=TIMEOUT_S * 1000)

EMPTY = "about:blank"

NOTICE = """
    const seen = window.__seen = {changed: 0, sent: 0, received: 0, moved: 0};
    new PerformanceObserver(list => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) seen.moved += shift.value;
    }).observe({type: "layout-shift", buffered: true});
    new MutationObserver(list => {
        seen.changed = performance.now();
        seen.where = list.at(-1).target;
    }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...what) {
        seen.sent = performance.now();
        return send.apply(this, what);
    };
    window.WebSocket = new Proxy(WebSocket, {construct(made, given) {
        const socket = Reflect.construct(made, given);
        socket.addEventListener("message", () => { seen.received = performance.now(); });
        return socket;
    }});
"""
"""Runs in each page before its own scripts: notes when the page last changed, last asked and was last answered, and
how far what stood on it has moved, as browsers measure layout shift."""

STILL = """
    ([looks, unanswered_ms]) => {
        const {changed, sent, received} = window.__seen;
        const still = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
            && (received >= sent || performance.now() - sent > unanswered_ms)
            && !document.querySelector("[data-testid=stSkeleton]")
            && ![...document.querySelectorAll("details")].some(expander => expander.getAnimations().length);
        const last = Math.max(changed, sent, received), before = window.__looks;
        window.__looks = {last, count: still && before?.last === last ? before.count + 1 : 0};
        return window.__looks.count >= looks;
    }
"""
"""Whether the script has run, what was asked is answered, all is loaded and open, and each look finds the same page.

Looks are counted, not time: on a busy machine they come later, as everything else does.
Not every message of the page is answered: after `unanswered_ms` none is awaited any more.
"""

UNREST = """
    () => {
        const ago = time => time ? `${Math.round(performance.now() - time)} ms ago` : "never";
        const {changed, sent, received, where} = window.__seen ?? {};
        return {
            script: document.querySelector("[data-testid=stApp]")?.dataset.testScriptState,
            changed: ago(changed), where: (where?.outerHTML ?? where?.data ?? "").slice(0, 200),
            sent: ago(sent), received: ago(received),
            skeletons: document.querySelectorAll("[data-testid=stSkeleton]").length,
            looks: window.__looks?.count,
        };
    }
"""
"""What a page that does not come to rest is doing: state of its script, last change and its element, last messages."""

VISIT = """
    path => {
        history.pushState({}, "", path);
        window.dispatchEvent(new PopStateEvent("popstate", {state: {}}));
    }
"""


class Watched:
    """Browser page that collects console errors and requests to foreign hosts."""

    def __init__(self, page: Page) -> None:
        self.page, self.url, self.stays = page, "", False
        self.problems: list[str] = []
        self.moved = 0.0
        self._loading: set[Request] = set()
        page.set_default_timeout(TIMEOUT_S * 1000)
        page.add_init_script(NOTICE)
        page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def enter(self, url: str, width: int, height: int, theme: str, *, stays: bool = False) -> None:
        """Prepare the page for a test of the dashboard at this address: discard all records."""
        self.url, self.problems, self.moved, self.stays = url, [], 0.0, stays
        self._loading.clear()
        self.page.mouse.move(0, 0)
        self.page.emulate_media(color_scheme=theme)
        self.page.set_viewport_size({"width": width, "height": height})
        LEAVING[url].append(self.leave)

    def leave(self) -> None:
        """Leave the dashboard, which ends the page's session, and clear the tab's storage."""
        if not self.page.is_closed() and self.page.url != EMPTY:
            self.page.evaluate("sessionStorage.clear()")
            self.page.goto(EMPTY)

    def _note(self, text: str) -> None:
        # Streamlit itself looks for its server below the page's path first and takes the 404 for an answer.
        if "status of 404" not in text:
            self.problems.append(text)

    def _begin(self, request: Request) -> None:
        self._loading.add(request)
        if not request.url.startswith((self.url, "data:", "blob:", self.url.replace("http", "ws", 1))):
            self.problems.append(f"foreign request: {request.url}")

    def _end(self, request: Request) -> None:
        self._loading.discard(request)

    def open(self, path: str) -> None:
        """Go to a path of the dashboard and wait until its script has run; a page that stays there visits it."""
        if self.stays and self.page.url.startswith(self.url):
            self.visit(path)
        else:
            self.page.goto(self.url + path)
            self.settle()

    def visit(self, path: str) -> None:
        """Go to a path within the page's session, like the browser's Back, which does not load the scripts again."""
        self.page.evaluate(VISIT, path)
        self.settle()

    def settle(self, looks: int = 6, unanswered_ms: int = 1500) -> None:
        """Wait until the script has run, nothing is loading and the page is idle."""
        deadline = time.monotonic() + TIMEOUT_S
        slowness = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        while True:
            self.page.evaluate("delete window.__looks")
            self.page.wait_for_function(STILL, arg=[looks, unanswered_ms * slowness], polling=20)
            if not self._loading:
                return
            assert time.monotonic() < deadline, f"still loading {[request.url for request in self._loading]}"

    def take_moved(self) -> float:
        """Return the layout shift since the last call."""
        return float(self.page.evaluate("[window.__seen.moved, window.__seen.moved = 0][0]"))

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition on the page or the server holds, and settle."""
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            assert time.monotonic() < deadline, f"after {TIMEOUT_S} s the condition does not hold"
            self.page.wait_for_timeout(20)
        self.settle()

    def expect_heading(self, text: str) -> None:
        """Wait until the page's heading is this text."""
        self.page.get_by_role("heading", level=1, name=text, exact=True).wait_for()
        self.settle()

    def open_list(self, name: str, within: Locator) -> None:
        """Open a list by a click. On a busy machine Streamlit's list may only get the focus; then it is clicked again.

        Args:
            name: of the list.
            within: a part of the page.
        """
        box = within.get_by_role("combobox", name=name)
        box.click()
        self.settle()
        if box.get_attribute("aria-expanded") != "true":
            box.click()
        expect(box).to_have_attribute("aria-expanded", "true")

    def click_mark(self, key: str, place: int, kind: str = "scatterlayer") -> None:
        """Click a mark of a chart and wait until the page has settled."""
        mark = self.page.locator(f".st-key-{key} .{kind} .point").nth(place)
        mark.evaluate("node => node.scrollIntoView({block: 'center'})")  # the page's header lies over its upper edge
        box = mark.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.settle()

    def show_whole(self) -> None:
        """Make the window as high as the page, so that all of it is on the screen."""
        width = self.page.viewport_size["width"]
        height = self.page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
        self.page.set_viewport_size({"width": width, "height": min(max(int(height), 800), 6000)})
        self.settle()

    def shoot(self, name: str) -> Path:
        """Save a screenshot of the page to the tests' output."""
        OUTPUT.mkdir(exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"{name}.png", full_page=True)
        return OUTPUT / f"{name}.png"
