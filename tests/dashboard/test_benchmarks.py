"""Tests of Tri-Bench and synthetic scenes in one dashboard, and of scenes alone."""

from functools import partial

import pytest
import streamlit as st

from core.generators import registry
from core.generators.gepbench import write
from dashboard.page_files import PAGE_FILES
from dashboard.shell import setup_page
from tests.dashboard.pages import PAGES, open_app, open_page, switch_of, text_of


def test_a_visitor_cannot_start_a_second_preparation(workspace):
    """Clearing Streamlit's caches, which any browser may request, starts no second job beside the running one."""
    work = setup_page.get_preparation("tri_bench")
    st.cache_resource.clear()
    assert setup_page.get_preparation("tri_bench") is work


@pytest.mark.slow
def test_an_empty_disk_without_network_shows_synthetic_scenes(workspace, monkeypatch):
    """The page shows progress, then the scenes.

    Every page states that they are scenes and how to get the photographs.
    """
    monkeypatch.setenv("TRILENS_SOURCE", str(workspace.data / "nowhere"))
    monkeypatch.setitem(
        registry.GENERATORS, "synthetic", registry.GeneratorEntry("triangles", False, {"photographs": 8})
    )
    app = open_app()
    setup_page.get_preparation("tri_bench")._thread.join()
    app.run()
    for page in (page for page in PAGES if page != "paper"):  # no paper is about the scenes
        app.switch_page(PAGE_FILES[page]).run()
        assert not app.exception, page
        assert "Synthetic scenes rendered by Trilens, not photographs" in app.info[0].value
        assert "no vision-language model was asked" in app.info[0].value
        assert "`make run" in app.info[0].value
        assert "Bendkhale" not in text_of(app)
    app.switch_page("dashboard/pages/overview/overview.py").run()
    assert "no model has answered, only reference solvers" in text_of(app)
    assert "published numbers" not in text_of(app)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_switch_chooses_the_benchmark(shared_both, page):
    """Tri-Bench comes first without mentioning scenes; the switch shows scenes on every page, and switches back."""
    app = open_page(page)
    assert "Synthetic scenes rendered" not in "".join(info.value for info in app.info)
    for benchmark, is_synthetic in (("synthetic", True), ("tri_bench", False)):
        switch_of(app).set_value(benchmark).run()
        assert not app.exception
        assert ("Synthetic scenes rendered" in "".join(info.value for info in app.info)) == is_synthetic
        has_credit = "Amit Bendkhale, CC BY 4.0" in text_of(app)
        assert has_credit if page == "benchmarks" else has_credit != is_synthetic  # that page credits each


def test_a_link_remembers_the_benchmark(shared_both):
    """`?benchmark=synthetic` opens the scenes, and the choice persists on other pages.

    An invalid value opens Tri-Bench.
    """
    app = open_page("cases", benchmark="synthetic")
    assert "**8 scenes**" in text_of(app)
    app.switch_page("dashboard/pages/heatmaps/heatmaps.py").run()
    assert "Synthetic scenes rendered" in app.info[0].value
    assert "**12 photographs**" in text_of(open_page("cases", benchmark="imagenet"))


@pytest.mark.parametrize(("asked", "message"), [
    ("imagenet", "The link asks for imagenet under *Benchmark*, which does not exist and was ignored."),
    ("visonlyqa", "The link is to VisOnlyQA, whose data are missing or of another version. Build them: "
     "`trilens build --benchmark visonlyqa`."),
])  # fmt: skip
def test_a_link_to_a_benchmark_that_cannot_be_opened_says_why(shared_both, asked, message):
    """An unknown name is ignored; a known benchmark without readable data comes with the command that builds them."""
    app = open_page("overview", benchmark=asked)
    assert not app.exception
    assert [toast.value for toast in app.toast] == [message]


def test_the_switch_is_not_there_for_one_benchmark(shared, monkeypatch):
    """With one benchmark in read-only mode, where no other can be made, there is no switch."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    app = open_page("overview")
    assert "benchmark" not in {control.key for control in (*app.segmented_control, *app.selectbox)}


@pytest.mark.slow
def test_a_benchmark_that_is_made_here_is_offered_and_made_on_first_use(full, workspace, monkeypatch):
    """GePBench can be chosen before it exists: choosing it draws its set and then shows it; its link is kept."""
    monkeypatch.setattr(write, "synthesize", partial(write.synthesize, items=24))
    app = open_page("cases")
    assert switch_of(app).options == [
        "Tri-Bench",
        *(f"{paper}, drawn by Trilens" for paper in ("GePBench", "MMPerspective", "3DSRBench", "GIQ")),
        "Scene measurements",
    ]
    assert not workspace.select_benchmark("gepbench").warehouse.exists()
    switch_of(app).set_value("gepbench").run()
    assert not app.exception
    assert app.title[0].value == "GePBench, drawn by Trilens"
    assert "synthetic scenes" not in text_of(app)
    setup_page.get_preparation("gepbench")._thread.join()
    app.run()
    assert not app.exception
    assert "**36 items**" in text_of(app)
    assert "gepbench" in app.query_params["benchmark"]
    switch_of(app).set_value("tri_bench").run()
    assert "**12 photographs**" in text_of(app)


def test_filters_of_one_benchmark_do_not_empty_the_other(shared_both):
    """Changing the benchmark clears filters and the open photograph, which do not exist in the other benchmark."""
    app = open_page("cases", photograph="002_T0")
    app.multiselect(key="model").set_value(["openai_gpt_5"]).run()
    app.run()  # the filter has run what follows it, and only that is there
    switch_of(app).set_value("synthetic").run()
    assert not app.exception
    assert "**8 scenes**" in text_of(app)


def test_each_benchmark_has_pins_of_its_own(shared_both):
    """While another benchmark is shown, pins are kept silently and outside its links; they return with their own."""
    app = open_page("cases", pins="002_T0,001_P0")
    switch_of(app).set_value("synthetic").run()
    assert not app.toast
    assert "pins" not in app.query_params
    switch_of(app).set_value("tri_bench").run()
    assert app.query_params["pins"] == "002_T0,001_P0"
