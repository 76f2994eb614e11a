"""Tests of the gallery of Cases through AppTest: strips, captions, groups, sizes, pins and notes."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from core.records import RIGHT_AT
from core.warehouse.read import open_current
from dashboard.pages.cases import answer_strips, case_header, notes
from dashboard.runtime.state_keys import common as common_keys
from dashboard.widgets import pins
from tests.dashboard.pages import drawn, open_page, text_of

QUESTION, MODEL = "Q1 Side class", "GPT-5"


def gallery_of(app):
    """Return the data that the page passes to its gallery."""
    (gallery,) = drawn(app, "gallery")
    return gallery


def test_each_tile_has_a_cell_for_each_model(shared):
    """Without filters every model except references has a strip, with the number right of six, also in words."""
    gallery = gallery_of(open_page("cases"))
    names = [label for label, *_ in gallery["review"]["models"]]
    assert "GPT-5" in names
    assert "Homography solver" not in names
    for tile in gallery["tiles"]:
        assert [cell["meaning"].split(":")[0] for cell in tile["strip"]] == names
        for cell in tile["strip"]:
            assert cell["rest"] == "/6"
            assert sum(count for _, count in cell["grounds"]) == 6
            assert dict(cell["grounds"]).get("right", 0) == int(cell["text"])
            assert f"{cell['text']} of 6 correct" in cell["meaning"]
    assert gallery["review"]["legend"][0] == ["", "n/6", "correct of 6 questions"]


def test_one_question_and_one_model_give_what_is_said_is_and_looks(shared, tiny_workspace):
    """The caption has the model's answer and both truths, and the cell one sign; the case shows the same."""
    app = open_page("cases", question=QUESTION, model=MODEL)
    with open_current(tiny_workspace) as warehouse:
        scored = warehouse.load_table("scored_answers").query(
            "run_id == 'tri_bench-openai_gpt_5' and question_id == 'Q1'"
        )
        said = dict(zip(scored["case_id"], scored["value_class"], strict=True))
        truths = warehouse.load_table("case_truths").query("question_id == 'Q1'").set_index(["case_id", "frame"])
    gallery = gallery_of(app)
    assert len(gallery["tiles"]) == 12
    for tile in gallery["tiles"]:
        case_id = tile["case_id"]
        true, seen = (truths.loc[(case_id, frame), "value_class"] for frame in ("3d", "2d"))
        detail = tile["detail"].replace("\u00a0", " ")
        assert detail == f"said {said[case_id]} · is {true} · looks {seen}"
        sign = "✓" if said[case_id] == true else "2D" if said[case_id] == seen else "✕"
        assert [cell["text"] for cell in tile["strip"]] == [sign]


def test_one_question_and_several_models_leave_the_answers_to_the_strip(shared):
    """The caption has the truths, and numbers have their unit."""
    gallery = gallery_of(open_page("cases", question="Q4 |B − C|"))
    assert len(gallery["review"]["models"]) > 1
    for tile in gallery["tiles"]:
        is_, looks = tile["detail"].split(" · ")
        assert is_.startswith("is\u00a0")
        assert looks.startswith("looks\u00a0")
        assert is_.endswith("°")


def test_a_multiple_choice_has_its_key(gepbench):
    """Each item asks one question, so its tile has the given and the correct answer, with options if they are short."""
    gallery = gallery_of(open_page("cases", model="Hasty", question="Counting"))
    details = [tile["detail"].replace("\u00a0", " ") for tile in gallery["tiles"]]
    assert all(detail.startswith("said A (") and " · correct: " in detail for detail in details)
    assert all(cell["text"] in "✓✕?" for tile in gallery["tiles"] for cell in tile["strip"])
    assert float(gallery["aspect"]) == 1.0


