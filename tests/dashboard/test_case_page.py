"""Tests of a case's page through AppTest: head, matrix of answers, answers elsewhere, navigation to another case."""

import re

import pandas as pd
import pytest

from core.analyses.answer_habits import build_behaviours, describe_behaviour, index_commonest_answers
from core.records import RIGHT_AT
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import NO_FILTERS, open_current
from dashboard.pages.cases import case_header, model_behaviour
from dashboard.pages.cases.texts import describe_number_cells
from dashboard.runtime.state_keys import cases as cases_keys
from tests.dashboard.pages import drawn, facts_of, matrix_of, open_page, opened, text_of


@pytest.fixture
def stored(shared, tiny_workspace):
    """Show the warehouse of the tiny release."""
    with open_current(tiny_workspace) as warehouse:
        yield warehouse


def go_to(app, typed):
    """Type into the field and confirm."""
    return app.text_input(key="go-to").set_value(typed).run()


def test_the_head_says_what_the_case_is(shared):
    """One line of the head states how the photograph was taken and its classes on the table and in the picture."""
    classes = "equilateral and acute on the table, isosceles and obtuse in the image"
    line = f"Triangle 002, view T0: tilted, no object · {classes}"
    (head,) = drawn(open_page("cases", case="002_T0"), "action_header")
    assert head["line"]["text"] == line
    assert (head["topic"], head["title"]) == ("", "002_T0")
    assert re.fullmatch(r"\d+ of 12", head["line"]["place"])
    rest = (head["line"]["order"], head["line"]["link"], head["line"]["target"])
    assert rest == ("in the gallery's order", "Notes", "notes")
    app = open_page("cases", case="002_T0", pins="002_T0", present="1")
    assert line not in [part.value for part in app.markdown]  # the room guesses first
    app.button(key="action-g").click().run()
    assert line in [part.value for part in app.markdown]


def test_the_best_model_comes_first_and_references_last(stored):
    """Columns and the selected triangle are ordered by score over all cases, not alphabetically."""
    ranking = stored.query("ranking", kinds=None)
    is_reference = ranking["model_kind"] == "reference"
    expected = [*ranking.loc[~is_reference, "run_label"], *ranking.loc[is_reference, "run_label"]]
    app = open_page("cases", case="002_T0")
    assert list(matrix_of(app).columns)[3:] == expected
    assert app.selectbox(key="implied").options == expected
    assert app.selectbox(key="implied").value == ranking.loc[~is_reference, "run_id"].iloc[0]


def test_every_answer_is_marked_with_its_error(stored):
    """A cell has the answer, its distance from the truth in its unit, the scores and the verdict of the warehouse."""
    rows = stored.query("case_answers", case_id="001_T0", right_at=RIGHT_AT, of_runs=None).dropna(subset=["run_id"])
    shown = matrix_of(open_page("cases", case="001_T0"))
    seen = set()
    for (label, place), row in zip(
        ((row["run_label"], int(row["question_id"][1:]) - 1) for row in rows.to_dict("records")),
        rows.to_dict("records"),
        strict=True,
    ):
        cell = shown[label].iloc[place]
        verdict = cell.rsplit(" ", 1)[-1]
        seen.add(verdict)
        if row["status"] != "ok":
            assert verdict == "unreadable"
            continue
        is_right, is_foil = bool(row["is_right"]), bool(row["is_right_in_2d_only"])
        assert verdict == ("right" if is_right else "foil_only" if is_foil else "wrong")
        if row["kind"] == "class":
            assert cell == f"{row['value_class']} {verdict}"
        else:
            error = float(cell.split()[1].replace("−", "-").rstrip("°"))
            assert error == pytest.approx(row["value_number"] - row["true_number"], abs=0.051)
            assert cell.split()[1].endswith("°") == (row["unit"] == "deg")
            assert cell.split()[2:-1] == [f"{100 * row['score']:.0f}", "·", f"{100 * row['foil_score']:.0f}"]
    assert {"right", "foil_only", "wrong"} <= seen


