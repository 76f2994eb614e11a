"""Tests of Ask a model through AppTest: asking, reading, history, read-only mode."""

import errno
import json
import threading
import time
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
import streamlit as st

from core.benchmarks.cases import Case
from core.benchmarks.data import TruthSource
from core.records import Answer
from core.runs.journal import list_journal_paths, read_journal
from core.scoring.answers import ScoredAnswer
from core.warehouse.build import build
from dashboard.pages.ask import ask_session
from dashboard.pages.ask.answers_view import describe_agreement, get_frame_names
from dashboard.pages.ask.subject import AskSubject
from dashboard.pages.cases import triangle_panel
from tests.analyses.answers import ABOUT
from tests.dashboard.pages import matrix_of, open_page, text_of
from tests.inference.clients.server import REPLY, answering
from tests.tiny_release import write_tiny_release


@pytest.fixture
def server():
    """Start the loopback server of the clients' tests."""
    with answering() as running:
        yield running


def asked_of(app):
    """Return the questions of the session."""
    return app.session_state["ask-session"].asked


def ask(app):
    """Press Ask and wait until every reply has arrived."""
    app.button(key="ask-models").click().run()
    assert not app.exception
    deadline = time.monotonic() + 60
    while not all(item.is_settled for item in asked_of(app)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    app.run()
    assert not app.exception
    return app


def ask_server(app, server, model="test"):
    """Choose a model of the loopback server only, and ask it."""
    app.pills(key="solver").set_value([])
    app.text_input(key="base-url").set_value(server.url("local"))
    app.multiselect(key="local").set_value([model]).run()
    return ask(app)


def live_replies(workspace):
    """Return the replies in the journals that live questions have written."""
    paths = [path for path in list_journal_paths(workspace.runs) if path.name.startswith("live-")]
    return [reply for path in paths for reply in read_journal(path).replies]


@pytest.mark.slow
def test_the_page_works_at_once_without_any_key(full):
    """The default choice asks a solver; its reply, even a refusal, is shown beside the stored models."""
    app = ask(open_page("ask_a_model"))
    (item,) = asked_of(app)
    assert item.endpoint.model.model_id == "solver:homography_solver"
    assert "Stored answers to this photograph" in text_of(app)
    assert item.question.outcome.status == "refused"  # the tiny release's pictures have no border
    assert "refused" in text_of(app)


def test_a_solver_is_scored_against_every_truth(full):
    """The image-plane solver reads the drawn stickers: its answers are shown beside 3D and 2D, and are right in 2D."""
    app = open_page("ask_a_model", case="001_T0")
    app.pills(key="solver").set_value(["image_plane_solver"]).run()
    ask(app)
    assert asked_of(app)[0].question.outcome.status == "ok"
    table = matrix_of(app)
    assert list(table.columns[1:3]) == ["Truth 3D, by tape", "Truth 2D, in the image"]
    _, error, against_3d, against_2d, verdict = table.iloc[3, -1].replace("·", " ").split()
    assert error.endswith("°")
    assert int(against_2d) > int(against_3d)
    assert verdict in ("right", "foil_only", "wrong")


def test_providers_without_a_key_are_disabled_with_the_reason(full):
    """A provider that cannot be asked is listed, disabled, with the variable that it lacks; typing a key enables it."""
    app = open_page("ask_a_model")
    for name in ("openai", "gemini", "anthropic", "fireworks", "openrouter"):
        assert app.multiselect(key=name).disabled
    assert "the host sets OPENAI_API_KEY." in app.text_input(key="key-openai").help
    app.text_input(key="key-openai").set_value("sk-test-0123456789").run()
    assert not app.multiselect(key="openai").disabled
    assert app.multiselect(key="gemini").disabled


@pytest.mark.slow
def test_a_models_reply_is_judged_and_kept(full, server, workspace):
    """A reply has six answers with kappas and contradictions, and a journal line, which the next build includes."""
    app = ask_server(open_page("ask_a_model", case="002_T0"), server)
    text = text_of(app)
    assert text.index("% against the world") < text.index("Replies to 002_T0")
    assert "Saved in the journal. The next build includes it." in text
    table = matrix_of(app)
    assert list(table["Question"])[:6] == [f"Q{n} {t}" for n, t in enumerate(
        ("Side class", "Angle class", "AB / AC", "|B − C|", "Longest / shortest", "Angle range"), start=1)]  # fmt: skip
    assert "1.250" in table.iloc[2, -1]
    (reply,) = live_replies(workspace)
    assert (reply.case_id, reply.raw) == ("002_T0", REPLY)
    assert [code.value for code in app.code].count(REPLY) == 2  # the reply and the history


@pytest.mark.slow
def test_a_reply_that_the_disk_refuses_is_shown_and_said(full, server, workspace, monkeypatch):
    """If a full disk accepts no line, the page says so beside the reply, which stays readable."""

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ask_session, "record_outcome", refuse)
    app = ask_server(open_page("ask_a_model", case="002_T0"), server)
    assert "No space left on device" in text_of(app)
    assert REPLY in [code.value for code in app.code]
    assert live_replies(workspace) == []


