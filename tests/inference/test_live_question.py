"""Tests of one live question in a thread: its text as it arrives, its end, cancelling, and its journal."""

import time
from dataclasses import replace
from functools import partial

import pytest

from core.errors import RunError
from core.inference.clients.providers import resolve_endpoint
from core.inference.live_question import LiveQuestion, record_outcome
from core.inference.prompts import make_own_prompt
from core.inference.request_content import build_request
from core.inference.request_outcome import RequestOutcome
from core.inference.run_options import RunOptions
from core.runs.journal import list_journal_paths, read_journal
from tests.inference.clients.conftest import KEY, photograph, quick, server  # noqa: F401 - fixtures
from tests.inference.clients.server import REPLY


@pytest.fixture
def live(server, quick, photograph):  # noqa: F811
    """Return a question to the server, not yet started."""

    def make(*acts, limits=quick):
        server.acts = list(acts)
        target = resolve_endpoint("openai:test", server.url("openai"), {"openai": KEY}, limits=limits)
        return LiveQuestion(target, partial(build_request, [photograph], "What?", "original", limits.max_side_px))

    return make


def until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_text_comes_in_pieces_and_ends(live):
    """The pieces add up to the text; afterwards the outcome is available and nothing more arrives."""
    question = live()
    assert (question.state, question.is_over) == ("new", False)
    question.start()
    question.start()
    pieces = list(question.iterate_chunks())
    assert "".join(pieces) == question.text == REPLY
    assert len(pieces) > 10
    assert (question.state, question.is_over, question.outcome.status) == ("done", True, "ok")


def test_a_failed_attempt_voids_its_text(live):
    """Text from before a lost connection is not part of the next attempt's text."""
    question = live("close")
    question.start()
    until(lambda: question.is_over)
    assert question.text == question.outcome.raw == REPLY


def test_it_can_be_stopped_in_mid_stream(live, server, quick):  # noqa: F811
    """A cancelled question ends soon, keeps its text so far, closes the connection, and has no outcome."""
    question = live("stall", limits=replace(quick, idle_timeout_s=60.0))
    question.start()
    until(lambda: question.text)
    question.cancel()
    until(lambda: question.is_over)
    until(lambda: server.disconnects)
    assert (question.state, question.outcome) == ("cancelled", None)
    assert REPLY.startswith(question.text)


def test_it_can_be_stopped_before_it_began(live, server):  # noqa: F811
    """A question cancelled before its start is never sent."""
    question = live()
    question.cancel()
    question.start()
    assert question.state == "cancelled"
    assert list(question.iterate_chunks()) == []
    assert server.asked == []


@pytest.mark.parametrize("act", ["401", "no_credit"])
def test_an_error_is_a_message_without_the_key(live, act):
    """A fatal error ends as failed, with the reason and without the key."""
    question = live(act)
    question.start()
    until(lambda: question.is_over)
    assert (question.state, question.outcome) == ("failed", None)
    assert "OpenAI answered" in question.message
    assert KEY not in question.message


def test_several_questions_run_side_by_side(live):
    """Questions in separate threads do not disturb each other."""
    questions = [live() for _ in range(4)]
    for question in questions:
        question.start()
    assert ["".join(question.iterate_chunks()) for question in questions] == [REPLY] * 4


def test_an_outcome_is_kept_apart_from_whole_runs(workspace):
    """Each stored reply is a line of the model's live journal, which a build includes."""
    options = RunOptions(make_own_prompt("What?"))
    target = resolve_endpoint("openai:test", session_keys={"openai": KEY})
    for case_id in ("001_P0", "002_P0"):
        reply = record_outcome(RequestOutcome("ok", REPLY, latency_s=1.0), case_id, target, options, workspace)
    (path,) = list_journal_paths(workspace.runs)
    journal = read_journal(path)
    assert journal.run.run_id.startswith("live-openai-test-")
    assert [reply.case_id for reply in journal.replies] == ["001_P0", "002_P0"]
    assert journal.replies[-1] == reply


def test_read_only_keeps_nothing(workspace):
    """If visitors cannot change anything on the disk, nothing is written and the reason is given."""
    fixed = replace(workspace, is_read_only=True)
    target = resolve_endpoint("openai:test", session_keys={"openai": KEY})
    with pytest.raises(RunError, match="read-only"):
        record_outcome(RequestOutcome("ok", REPLY), "001_P0", target, RunOptions(make_own_prompt("What?")), fixed)
    assert not workspace.data.exists()