def test_signs_say_what_colours_say(shared):
    """Right, right only in the picture, and wrong differ by a sign and in words, and the legend has all three."""
    app = open_page("cases", case="001_T0")
    (matrix,) = drawn(app, "answers")
    assert matrix["signs"] == {"right": "✓", "foil_only": "2D", "wrong": "✕"}
    meanings = {cell["verdict"]: cell["meaning"] for column in matrix["columns"] for cell in column["cells"]}
    assert dict(matrix["legend"]) == {verdict: meanings[verdict] for verdict in matrix["signs"]} | {
        "": describe_number_cells("within 10% (ratios) or 18° (angles)", with_means=True)
    }
    assert len({meanings[verdict] for verdict in matrix["signs"]}) == 3
    assert meanings["right"].startswith("correct ")


def test_right_is_a_word_for_angles_alone(shared):
    """An answer is called correct in the gallery, on a case and on a slide; right-angled is kept for triangles."""
    texts = text_of(open_page("cases", case="001_T0")) + text_of(open_page("cases"))
    slide = open_page("cases", pins="001_T0", present="1")
    texts += text_of(slide) + text_of(slide.button(key="action-g").click().run())
    texts += text_of(open_page("cases", pins="001_T0", present="list"))
    assert "correct" in texts.lower()
    assert re.findall(r"(?i).*\bright\b(?!-angled).*", re.sub(r"“right”|left and right arrow", "", texts)) == []


def test_numbers_in_a_photograph_have_a_name(shared):
    """The lengths and angles are listed below the board, and each length begins with its side."""
    photograph, board = drawn(open_page("cases", case="001_T0"), "photograph")
    assert (photograph["title"], board["title"]) == ("Photograph", "From above")
    told = {entry["layer"]: (entry["form"], entry["text"]) for entry in photograph["legend"]}
    assert told == {"lengths": ("text", "Lengths in cm: by tape"), "angles": ("text", "Angles: 3D · 2D")}
    lengths = [shape["text"] for shape in photograph["shapes"] if shape["layer"] == "lengths"]
    assert [text.split()[0] for text in lengths] == ["AB", "BC", "AC"]


def test_the_filtered_question_is_emphasised(shared):
    """The rows of chosen questions are marked; without a choice none is."""
    marked = [drawn(open_page("cases", case="001_T0", **chosen), "answers")[0]["marked"]
              for chosen in ({}, {"question": "Q4 |B − C|"})]  # fmt: skip
    assert marked == [[], [3]]


def test_a_model_s_head_chooses_its_triangle(shared):
    """Each model's heading has the key of its run, and the one whose triangle is drawn is the chosen one."""
    app = open_page("cases", case="001_T0", implied="GPT-5")
    (matrix,) = drawn(app, "answers")
    assert [column["title"] for column in matrix["columns"] if column["is_chosen"]] == ["GPT-5"]
    assert [column["key"] for column in matrix["columns"]][:2] == ["", ""]
    assert set(app.selectbox(key="implied").options) == {c["title"] for c in matrix["columns"] if c["key"]}


