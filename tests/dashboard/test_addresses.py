"""Tests that published addresses, in mails, minutes and on other sites, keep opening the same content."""

import pytest

from dashboard.pages.lab.scene_controls import START
from tests.dashboard.pages import open_page, text_of
from tests.dashboard.test_case_page import go_to

ADDRESSES = (
    ("cases?photograph=001_P0", {}),
    ("cases?case=001_P0", {}),
    ("cases?photograph=001_P0&pins=001_P0,002_T1", {}),
    ("cases?photograph=001_P0&pins=001_P0,002_T1&present=1", {}),
    ("cases?pins=001_P0,002_T1&present=list", {}),
    ("cases?pose=planar&object=apple&question=Q4 |B − C|&condition=P0", {
        "pose": ["planar"], "object": ["apple"], "question": ["Q4"], "condition": ["P0"]}),
    ("cases?model=GPT-5&right_at=0.6&references=false&outcome=wrong&sort=best first", {
        "model": ["openai_gpt_5"], "right_at": 0.6, "references": False, "outcome": "wrong", "sort": "best"}),
    ("cases?right=GPT-5&wrong=Gemini 2.5 Pro&group_by=Triangle&tile_size=large", {
        "right": "openai_gpt_5", "wrong": "gemini_2.5_pro", "group_by": "group", "tile_size": "large"}),
    ("cases?scope=object%3Dapple%26question%3DQ3%2BAB%2B%252F%2BAC&from=heatmaps%3Frows%3DModel", {}),
    ("heatmaps?measure=Skill&rows=Model&columns=Question&panels=Object&fewest=2&sorts=false", {
        "measure": "skill", "rows": "model", "columns": "question", "panels": "object", "fewest": 2, "sorts": False}),
    ("heatmaps?rows=Object&columns=Pose&of_cell=object%3Dapple%26pose%3Dplanar", {"rows": "object"}),
    ("compare?first=Gemini 2.5 Pro&second=GPT-5&slice=Pose", {"slice": "pose"}),
    ("bias?run=GPT-5&about=Q4 |B − C|&frame=2D&isosceles=5&right_angle=4", {
        "about": "Q4", "isosceles": 5.0, "right_angle": 4.0}),
    ("tilt?lines=Questions", {"lines": "question"}),
    ("robustness?measure_of=the same in all views&right_at=0.8", {"measure_of": "stable", "right_at": 0.8}),
    ("truth_audit?triangle=002&verdict=the photographs", {"triangle": "002"}),
    ("benchmarks?claims_of=GePBench", {}),
    ("data?table=answers", {}),
    ("ask_a_model?photograph=002_T1&solver=Image-plane solver&view=mirrored", {
        "case": "002_T1", "solver": ["image_plane_solver"], "view": ["mirrored"]}),
    ("ask_a_model?case=002_T1", {"case": "002_T1"}),
    (f"lab?scene={START.to_link()}&lab_photographs=80", {"lab_photographs": 80}),
)  # fmt: skip


def parameters_of(address):
    """Return page and parameters of an address; this file writes characters unencoded, as a reader sees them."""
    page, _, query = address.partition("?")
    pairs = [part.partition("=") for part in query.split("&")]
    return page, {name: value.replace("%3D", "=").replace("%26", "&").replace("%2B", "+").replace("%252F", "%2F")
                  for name, _, value in pairs}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("address", "chosen"), ADDRESSES, ids=[address for address, _ in ADDRESSES])
def test_an_address_of_today_opens_what_it_says(shared, address, chosen):
    """The page of the address has no error, ignores nothing, and sets each control to the address's value."""
    page, parameters = parameters_of(address)
    app = open_page(page, **parameters)
    assert not app.exception
    assert [toast.value for toast in app.toast] == []
    assert "does not have some values of the link" not in text_of(app)
    assert {key: app.session_state[key] for key in chosen} == chosen


@pytest.mark.parametrize("name", ["case", "photograph"])
def test_a_case_opens_by_both_names_of_its_parameter(shared, name):
    """The next case replaces it under the name that the link had, and the gallery has neither."""
    app = open_page("cases", **{name: "001_P0"})
    assert "001_P0" in [title.value for title in app.title]
    app = go_to(app, "2 t0")
    assert app.query_params[name] == "002_T0"
    assert len({"case", "photograph"} & set(app.query_params)) == 1
    app.button(key="action-Escape").click().run()
    assert not {"case", "photograph"} & set(app.query_params)


def test_ask_a_model_renames_the_parameter_of_a_former_link(shared):
    """The list takes the case of the link, and only its own parameter stays."""
    app = open_page("ask_a_model", photograph="002_T1")
    assert app.selectbox(key="case").value == "002_T1"
    assert "photograph" not in app.query_params


def test_an_address_keeps_its_benchmark(shared_both):
    """`?benchmark=` opens the pages of that benchmark."""
    app = open_page("cases", benchmark="synthetic")
    assert not app.exception
    assert app.session_state["benchmark"] == "synthetic"
