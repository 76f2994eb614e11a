"""The README's images: charts of the real dataset without its photographs, and scenes. `make screenshots`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from core.benchmarks.registry import SYNTHETIC
from core.settings import REPOSITORY
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workflows.generated_sets import prepare_default_set
from core.workspace import Workspace
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard
from tests.conftest import find_dataset

COVER = "#d5dbde"
"""Colour that covers the dataset's photographs, which are not in the repository."""

FIGURES = (
    ("overview", "/", "light", 860),
    (
        "heatmaps",
        "/heatmaps?measure=2D+minus+3D+beyond+constant&rows=Model&columns=Class+change%2C+3D+to+2D",
        "dark",
        720,
    ),
)
SCENES = (
    ("case", "/cases?benchmark=synthetic&photograph={case_id}", "light", 860),
    ("lab", "/lab?benchmark=synthetic", "dark", 900),
)


def main() -> None:
    """Write `docs/images/*.png`."""
    dataset = find_dataset()
    if dataset is None or CHROMIUM is None:
        sys.exit("The README's pictures need the dataset and Chromium.")
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "data")
        with dashboard(_build_warehouses(workspace, dataset)) as (url, _), sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for name, path, theme, height in FIGURES:
                _take_screenshot(chromium, name, url + path, theme, height, ".point")
            for name, path, theme, height in SCENES:
                address = url + path.format(case_id=_choose_tilted_scene(workspace))
                _take_screenshot(chromium, name, address, theme, height, "[class*=st-key-] svg image")


def _build_warehouses(workspace: Workspace, dataset: Path) -> Path:
    prepare_default_set(workspace)
    build(workspace, dataset)
    return workspace.data


def _choose_tilted_scene(workspace: Workspace) -> str:
    """Return a tilted scene with an object whose shortest side is longest, so that labels have room."""
    with open_current(workspace.select_benchmark(SYNTHETIC)) as warehouse:
        photographs = warehouse.load_table("photographs").query("condition == 'T1'")
    shortest_cm = photographs[["ab_cm", "bc_cm", "ca_cm"]].min(axis=1)
    return str(photographs.loc[shortest_cm.idxmax(), "photograph_id"])


def _take_screenshot(chromium: Browser, name: str, url: str, theme: str, height: int, awaited: str) -> None:
    page = chromium.new_context(viewport={"width": 1280, "height": height}, color_scheme=theme).new_page()
    page.goto(url)
    page.locator(awaited).first.wait_for(state="attached")
    page.wait_for_timeout(2500)
    photographs = [] if "benchmark=synthetic" in url else [page.locator(".warp .frame, .gallery .picture")]
    page.screenshot(path=REPOSITORY / "docs" / "images" / f"{name}.png", mask=photographs, mask_color=COVER)


if __name__ == "__main__":
    main()