def test_each_model_has_its_counts(stored):
    """Below the answers, each shown model has the sentence that the analysis computes from all its answers."""
    described = read_benchmark_info(stored)
    told = stored.query("contradictions", filters=NO_FILTERS)
    told = told[told["case_id"] == "002_T0"].groupby("run_id")["sentence"].agg(list).to_dict()
    run_ids = list(stored.query("runs")["run_id"])
    common = index_commonest_answers(stored.query("commonest_answers", run_ids=run_ids))
    in_group = stored.query("answers_in_group", case_id="002_T0", run_ids=run_ids, right_at=RIGHT_AT)
    answers = stored.query("case_answers", case_id="002_T0", right_at=RIGHT_AT, of_runs=None)
    flat = answers[answers["is_right_in_2d_only"].eq(True)]["run_id"].value_counts().to_dict()
    assert sum(flat.values()) > 0
    found = build_behaviours(in_group, common, told, described.questions, flat)
    phrase = "the flat image (2D)"
    labels = stored.query("ranking", kinds=None).set_index("run_id")["run_label"]
    expected = {
        labels[run_id]: describe_behaviour(one, described.words, phrase)
        for run_id, one in found.items()
        if describe_behaviour(one, described.words, phrase)
    }
    app = open_page("cases", case="002_T0")
    shown = {name: told for name, told in facts_of(app).items() if " of 6 correct" in told}
    assert shown == expected
    assert len(expected) >= 4


def test_models_with_the_same_sentence_share_a_row(shared, monkeypatch):
    """The chosen model has a row to itself, the others share one."""
    monkeypatch.setattr(model_behaviour, "describe_behaviours", lambda *args: dict.fromkeys(args[2], "The same."))
    rows = [names for names, sentence in facts_of(open_page("cases", case="003_T0")).items() if sentence == "The same."]
    assert rows[0] == "Gemini 2.5 Pro"
    assert "Gemini 2.5 Flash, GPT-5 and Qwen2.5-VL-32B" in rows


def test_sentences_of_references_are_folded(stored):
    """Models' sentences are visible, those of references behind a line, unless a reference's triangle is drawn."""

    def split(**parameters):
        parts = drawn(open_page("cases", case="002_T0", **parameters), "facts")
        (table,) = [table for part in parts for table in part["tables"] if table["folded"]]
        return ({name for name, _ in table[key]} for key in ("values", "folded"))

    ranking = stored.query("ranking", kinds=None)
    references = ranking[ranking["model_kind"] == "reference"]
    visible, folded = split()
    assert visible.isdisjoint(references["run_label"])
    assert folded <= set(references["run_label"])
    solver = references.iloc[0]
    visible, folded = split(implied=solver["run_label"])
    assert solver["run_label"] in visible
    assert solver["run_label"] not in folded


def test_chosen_models_alone_have_a_sentence(shared):
    """If a model is chosen, only its column and its sentence are shown."""
    app = open_page("cases", case="002_T0", model="GPT-5")
    assert list(matrix_of(app).columns)[3:] == ["GPT-5"]
    assert [name for name, told in facts_of(app).items() if " of 6 correct" in told] == ["GPT-5"]


@pytest.mark.slow
@pytest.mark.parametrize("start", [{}, {"case": "001_P0"}])
def test_a_case_is_opened_by_its_number(shared, start):
    """In the gallery and on a case, an id opens that case, a number offers matches, and an unknown id is named."""
    app = go_to(open_page("cases", **start), "2 t0")
    assert app.title[0].value == "002_T0"
    assert app.query_params["case"] == "002_T0"
    assert app.text_input(key="go-to").value == ""
    app = go_to(open_page("cases", **start), "3")
    offered = [button.label for button in app.button if button.key.startswith("go-to-")]
    assert offered == ["003_P0", "003_P1", "003_T0", "003_T1"]
    app.button(key="go-to-003_P1").click().run()
    assert app.title[0].value == "003_P1"
    app = go_to(open_page("cases", **start), "<b>*99*</b>")
    assert "No photograph matches “\\<b\\>\\*99\\*\\</b\\>”." in text_of(app)
    assert not app.exception
    assert "<b>" not in text_of(app)


@pytest.mark.slow
def test_an_item_is_opened_by_its_number_too(gepbench):
    """Ids of any benchmark are matched and described in that benchmark's words."""
    app = open_page("cases")
    assert app.text_input(key="go-to").placeholder == "Go to item"
    assert go_to(app, "easy size 0").title[0].value == "easy-size-000000"
    assert "No item matches “zebra”." in text_of(go_to(app, "zebra"))


