"""A meeting in a real browser: pinned cases, the presenter, notes."""


def test_a_meeting_walks_through_pinned_cases(watch, tiny_url):
    """Pins live in the link; the presenter shows them alone on the screen, and the arrow keys go through them."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=002_T0")
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.wait_for_url("**pins=002_T0**")
    watched.page.keyboard.press("ArrowRight")
    watched.settle()
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.wait_for_url("**pins=002_T0%2C**")
    second = watched.page.url.split("pins=002_T0%2C")[1][:6]
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    other.page.get_by_role("button", name="Present").click()
    other.expect_heading("002_T0 · 1 of 2")
    assert not other.page.locator("[data-testid=stSidebar]").is_visible()
    other.page.keyboard.press("ArrowRight")
    other.expect_heading(f"{second} · 2 of 2")
    other.page.keyboard.press("Escape")
    other.expect_heading(second)
    assert other.page.locator("[data-testid=stSidebar]").is_visible()


def test_a_note_is_text_and_stays(watch, tiny_url):
    """What somebody wrote is shown as text to somebody else, and leads from the gallery to its case."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=003_P1")
    watched.page.get_by_text("Write a note").click()
    watched.page.get_by_label("Comment").fill("<img src=x onerror=alert(1)> reads the picture")
    watched.page.get_by_label("Your name").fill("Ada")
    watched.page.get_by_role("button", name="Save").click()
    watched.page.get_by_role("heading", name="Notes (1)").wait_for()
    other = watch(tiny_url)
    other.open("/cases?photograph=003_P1")
    note = other.page.get_by_text("<img src=x onerror=alert(1)> reads the picture")
    note.wait_for()
    assert note.locator("img").count() == 0