def test_more_models_than_have_room_are_counted(shared, monkeypatch):
    """The best models are shown, and the page says how many there are."""
    monkeypatch.setattr(answer_strips, "MOST", 2)
    gallery = gallery_of(open_page("cases", question=QUESTION))
    assert len(gallery["review"]["models"]) == 2
    assert gallery["review"]["told"] == "the 2 best of 4"
    assert {len(tile["strip"]) for tile in gallery["tiles"]} == {2}


def test_references_alone_are_shown(shared_both):
    """If no model has answered, the strips show the reference models that means are taken over."""
    gallery = gallery_of(open_page("cases", benchmark="synthetic"))
    assert "Homography solver" in [label for label, *_ in gallery["review"]["models"]]
    assert gallery["tiles"][0]["strip"]


def test_a_chosen_run_has_a_cell_of_its_own(twice):
    """If a run of three photographs is chosen, it is the only one in their strips."""
    gallery = gallery_of(open_page("cases", runs="GPT-5 · second"))
    assert [label for label, *_ in gallery["review"]["models"]] == ["GPT-5 · second"]


def test_groups_have_headings_in_the_order_of_their_levels(shared):
    """Cases are split by a factor, keep their order within each part, and each heading counts its cases."""
    plain = gallery_of(open_page("cases"))
    grouped = gallery_of(open_page("cases", group_by="Pose"))
    assert plain["review"]["headings"] == []
    assert grouped["review"]["headings"] == [[0, "planar", "6 photographs"], [6, "tilted", "6 photographs"]]
    ids = [tile["case_id"] for tile in plain["tiles"]]
    assert [tile["case_id"] for tile in grouped["tiles"]] == sorted(ids, key=lambda case_id: case_id[4] == "T")


@pytest.mark.parametrize("label", ["Triangle", "Object", "Models correct", "Difficulty", "Side class, 3D"])
def test_every_grouping_has_every_case_once(shared, label):
    """Under any grouping, the gallery has the same cases, and its counts add up."""
    gallery = gallery_of(open_page("cases", group_by=label))
    assert len({tile["case_id"] for tile in gallery["tiles"]}) == 12
    counts = [int(told.split()[0]) for _, _, told in gallery["review"]["headings"]]
    assert sum(counts) == 12


def test_a_heading_continues_on_the_next_page(shared, monkeypatch):
    """The whole selection is grouped, then paged; choosing another grouping opens the first page."""
    monkeypatch.setattr(case_header, "CASES_PER_PAGE", 4)
    app = open_page("cases", group_by="Pose")
    app.query_params["page"] = "2"
    headings = gallery_of(app.run())["review"]["headings"]
    assert headings == [[0, "planar", "6 photographs, continued"], [2, "tilted", "6 photographs"]]
    app.selectbox(key="group_by").set_value("group").run()
    assert "page" not in app.query_params
    assert [told for _, _, told in gallery_of(app)["review"]["headings"]] == ["4 photographs"]


@pytest.mark.parametrize(("asked", "first"), [("2", 7), ("999", 7), ("0", 0), ("-1", 0), ("x", 0), ("9" * 40, 0)])
def test_a_page_that_is_not_there_leads_to_one_that_is(shared, monkeypatch, asked, first):
    """A page beyond the last one opens the last one; an invalid page opens the first."""
    monkeypatch.setattr(case_header, "CASES_PER_PAGE", 7)
    app = open_page("cases", sort="by number")
    app.query_params["page"] = asked
    ids = [f"{triangle}_{slot}" for triangle in ("001", "002", "003") for slot in ("P0", "P1", "T0", "T1")]
    assert gallery_of(app.run())["tiles"][0]["case_id"] == ids[first]


def test_groups_order_the_walk_and_outlive_a_case(shared):
    """In a grouped gallery, next opens the next case of the group, and back returns to the grouped gallery."""
    app = open_page("cases", group_by="Pose")
    ids = [tile["case_id"] for tile in gallery_of(app)["tiles"]]
    app.query_params["case"] = ids[5]
    app.run()
    app.button(key="action-ArrowRight").click().run()
    assert app.title[0].value == ids[6]
    app.button(key="action-Escape").click().run()
    gallery = gallery_of(app)
    assert len(gallery["review"]["headings"]) == 2
    assert gallery["review"]["opened_last"] == gallery["returned_from"] == ids[6]


