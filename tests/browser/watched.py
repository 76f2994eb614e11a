"""A page of the browser that waits for the dashboard by condition and reports whatever goes wrong in it."""

from pathlib import Path

from playwright.sync_api import Page

from core.settings import REPOSITORY

OUTPUT = REPOSITORY / "tests" / "output"
TIMEOUT_MS = 30_000

NOTICE = """
    const seen = window.__seen = {changed: 0, sent: 0, received: 0};
    new MutationObserver(() => { seen.changed = performance.now(); }).observe(
        document, {subtree: true, childList: true, attributes: true, characterData: true});
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
"""Runs in each page before its own scripts: notes when the page last changed, last asked and was last answered."""

STILL = """
    ([quiet_ms, unanswered_ms]) => {
        const now = performance.now(), {changed, sent, received} = window.__seen;
        window.__begun ??= now;
        const app = document.querySelector("[data-testid=stApp]");
        const still = app?.dataset.testScriptState === "notRunning"
            && now - Math.max(window.__begun, changed, received) > quiet_ms
            && (received >= sent || now - sent > unanswered_ms);
        if (still) delete window.__begun;
        return still;
    }
"""
"""Whether the script has run, what was asked is answered, and nothing has changed for a moment.

Not every message of the page is answered: after `unanswered_ms` none is awaited any more.
"""


class Watched:
    """A page of the browser that collects console errors and requests to foreign hosts."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.problems: list[str] = []
        page.add_init_script(NOTICE)
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

    def settle(self, quiet_ms: int = 120, unanswered_ms: int = 1500) -> None:
        """Waits until the script has run and the page stands still."""
        self.page.evaluate("delete window.__begun")
        self.page.wait_for_function(STILL, arg=[quiet_ms, unanswered_ms], polling=20, timeout=TIMEOUT_MS)

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

    def show_whole(self) -> None:
        """Makes the window as high as the page, so that all of it is on the screen."""
        width = self.page.viewport_size["width"]
        height = self.page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
        self.page.set_viewport_size({"width": width, "height": min(max(int(height), 800), 6000)})
        self.settle()

    def shoot(self, name: str) -> Path:
        """Takes a picture of the page as it stands into the tests' output."""
        OUTPUT.mkdir(exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"{name}.png", full_page=True)
        return OUTPUT / f"{name}.png"
