"""A simulated benchmark of random triangles in four views, with random answers, in the schema of the warehouse."""

import math

import numpy as np
import pandas as pd

from core.benchmarks.triangles.benchmark_data import build_case_sets
from core.geometry.triangle import Triangle
from core.records import CONDITIONS, SCORED, TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS
from core.scoring.answer_codes import encode_value, get_score_column
from core.scoring.metrics import compute_score
from tests.scoring.definitions import add_truths


def draw_triangle(rng, *, smallest_deg=5.0):
    """Draw a triangle of three random points without very small angles."""
    while True:
        triangle = Triangle.build_from_points(*rng.uniform(0, 100, (3, 2)))
        if min(triangle.angles_deg) > smallest_deg:
            return triangle


def simulate_triangle_benchmark(rng, n_groups=8, missing_views=()):
    """Simulate photographs and truths: equal in four views, with a different triangle's foil in each view."""
    photographs, truths = [], []
    for number in range(n_groups):
        group_id = f"{number:03d}"
        in_3d = draw_triangle(rng).compute_answers()
        for condition in CONDITIONS:
            if (group_id, condition) in missing_views:
                continue
            case_id = f"{group_id}_{condition}"
            photographs.append({"case_id": case_id, "group_id": group_id, "slot": condition, "condition": condition,
                                "pose": "planar" if condition[0] == "P" else "tilted",
                                "object": "apple" if condition[1] == "1" else "none"})  # fmt: skip
            for role, answers in zip(SCORED, (in_3d, draw_triangle(rng).compute_answers()), strict=True):
                truths += [{"case_id": case_id, "role": role} | make_value_columns(q, v) for q, v in answers.items()]
    return pd.DataFrame(photographs), pd.DataFrame(truths)


def make_value_columns(question_id, value):
    """Return a value in the warehouse's columns."""
    is_class = isinstance(value, str)
    return {"question_id": question_id, "value_number": math.nan if is_class else value,
            "value_class": value if is_class else None}  # fmt: skip


def pivot_truths(truths, photographs):
    """Return one row per photograph and question with the codes of truth and foil, as in `ScoringContext.asked`."""
    rows = {}
    for truth in truths.itertuples():
        question = TRIANGLE_QUESTION_BY_ID[truth.question_id]
        value = truth.value_class if question.options else truth.value_number
        key = {"case_id": truth.case_id, "question_id": truth.question_id, "question_kind": question.kind}
        rows.setdefault((truth.case_id, truth.question_id), key)[truth.role] = encode_value(question, value)
    return photographs[["case_id", "group_id", "slot"]].merge(pd.DataFrame(list(rows.values())), on="case_id")


def list_set_cases(photographs):
    """Return the sets of the photographs under each Tri-Bench protocol, like the query `set_cases`."""
    names = photographs.drop_duplicates("case_id").sort_values("case_id")
    sets = build_case_sets(names.itertuples())
    rows = [
        (case_set.protocol, case_set.set_id, case_id, question.question_id)
        for case_set in sets for case_id in case_set.case_ids for question in TRIANGLE_QUESTIONS
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["protocol", "set_id", "case_id", "question_id"])


def make_run_answers(run_id, photographs, truths, answer):
    """Make a run's scored answers; `answer` maps a photograph's row and a question to a value (None: unreadable)."""
    right = {(t.case_id, t.role, t.question_id): t for t in truths.itertuples()}
    rows = []
    for photograph in photographs.itertuples(index=False):
        for question in TRIANGLE_QUESTIONS:
            value = answer(photograph, question)
            scores = {}
            for role in SCORED:
                truth = right[photograph.case_id, role, question.question_id]
                known = truth.value_class if question.options else truth.value_number
                scores[get_score_column(role)] = math.nan if value is None else compute_score(question, value, known)
            rows.append({"run_id": run_id, "model_id": f"model of {run_id}", "question_kind": question.kind,
                         "status": "unparsed" if value is None else "ok", **photograph._asdict(),
                         "stated": None if value is None else str(value),
                         "value": math.nan if value is None else encode_value(question, value),
                         "said": value if isinstance(value, str) else None, **scores,
                         **make_value_columns(question.question_id, value)})  # fmt: skip
    return pd.DataFrame(rows).astype({"value_number": float, "value_class": object, "said": object})


def simulate_run(rng, photographs, truths, run_id="a", unreadable=0.0):
    """Simulate a run that guesses and has some unreadable replies."""

    def guess(_, question):
        if rng.random() < unreadable:
            return None
        return draw_triangle(rng).compute_answers()[question.question_id]

    return make_run_answers(run_id, photographs, truths, guess)


def simulate_answers(seed=0, n_groups=8, n_runs=1, unreadable=0.0, missing_views=()):
    """Simulate random runs; return their answers with truths, and the truths of all photographs."""
    rng = np.random.default_rng(seed)
    photographs, truths = simulate_triangle_benchmark(rng, n_groups, missing_views)
    runs = [simulate_run(rng, photographs, truths, name, unreadable) for name in "abcdef"[:n_runs]]
    wide = pivot_truths(truths, photographs)
    return add_truths(pd.concat(runs, ignore_index=True), wide), wide


def score_coded_answer(question_id, value, truth):
    """Compute kappa of coded values by the scalar definition."""
    question = TRIANGLE_QUESTION_BY_ID[question_id]
    if question.options:
        value, truth = question.options[int(value)], question.options[int(truth)]
    return compute_score(question, value, truth)
