"""A made benchmark of random triangles in four views, with runs of random answers, in the shape of the warehouse."""

import math

import numpy as np
import pandas as pd

from core.geometry.triangle import Triangle
from core.records import CONDITIONS, TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS
from core.scoring.coding import coded_answers, coded_truths
from core.scoring.metrics import kappa


def random_triangle(rng, *, smallest_deg=5.0):
    """A triangle of three random points whose angles are no needles."""
    while True:
        triangle = Triangle.from_points(*rng.uniform(0, 100, (3, 2)))
        if min(triangle.angles_deg) > smallest_deg:
            return triangle


def made_benchmark(rng, n_groups=8, missing_views=()):
    """Photographs and truths: 3D alike in the four views, 2D another triangle in each."""
    photographs, truths = [], []
    for number in range(n_groups):
        group_id = f"{number:03d}"
        in_3d = random_triangle(rng).answers()
        for condition in CONDITIONS:
            if (group_id, condition) in missing_views:
                continue
            case_id = f"{group_id}_{condition}"
            photographs.append({"case_id": case_id, "group_id": group_id, "condition": condition,
                                "pose": "planar" if condition[0] == "P" else "tilted",
                                "has_object": condition[1] == "1"})  # fmt: skip
            for frame, answers in (("3d", in_3d), ("2d", random_triangle(rng).answers())):
                truths += [{"case_id": case_id, "frame": frame} | row(q, v) for q, v in answers.items()]
    return pd.DataFrame(photographs), pd.DataFrame(truths)


def row(question_id, value):
    """A value as the columns of the warehouse."""
    is_class = isinstance(value, str)
    return {"question_id": question_id, "value_number": math.nan if is_class else value,
            "value_class": value if is_class else None}  # fmt: skip


def answers_of(run_id, photographs, truths, answer):
    """A run's scored answers; `answer` gives the value for a photograph's row and a question, None: unreadable."""
    right = {(t.case_id, t.frame, t.question_id): t for t in truths.itertuples()}
    rows = []
    for photograph in photographs.itertuples(index=False):
        for question in TRIANGLE_QUESTIONS:
            value = answer(photograph, question)
            scores = {}
            for frame in ("3d", "2d"):
                truth = right[photograph.case_id, frame, question.question_id]
                known = truth.value_class if question.options else truth.value_number
                scores[f"kappa_{frame}"] = math.nan if value is None else kappa(question, value, known)
            rows.append({"run_id": run_id, "model_id": f"model of {run_id}", "question_kind": question.kind,
                         "status": "unparsed" if value is None else "ok", **photograph._asdict(),
                         "stated": None if value is None else str(value), **scores,
                         **row(question.question_id, value)})  # fmt: skip
    return pd.DataFrame(rows).astype({"value_number": float, "value_class": object})


def random_answers(rng, photographs, truths, run_id="a", unreadable=0.0):
    """A run that guesses, and whose replies are unreadable now and then."""

    def guess(_, question):
        if rng.random() < unreadable:
            return None
        return random_triangle(rng).answers()[question.question_id]

    return answers_of(run_id, photographs, truths, guess)


def made_answers(seed=0, n_groups=8, n_runs=1, unreadable=0.0, missing_views=()):
    """Coded answers of random runs, and the coded truths."""
    rng = np.random.default_rng(seed)
    photographs, truths = made_benchmark(rng, n_groups, missing_views)
    runs = [random_answers(rng, photographs, truths, name, unreadable) for name in "abcdef"[:n_runs]]
    wide = coded_truths(truths, photographs)
    return coded_answers(pd.concat(runs, ignore_index=True), wide), wide


def kappa_of_codes(question_id, value, truth):
    """Kappa by the scalar definition, of coded values."""
    question = TRIANGLE_QUESTION_BY_ID[question_id]
    if question.options:
        value, truth = question.options[int(value)], question.options[int(truth)]
    return kappa(question, value, truth)
