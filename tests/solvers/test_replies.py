"""Tests that reference models answer through the same code path as every model."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.benchmarks.tri_bench import BENCHMARK
from core.benchmarks.triangles import dataset_facts
from core.errors import SolverError
from core.geometry.triangle import Triangle
from core.parsing.triangle_replies import parse_triangle_reply
from core.photographs.measurements import MeasuredPhotograph
from core.records import TRIANGLE_QUESTIONS
from core.runs.journal import read_journal
from core.solvers import SOLVERS, homography, image_plane
from core.solvers.replies import format_reply
from core.warehouse.build import build
from core.warehouse.journals import write_local_journals
from core.warehouse.read import open_current

MEASURED = MeasuredPhotograph("found", sides_cm=(30.0, 40.0, 50.0), stickers_px=((0.0, 0.0), (60.0, 0.0), (30.0, 52.0)))


def test_the_homography_solver_answers_from_the_board():
    """Its answers are those of the rectified sides."""
    assert homography.compute_answers(MEASURED) == Triangle(30.0, 40.0, 50.0).compute_answers()


def test_the_image_plane_solver_answers_from_the_pixels():
    """Its answers are those of the stickers' pixels and do not depend on the board."""
    assert (
        image_plane.compute_answers(MEASURED) == Triangle.build_from_points((0, 0), (60, 0), (30, 52)).compute_answers()
    )


@pytest.mark.parametrize(
    ("solver", "missing", "reason"),
    [
        (homography, {"sides_cm": (None, 40.0, 50.0), "border_reason": "one side is hidden"}, "one side is hidden"),
        (homography, {"sides_cm": (None, 40.0, 50.0)}, "not all three stickers"),
        (homography, {"sides_cm": (30.0, 40.0, 70.0)}, "do not form a triangle"),
        (image_plane, {"stickers_px": ((0.0, 0.0), None, (30.0, 52.0))}, "not all three stickers"),
        (image_plane, {"stickers_px": ((0.0, 0.0), (60.0, 0.0), (90.0, 0.0))}, "do not form a triangle"),
    ],
)
def test_missing_detections_give_a_reason(solver, missing, reason):
    """A solver without a border, all stickers or a triangle raises an error that states what is missing."""
    with pytest.raises(SolverError, match=reason):
        solver.compute_answers(replace(MEASURED, **missing))


def test_replies_are_parsed_like_those_of_models():
    """The text has the prompt's six keys and is parsed without a note."""
    text = format_reply(homography.compute_answers(MEASURED))
    assert list(json.loads(text)) == [question.key for question in TRIANGLE_QUESTIONS]
    answers = parse_triangle_reply(text)
    assert all(answer.status == "ok" and answer.note is None for answer in answers.values())


def test_unsolved_photographs_are_in_the_journal(workspace, tiny_release):
    """A missing answer is a line with its reason, like a solved one."""
    measured = {"001_P0": MEASURED, "001_P1": replace(MEASURED, sides_cm=(None, 40.0, 50.0))}
    images = {
        Path(dataset_facts.get_photograph_name(name)): SimpleNamespace(measured=photograph)
        for name, photograph in measured.items()
    }
    contents = BENCHMARK.read(tiny_release, lambda _: images)
    write_local_journals(workspace, contents)
    replies = read_journal(workspace.runs / "reference" / f"{homography.MODEL.model_id}.jsonl").replies
    assert [(reply.case_id, reply.status) for reply in replies] == [("001_P0", "ok"), ("001_P1", "missing")]
    assert replies[0].raw == format_reply(SOLVERS[homography.MODEL.model_id].answers(MEASURED))
    assert "not all three stickers" in replies[1].error


def test_references_are_in_the_warehouse(tiny_warehouse):
    """Journals written by the build become runs of kind reference, which are not pooled with models."""
    runs = tiny_warehouse.query("runs")
    assert set(runs[runs["kind"] == "reference"]["model_id"]) == {
        "image_plane_solver",
        "blind_constant",
        "homography_solver",
    }
    answers = tiny_warehouse.load_table("scored_answers")
    assert set(answers[answers["model_kind"] == "reference"]["is_pooled"]) == {False}
    assert set(answers[answers["model_kind"] == "vlm"]["is_pooled"]) == {True}


def test_the_blind_constant_is_chosen_on_the_other_triangles(tiny_warehouse):
    """Its answer to a triangle is the truth of another triangle."""
    truths = tiny_warehouse.load_table("truths").query("frame == '3d' and question_id == 'Q3'")
    answers = tiny_warehouse.load_table("answers").query("model_id == 'blind_constant' and question_id == 'Q3'")
    for answer in answers.to_dict("records"):
        others = truths[truths["photograph_id"].str[:3] != answer["photograph_id"][:3]]["value_number"]
        assert answer["value_number"] in set(others.round(4))


@pytest.mark.slow
def test_a_user_s_journal_cannot_use_a_reference_s_name(workspace, tiny_release):
    """The build's own journals are read first; another journal with their model is rejected with the reason."""
    build(workspace, tiny_release)
    path = next((workspace.runs / "reference").glob("blind_constant.jsonl"))
    forged = path.read_text().replace('"kind": "reference"', '"kind": "vlm"').replace("reference-blind", "my-blind")
    (workspace.runs / "a_forged.jsonl").write_text(forged)
    result = build(workspace, tiny_release)
    assert [(r.source, "blind_constant" in r.reason) for r in result.refusals] == [("a_forged.jsonl", True)]


def test_the_references_bracket_the_models(real_workspace):
    """On the real photographs the homography solver matches the 3D truth and the image-plane solver the 2D truth."""
    with open_current(real_workspace) as warehouse:
        ranking = warehouse.query("ranking", kinds=None).set_index("model_id")
        assert ranking.loc["homography_solver", "score"] > 95
        assert ranking.loc["image_plane_solver", "foil_score"] > 98
        assert ranking["score"].idxmax() == "homography_solver"
        assert ranking["foil_score"].idxmax() == "image_plane_solver"
        assert 60 < ranking.loc["blind_constant", "score"] < 75
