"""Tests of Ask yourself through AppTest: a person's session and its clock."""

import errno
import json
from itertools import pairwise

import pytest

from core.benchmarks.registry import TRI_BENCH
from core.inference.human_runs import SECONDS
from core.runs.journal import list_journal_paths, read_journal
from core.warehouse.build import build
from dashboard.pages.ask import quiz_question, quiz_result
from dashboard.pages.ask.quiz import GRACE_S, Quiz
from dashboard.pages.ask.quiz_question import RATIO_LIMITS, list_ratio_steps
from tests.dashboard.pages import open_page, text_of
from tests.tiny_release import write_tiny_release


def sit(app, nickname=""):
    """Answer Q1 and Q4 of every photograph and go to the end."""
    if nickname:
        app.text_input(key="sitting-nickname").set_value(nickname).run()
    app.button(key="sitting-begin").click().run()
    sitting = app.session_state["ask-sitting"]
    for number in range(len(sitting.case_ids)):
        app.segmented_control(key=f"self-{number}-Q1").set_value("scalene").run()
        app.slider(key=f"self-{number}-Q4").set_value(30).run()
        assert not app.exception
        app.button(key="sitting-next").click().run()
        assert not app.exception
    return sitting


@pytest.mark.slow
def test_a_sitting_ends_beside_the_models(full, workspace):
    """After the last photograph, the user's kappa, skill and reliance are shown beside the models', and are stored."""
    app = open_page("ask_yourself")
    sitting = sit(app, "Ada")
    assert "Your mean score is" in text_of(app)
    table = app.table[0].value
    assert {"You", "GPT-5", "Best constant answer"} <= set(table["Model or person"])
    (path,) = [path for path in list_journal_paths(workspace.runs) if path.name.startswith("human-")]
    journal = read_journal(path)
    assert journal.run.model.model_id == "human-ada"
    assert [reply.case_id for reply in journal.replies] == sitting.case_ids
    assert json.loads(journal.replies[0].raw) == {"side_type": "scalene", "abs_b_minus_c_deg": 30.0}
    app.button(key="sitting-again").click().run()
    assert app.button(key="sitting-begin")


@pytest.mark.slow
def test_who_stops_keeps_what_is_done(full, workspace):
    """After two photographs *Stop here* shows and keeps their result; before the first it discards the session.

    The open photograph does not count, even if it was answered.
    """
    app = open_page("ask_yourself")
    app.button(key="sitting-begin").click().run()
    app.button(key="sitting-give-up").click().run()
    app.text_input(key="sitting-nickname").set_value("Ada").run()
    app.button(key="sitting-begin").click().run()
    sitting = app.session_state["ask-sitting"]
    done = sitting.case_ids[:2]
    for number in range(2):
        app.segmented_control(key=f"self-{number}-Q1").set_value("scalene").run()
        app.button(key="sitting-next").click().run()
    app.segmented_control(key="self-2-Q1").set_value("scalene").run()
    app.button(key="sitting-give-up").click().run()
    assert not app.exception
    assert "Your mean score is" in text_of(app)
    assert "2 photographs are too few" in text_of(app)
    (path,) = [path for path in list_journal_paths(workspace.runs) if path.name.startswith("human-")]
    assert [reply.case_id for reply in read_journal(path).replies] == done
    app.button(key="sitting-again").click().run()
    assert app.button(key="sitting-begin")


def test_what_a_slider_shows_at_first_can_be_the_answer(full):
    """0° and 1.00 are answered by a button beside the slider, which is shown until its question is answered."""
    app = open_page("ask_yourself")
    assert "You have 30 seconds for all 6 questions about each; then the next one follows." in text_of(app)
    app.button(key="sitting-begin").click().run()
    sitting = app.session_state["ask-sitting"]
    sliders = [*app.slider, *app.select_slider]
    assert len(sliders) == 4
    assert not any("answered" in slider.label for slider in sliders)
    app.button(key="self-0-Q4-here").click().run()
    app.button(key="self-0-Q3-here").click().run()
    app.slider(key="self-0-Q6").set_value(12).run()
    assert sitting.answers == {"Q4": 0.0, "Q3": 1.0, "Q6": 12.0}
    assert [button.key for button in app.button if str(button.key).endswith("-here")] == ["self-0-Q5-here"]