@pytest.mark.slow
def test_replies_are_not_kept_where_somebody_chose_so(full, server, workspace):
    """With the switch off, nothing is written; for solvers alone it is disabled, since their replies are never kept."""
    app = open_page("ask_a_model")
    assert app.toggle(key="keep-answers").disabled
    app.pills(key="solver").set_value([]).run()
    app.toggle(key="keep-answers").set_value(False)
    ask_server(app, server)
    assert live_replies(workspace) == []


@pytest.mark.slow
def test_models_and_views_stand_side_by_side(full, server):
    """Two views of one model are two questions; equal answers mean that the answer does not depend on the view."""
    app = open_page("ask_a_model")
    app.pills(key="view").set_value(["original", "mirrored"])
    ask_server(app, server)
    assert len(asked_of(app)) == 2
    assert len({asked.image_sha256 for asked in server.asked}) == 2
    assert "**local\\:test: no.** 6 of 6 answers compared over original, mirrored: all the same." in text_of(app)


@pytest.mark.slow
@pytest.mark.parametrize("act", ["401", "refusal", "empty", "script", "cut"])
def test_whatever_a_model_does_the_page_stands(full, server, act):
    """Errors, refusals, and empty, truncated or hostile replies are shown as text, without an exception."""
    server.acts = [act] * 8
    app = ask_server(open_page("ask_a_model"), server)
    shown = "\n".join(part.value for part in app.markdown)
    assert "<script>" not in shown
    assert "beacon" not in shown


@pytest.mark.slow
def test_the_key_is_shown_nowhere(full, server, workspace):
    """A typed key appears in no text of the page, no address and no file."""
    key = "sk-test-0123456789abcdef"
    app = open_page("ask_a_model")
    app.text_input(key="key-openai").set_value(key).run()
    ask_server(app, server)
    assert key not in text_of(app)
    assert key not in json.dumps(dict(app.query_params))
    for path in workspace.data.rglob("*"):
        assert not path.is_file() or key.encode() not in path.read_bytes(), path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["999_T9", "<b>x</b>", "x" * 3000])
def test_an_unknown_photograph_is_named(full, name):
    """A photograph that does not exist is named, escaped and shortened, and another one is shown."""
    app = open_page("ask_a_model", case=name)
    assert not app.exception
    assert app.selectbox(key="case").value == "001_P0"
    assert "no photograph" in app.warning[0].value
    assert len(app.warning[0].value) < 300
    assert "<b>" not in app.warning[0].value


def test_an_address_restores_the_choice(full):
    """Photograph, solver and view from the address are chosen when the page opens; an unknown model is left out."""
    app = open_page("ask_a_model", case="002_T1", solver="Image-plane solver", view="mirrored", openai="nobody")
    assert not app.exception
    assert app.selectbox(key="case").value == "002_T1"
    assert app.pills(key="solver").value == ["image_plane_solver"]
    assert app.pills(key="view").value == ["mirrored"]


@pytest.mark.slow
def test_prompts_are_shown_as_a_difference(full, server):
    """A user's prompt is sent unchanged, and its difference from the benchmark's prompt is shown."""
    app = open_page("ask_a_model")
    app.selectbox(key="prompt").set_value("own_text").run()
    app.text_area(key="own-prompt").set_value("Only sides, please.").run()
    assert any("+ Only sides, please." in code.value and code.value.startswith("-") for code in app.code)
    ask_server(app, server)
    assert server.asked[0].prompt == "Only sides, please."


@pytest.mark.slow
def test_a_solver_is_asked_about_a_synthetic_scene(two_benchmarks):
    """On synthetic scenes the first choice asks a solver with the benchmark's prompt, and six answers are judged."""
    app = open_page("ask_a_model", benchmark="synthetic")
    assert [error.value for error in app.error] == []
    assert app.selectbox(key="prompt").value == "synthetic"
    assert "On a table lie three small square stickers" in app.code[0].value
    ask(app)
    (item,) = asked_of(app)
    assert (item.prompt.prompt_id, item.label) == ("synthetic", "Homography solver")
    assert item.question.outcome.status == "ok"
    table = matrix_of(app)
    assert list(table.columns[:3]) == ["Question", "Truth 3D, exact", "Truth 2D, in the image"]
    assert table.columns[-1] == "Homography solver"
    assert all(cell.endswith((" right", " foil_only", " wrong")) for cell in table.iloc[:6, -1])


