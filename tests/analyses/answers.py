"""Answers as the query `answers` gives them, of random runs over a made benchmark."""

import pandas as pd
import pytest

from core.solvers import blind_constant
from tests.scoring.made_answers import made_answers
from tests.scoring.slow import clustered_mean, with_skill


def queried_answers(seed=0, n_groups=8, n_runs=3, unreadable=0.1):
    """Runs a, b, c ... with names, kinds and skills; the last one plays the blind constant's part."""
    coded, truths = made_answers(seed, n_groups, n_runs, unreadable)
    for frame in ("3d", "2d"):
        coded[f"skill_{frame}"] = with_skill(coded, truths, frame)["skill"]
    last = coded["run_id"].max()
    is_blind = coded["run_id"] == last
    model_id = coded["model_id"].where(~is_blind, blind_constant.MODEL.model_id)
    kind = pd.Series("vlm", index=coded.index).where(~is_blind, "reference")
    return coded.assign(run_label="Run " + coded["run_id"], model_id=model_id, model_kind=kind)


def estimate(values, triangles):
    """What value, low and high have to be: the clustered mean of these values; NaN where there is no interval."""
    slow = clustered_mean(values, triangles)
    numbers = [float("nan") if number is None else number for number in (slow.value, slow.low, slow.high)]
    return pytest.approx(numbers, nan_ok=True)
