"""Every page in a real browser: whole, wide, in light colours, and open to everybody. `test_read_only` has the rest."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.by_keyboard import faults_by_keyboard
from tests.browser.walk import every_page, faults
from tests.dashboard.seen import contrast

SHADED = """
    table => {
        const cells = [...table.querySelectorAll("th, td")];
        const shown = cells.map(cell => getComputedStyle(cell.querySelector("p") ?? cell).color);
        const ground = getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor;
        const paint = document.createElement("canvas").getContext("2d");
        const hex = (...colours) => {
            for (const colour of colours) { paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); }
            const pixel = paint.getImageData(0, 0, 1, 1).data.slice(0, 3);
            return "#" + [...pixel].map(part => part.toString(16).padStart(2, "0")).join("");
        };
        return {
            texts: [...new Set(shown)].map(colour => hex(ground, colour)),
            ground: hex(ground),
            shade: getComputedStyle(table.parentElement).backgroundImage,
            goesOn: table.parentElement.scrollWidth > table.parentElement.clientWidth,
        };
    }
"""
"""The colours of a table's texts on the page, and the shade behind it, on which axe-core does not judge them."""


def test_every_page_is_whole_and_accessible(watch, axe_core, tiny_url):
    """Every page shows itself without an error, no wider than the screen, and axe-core finds nothing serious.

    By keyboard every control of every page is reached and seen there, and no page holds the focus.
    """
    watched = watch(tiny_url, 1440)
    found = {
        page: faults(watched) + axe.serious_findings(watched.page, axe_core) + faults_by_keyboard(watched)
        for page in every_page(watched)
    }
    assert found == {page: [] for page in found}


@pytest.mark.slow
def test_the_widest_screen_is_not_filled(watch, tiny_url):
    """On a screen of 2560 pixels the columns of a table stay close together."""
    watched = watch(tiny_url, 2560, 1300, stays=True)
    watched.open("/heatmaps")
    assert watched.page.locator("[data-testid=stMainBlockContainer]").bounding_box()["width"] <= 1760


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_table_that_goes_on_has_a_shade_and_readable_text(watch, tiny_url, theme):
    """On a telephone a wide table has a shadow where it can be scrolled, and text with a contrast of at least 4.5."""
    watched = watch(tiny_url, 390, 900, theme)
    watched.open("/bias")
    table = watched.page.locator("[data-testid=stTable] table").first.evaluate(SHADED)
    assert table["goesOn"]
    assert table["shade"].count("linear-gradient") == 4
    assert [text for text in table["texts"] if contrast(text, table["ground"]) < 4.5] == []


@pytest.mark.slow
def test_answers_fade_where_they_go_on(watch, tiny_url):
    """On a telephone the answers fade at their edge until they are scrolled to their end."""
    watched = watch(tiny_url, 390, 900)
    watched.open("/cases?photograph=001_T0")
    answers = watched.page.locator(".st-key-answer-matrix .answers")
    expect(answers).to_have_class(re.compile("goes-on"))
    answers.evaluate("node => { node.scrollLeft = node.scrollWidth }")
    expect(answers).not_to_have_class(re.compile("goes-on"))