def test_variants_that_do_not_fit_a_prompt_say_so(two_benchmarks):
    """Variants edit the paper's prompt. Synthetic scenes have another prompt, so a sentence explains their absence."""
    app = open_page("ask_a_model", benchmark="synthetic")
    assert list(app.selectbox(key="prompt").options) == ["The benchmark's prompt", "Own text"]
    (sentence,) = [part.value for part in app.caption if "step by step" in part.value]
    assert sentence.startswith("Not available here: ")
    assert sentence.endswith("They edit sentences that this prompt does not have.")


@pytest.mark.slow
def test_without_photographs_nobody_is_asked(workspace, tmp_path):
    """If a photograph's file is not on the disk, Ask is disabled with the reason."""
    build(workspace, write_tiny_release(tmp_path / "bare", with_images=False))
    app = open_page("ask_a_model")
    assert app.button(key="ask-models").disabled
    assert "is missing" in text_of(app)


def test_read_only_without_solvers_shows_what_a_model_gets(gepbench, monkeypatch):
    """If visitors cannot ask anything, the image and the prompt stay, and controls without effect are left out."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    app = open_page("ask_a_model")
    assert not app.exception
    assert text_of(app).count("switched off in this demo") == 1
    assert "See the image and the prompt that a model gets" in text_of(app)
    assert not [button for button in app.button if button.key == "ask-models"]
    assert "questions of this session" not in text_of(app)


def test_read_only_asks_solvers_only_and_writes_nothing(read_only):
    """Solvers can be asked without a limit, paid models cannot; one sentence says so, and no file changes."""
    before = {path: path.stat().st_mtime_ns for path in read_only.data.rglob("*") if path.is_file()}
    app = open_page("ask_a_model")
    assert app.toggle(key="keep-answers").disabled
    assert not {"openai", "gemini", "anthropic", "local"} & {box.key for box in app.multiselect}
    assert not [field for field in app.text_input if field.key.startswith("key-")]
    assert text_of(app).count("switched off in this demo") == 1
    assert "Ask a geometric solver about any photograph." in text_of(app)
    app.pills(key="solver").set_value(["homography_solver", "image_plane_solver"]).run()
    ask(app)
    ask(app)
    assert len(asked_of(app)) == 4
    assert not app.error
    assert "questions to models" not in text_of(app)
    assert {path: path.stat().st_mtime_ns for path in read_only.data.rglob("*") if path.is_file()} == before


def test_a_visitor_has_so_many_questions_to_models(read_only, server, monkeypatch):
    """Questions to models count, all or none of a click; solvers stay free when none are left."""
    monkeypatch.setenv("TRILENS_BASE_URLS", server.url("local"))
    app = open_page("ask_a_model")
    app.pills(key="solver").set_value([])
    app.multiselect(key="local").set_value(["one"]).run()
    ask(app)
    assert "Read-only: 2 of 3 questions to models are left in this session. Solvers are free." in text_of(app)
    app.multiselect(key="local").set_value(["one", "two", "three"]).run()
    app.button(key="ask-models").click().run()
    assert "2 are left" in app.error[0].value
    assert len(asked_of(app)) == 1
    app.multiselect(key="local").set_value([])
    app.pills(key="solver").set_value(["homography_solver"]).run()
    ask(app)
    assert len(asked_of(app)) == 2


@pytest.mark.slow
def test_a_visitor_cannot_reset_the_hour(read_only, server, monkeypatch):
    """Clearing Streamlit's caches, which any browser may request, gives no new questions, nor does a new session."""
    monkeypatch.setenv("TRILENS_VISITOR_QUESTIONS_PER_HOUR", "1")
    monkeypatch.setenv("TRILENS_BASE_URLS", server.url("local"))

    def choose_server():
        app = open_page("ask_a_model")
        app.pills(key="solver").set_value([])
        return app.multiselect(key="local").set_value(["test"]).run()

    ask(choose_server())
    st.cache_resource.clear()
    st.cache_data.clear()
    app = choose_server()
    app.button(key="ask-models").click().run()
    assert "the questions allowed per hour" in app.error[0].value
    assert asked_of(app) == []


def test_the_tab_of_chosen_models_is_open_and_lists_them(full):
    """A link to a model of one's own server opens that tab; without one, the first provider is open."""
    assert open_page("ask_a_model").session_state["first-provider"] == "OpenAI"
    app = open_page("ask_a_model", local="test")
    assert app.session_state["first-provider"] == "Own server"
    assert "Chosen: test." in text_of(app)


def test_read_only_takes_visitors_keys_where_the_host_says_so(read_only, monkeypatch):
    """With TRILENS_VISITOR_KEYS=1 a provider is enabled by the visitor's key; the host's key stays unavailable."""
    monkeypatch.setenv("TRILENS_VISITOR_KEYS", "1")
    app = open_page("ask_a_model")
    assert app.multiselect(key="openai").disabled
    assert "enter your own" in text_of(app)
    app.text_input(key="key-openai").set_value("sk-own-0123456789").run()
    assert not app.multiselect(key="openai").disabled


