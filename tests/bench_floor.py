"""How long Streamlit itself takes from a click to the changed page: the floor below the clicks of `tests.bench_clicks`.

    python -m tests.bench_floor

The page is empty but for a button and a heading, or has 40 further elements, about as many as a case on Cases. All of
them change. Each number is the median over the clicks of five servers, newly started.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.bench_clicks import ROUNDS, measure_click_s, open_fresh_page
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard

N_CLICKS = 5
N_ELEMENTS = (0, 40)
PAGE = "tests/floor_page.py"


def measure_clicks(chromium: Browser, n_elements: int, folder: Path) -> list[float]:
    """Return the seconds of each click on the page of one new server."""
    with dashboard(folder, PAGE, TRILENS_FLOOR_ELEMENTS=str(n_elements)) as (url, _), open_fresh_page(chromium) as page:
        page.goto(url)
        seconds = []
        for number in range(1, N_CLICKS + 1):
            page.get_by_role("heading", name=f"Click {number - 1}", exact=True).wait_for()
            page.get_by_role("button", name="Next").click()
            seconds.append(measure_click_s(page, f'h2:has-text("Click {number}")'))
        return seconds


def main() -> None:
    """Print a row per number of elements."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        data = Path(folder) / "data"
        data.mkdir()
        for n_elements in N_ELEMENTS:
            seconds = [second for _ in range(ROUNDS) for second in measure_clicks(chromium, n_elements, data)]
            print(
                f"a click on a page of {n_elements + 2} elements: {statistics.median(seconds):.3f} s "
                f"({min(seconds):.3f} to {max(seconds):.3f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