def test_large_tiles_have_large_pictures(shared):
    """Small and medium tiles have thumbnails, large ones the large copy; an unknown size is reported."""
    urls = [[tile["url"] for tile in gallery_of(open_page("cases", tile_size=size))["tiles"]]
            for size in ("small", "medium", "large")]  # fmt: skip
    assert urls[0] == urls[1]
    assert all(len(large) > len(small) for small, large in zip(urls[0], urls[2], strict=True) if small)
    app = open_page("cases", tile_size="giant", group_by="Colour")
    assert len(app.toast) == 2
    assert gallery_of(app)["review"]["size"] == "medium"


def test_pins_and_notes_are_marked(shared, monkeypatch):
    """The gallery receives the pinned cases of the link, and tiles count their notes."""
    monkeypatch.setattr(notes, "count_notes", lambda: notes.Counter({"001_P0": 2}))
    gallery = gallery_of(open_page("cases", pins="002_T0,001_P1,no_such"))
    assert gallery["review"]["pinned"] == ["002_T0", "001_P1"]
    assert {tile["case_id"]: tile["notes"] for tile in gallery["tiles"] if tile["notes"]} == {"001_P0": 2}


def test_pins_are_one_list_with_an_end(monkeypatch):
    """New pins are appended, unpinned cases leave, and pins beyond the limit are reported."""
    state, address, said = {common_keys.PINS: {"one": ["a", "b"], "other": ["x"]}}, {}, []
    monkeypatch.setattr(pins, "get_benchmark_info", lambda: SimpleNamespace(benchmark_id="one"))
    monkeypatch.setattr(pins.st, "session_state", state)
    monkeypatch.setattr(pins.st, "query_params", address)
    monkeypatch.setattr(pins.st, "toast", lambda text, **_: said.append(text))
    pins.pin({"c": True, "a": False, "b": True})
    assert address[common_keys.PINS] == "b,c"
    monkeypatch.setattr(pins, "MAX_PINS", 2)
    pins.pin({"d": True})
    assert state[common_keys.PINS] == {"one": ["b", "c"], "other": ["x"]}
    assert said == ["No more than 2 cases can be pinned."]


def test_an_empty_selection_keeps_its_controls(shared):
    """Without a matching case there is a sentence, and no gallery."""
    app = open_page("cases", pose="planar", condition="T0", group_by="Models correct")
    assert not app.exception
    assert "No photograph fits these filters" in text_of(app)
    assert drawn(app, "gallery") == []


def test_the_largest_lead_of_the_image_plane_comes_first(shared, tiny_workspace):
    """The order agrees with the mean difference of both scores per case, computed here answer by answer."""
    app = open_page("cases", sort="closer to 2D", model=MODEL)
    with open_current(tiny_workspace) as warehouse:
        rows = (
            warehouse.load_table("scored_answers")
            .query("run_id == 'tri_bench-openai_gpt_5'")
            .dropna(subset=["score", "foil_score"])
            .to_dict("records")
        )
    leads: dict[str, list[float]] = {}
    for row in rows:
        leads.setdefault(row["case_id"], []).append(row["foil_score"] - row["score"])
    shown = [sum(leads[tile["case_id"]]) / len(leads[tile["case_id"]]) for tile in gallery_of(app)["tiles"]]
    assert len(set(shown)) > 2
    assert all(first >= second - 1e-12 for first, second in pairwise(shown))
    assert (
        "answers closer to the flat image (2D) than to the world (3D) first: largest mean score 2D minus score 3D"
        in text_of(app)
    )


def list_tiles(**chosen):
    """Return the ids of the gallery's tiles, in order."""
    app = open_page("cases", **chosen)
    assert not app.exception
    return [tile["case_id"] for tile in gallery_of(app)["tiles"]]