@pytest.mark.slow
def test_a_reply_is_kept_where_nobody_looks_any_more(full, server, workspace):
    """A user who leaves the page before a reply arrives finds it in the journal."""
    server.delay_s = 0.5
    app = open_page("ask_a_model", case="002_T0")
    app.pills(key="solver").set_value([])
    app.text_input(key="base-url").set_value(server.url("local"))
    app.multiselect(key="local").set_value(["test"]).run()
    app.button(key="ask-models").click().run()
    app.switch_page("dashboard/pages/data/data.py").run()
    deadline = time.monotonic() + 60
    while not live_replies(workspace):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert live_replies(workspace)[0].raw == REPLY


def test_a_second_click_asks_nothing_twice(full, server):
    """A question that is already running is not asked again."""
    server.gate = threading.Semaphore(0)
    app = open_page("ask_a_model")
    app.pills(key="solver").set_value([])
    app.text_input(key="base-url").set_value(server.url("local"))
    app.multiselect(key="local").set_value(["test"]).run()
    app.button(key="ask-models").click().run()
    app.button(key="ask-models").click().run()
    server.gate.release(1000)
    assert len(asked_of(app)) == 1


@pytest.mark.slow
def test_an_address_that_names_no_scene_is_said(full):
    """A broken link to a scene gives a sentence and the first scene."""
    app = open_page("ask_a_model")
    app.query_params["scene"] = "<b>no scene</b>"
    app.segmented_control(key="way").set_value("scene").run()
    assert not app.exception
    assert "The link is not a valid scene" in [warning.proto.title for warning in app.warning]
    ask(app)
    assert asked_of(app)[0].subject.title == "this scene"
    assert matrix_of(app).columns[1] == "Truth 3D, exact"


@pytest.mark.slow
def test_two_addresses_of_a_model_are_two_questions(full, server):
    """The same model name on two of the user's servers is asked twice, and each reply is named by its address."""
    app = ask_server(open_page("ask_a_model"), server)
    with answering() as other:
        app.text_input(key="base-url").set_value(other.url("local")).run()
        ask(app)
        names = [urlsplit(running.url("local")).netloc for running in (server, other)]
        first, second = app.session_state["ask-session"].list_latest(asked_of(app)[0].subject)
        assert [first.label, second.label] == [f"local:test · {name}" for name in names]
        headings = list(matrix_of(app).columns)
        assert [heading for heading in headings if "local" in heading] == [first.label, second.label]


@pytest.mark.parametrize(("kappas", "ending"), [
    ((0.7, 0.7), "; all 2 replies score the same."), ((0.7, 0.5), "; reply 1: 50%."),
])  # fmt: skip
def test_replies_that_agree_equally_well_have_no_lowest(kappas, ending):
    """If all replies score the same, none of them is called the lowest."""

    class Named(NamedTuple):
        label: str

    answer = Answer("triangle_type_sides", "ok", "scalene")
    replies = [
        (Named(f"reply {place}"), [ScoredAnswer(None, answer, {}, {"3d": kappa})]) for place, kappa in enumerate(kappas)
    ]
    own = AskSubject("own-1", "your photograph", {"case_id": "own-1"}, None, None, (), ())
    assert describe_agreement(replies, own).endswith(ending)


@pytest.mark.parametrize(("status", "text"), [("ok", "the truth is not known"), ("missing", "No answer")])
def test_answers_without_a_truth_are_not_said_to_be_unread(status, text):
    """A photograph whose triangle is not measured has no truth; whether its answers were readable is still shown."""
    answer = Answer("triangle_type_sides", status, "scalene" if status == "ok" else None)
    own = AskSubject("own-1", "your photograph", {"case_id": "own-1"}, None, None, (), ())
    assert text in describe_agreement([(None, [ScoredAnswer(None, answer, {}, {})])], own)


@pytest.mark.parametrize("foil", [None, TruthSource("flat", "2D", "foil", "the flat image")])
def test_every_frame_of_a_question_with_options_has_a_name(monkeypatch, foil):
    """The table of answers has one column per truth, each with its heading, including that of a foil."""
    monkeypatch.setattr(triangle_panel, "is_triangle_benchmark", lambda: False)
    described = replace(ABOUT, truth=TruthSource("key", "3D", "truth", "the world"), foil=foil)
    case = Case(case_id="q", group_id="q", title="q", asks=())
    subject = AskSubject("q", "q", {"case_id": "q"}, None, None, (), (), case=case, described=described)
    assert get_frame_names(subject) == {"key": "3D"} | ({"flat": "2D"} if foil else {})