def test_the_way_back_leads_to_the_case_s_place(shared):
    """The gallery is told once which case was open; on the next run it moves no focus."""
    app = open_page("cases", case="001_P0")
    next(button for button in app.button if button.label == "Gallery").click().run()
    assert drawn(app, "gallery")[0]["returned_from"] == "001_P0"
    assert drawn(app.run(), "gallery")[0]["returned_from"] is None


@pytest.mark.slow
def test_the_table_of_answers_begins_with_reasons(full):
    """As a table the answers begin with model, question, status, reason and note, and no ids are shown."""
    app = opened(open_page("cases", case="001_P0"))
    (frame,) = [element for element in app.dataframe if "reason" in element.value]
    order = list(frame.proto.column_order)
    assert order[:5] == ["run_label", "title", "status", "reason", "note"]
    assert not {"run_id", "model_id", "question_id"} & set(order)
    assert isinstance(frame.value, pd.DataFrame)


@pytest.mark.slow
def test_a_note_needs_a_label(full):
    """No label is preselected. Without a label nothing is saved, the draft stays, and the page says why."""
    app = opened(open_page("cases", case="001_P0"))
    app.text_area[0].set_value("It guesses.")
    next(field for field in app.text_input if field.label == "Your name").set_value("Ada")
    next(button for button in app.button if button.label == "Save").click().run()
    assert "A note needs a label." in text_of(app)
    assert "Notes (0)" in text_of(app)
    assert app.text_area[0].value == "It guesses."
    next(choice for choice in app.selectbox if choice.label == "Label").set_value("interesting failure")
    next(button for button in app.button if button.label == "Save").click().run()
    assert "Notes (1)" in text_of(app)
    assert app.text_area[0].value == ""


@pytest.mark.slow
def test_the_form_of_a_note_is_made_when_it_is_opened_and_stays(full):
    """A closed form costs the page nothing; an opened one is kept after closing, with its content."""
    app = open_page("cases", case="001_P0")
    assert not app.text_area
    assert opened(app).text_area
    app.session_state["opened-note"] = False
    assert app.run().text_area


def test_two_replies_show_their_differences(shared):
    """Two chosen replies are shown side by side; with the toggle, the pieces join to the raw replies."""
    app = open_page("cases", case="002_T0")
    (toggles,) = drawn(app, "toggles")
    two = [label for label in toggles["labels"] if label in ("GPT-5", "Gemini 2.5 Pro")]
    app.session_state[cases_keys.SHOWN_REPLIES] = two
    app.run()
    plain = ["".join(piece["text"] for piece in reply["pieces"]) for reply in drawn(app, "reply")]
    assert len(plain) == 2
    app.toggle(key="case-differences-replies").set_value(True).run()
    assert not app.exception
    marked = drawn(app, "reply")
    assert ["".join(piece["text"] for piece in reply["pieces"]) for reply in marked] == plain
    assert {piece["evidence"] for reply in marked for piece in reply["pieces"]} == {"", "only in this text"}


def test_cases_of_a_group_have_different_names():
    """Positions name the cases of a group if they differ; otherwise, as in tables with several tasks, titles do."""
    titles = ["wide", "near"]
    apart = pd.DataFrame({"slot": ["left", "right"], "title": titles})
    assert case_header.choose_group_names(apart) == ["left", "right"]
    assert case_header.choose_group_names(apart.assign(slot="0001")) == titles
    assert case_header.choose_group_names(apart.assign(slot="")) == titles
    prefixed = apart.assign(slot="", title=["geometry__area-004", "geometry__length-005"])
    assert case_header.choose_group_names(prefixed) == ["area-004", "length-005"]
    scenes = apart.assign(slot=["1, common, first", "1, uncommon, first, mirrored"])
    assert case_header.choose_group_names(scenes) == ["Layout\u00a01, common view", "Layout\u00a01, uncommon view"]
