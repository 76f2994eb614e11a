"""Browser tests of the histograms above the gallery: a bar is a filter, by mouse and by keys."""


def test_a_bar_filters_and_keeps_the_focus(watch, tiny_url):
    """A click filters by the level, Enter on the same bar removes the filter; the bar keeps the focus."""
    watched = watch(tiny_url)
    watched.open("/cases")
    watched.page.get_by_text("Photographs by factor").click()
    bar = watched.page.get_by_role("group", name="Pose").get_by_role("button", name="tilted")
    bar.click()
    watched.settle()
    assert "pose=tilted" in watched.page.url
    assert bar.get_attribute("aria-pressed") == "true"
    watched.page.keyboard.press("Enter")
    watched.settle()
    assert "pose=tilted" not in watched.page.url
    assert bar.get_attribute("aria-pressed") == "false"