@pytest.mark.slow
def test_without_a_nickname_nothing_is_kept(full, workspace):
    """The result of a session without a nickname is shown but writes no file."""
    app = open_page("ask_yourself")
    sit(app)
    assert "Not saved: no nickname was given." in text_of(app)
    assert not [path for path in list_journal_paths(workspace.runs) if path.name.startswith("human-")]


def test_a_sitting_that_the_disk_refuses_is_said(full, monkeypatch):
    """If a full disk accepts no line, the session's end says so instead of showing an error page."""

    def refuse(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(quiz_result, "write_human_replies", refuse)
    sitting = Quiz(["001_P0"], "Ada", TRI_BENCH)
    quiz_result._save(sitting)
    assert sitting.saved.startswith("Not saved: ")
    assert "No space left on device" in sitting.saved


def test_a_bad_nickname_is_refused_before_the_clock_runs(full):
    """A nickname without any usable character is refused at once."""
    app = open_page("ask_yourself")
    app.text_input(key="sitting-nickname").set_value("!!!").run()
    assert app.button(key="sitting-begin").disabled
    assert "letter" in app.error[0].value


@pytest.mark.slow
def test_read_only_shows_a_sitting_and_keeps_nothing(read_only):
    """In read-only mode, the nickname is disabled with the reason, the result is shown, and nothing is written."""
    before = sorted(read_only.data.rglob("*"))
    app = open_page("ask_yourself")
    assert app.text_input(key="sitting-nickname").disabled
    assert "read-only" in app.text_input(key="sitting-nickname").placeholder
    sit(app)
    assert "Not saved: this dashboard is read-only." in text_of(app)
    assert sorted(read_only.data.rglob("*")) == before


@pytest.mark.slow
def test_without_photographs_nobody_can_sit(workspace, tmp_path):
    """If no photograph is on the disk, a sentence says what to do."""
    build(workspace, write_tiny_release(tmp_path / "bare", with_images=False))
    app = open_page("ask_yourself")
    assert "The images are missing. Run" in text_of(app)


def test_the_clock_closes_a_photograph():
    """When the time is up, the photograph is closed with the answers given in time, and the next one's time begins."""
    now = [0.0]
    sitting = Quiz(["001_P0", "002_T0"], clock=lambda: now[0])
    sitting.answer("Q1", "scalene")
    now[0] = SECONDS - 1
    assert not sitting.advance_if_late()
    sitting.answer("Q3", 1.5)
    now[0] = SECONDS + GRACE_S + 0.1
    sitting.answer("Q4", 10.0)
    assert sitting.left_s == 0.0
    assert sitting.advance_if_late()
    assert json.loads(sitting.replies[0].raw) == {"side_type": "scalene", "ab_over_ac": 1.5}
    assert sitting.replies[0].latency_s == SECONDS
    assert (sitting.case_id, sitting.left_s, sitting.answers) == ("002_T0", SECONDS, {})
    now[0] += 4.0
    sitting.answer("Q1", "isosceles")
    sitting.answer("Q1", None)
    sitting.advance()
    assert sitting.is_over
    assert (sitting.replies[1].status, sitting.replies[1].latency_s) == ("empty", 4.0)
    sitting.advance()
    sitting.answer("Q1", "scalene")
    assert len(sitting.replies) == 2


@pytest.mark.parametrize("question_id", RATIO_LIMITS)
def test_ratio_sliders_have_even_steps_and_hold_one(question_id):
    """A ratio's slider moves from end to end in steps of about 3%, and 1 is among its values."""
    low, high = RATIO_LIMITS[question_id]
    values = list_ratio_steps(low, high)
    assert 1.0 in values
    assert values[0] == pytest.approx(low, rel=0.02)
    assert values[-1] == pytest.approx(high, rel=0.02)
    assert all(1.02 < later / earlier < 1.04 for earlier, later in pairwise(values))


def test_a_double_click_closes_one_photograph(full, monkeypatch):
    """The second half of a double click on Next does not close the photograph that came with the first."""
    monkeypatch.setattr(quiz_question, "DOUBLE_CLICK_S", 20.0)
    app = open_page("ask_yourself")
    app.button(key="sitting-begin").click().run()
    app.button(key="sitting-next").click().run()
    assert app.session_state["ask-sitting"].replies == []
    monkeypatch.setattr(quiz_question, "DOUBLE_CLICK_S", 0.0)
    app.button(key="sitting-next").click().run()
    assert len(app.session_state["ask-sitting"].replies) == 1
