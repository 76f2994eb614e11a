"""Browser tests of the frame around every page: the product's name, its purpose, the tab's title."""

import pytest


def test_tabs_tell_pages_and_cases_apart(watch, tiny_url):
    """The browser tab's title names the case, the page and the product; so does the presenter's."""
    watched = watch(tiny_url)
    for path, title in (
        ("/", "Overview · Trilens"),
        ("/cases", "Cases · Trilens"),
        ("/cases?photograph=001_T0", "001_T0 · Cases · Trilens"),
        ("/cases?photograph=001_T0&pins=001_T0&present=1", "001_T0 · Cases · Trilens"),
    ):
        (watched.open if path == "/" else watched.visit)(path)
        watched.until(lambda title=title: watched.page.title() == title)


@pytest.mark.slow
def test_the_product_says_its_name_and_what_it_is_for(watch, tiny_url, read_only_url):
    """Logo and purpose are in the sidebar; if nothing can be written, a badge on every page says so."""
    for url, is_read_only in ((tiny_url, False), (read_only_url, True)):
        watched = watch(url, stays=True)
        watched.open("/heatmaps")
        sidebar = watched.page.locator("[data-testid=stSidebar]")
        assert sidebar.locator("[data-testid=stSidebarLogo]").is_visible()
        assert sidebar.get_by_text("How vision-language models reason about space").is_visible()
        assert (sidebar.get_by_text("Read-only").count() > 0) == is_read_only


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "filters"), [(1280, 720, ["Model"]), (1440, 900, ["Model", "Question"])])
def test_filters_begin_on_the_first_screen(watch, tiny_url, width, height, filters):
    """The navigation leaves space for filters on small screens, and its links stay large enough to click."""
    watched = watch(tiny_url, stays=True)
    watched.page.set_viewport_size({"width": width, "height": height})
    watched.open("/heatmaps")
    sidebar = watched.page.locator("[data-testid=stSidebar]")
    for name in filters:
        box = sidebar.get_by_role("combobox", name=name, exact=True).bounding_box()
        assert box["y"] + box["height"] <= height, name
    assert min(link.bounding_box()["height"] for link in sidebar.get_by_test_id("stSidebarNavLink").all()) >= 24


@pytest.mark.slow
def test_the_link_is_copied_as_it_stands(watch, tiny_url):
    """The button copies the whole address with every choice to the clipboard, and says so."""
    watched = watch(tiny_url, stays=True)
    watched.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=tiny_url)
    watched.open("/heatmaps?rows=Object&pose=tilted")
    watched.page.get_by_role("button", name="Copy link").click()
    watched.page.get_by_role("status").get_by_text("Copied").wait_for()
    assert watched.page.evaluate("navigator.clipboard.readText()") == watched.page.url
    assert "rows=Object" in watched.page.url
    watched.page.context.clear_permissions()


@pytest.mark.slow
def test_the_command_palette_leads_to_pages_models_factors_and_cases(watch, tiny_url):
    """Ctrl K or a slash opens the palette, Enter takes the selected entry, and the opened page's keys work at once."""
    watched = watch(tiny_url, stays=True)
    page = watched.page
    watched.open("/")
    results = page.locator("dialog[open] [role=option]")

    def search(typed, key="Control+k"):
        page.keyboard.press(key)
        page.keyboard.type(typed)

    search("heat", "/")
    page.keyboard.press("Enter")  # at once: pages are searched in the browser
    watched.expect_heading("Heatmaps")
    search("3 t")
    results.nth(1).wait_for()
    assert [text.split("\n")[1] for text in results.all_inner_texts()] == ["003_T0", "003_T1"]
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    search("zebra <b>")
    page.get_by_text("Nothing has this name.").wait_for()
    page.keyboard.press("Escape")
    search("object")
    results.first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**rows=Object**")
    search("gpt")
    page.keyboard.press("Enter")  # before the server has answered: its only result is taken
    watched.expect_heading("Cases")
    page.get_by_text("GPT-5", exact=False).first.wait_for()
    search("2 p0")
    page.keyboard.press("Enter")
    watched.expect_heading("002_P0")
    page.keyboard.press("p")
    page.wait_for_url("**pins=002_P0**")
    watched.settle()
    page.keyboard.press("p")
    watched.until(lambda: "pins=" not in page.url)  # the next test may stand in this session
    assert watched.problems == []


def test_the_open_palette_takes_all_keys(watch, tiny_url):
    """A field that has lost the focus, or is hidden while a page changes, still receives typed text, and Enter."""
    watched = watch(tiny_url, stays=True)
    page = watched.page
    watched.open("/")
    page.keyboard.press("Control+k")
    field = page.locator("dialog[open] input")
    field.evaluate("field => field.blur()")
    page.keyboard.type("he")
    hide = "(field, display) => { field.closest('.palette').style.display = display }"
    field.evaluate(hide, "none")
    page.wait_for_timeout(100)
    page.keyboard.type("a")
    field.evaluate(hide, "")
    page.keyboard.type("t")
    assert field.input_value() == "heat"
    field.evaluate("field => field.blur()")
    page.keyboard.press("Enter")
    watched.expect_heading("Heatmaps")
    assert watched.problems == []


def test_a_question_mark_lists_the_keys(watch, tiny_url):
    """The list explains each key and closes with Escape; in a field a question mark is a letter."""
    watched = watch(tiny_url, stays=True)
    page = watched.page
    watched.open("/")
    page.keyboard.press("?")
    keys = page.locator("dialog[open] kbd")
    keys.first.wait_for()
    assert {"Ctrl K or /", "?", "Esc"} <= set(keys.all_inner_texts())
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    page.keyboard.press("/")
    page.keyboard.type("what?")
    assert page.locator("dialog[open] input").input_value() == "what?"
    page.keyboard.press("Escape")
    assert watched.problems == []


def test_words_are_explained_at_their_first_use(watch, tiny_url):
    """A glossary word is underlined once per page; hovering shows its meaning, and leaving hides it."""
    watched = watch(tiny_url, stays=True)
    page = watched.page
    watched.open("/heatmaps")
    watched.until(lambda: page.evaluate("(CSS.highlights.get('glossary')?.size ?? 0) > 2"))
    words, place = page.evaluate("""() => {
        const uses = [...CSS.highlights.get("glossary")], skill = uses.find(use => String(use) === "Skill")
        skill.startContainer.parentElement.scrollIntoView({block: "center"})
        const {left, top, width, height} = skill.getBoundingClientRect()
        return [uses.map(String), [left + width / 2, top + height / 2]]
    }""")
    assert len({word.lower() for word in words}) == len(words)
    page.mouse.move(*place)
    tip = page.locator("#trilens-glossary-tip")
    tip.wait_for()
    assert "minus that of the best constant answer" in tip.inner_text()
    page.mouse.move(5, 5)
    tip.wait_for(state="hidden")
