"""`make screenshots`: the README's pictures, of pages of figures only; no photograph of the dataset is on them."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from core.settings import REPOSITORY, Settings
from core.warehouse.build import build
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard
from tests.conftest import find_dataset

PICTURES = (
    ("overview", "/", "light", 860),
    ("heatmaps", "/heatmaps?measure=2D+minus+3D&rows=Model&columns=Class+change%2C+3D+to+2D", "dark", 720),
)


def main() -> None:
    """Writes `docs/images/*.png` from the real dataset's figures."""
    dataset = find_dataset()
    if dataset is None or CHROMIUM is None:
        sys.exit("The README's pictures need the dataset and Chromium.")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder) / "data")
        build(settings, dataset)
        with dashboard(settings.data) as (url, _), sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for name, path, theme, height in PICTURES:
                context = chromium.new_context(viewport={"width": 1280, "height": height}, color_scheme=theme)
                page = context.new_page()
                page.goto(url + path)
                page.locator(".scatterlayer .point").first.wait_for(state="attached")
                page.wait_for_timeout(1500)
                page.screenshot(path=REPOSITORY / "docs" / "images" / f"{name}.png")


if __name__ == "__main__":
    main()
