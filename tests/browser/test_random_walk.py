"""A seeded random walk through every benchmark: no error box, and every page is ready within ten seconds.

`TRILENS_WALK_ACTIONS` says how many actions a benchmark gets: by default 60; `make test-all` takes 300.
`TRILENS_WALK_SEED` says which ones.
"""

import os
import random
import re
import time

import pytest
from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as NotReadyError

from core.workspace import Workspace
from dashboard.server.request_log import WENT_WRONG
from tests.browser.serving import ALTERED, dashboard, read_errors
from tests.browser.watched import STILL, UNREST
from tests.conftest import copy_data
from tests.every_benchmark import EVERY, fill_every

ACTIONS = int(os.environ.get("TRILENS_WALK_ACTIONS", "60"))
SEED = os.environ.get("TRILENS_WALK_SEED", "1")
READY_S = 10.0
"""On a machine with a core to spare; on a busier one, as much longer as its processes wait for each other."""

LOOKS, UNANSWERED_MS = 2, 1500

LEFT_ALONE = re.compile(r"CSV|Parquet|Download|Report|Save|Delete|Ask|Begin|Take|full.?screen|Copy|Upload|Browse", re.I)
"""Buttons that save a file, ask a model, or begin what has a clock."""

MAIN, SIDEBAR = "[data-testid=stMain]", "[data-testid=stSidebarUserContent]"
CONTROLS = "button:visible:enabled, a.tile:visible, .gallery a:visible, label[data-baseweb=checkbox]:visible"
ERRORS = "[data-testid=stException], [data-testid=stAlert]"
OVERLAY = "[role=dialog]:visible, [role=listbox]:visible"


TITLES = ("Tri-Bench", *(f"{paper}, drawn by Trilens" for paper in ("GIQ", "GePBench", "MMPerspective", "3DSRBench")))
"""Benchmarks that the walk changes to on its way."""


