"""Tests of reading ahead of the user."""

import json
from threading import BoundedSemaphore, Event
from types import SimpleNamespace

import pytest
import streamlit as st

from core.warehouse.read import NO_FILTERS, Warehouse
from dashboard.data import prefetch
from dashboard.data.current_benchmark import get_benchmark_id, use_benchmark
from dashboard.pages.cases import case_content, case_preview, filter_prefetch
from dashboard.pages.cases.case_content import DEFAULT_CHOICES
from dashboard.pages.cases.pager import find_steps
from dashboard.selection.cached_analyses import list_eligible_runs
from tests.dashboard.pages import drawn, drawn_all, open_page


@pytest.fixture
def asked(monkeypatch):
    """Record the names of the queries that a warehouse is asked, with their case."""
    found, ask = [], Warehouse.query

    def noted(warehouse, name, **parameters):
        found.append((name, parameters.get("case_id")))
        return ask(warehouse, name, **parameters)

    monkeypatch.setattr(Warehouse, "query", noted)
    return found


@pytest.fixture
def switched_on(monkeypatch):
    """Simulate a process that serves viewers whose browsers draw at once."""
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(prefetch, "DRAWN_AFTER_S", 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(("data", "benchmark_id", "case_ids"), [
    ("shared", "tri_bench", ("001_P0", "002_T0")),
    ("gepbench", "gepbench", ("hard-existence-000000", "easy-counting-000000")),
])  # fmt: skip
def test_a_case_that_was_read_ahead_asks_the_warehouse_nothing(request, asked, data, benchmark_id, case_ids):
    """After one case of the benchmark, a case that was read ahead is shown without another query."""
    request.getfixturevalue(data)
    st.cache_resource.clear()
    first, second = case_ids
    assert not open_page("cases", photograph=first).exception
    with use_benchmark(benchmark_id):
        case_content.build_ahead(second, DEFAULT_CHOICES, NO_FILTERS, list_eligible_runs(NO_FILTERS))
    assert second in {case_id for _, case_id in asked}
    asked.clear()
    app = open_page("cases", photograph=second)
    assert app.title[0].value == second
    assert [one for one in asked if one[1] is not None] == []


@pytest.mark.parametrize(("data", "case_ids"), [
    ("shared", ("001_T1", "002_P0", "002_P1")),
    ("gepbench", ("hard-counting-000000", "hard-size-000000", "hard-location-000000")),
])  # fmt: skip
def test_what_a_step_shows_is_sent_ahead(request, data, case_ids, monkeypatch):
    """A page has what the next case's own page will show, and what the previous one's will, as soon as it is built."""
    request.getfixturevalue(data)
    st.cache_resource.clear()
    works = []
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(prefetch, "prefetch_later", works.append)
    before, case_id, after = case_ids
    app = open_page("cases", case=case_id, sort="by number")
    (sent,) = drawn(app, "draw_ahead")
    assert list(sent["ahead"]) == ["ArrowRight"]
    with use_benchmark(app.query_params.get("benchmark", "tri_bench" if data == "shared" else data)):
        for work in works:
            work()
    (sent,) = drawn(app.run(), "draw_ahead")
    assert list(sent["ahead"]) == ["ArrowRight", "ArrowLeft"]
    for neighbour, ahead in zip((after, before), sent["ahead"].values(), strict=True):
        shown = {one["element_key"]: one for one in drawn_all(open_page("cases", case=neighbour, sort="by number"))}
        assert len(ahead) >= 5
        assert ahead["case-head"]["title"] == neighbour
        for key, content in ahead.items():
            assert {**content, "element_key": key} == shown[key]


def find_gallery(app):
    """Return what the gallery of Cases shows; the preview has an empty one."""
    (shown,) = [one for one in drawn(app, "gallery") if not one.get("is_empty")]
    return shown


@pytest.mark.parametrize(("data", "case_id", "further"), [
    ("shared", "002_P1", {"condition": "P1", "pins": "001_T0"}),
    ("gepbench", "hard-size-000000", {}),
])  # fmt: skip
def test_a_preview_is_what_the_page_of_the_case_shows(request, data, case_id, further, monkeypatch):
    """The components over the gallery get what those of the opened case get, and every one of them is mounted."""
    request.getfixturevalue(data)
    st.cache_resource.clear()
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(prefetch, "prefetch_later", lambda _: None)
    gallery = open_page("cases", sort="by number", **further)
    shown = find_gallery(gallery)
    preview = case_preview.build_preview(shown["review"]["previews"].rpartition("/")[2], case_id)
    mounted = {one["element_key"] for one in drawn_all(gallery) if one.get("is_empty")}
    assert len(preview) >= 3
    assert set(preview) <= mounted
    page = {one["element_key"]: one for one in drawn_all(open_page("cases", case=case_id, sort="by number", **further))}
    for key, content in preview.items():
        of_page = key.removeprefix("preview-")
        assert {**json.loads(json.dumps(content)), "element_key": of_page} == page[of_page]


def test_only_known_cases_of_known_galleries_have_previews(shared, monkeypatch):
    """There is none for other cases, unknown galleries and a replaced warehouse, or if the server is busy or fails."""
    st.cache_resource.clear()
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(prefetch, "prefetch_later", lambda _: None)
    shown = find_gallery(open_page("cases", sort="by number", condition="T0"))
    digest = shown["review"]["previews"].rpartition("/")[2]
    assert case_preview.build_preview(digest, "001_P0") is None
    assert case_preview.build_preview("0" * 64, "001_T0") is None
    with monkeypatch.context() as busy:
        busy.setattr(prefetch, "_turns", BoundedSemaphore(1))
        assert prefetch.fetch_if_idle(lambda: None)
        prefetch._turns.acquire()
        assert case_preview.build_preview(digest, "001_T0") is None
    with monkeypatch.context() as failing:
        failing.setattr(case_preview, "build_ahead", lambda *_: 1 / 0)
        assert case_preview.build_preview(digest, "001_T0") is None
    assert case_preview.build_preview(digest, "001_T0") is not None
    monkeypatch.setattr(case_preview, "require_generation", lambda: ("another", ""))
    assert case_preview.build_preview(digest, "001_T0") is None


def test_few_galleries_are_remembered(shared, monkeypatch):
    """The gallery that was shown longest ago makes room; a very long one has no previews."""
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(case_preview, "MAX_GALLERIES", 2)
    with use_benchmark("tri_bench"):
        addresses = [case_preview.register_gallery(["001_T0"], NO_FILTERS, at, []) for at in (0.5, 0.6, 0.5, 0.7)]
        assert addresses[0] == addresses[2]
        assert len(case_preview._galleries) == 2
        assert case_preview.build_preview(addresses[1].rpartition("/")[2], "001_T0") is None
        assert case_preview.build_preview(addresses[0].rpartition("/")[2], "001_T0") is not None
        monkeypatch.setattr(case_preview, "MAX_CASES", 0)
        assert case_preview.register_gallery(["001_T0"], NO_FILTERS, 0.5, []) is None


def test_the_browser_loads_the_first_cases_of_a_gallery(shared, monkeypatch):
    """Of the first gallery of a session it loads none, since it still loads scripts and images; later, four."""
    monkeypatch.setattr(prefetch, "_is_on", True)
    app = open_page("cases", sort="by number")
    assert find_gallery(app)["review"]["loaded_previews"] == 0
    assert find_gallery(app.run())["review"]["loaded_previews"] == 4


@pytest.mark.parametrize(("data", "chosen"), [("shared", {"condition": "P1"}), ("gepbench", {"noise": "with"})])
def test_a_filter_that_is_a_button_is_built_ahead(request, asked, data, chosen, monkeypatch):
    """After the gallery without filters, the gallery under one of them asks the warehouse for no cases and answers."""
    request.getfixturevalue(data)
    st.cache_resource.clear()
    works = []
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(prefetch, "prefetch_later", lambda work: works.append(work) or has_room)
    monkeypatch.setattr(filter_prefetch, "MOST_S", 60.0)
    has_room = False
    assert not open_page("cases").exception
    has_room = True
    assert not open_page("cases").exception
    _, work = works  # the first was refused by a busy server
    with use_benchmark("tri_bench" if data == "shared" else data):
        work()
    assert {"cases", "tile_answers"} <= {name for name, _ in asked}
    asked.clear()
    filtered = open_page("cases", **chosen)
    assert len(find_gallery(filtered)["tiles"]) < len(find_gallery(open_page("cases"))["tiles"])
    assert {"cases", "tile_answers"}.isdisjoint(name for name, _ in asked)
    assert len(works) == 2  # once is enough


def test_no_filter_is_built_ahead_of_another_order_or_after_a_second(shared, asked, monkeypatch):
    """Other orders and filters are not prefetched, and a slow warehouse is left alone after a while."""
    st.cache_resource.clear()
    works = []
    monkeypatch.setattr(prefetch, "_is_on", True)
    monkeypatch.setattr(prefetch, "prefetch_later", works.append)
    open_page("cases", sort="by number")
    open_page("cases", condition="P1")
    assert works == []
    open_page("cases")
    monkeypatch.setattr(filter_prefetch, "MOST_S", -1.0)
    asked.clear()
    with use_benchmark("tri_bench"):
        works[0]()
    assert "cases" not in {name for name, _ in asked}


def test_neighbours_are_the_next_and_the_previous():
    """The next case comes before the previous one; an end has one neighbour, a single case none."""
    assert list(find_steps("b", ["a", "b", "c"]).items()) == [("ArrowRight", "c"), ("ArrowLeft", "a")]
    assert find_steps("a", ["a", "b", "c"]) == {"ArrowRight": "b"}
    assert find_steps("c", ["a", "b", "c"]) == {"ArrowLeft": "b"}
    assert find_steps("a", ["a"]) == {}


def test_work_is_done_for_the_benchmark_of_the_session(shared, switched_on):
    """Another thread does the work, and sees the benchmark that was selected when it was queued."""
    seen, done = [], Event()

    def work():
        seen.append(get_benchmark_id())
        done.set()

    with use_benchmark("tri_bench"):
        prefetch.prefetch_later(work)
    assert done.wait(30)
    assert seen == ["tri_bench"]


def test_reading_ahead_waits_until_the_browser_has_drawn(shared, switched_on, monkeypatch):
    """The thread sleeps for the rest of the time for drawing, and only then begins."""
    done, last = [], Event()
    monkeypatch.setattr(prefetch, "monotonic", lambda: 100.0)
    monkeypatch.setattr(prefetch, "sleep", done.append)
    monkeypatch.setattr(prefetch, "DRAWN_AFTER_S", 0.5)
    prefetch.prefetch_later(lambda: (done.append("read"), last.set()))
    assert last.wait(30)
    assert done == [0.5, "read"]


def test_more_than_a_few_works_are_dropped(shared, switched_on):
    """While one task is running, only the permitted number wait, and the rest are dropped."""
    begun, free, last, done = Event(), Event(), Event(), []

    def hold():
        begun.set()
        free.wait(30)

    prefetch.prefetch_later(hold)
    assert begun.wait(30)
    for number in range(10):
        prefetch.prefetch_later(
            lambda number=number: (done.append(number), number == prefetch.MOST_WAITING - 2 and last.set())
        )
    free.set()
    assert last.wait(30)
    assert done == list(range(prefetch.MOST_WAITING - 1))


def test_a_failure_is_told_and_the_next_work_is_done(shared, switched_on, caplog):
    """The log has the kind of an error, without its text, and later tasks still run."""
    done = Event()

    def fail():
        raise ValueError("of somebody")

    prefetch.prefetch_later(fail)
    prefetch.prefetch_later(done.set)
    assert done.wait(30)
    assert "Prefetching failed: ValueError." in caplog.text
    assert "of somebody" not in caplog.text


def test_nothing_is_read_ahead_where_nobody_is_served(shared, monkeypatch):
    """Unless the server switches it on, no thread gets work."""
    given = []
    monkeypatch.setattr(prefetch, "_worker", SimpleNamespace(submit=lambda *work: given.append(work)))
    prefetch.prefetch_later(print)
    assert given == []
