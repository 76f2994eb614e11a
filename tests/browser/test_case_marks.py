"""Browser tests of the images of a case: readable labels, and a view that contains everything."""

import pytest
from playwright.sync_api import expect

from core.overlays.shapes import LAYERS
from core.warehouse.read import open_current

ALL_LAYERS = "&".join(f"layers={label.replace(' ', '+').replace(',', '%2C')}" for label in LAYERS.values())
WIDTHS = (1440, 390)

FAULTS = """
    root => {
        const box = node => node.getBoundingClientRect(), faults = [];
        const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
        const svg = root.querySelector("svg"), picture = box(svg);
        const isOutside = ({left, right, top, bottom}) => left < picture.left - 1 || right > picture.right + 1
            || top < picture.top - 1 || bottom > picture.bottom + 1;
        const covers = [...svg.querySelectorAll("circle"), ...root.querySelectorAll("button")];
        for (const line of svg.querySelectorAll("[data-layer=sides], [data-layer=true], [data-layer=implied]"))
            if (isOutside(box(line))) faults.push(`${line.dataset.layer} leaves the picture`);
        const texts = [...svg.querySelectorAll("text")];
        texts.forEach((text, number) => {
            const own = box(text), name = text.textContent;
            if (!own.width) faults.push(`${name} is hidden`);
            if (isOutside(own)) faults.push(`${name} leaves the picture`);
            for (const other of texts.slice(number + 1))
                if (meet(own, box(other))) faults.push(`${name} lies on ${other.textContent}`);
            for (const cover of covers) if (meet(own, box(cover))) faults.push(`${name} lies on a ${cover.tagName}`);
        });
        for (const ring of svg.querySelectorAll("circle"))
            for (const button of root.querySelectorAll("button"))
                if (meet(box(ring), box(button))) faults.push("a sticker lies under a button");
        return faults;
    }
"""
"""What cannot be read in a picture of a case."""

PICTURES = (".st-key-case-photograph .photograph", ".st-key-rectified-view .photograph")


@pytest.fixture(scope="module")
def case_ids(real_workspace):
    """Return six photographs of the thinnest triangles and six others, whatever their numbers are."""
    with open_current(real_workspace) as warehouse:
        rows = warehouse.load_table("photographs")
    sides = rows[["ab_cm", "bc_cm", "ca_cm"]]
    rows = rows.assign(thinness=2 * sides.max(axis=1) / sides.sum(axis=1))
    ordered = rows.sort_values(["thinness", "photograph_id"], ascending=False)["photograph_id"]
    return [*ordered.iloc[:12:2], *ordered.iloc[30 :: len(ordered) // 6]]


def faults_at(watched, width):
    """Return what is unreadable when the window has a given width."""
    watched.page.set_viewport_size({"width": width, "height": 900})
    watched.settle()
    return [f"{width}: {fault}" for picture in PICTURES for fault in watched.page.locator(picture).evaluate(FAULTS)]


@pytest.mark.slow
def test_labels_can_be_read_on_slivers_and_others(watch, real_url, case_ids):
    """With all layers on, no label overlaps another one, a sticker or a button, or leaves its image."""
    watched = watch(real_url, stays=True)
    found = {}
    watched.open("/data")
    for case_id in case_ids:
        watched.visit(f"/cases?photograph={case_id}&implied=GPT-5&{ALL_LAYERS}")
        watched.expect_heading(case_id)
        expect(watched.page.locator(f"{PICTURES[0]} > svg text")).to_have_count(9)
        found[case_id] = [fault for width in WIDTHS for fault in faults_at(watched, width)]
        watched.page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    assert {case_id: faults for case_id, faults in found.items() if faults} == {}


@pytest.mark.slow
def test_the_view_follows_the_triangle_out_of_the_board(watch, real_url):
    """If the implied triangle extends beyond the board's image, the view is larger.

    Without it, the view is the image.
    """
    watched = watch(real_url, stays=True)
    watched.open("/cases?photograph=042_T1&implied=GPT-5")
    svg = watched.page.locator(f"{PICTURES[1]} > svg")
    wide = [float(value) for value in svg.get_attribute("viewBox").split()]
    watched.page.get_by_role("button", name="Layers").click()
    watched.page.get_by_role("button", name="Implied by answers").click()
    watched.settle()
    assert [float(value) for value in svg.get_attribute("viewBox").split()] == [0, 0, 720, 720]
    assert wide[2] > 720
