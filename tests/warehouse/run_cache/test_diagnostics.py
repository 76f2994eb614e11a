"""Diagnostics of the answers of one run: which of them are contradicted."""

from types import SimpleNamespace

import pandas as pd
import pytest

from core.benchmarks.tri_bench import BENCHMARK
from core.records import Reply
from core.scoring.contradiction_table import build_contradiction_table
from core.solvers.fitted import FITTED
from core.warehouse.run_cache.answers import list_read_answers
from core.warehouse.run_cache.diagnostics import compute_lifts, diagnose_answers
from core.warehouse.run_cache.scoring_context import ScoringContext


@pytest.fixture
def subject(tiny_release):
    """Return the tiny release, with a benchmark whose detected contradictions the test sets."""
    contents = BENCHMARK.read(tiny_release)
    return lambda find: ScoringContext(
        SimpleNamespace(read_reply=BENCHMARK.read_reply, map_case=BENCHMARK.map_case, find_contradictions=find),
        contents,
    )


def contradicted(subject):
    """Return the questions of 001_P0 with contradicted answers; all its answers state something about sides."""
    raw = '{"side_type": "equilateral", "angle_type": "obtuse", "ab_over_ac": 3}'
    read = list_read_answers([Reply("r", "001_P0", raw), Reply("r", "001_P1", "{}")], subject)
    answers = dict(diagnose_answers(read.assign(run_id="r", model_id="m", value=read["code"]), subject))["answers"]
    assert set(answers["case_id"]) == {"001_P0", "001_P1"}
    found = answers[answers["is_contradicted"]]
    assert set(found["case_id"]) <= {"001_P0"}
    return set(found["question_id"])


def test_contradicted_answers_are_marked(subject):
    """Answers named by the benchmark's own contradictions are marked, others are not."""
    assert contradicted(subject(build_contradiction_table)) == {"Q1", "Q2", "Q3"}


def test_question_ids_are_compared_whole(subject):
    """A contradiction of Q10 does not mark Q1."""
    columns = ["run_id", "case_id", "kind", "question_ids", "sentence"]
    assert contradicted(subject(lambda _: pd.DataFrame([("r", "001_P0", "k", ["Q10"], "s")], columns=columns))) == set()
    found = [("r", "001_P0", "k", ["Q10", "Q4"], "s")]
    assert contradicted(subject(lambda _: pd.DataFrame(found, columns=columns))) == {"Q4"}


def test_fitted_baselines_have_no_lift(subject):
    """Constant, text and image-statistics baselines use other groups' truths and have no lift; other runs do."""
    case_ids = [f"{group:03d}_P0" for group in (1, 2, 3)]
    own = subject(build_contradiction_table)
    read = list_read_answers([Reply("r", case_id, '{"ab_over_ac": 3}') for case_id in case_ids], own)
    runs = {
        model_id: compute_lifts(read.assign(run_id="r", model_id=model_id, value=read["code"]), own)
        for model_id in (*FITTED, "m")
    }
    assert {model_id for model_id, table in runs.items() if table.empty} == FITTED
    assert {"blind_constant", "blind_text", "image_statistics"} == FITTED
