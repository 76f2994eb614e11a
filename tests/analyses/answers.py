"""Answers as the query `answers` returns them, of random runs on a simulated benchmark, and its description."""

from dataclasses import replace

import pandas as pd
import pytest

from core.benchmarks.info import BenchmarkInfo
from core.benchmarks.registry import INCLUDED, TRI_BENCH
from core.benchmarks.triangles.benchmark_data import CONTRASTS, FACTORS, FRAMES, PROTOCOLS, WORDS, build_subsets
from core.benchmarks.triangles.glossary_terms import TERMS
from core.factors import FACTORS_FROM_ANSWERS
from core.records import SCORED, TRIANGLE_QUESTION_BY_ID
from core.scoring.answer_codes import get_skill_column
from core.solvers import blind_constant
from tests.scoring.made_answers import simulate_answers
from tests.scoring.slow import add_skill, clustered_mean

ABOUT = BenchmarkInfo(
    benchmark_id=TRI_BENCH,
    title=INCLUDED[TRI_BENCH].title,
    words=WORDS,
    questions=TRIANGLE_QUESTION_BY_ID,
    truth=FRAMES[0],
    foil=FRAMES[1],
    case_factors=(*FACTORS, *FACTORS_FROM_ANSWERS),
    protocols={protocol.protocol: protocol.title for protocol in PROTOCOLS},
    subsets={
        subset.subset: replace(subset, title=subset.title or subset.subset) for subset in build_subsets(WORDS.case)
    },
    contrasts=tuple(replace(one, first=one.first or ("apple",)) for one in CONTRASTS),
    terms=tuple(sorted(TERMS, key=lambda term: term.word)),
)
"""Tri-Bench as the warehouse of the tiny release describes it."""


def queried_answers(seed=0, n_groups=8, n_runs=3, unreadable=0.1):
    """Make runs a, b, c ... with names, kinds and skills; the last one is the constant baseline."""
    coded, truths = simulate_answers(seed, n_groups, n_runs, unreadable)
    for against in SCORED:
        coded[get_skill_column(against)] = add_skill(coded, truths, against)["skill"]
    last = coded["run_id"].max()
    is_blind = coded["run_id"] == last
    model_id = coded["model_id"].where(~is_blind, blind_constant.MODEL.model_id)
    kind = pd.Series("vlm", index=coded.index).where(~is_blind, "reference")
    return coded.assign(run_label="Run " + coded["run_id"], model_id=model_id, model_kind=kind)


def estimate(values, triangles):
    """Return the expected value, low and high: the clustered mean of these values, NaN without an interval."""
    slow = clustered_mean(values, triangles)
    numbers = [float("nan") if number is None else number for number in (slow.value, slow.low, slow.high)]
    return pytest.approx(numbers, nan_ok=True)
