"""Tests of a reply beside its truths, and of a photograph that cannot be shown."""

import asyncio

import pytest

from core.benchmarks.triangles.release_reader import read_release
from core.inference.clients.providers import resolve_endpoint
from core.inference.prices import find_price
from core.inference.request_outcome import RequestOutcome, format_outcome
from core.inference.send_request import ask_case
from core.parsing.triangle_replies import parse_triangle_reply
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Reply
from core.scoring.answers import score_reply
from core.scoring.metrics import compute_score
from core.warehouse.build import build
from core.warehouse.read import Warehouse, get_sql_folder
from tests.inference.clients.server import REPLY


@pytest.mark.slow
def test_a_reply_is_judged_as_the_warehouse_judges_it(workspace, tiny_release):
    """The six answers, truths and kappas are those that a build would store."""
    release = read_release(tiny_release)
    raw = release.raw_replies["openai_gpt_5"]["002_T1"]
    found = score_reply(Reply("r", "002_T1", raw), TRIANGLE_QUESTIONS, parse_triangle_reply, release.truths)
    with Warehouse(build(workspace, tiny_release).generation, get_sql_folder(workspace)) as warehouse:
        stored = warehouse.load_table("answers").query("photograph_id == '002_T1' and model_id == 'openai_gpt_5'")
    assert [item.answer.question_id for item in found] == ["Q1", "Q2", "Q3", "Q4", "Q5", "Q6"]
    for frame in ("3d", "2d"):
        assert [item.scores[frame] for item in found] == pytest.approx(list(stored[f"kappa_{frame}"]))


def test_an_answer_without_a_value_has_truths_and_no_kappa(tiny_release):
    """Questions missing from a reply have truths and no score; other photographs' truths do not count."""
    release = read_release(tiny_release)
    answers = score_reply(
        Reply("r", "001_P0", REPLY[:30], "cut"), TRIANGLE_QUESTIONS, parse_triangle_reply, release.truths
    )
    found = {item.answer.question_id: item for item in answers}
    assert found["Q6"].scores == {"3d": None, "2d": None}
    truth = next(t.value for t in release.truths if (t.case_id, t.frame, t.question_id) == ("001_P0", "2d", "Q1"))
    assert found["Q1"].truths["2d"] == truth
    assert found["Q1"].scores["2d"] == compute_score(TRIANGLE_QUESTION_BY_ID["Q1"], "scalene", truth)


def test_a_summary_says_what_is_known(tmp_path):
    """Status, time, tokens and cost are on one line; unknown ones are left out."""
    price = find_price("openai:gpt-5", tmp_path)
    outcome = RequestOutcome("cut", "x", "length", 1.25, 1000, 100)
    assert format_outcome(outcome, price) == "cut (length), 1.2 s, 1000 input tokens, 100 output tokens, 0.0022 USD"
    assert format_outcome(outcome, None) == "cut (length), 1.2 s, 1000 input tokens, 100 output tokens"
    assert format_outcome(RequestOutcome("api_error", None, "429"), price) == "api error (429)"


@pytest.mark.parametrize(
    ("name", "view", "words"), [("001_P0", "rectified", "needs the border"), ("none", "original", "broken image")]
)
def test_what_cannot_be_shown_is_not_asked(tiny_release, name, view, words):
    """A view without its border and a file that is not an image are outcomes with the reason; no model is called."""
    path = tiny_release / "images" / "triangles_original" / f"{name}.jpg"
    outcome = asyncio.run(ask_case(None, resolve_endpoint("solver:x"), [path], "What?", view))
    assert (outcome.status, outcome.raw) == ("missing", None)
    assert words in outcome.error