def test_the_largest_disagreement_comes_first(shared, tiny_workspace):
    """The order agrees with the pairs of a right and another answer to a question, counted one by one."""
    with open_current(tiny_workspace) as warehouse:
        rows = warehouse.load_table("scored_answers").query("model_kind == 'vlm'").to_dict("records")
    judged: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        needed = 1.0 if row["question_kind"] == "class" else RIGHT_AT
        judged.setdefault((row["case_id"], row["question_id"]), []).append(bool(row["score"] >= needed))
    by_case: dict[str, list[float]] = {}
    for (case_id, _), right in judged.items():
        pairs = sum(first != second for first in right for second in right) / len(right) ** 2
        by_case.setdefault(case_id, []).append(2 * pairs)
    disagreements = [sum(by_case[case_id]) / len(by_case[case_id]) for case_id in list_tiles(sort="disagreement")]
    assert len(set(disagreements)) > 1
    assert all(first >= second - 1e-12 for first, second in pairwise(disagreements))


def test_the_largest_tilt_comes_first(shared, tiny_workspace):
    """Photographs follow their measured tilt; those without one are last."""
    with open_current(tiny_workspace) as warehouse:
        tilts = warehouse.load_table("photographs").set_index("photograph_id")["tilt_deg"]
    ordered = tilts[list_tiles(sort="tilt")]
    assert len(ordered) == len(tilts)
    assert ordered.dropna().is_monotonic_decreasing
    assert ordered.isna().is_monotonic_increasing


def test_the_page_begins_with_the_cases_that_no_answer_and_every_answer_gets_right(shared_both, tiny_workspace):
    """The sentence counts cases by the models' answers, and is absent if no model has answered."""
    with open_current(tiny_workspace) as warehouse:
        scored = warehouse.load_table("scored_answers").query("is_pooled and question_id == 'Q1'")
    is_correct = (scored["score"] >= 1).groupby(scored["case_id"])
    n_none, n_all = (~is_correct.any()).sum(), is_correct.all().sum()
    sentence = f"**On {n_none} of 12 photographs, none of the models’ answers is correct; on {n_all}, all are.**"
    assert n_all
    assert sentence in text_of(open_page("cases", question=QUESTION))
    assert "none of the models’ answers" not in text_of(open_page("cases", benchmark="synthetic"))


def test_search_keeps_cases_with_every_word(shared):
    """Words match ids in any letter case; a search without a match shows a sentence."""
    assert set(list_tiles(case_search="002 t")) == {"002_T0", "002_T1"}
    app = open_page("cases", case_search="nothing has this word")
    assert "No photograph fits these filters" in text_of(app)


def test_the_whole_selection_is_pinned_and_unpinned(shared):
    """A click pins all cases that match the search, another click removes only these pins."""
    app = open_page("cases", case_search="002", pins="001_P0")
    app.button(key="pin-all").click().run()
    assert not app.exception
    pinned = ["002_P0", "002_P1", "002_T0", "002_T1"]
    assert sorted(gallery_of(app)["review"]["pinned"]) == ["001_P0", *pinned]
    app.button(key="pin-all").click().run()
    assert gallery_of(app)["review"]["pinned"] == ["001_P0"]


def test_histograms_count_the_selected_cases(shared):
    """Each bar has all cases of its level and the selected ones among them.

    The levels of a filter are shown pressed.
    """
    app = open_page("cases", condition="T0")
    app.session_state["opened-level-counts"] = True
    (sent,) = drawn(app.run(), "histograms")
    bars = {(one["key"], bar["value"]): bar for one in sent["histograms"] for bar in one["bars"]}
    tilted, planar = bars["pose", "tilted"], bars["pose", "planar"]
    assert [key for key, bar in bars.items() if bar["is_pressed"]] == [("condition", "T0")]
    assert tilted["n_selected"] == bars["condition", "T0"]["n_cases"] == tilted["n_cases"] / 2
    assert (planar["n_selected"], planar["n_cases"]) == (0, tilted["n_cases"])
