"""Tests of solvers as models: registered by name, asked like any other."""

import asyncio
import json

import pytest

from core.errors import BorderError, ModelNameError
from core.geometry.triangle import Triangle
from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from core.inference.request_content import build_request
from core.inference.send_request import ask_with_retries
from core.parsing.triangle_replies import parse_triangle_reply
from core.records import Model
from core.solvers import SOLVERS, Solver


def put(photograph):
    target = resolve_endpoint("solver:test")
    request = build_request([photograph], "not read", "original", target.limits.max_side_px)
    return asyncio.run(ask_with_retries(connect(target), target, request))


def test_a_solver_answers_what_it_measured(photograph, monkeypatch):
    """A function of the measurement becomes a reply in the prompt's JSON, which is read like any other."""
    measured = []

    def solve(photograph):
        measured.append(photograph)
        return Triangle(3.0, 4.0, 5.0).compute_answers()

    monkeypatch.setitem(SOLVERS, "test", Solver(Model("test", "Test"), solve))
    outcome = put(photograph)
    assert outcome.status == "ok"
    assert json.loads(outcome.raw)["angle_type"] == "right"
    values = {question_id: answer.value for question_id, answer in parse_triangle_reply(outcome.raw).items()}
    assert values == pytest.approx(Triangle(3.0, 4.0, 5.0).compute_answers(), abs=5e-5)
    assert [photograph.border_status for photograph in measured] == ["not_found"]


def test_a_solver_that_cannot_answer_refuses(photograph, monkeypatch):
    """If the photograph does not allow an answer, the outcome is a refusal with the reason."""

    def solve(photograph):
        raise BorderError(f"no border: {photograph.border_reason}")

    monkeypatch.setitem(SOLVERS, "test", Solver(Model("test", "Test"), solve))
    outcome = put(photograph)
    assert outcome.status == "refused"
    assert outcome.error.startswith("no border: ")


def test_an_unknown_solver_is_named(monkeypatch):
    """An unregistered solver is refused with a list of those that are registered."""
    monkeypatch.setitem(SOLVERS, "test", Solver(Model("test", "Test"), lambda _: {}))
    with pytest.raises(ModelNameError, match=r"solver:nobody is unknown. Choose one of .*test"):
        connect(resolve_endpoint("solver:nobody"))
