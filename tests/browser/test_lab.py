"""The Lab in a real browser."""


def test_dragging_a_corner_changes_the_truth(watch, tiny_url):
    """A corner dragged on the board changes link, truth and picture; keys move it too; a reload keeps it."""
    watched = watch(tiny_url)
    watched.open("/lab")
    corner = watched.page.locator(".st-key-lab_board g[data-name=C]")
    corner.wait_for()
    table = watched.page.locator("[data-testid=stTable]").first
    before, picture = table.inner_text(), watched.page.locator(".st-key-lab_picture image")
    first = picture.get_attribute("href")
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    watched.page.mouse.move(x, y)
    watched.page.mouse.down()
    watched.page.mouse.move(x + 60, y - 40, steps=5)
    watched.page.mouse.up()
    watched.page.wait_for_url("**scene=*")
    watched.settle()
    after = table.inner_text()
    assert after != before
    assert picture.get_attribute("href") != first
    link = watched.page.url
    watched.open(link.removeprefix(tiny_url))
    assert table.inner_text() == after
    corner.focus()
    watched.page.keyboard.press("ArrowLeft")
    watched.page.wait_for_function("link => location.href !== link", arg=link)
    watched.settle()
    assert table.inner_text() != after
