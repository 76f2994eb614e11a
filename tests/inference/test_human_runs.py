"""Tests of people as models: their photographs, replies, nicknames and journal."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from core.errors import RunError
from core.inference.human_runs import (
    SECONDS,
    build_human_reply,
    build_human_run,
    draw_cases,
    make_slug,
    write_human_replies,
)
from core.parsing.triangle_replies import parse_triangle_reply
from core.records import CONDITIONS, TRIANGLE_QUESTION_BY_ID
from core.runs.journal import list_journal_paths, read_journal
from core.scoring.answers import parse_answers
from core.warehouse.build import build
from core.warehouse.read import Warehouse, get_sql_folder

BY_TRIANGLE = {f"{n:03d}": {c: f"{n:03d}_{c}" for c in CONDITIONS} for n in range(1, 31)}


@pytest.mark.parametrize(
    ("nickname", "slug"),
    [
        ("Ada", "ada"),
        ("  Zoë 7 ", "zoe-7"),
        ("../../etc/passwd", "etc-passwd"),
        ("a" * 90, "a" * 40),
        ("x\ny<b>", "x-y-b"),
    ],
)
def test_a_nickname_becomes_a_part_of_an_id(nickname, slug):
    """For any input, the id has only lower-case letters, digits and hyphens, and is short."""
    assert make_slug(nickname) == slug
    assert build_human_run(nickname).model.model_id == f"human-{slug}"
    assert build_human_run(nickname).model.kind == "human"


@pytest.mark.parametrize("nickname", ["", " ", "李", "---", "🙂"])
def test_a_nickname_of_nothing_is_refused(nickname):
    """A nickname without any usable character is refused with what is missing."""
    with pytest.raises(RunError, match="letter"):
        make_slug(nickname)


@pytest.mark.parametrize("seed", range(20))
def test_photographs_are_of_different_triangles_and_even_conditions(seed):
    """Ten photographs are of ten triangles, and each condition occurs two or three times."""
    chosen = draw_cases(BY_TRIANGLE, seed)
    assert len({photograph.split("_")[0] for photograph in chosen}) == 10
    times = [sum(photograph.endswith(condition) for photograph in chosen) for condition in CONDITIONS]
    assert sorted(times) == [2, 2, 3, 3]
    assert chosen == draw_cases(BY_TRIANGLE, seed)
    assert chosen != draw_cases(BY_TRIANGLE, seed + 1)


def test_with_few_triangles_there_are_few_photographs():
    """If a condition or triangles are missing, the photographs are drawn from the rest."""
    assert draw_cases({"001": {"T0": "001_T0"}, "002": {"P0": "002_P0"}}, 1) in (
        ["001_T0", "002_P0"],
        ["002_P0", "001_T0"],
    )
    assert draw_cases({}, 1) == []


def test_answers_are_read_like_a_models():
    """A person's answers are read back from the reply; open ones are missing, never zero."""
    reply = build_human_reply("001_P0", {"Q6": 40.0, "Q1": "isosceles", "Q3": 1.25}, 12.34567)
    assert list(json.loads(reply.raw)) == ["side_type", "ab_over_ac", "angle_range_deg"]
    answers = {
        answer.question_id: answer
        for answer in parse_answers(reply, list(TRIANGLE_QUESTION_BY_ID), parse_triangle_reply)
    }
    assert {q: a.value for q, a in answers.items() if a.status == "ok"} == {"Q1": "isosceles", "Q3": 1.25, "Q6": 40.0}
    assert {q for q, a in answers.items() if a.status == "missing"} == {"Q2", "Q4", "Q5"}
    assert reply.latency_s == 12.346


def test_nothing_answered_is_an_empty_reply():
    """A photograph without any answer is an empty reply with the reason, and six answers are missing."""
    reply = build_human_reply("001_P0", {}, SECONDS)
    assert reply.status == "empty"
    assert {answer.status for answer in parse_answers(reply, list(TRIANGLE_QUESTION_BY_ID), parse_triangle_reply)} == {
        "missing"
    }


@pytest.mark.slow
def test_a_build_takes_a_person_in(workspace, tiny_release):
    """Stored replies are a run of kind human in the next build, scored like every other."""
    replies = [build_human_reply("001_P0", {"Q1": "scalene"}, 3.0), build_human_reply("002_T0", {}, SECONDS)]
    assert write_human_replies("Ada", replies, workspace) == 2
    with Warehouse(build(workspace, tiny_release).generation, get_sql_folder(workspace)) as warehouse:
        runs = warehouse.query("runs").set_index("model_id")
        answers = warehouse.load_table("answers")
    assert runs.loc["human-ada", "kind"] == "human"
    assert runs.loc["human-ada", "image_view"] == "marked"
    own = answers[answers["model_id"] == "human-ada"]
    assert own["status"].astype(str).value_counts().to_dict() == {"missing": 11, "ok": 1}


def test_the_first_answer_counts(workspace):
    """A photograph that a nickname has answered before keeps its first answer."""
    write_human_replies("Ada", [build_human_reply("001_P0", {"Q1": "scalene"}, 3.0)], workspace)
    again = [build_human_reply("001_P0", {"Q1": "isosceles"}, 2.0), build_human_reply("002_P0", {"Q1": "scalene"}, 2.0)]
    assert write_human_replies(" ADA ", again, workspace) == 1
    (path,) = list_journal_paths(workspace.runs)
    replies = {reply.case_id: json.loads(reply.raw) for reply in read_journal(path).replies}
    assert replies == {"001_P0": {"side_type": "scalene"}, "002_P0": {"side_type": "scalene"}}


def test_people_of_one_nickname_wait_for_each_other(workspace):
    """If twelve people end their sessions at once under one name, all find their answers stored."""
    cases = [f"{n:03d}_P0" for n in range(1, 13)]

    def keep(case_id):
        return write_human_replies("Ada", [build_human_reply(case_id, {"Q1": "scalene"}, 3.0)], workspace)

    with ThreadPoolExecutor(len(cases)) as pool:
        assert list(pool.map(keep, cases)) == [1] * len(cases)
    (path,) = list_journal_paths(workspace.runs)
    assert sorted(reply.case_id for reply in read_journal(path).replies) == cases


def test_read_only_keeps_nothing(workspace):
    """If visitors cannot change anything, nothing is written and the reason is given."""
    fixed = replace(workspace, is_read_only=True)
    with pytest.raises(RunError, match="read-only"):
        write_human_replies("Ada", [build_human_reply("001_P0", {"Q1": "scalene"}, 3.0)], fixed)
    assert not workspace.data.exists()
