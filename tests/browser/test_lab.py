"""Browser tests of the Lab."""

import pytest


@pytest.mark.slow
def test_dragging_a_corner_changes_the_truth(watch, tiny_url):
    """A corner dragged on the board changes link, truth and image; keys move it too; a reload keeps it."""
    watched = watch(tiny_url)
    watched.open("/lab")
    corner = watched.page.locator(".st-key-lab-board g[data-name=C]")
    corner.wait_for()
    table = watched.page.locator(".st-key-lab-matrix .answers table")
    before, picture = table.inner_text(), watched.page.locator(".st-key-lab-picture image")
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


@pytest.mark.slow
def test_from_a_scene_to_its_question_and_back(watch, tiny_url):
    """One click opens a scene in Ask a model; its answers are judged by its exact truths; links lead back and forth."""
    watched = watch(tiny_url)
    page = watched.page
    watched.open("/lab")
    page.locator(".st-key-lab-board g[data-name=C]").wait_for()
    watched.settle()
    page.get_by_role("button", name="Ask a model").click()
    page.wait_for_url("**/ask_a_model?*scene=*")
    watched.settle()
    page.locator(".st-key-ask-models button").click()
    page.get_by_text("Homography solver scores 100% against the world").wait_for()
    watched.settle()
    assert page.locator(".st-key-rectified-view image").count() == 1
    page.get_by_text("scene-").last.click()
    page.get_by_text("Not saved: the photograph does not belong to a benchmark.").last.wait_for()
    other = watch(tiny_url)
    other.open(page.url.removeprefix(tiny_url))
    picture = ".st-key-ask-scene image"
    assert other.page.locator(picture).get_attribute("href") == page.locator(picture).get_attribute("href")
    other.page.get_by_role("link", name="The same scene in the Lab").click()
    other.page.get_by_role("heading", name="Lab", level=1).wait_for()
    assert "scene=" in other.page.url
