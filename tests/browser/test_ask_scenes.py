"""Ask a model in a real browser on synthetic scenes alone, which is what a first visitor without data meets."""

import pytest

from core.preparing import prepare_synthetic
from core.settings import Settings
from tests.browser.serving import dashboard


@pytest.fixture(scope="module")
def scenes_url(tmp_path_factory):
    """Address of a dashboard that has nothing but two synthetic triangles."""
    settings = Settings(data=tmp_path_factory.mktemp("scenes") / "data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prepare_synthetic, "SET_PHOTOGRAPHS", 8)
        prepare_synthetic.prepare_synthetic(settings)
    with dashboard(settings.data) as (url, _):
        yield url


def test_a_solver_answers_about_a_scene(watch, scenes_url):
    """The first visitor presses Ask, touches nothing else, and sees the solver's six answers with their kappas."""
    watched = watch(scenes_url)
    watched.open("/ask_a_model")
    page = watched.page
    assert page.get_by_text("The prompt is empty").count() == 0
    page.locator(".st-key-ask button").click()
    page.get_by_text("Homography solver agrees with the world to").wait_for(timeout=20_000)
    watched.settle()
    answers = page.locator("[data-testid=stTable]").first.locator("tbody tr")
    judged = [row.locator("td").last for row in answers.all()[:6]]
    assert [cell.locator("strong").count() for cell in judged] == [1] * 6