class Walk:
    """One walk: its actions and the problems on the way."""

    def __init__(self, watched, benchmark):
        self.watched, self.page, self.benchmark = watched, watched.page, benchmark
        self.random = random.Random(f"{benchmark} {SEED}")
        self.done, self.faults, self.seen = [], [], []

    def take(self, count):
        """Take actions, some of which follow one another before the page has responded."""
        ways = {self.follow: 20, self.click: 30, self.narrow: 25, self.choose: 12, self.back: 15, self.link: 10,
                self.change: 8}  # fmt: skip
        while len(self.done) < count:
            act = self.random.choices(list(ways), list(ways.values()))[0]
            try:
                done = self.leave_overlay() if self.page.locator(OVERLAY).count() else act()
            except Error as error:  # what was to be clicked has gone meanwhile
                done = f"{act.__name__}, gone: {error.message.splitlines()[0][:60]}"
            self.done.append(done)
            if self.random.random() < 0.75:
                self.look()
        self.look()

    def look(self):
        """Wait until the page is ready, and record its problems."""
        ready_s = READY_S * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        try:
            self.wait_until_ready(ready_s)
        except NotReadyError:
            self.fault(f"not ready after {ready_s:.0f} s: {self.page.evaluate(UNREST)}")
            self.start()
            return
        self.seen = [*self.seen[-20:], self.page.url]
        said = self.page.locator(ERRORS).all_inner_texts()
        if wrong := [text for text in said if WENT_WRONG in text or "Error" in text]:
            self.fault(wrong[0][:200])
            self.start()

    def wait_until_ready(self, ready_s):
        """Wait until the page stops changing; if another document replaces it, the time covers both."""
        deadline = time.monotonic() + ready_s
        while (left_s := deadline - time.monotonic()) > 0:
            try:
                self.page.evaluate("delete window.__looks")
                self.page.wait_for_function(STILL, arg=[LOOKS, UNANSWERED_MS], polling=20, timeout=1000 * left_s)
                return
            except Error as error:
                if "context was destroyed" not in error.message:
                    raise
        raise NotReadyError("one document after another")

    def start(self):
        """Open the first page of the walk's benchmark again."""
        self.page.goto(f"{self.watched.url}/?benchmark={self.benchmark}")
        self.watched.settle()

    def fault(self, what):
        """Record the problem, its place, and the preceding actions."""
        self.faults.append([what, self.page.url.removeprefix(self.watched.url), *self.done[-6:]])

    def one_of(self, selector, *, within):
        """Return one of the visible elements, except those that the walk leaves alone."""
        found = self.page.locator(within).locator(selector)
        place = self.random.random()
        texts = found.evaluate_all("all => all.map(one => `${one.ariaLabel ?? ''} ${one.innerText} ${one.title}`)")
        fit = [number for number, text in enumerate(texts) if not LEFT_ALONE.search(text)]
        return found.nth(fit[int(place * len(fit))]) if fit else None

    def press(self, selector, within):
        """Click one of them."""
        chosen = self.one_of(selector, within=within)
        if chosen is None:
            return f"nothing to click in {within}"
        name = chosen.evaluate("one => one.ariaLabel || one.innerText || one.className").replace("\\n", " ")[:40]
        chosen.click(timeout=2000)
        return f"click {name!r}"

    def leave_overlay(self):
        """Click an element of the dialog or list on top of the page, or close it."""
        if self.random.random() < 0.5:
            return f"over the page: {self.press('a:visible, button:visible:enabled, [role=option]:visible', OVERLAY)}"
        self.page.keyboard.press("Escape")
        return "close what is over the page"

    def follow(self):
        """Follow a link to another page."""
        return self.press("a", "[data-testid=stSidebarNav]")

    def click(self):
        """Click an element of the page."""
        return self.press(CONTROLS, MAIN)

    def narrow(self):
        """Click an element of the sidebar: filters, the page's own choices, the switch of references."""
        return self.press("button:visible:enabled, summary:visible, label[data-baseweb=checkbox]:visible", SIDEBAR)

    def choose(self):
        """Choose an option of a list."""
        lists = self.page.locator("[role=combobox]:visible:enabled")
        names = lists.evaluate_all("all => all.map(one => one.ariaLabel ?? '')")
        fit = [number for number, name in enumerate(names) if "Benchmark" not in name]
        if not fit:
            return "no list"
        number = self.random.choice(fit)
        lists.nth(number).click(timeout=2000)
        options = self.page.get_by_role("option")
        options.first.wait_for(timeout=2000)
        offered = options.all_inner_texts()
        if not offered:
            return "a list that is gone"
        place = self.random.randrange(len(offered))
        options.nth(place).click(timeout=2000)
        self.page.keyboard.press("Escape")
        return f"choose {offered[place][:40]!r} of {names[number][:30]!r}"

    def back(self):
        """Go back or forward."""
        if self.random.random() < 0.2:
            self.page.go_forward(wait_until="commit", timeout=2000)
            return "forward"
        if self.page.evaluate("navigation.currentEntry.index") == 0:  # where the walk began
            self.start()
            return "start"
        self.page.go_back(wait_until="commit", timeout=2000)
        self.page.wait_for_timeout(50)
        return "back"

    def link(self):
        """Open an address that was visited before, in this session or a new one."""
        if not self.seen:
            return "no address"
        address = self.random.choice(self.seen).removeprefix(self.watched.url)
        if self.random.random() < 0.3:
            self.page.goto(self.watched.url + address)
            return f"open {address}"
        self.page.evaluate(
            "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')) }", address
        )
        return f"visit {address}"

    def change(self):
        """Choose another benchmark, or the walk's own again."""
        title = self.random.choice(TITLES)
        self.page.get_by_test_id("stSidebar").get_by_role("combobox", name="Benchmark").click(timeout=2000)
        self.page.get_by_role("option", name=title, exact=True).click(timeout=2000)
        return f"benchmark {title}"


@pytest.fixture(scope="package")
def every_url(fill_once, scenes_workspace, tmp_path_factory):
    """Return the address of a dashboard of a small set of every benchmark, in a copy that the walk may write to."""
    made = fill_once("every", lambda made: fill_every(made, scenes_workspace))
    copy = Workspace(tmp_path_factory.mktemp("walk") / "data")
    copy_data(made.data, copy.data)
    with dashboard(copy.data, ALTERED) as (url, _):
        yield url


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", EVERY)
def test_a_random_walk_meets_no_error(watch, every_url, benchmark):
    """Pages, filters, clicks, lists, Back, deep links and changes of benchmark: nothing breaks, nothing hangs (F11)."""
    watched = watch(every_url)
    walk = Walk(watched, benchmark)
    walk.start()
    walk.take(ACTIONS)
    assert walk.faults == [], read_errors(every_url)
