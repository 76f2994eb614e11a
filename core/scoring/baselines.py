"""The blind constant: to each question the best fixed answer, chosen on the other triangles. It sees no photograph."""

import numpy as np
import pandas as pd

from core.records import QUESTIONS, SCORED_FRAMES, Frame, Question
from core.scoring.coding import decoded, kappa_column, truth_column
from core.scoring.metrics import Floats, kappas

TIE = 1e-9
"""Means of kappa closer than this are equal; of equally good constants the smallest is taken, on every machine."""


def blind_constants(truths: pd.DataFrame, frame: Frame = "3d") -> pd.DataFrame:
    """One row per triangle and question: the answer with the highest mean kappa over the other triangles' photographs.

    Args:
        truths: as `coding.coded_truths` returns them.
        frame: which truths the constant is chosen for.

    Returns:
        triangle_id, question_id, value (coded), value_number, value_class, in order of triangle and question. The
        value is NaN and null where there is no other triangle to choose it on.
    """
    tables = []
    for question in QUESTIONS:
        asked = truths[truths["question_id"] == question.question_id]
        triangles, names = pd.factorize(asked["triangle_id"], sort=True)
        constants = best_constants(question, asked[truth_column(frame)].to_numpy(dtype=float), triangles, len(names))
        words = [None if np.isnan(c) or not question.options else decoded(question, c) for c in constants]
        numbers = np.full(len(constants), np.nan) if question.options else constants
        tables.append(
            pd.DataFrame(
                {
                    "triangle_id": names,
                    "question_id": question.question_id,
                    "value": constants,
                    "value_number": numbers,
                    "value_class": words,
                }
            )
        )
    return pd.concat(tables, ignore_index=True).sort_values(["triangle_id", "question_id"], ignore_index=True)


def blind_kappas(truths: pd.DataFrame, frame: Frame = "3d") -> pd.DataFrame:
    """One row per photograph and question: the blind constant's answer and its kappa against both frames.

    Args:
        truths: as `coding.coded_truths` returns them.
        frame: which truths the constant is chosen for.

    Returns:
        photograph_id, triangle_id, question_id, value, value_number, value_class, kappa_3d, kappa_2d.
    """
    blind = truths.merge(blind_constants(truths, frame), on=["triangle_id", "question_id"])
    for scored in SCORED_FRAMES:
        blind[kappa_column(scored)] = np.nan
        for question in QUESTIONS:
            rows = blind["question_id"] == question.question_id
            values, right = (blind.loc[rows, name].to_numpy() for name in ("value", truth_column(scored)))
            blind.loc[rows, kappa_column(scored)] = kappas(question.kind, values, right)
    columns = ["photograph_id", "triangle_id", "question_id", "value", "value_number", "value_class"]
    return blind[columns + [kappa_column(scored) for scored in SCORED_FRAMES]]


def best_constants(question: Question, truths: Floats, triangles: np.ndarray, n_triangles: int) -> Floats:
    """For each triangle, the constant with the highest mean kappa over the other triangles' truths.

    The mean kappa of a constant a is piecewise linear in a, and its slope falls only where a passes a truth (where it
    passes 0 or twice a truth, from where on kappa stays 0, the slope rises). So one of the truths is the best constant
    of all real numbers, and trying each is exact. Memory grows with the square of the number of photographs.

    Args:
        question: decides kappa.
        truths: coded, one a photograph, NaN where there is none.
        triangles: the photographs' triangles, 0 to n_triangles - 1.
        n_triangles: how many constants come back.
    """
    known = ~np.isnan(truths)
    truths, triangles = truths[known], triangles[known]
    candidates, places = np.unique(truths, return_inverse=True)
    if len(candidates) == 0:
        return np.full(n_triangles, np.nan)
    scores = kappas(question.kind, candidates[:, None], truths[None, :])
    member = np.zeros((len(truths), n_triangles))
    member[np.arange(len(truths)), triangles] = 1.0
    own = scores @ member  # candidate x triangle: what the triangle itself adds to the candidate's sum
    occurrences = np.zeros((len(candidates), n_triangles))
    np.add.at(occurrences, (places, triangles), 1.0)
    elsewhere = occurrences.sum(axis=1, keepdims=True) - occurrences > 0
    n_others = np.maximum(len(truths) - member.sum(axis=0), 1)
    means = np.where(elsewhere, (scores.sum(axis=1, keepdims=True) - own) / n_others, -np.inf)
    is_best = means >= means.max(axis=0) - TIE
    return np.where(elsewhere.any(axis=0), candidates[is_best.argmax(axis=0)], np.nan)
