"""Tests of the Cases page through AppTest: filters, outcomes, one case."""

import pytest

from core.records import Reply
from core.runs.journal import encode_reply
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.dashboard.pages import drawn, facts_of, matrix_of, open_page, opened, text_of
from tests.made_runs import write_run
from tests.tiny_release import write_tiny_release


def test_filters_select_cases(full):
    """A filter leaves fewer photographs; clearing brings them back."""
    app = open_page("cases")
    app.pills(key="pose").set_value(["tilted"]).run()
    assert "**6 photographs**" in text_of(app)
    app.run()  # a filter has run what follows it, and only that is there
    app.multiselect(key="object").set_value(["apple"]).run()
    assert "**3 photographs**" in text_of(app)
    assert "**Filters** · 2 set" in text_of(app)
    app.run()
    app.button(key="clear-filters").click().run()
    assert "**12 photographs**" in text_of(app)


def test_the_limit_of_numbers_is_told_below_its_slider(full):
    """The sentence below the slider and the gallery follow the slider."""
    app = open_page("cases")
    before = [caption.value for caption in app.caption if caption.value.startswith("That is ")]
    app.slider(key="right_at").set_value(0.6).run()
    after = [caption.value for caption in app.caption if caption.value.startswith("That is ")]
    assert len(before) == len(after) == 1
    assert before != after
    assert "**12 photographs**" in text_of(app)


def test_an_empty_selection_has_a_way_out(full):
    """Filters without a match give a sentence and a button that clears them."""
    app = open_page("cases")
    app.pills(key="pose").set_value(["planar"]).run()
    app.run()
    app.pills(key="condition").set_value(["T0"]).run()
    assert "No photograph fits these filters" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert "**12 photographs**" in text_of(app)


@pytest.mark.slow
@pytest.mark.parametrize(
    "outcome", ["wrong", "right", "right_in_2d_only", "fits_the_picture", "contradicted", "unreadable"]
)
def test_outcomes_can_be_chosen(full, outcome):
    """Every outcome shows its photographs or says that there are none."""
    app = open_page("cases")
    app.selectbox(key="outcome").set_value(outcome).run()
    assert not app.exception
    text = text_of(app)
    assert ("No photograph fits" in text) == (outcome == "unreadable")


@pytest.mark.slow
def test_an_address_opens_a_case(full):
    """`?case=002_T0` opens that photograph with answers; replies and prompt are loaded when they are opened."""
    app = open_page("cases", case="002_T0")
    assert app.title[0].value == "002_T0"
    (strip,) = drawn(app, "gallery")
    assert [(tile["case_id"], tile["caption"], tile["is_current"]) for tile in strip["tiles"]] == [
        (f"002_{slot}", slot, slot == "T0") for slot in ("P0", "P1", "T0", "T1")
    ]
    assert len(matrix_of(app)) == 7
    assert not app.code
    assert not app.dataframe
    opened(app)
    assert "What is triangle ABC like?" in app.code[-1].value
    assert len(drawn(app, "reply")) + len(app.code) == 4 + 3 + 1  # a model without a reply has a block of code
    assert len(app.dataframe) == 1


def test_the_root_address_opens_a_case_too(full):
    """`/?case=002_T0` opens the same case."""
    app = open_page("overview", case="002_T0")
    assert app.title[0].value == "002_T0"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["999_T9", "<b>x</b>", "![a](http://x.y/z.png)", "x" * 5000])
def test_an_unknown_photograph_gets_a_sentence_and_the_gallery(full, name):
    """An id that does not exist is named, escaped and shortened, and the gallery is shown."""
    app = open_page("cases", case=name)
    assert not app.exception
    assert "There is no photograph" in app.warning[0].value
    assert len(app.warning[0].value) < 300
    assert "<b>" not in app.warning[0].value
    assert "**12 photographs**" in text_of(app)


@pytest.mark.slow
def test_next_and_previous_follow_the_gallery(full):
    """*Next* opens the next photograph in the chosen order; *Gallery* returns to the gallery."""
    app = open_page("cases", case="001_P0")
    app.segmented_control(key="sort").set_value("id").run()
    buttons = {button.label: button for button in app.button}
    assert buttons["Previous"].disabled
    buttons["Next"].click().run()
    assert app.title[0].value == "001_P1"
    next(button for button in app.button if button.label == "Gallery").click().run()
    assert app.title[0].value == "Cases"


@pytest.mark.slow
@pytest.mark.parametrize(("benchmark", "known", "unknown"), [("tri_bench", "by tape", "exact"),
                                                             ("synthetic", "exact", "by tape")])  # fmt: skip
def test_a_case_says_how_its_truth_is_known(two_benchmarks, benchmark, known, unknown):
    """The truth of a photograph is measured by tape; that of a synthetic scene follows from the scene and is exact."""
    with open_current(two_benchmarks.select_benchmark(benchmark)) as warehouse:
        case_id = warehouse.query("case_ids")["case_id"].iloc[0]
    app = open_page("cases", benchmark=benchmark, case=case_id)
    shown = text_of(app) + str(facts_of(app))
    assert f"3D, {known}" in shown
    assert f"Solid: {known}" in shown
    assert unknown not in shown


def kappas(app):
    """Return mean score 3D by photograph, from the gallery's table."""
    return opened(app).dataframe[0].value.set_index("case_id")["score"]


def test_the_gallery_takes_one_run_of_a_model(twice_workspace, twice):
    """An address with a model gives the means of its published run; one with a run gives those of that run."""
    with open_current(twice_workspace) as warehouse:
        means = warehouse.load_table("scored_answers").groupby(["run_id", "case_id"])["score"].mean() * 100
    published, second = (kappas(open_page("cases", **{key: label})) for key, label in
                         (("model", "GPT-5"), ("runs", "GPT-5 · second")))  # fmt: skip
    assert published.to_dict() == pytest.approx(means["tri_bench-openai_gpt_5"].to_dict())
    assert second.to_dict() == pytest.approx(means["second"].to_dict())
    assert published.to_dict() != pytest.approx(means["second"].to_dict())


def test_a_case_of_a_chosen_run_shows_its_reply_alone(twice):
    """If a run is chosen, the case has that run's reply and no other."""
    app = opened(open_page("cases", case="001_P0", runs="GPT-5 · second"))
    assert not app.exception
    assert len(drawn(app, "reply")) == len(app.code) == 1


@pytest.mark.slow
def test_what_came_instead_of_a_reply_is_shown_with_its_reason(full, workspace):
    """A failed call that left a text shows both the error and the text, as plain text."""
    write_run(workspace, "mine", 0)
    path = workspace.runs / "mine.jsonl"
    with path.open("ab") as file:
        file.write(encode_reply(Reply("mine", "001_P0", "<b>Welcome</b>", "api_error", "answered with text/html")))
    build(workspace, write_tiny_release(workspace.data.parent / "again"))
    app = opened(open_page("cases", case="001_P0"))
    assert not app.exception
    assert "answered with text/html" in text_of(app)
    assert [{"text": "<b>Welcome</b>", "evidence": ""}] in [reply["pieces"] for reply in drawn(app, "reply")]


def test_a_chosen_run_lists_what_it_was_asked_about(twice):
    """A run of three photographs opens three cases; without a choice all photographs are shown."""
    assert "**12 photographs**" in text_of(open_page("cases"))
    assert "**3 photographs**" in text_of(open_page("cases", runs="GPT-5 · live"))
    app = open_page("cases", runs="GPT-5 · live")
    app.multiselect(key="question").set_value(["Q1"]).run()
    assert "**3 photographs**" in text_of(app)
