"""Skill on any selection of answers, with one interval that chooses the constants again.

Every page that compares with not looking uses this module, so that no page contradicts another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.estimates import to_percent
from core.records import COUNTED
from core.scoring.answer_codes import decode_categories
from core.statistics.skill import (
    MAX_DRAWN,
    MIN_DRAWS,
    BootstrapConstants,
    bootstrap_constants,
    compute_skills_from_sums,
)

ASKED = ["case_id", "question_id"]
"""Additional columns of the sums if intervals choose the constants again."""

MOST_ASKED = MAX_DRAWN // MIN_DRAWS
"""Maximum number of questions of cases for which the constants of all draws are kept. With more, intervals take them as
given."""

ENTRIES_AT_ONCE = 1_000_000
"""Maximum number of cells x questions of cases in memory at once."""


@dataclass(frozen=True, slots=True)
class BenchmarkConstants:
    """Constants chosen by draws of groups, for intervals of skill that do not take them as given.

    Attributes:
        places: case and question of everything that is asked, in the order of the constants.
    """

    places: pd.MultiIndex
    constants: BootstrapConstants


def compute_benchmark_constants(asked: pd.DataFrame) -> BenchmarkConstants:
    """Choose the constants of a benchmark's draws, the same ones as behind the skill on Overview.

    Args:
        asked: the query `asked_truths`.
    """
    return BenchmarkConstants(pd.MultiIndex.from_frame(asked[ASKED]), bootstrap_constants(asked))


def estimate_skill(named: pd.DataFrame, by: Sequence[str], redrawn: BenchmarkConstants) -> pd.DataFrame:
    """Estimate the skill of cells in percent, by a bootstrap that chooses the constants again.

    Args:
        named: sums of the score by cell, case and question, as `Warehouse.aggregate` returns them.
        by: columns of the cells.
        redrawn: the constants of draws.

    Returns:
        The columns of `by`, value, standard_error, low, high, p_value.
    """
    grouped = named.groupby(list(by), observed=True)
    cells, there = grouped.ngroup().fillna(-1).to_numpy(dtype=int), grouped.size().index.to_frame(index=False)
    places = redrawn.places.get_indexer(pd.MultiIndex.from_frame(decode_categories(named[ASKED])))
    columns = ["score", COUNTED.format("score")]
    values = named[columns].to_numpy(dtype=float, na_value=0.0)
    at_once = max(1, ENTRIES_AT_ONCE // max(len(redrawn.places), 1))
    parts = []
    for first in range(0, max(len(there), 1), at_once):
        is_here = (cells >= first) & (cells < first + at_once) & (places >= 0)
        wide = np.zeros((len(columns), min(at_once, len(there) - first), len(redrawn.places)))
        for sums, of_column in zip(wide, values.T, strict=True):
            np.add.at(sums, (cells[is_here] - first, places[is_here]), of_column[is_here])
        parts.append(compute_skills_from_sums(wide[0], wide[1], redrawn.constants))
    skills = to_percent(pd.concat(parts, ignore_index=True))
    return decode_categories(there).join(skills.drop(columns=["degrees_of_freedom", "n", "n_groups"]))
