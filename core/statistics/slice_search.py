"""Search for the slices of answers with the lowest mean, with a discovery half and a confirmation half of the groups.

A slice is the set of answers that have given levels of one to three factors. Thousands of slices overlap, so the worst
of them is low by chance too. Candidates are therefore chosen on a random half of the groups and tested on the other
half, with a correction for the number of candidates.

Source: the search space follows Sagadeeva and Boehm, "SliceLine" (SIGMOD 2021); the test is the min-P of Westfall and
Young (1993) with a restricted wild cluster bootstrap (Cameron, Gelbach and Miller, 2008).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd

from core.records import FEW_GROUPS
from core.statistics.intervals import SIGNIFICANCE
from core.statistics.min_p import compute_min_p_values
from core.statistics.slice_cells import (
    ROUNDING,
    Conditions,
    SliceSums,
    compare_sides,
    compute_differences,
    count_cells,
    decode_cell,
    encode_sums,
    iterate_batches,
    measure_cells,
    pool_groups,
    sum_cells,
)

MAX_FACTORS = 3
CANDIDATES = 15
"""Number of slices that the discovery half passes on; more of them cost power in the confirmation half."""

MIN_GROUPS_IN_HALF = 5
MAX_SLICES = 10
MAX_COMBINATIONS = 10_000
"""Bound on combinations of factors; with more factors than this allows, slices combine fewer of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """A slice whose mean is below that of all other answers, confirmed on groups that did not choose it.

    Attributes:
        levels: the level of each factor.
        mean: of its answers, over all groups, in the unit of the values.
        difference: its mean minus that of all other answers, in the confirmation half.
        low, high: the 95% interval of the difference; NaN without any spread: all answers inside have one value, and
            all others another one.
        p_value: of the confirmation half, corrected for the number of candidates.
        n_groups, n_answers: over all groups; of weighted values, the sum of the weights.
    """

    levels: Mapping[str, str]
    mean: float
    difference: float
    low: float
    high: float
    p_value: float
    n_groups: int
    n_answers: int


@dataclass(frozen=True, slots=True)
class SliceSearch:
    """Result of a search.

    Attributes:
        slices: the confirmed ones, lowest p-value first.
        n_tried: number of slices with enough groups that were compared on the discovery half.
        n_groups: number of groups with an answer.
        n_factors: largest number of factors of a slice that was tried.
    """

    slices: tuple[Slice, ...]
    n_tried: int
    n_groups: int
    n_factors: int


def find_weak_slices(
    rows: pd.DataFrame,
    factors: Sequence[str],
    *,
    second_value: str | None = None,
    seed: int = 0,
    min_groups: int = FEW_GROUPS,
    max_cells: int = 10**8,
) -> SliceSearch:
    """Find the slices whose answers have a lower mean than all other answers.

    Args:
        rows: sums with the columns group_id, value (a sum over answers), n (their number, or the sum of their weights),
            and the factors, whose missing values are no level. A slice may hold a part of a group's answers.
        factors: columns whose levels form slices, at most `MAX_FACTORS` of them at once.
        second_value: column of a second sum, whose mean must be lower in both halves too.
        seed: of the random halves and the flips of signs.
        min_groups: smallest number of groups of a slice, and of the answers outside.
        max_cells: bound on slices x groups; above it, slices combine fewer factors.

    Returns:
        At most `MAX_SLICES` confirmed slices. Those that another one explains are left out: a combination that is no
        lower than the rest of its parent, and a parent whose rest is no lower than the answers outside.
    """
    generator = np.random.default_rng(seed)
    single = encode_sums(rows, factors)
    data = pool_groups(single, generator)
    second_data = None if second_value is None else replace(data, sums=encode_sums(rows, factors, second_value).sums)
    order = generator.permutation(data.n_groups)
    discovery, confirmation = (np.sort(half) for half in np.array_split(order, 2))
    depth = _choose_depth(data, max_cells)
    first, second = data.select_groups(discovery), data.select_groups(confirmation)
    also_lower = (
        () if second_data is None else tuple(second_data.select_groups(half) for half in (discovery, confirmation))
    )
    candidates, n_tried = _list_candidates((first, second), also_lower[:1], depth, min_groups)
    confirmed = _confirm(second, candidates, generator)
    for part in also_lower[1:]:
        confirmed = [row for row in confirmed if _is_lower(compare_sides(part, part.mask(row[0]), ~part.mask(row[0])))]
    slices = _drop_explained(data, confirmed)[:MAX_SLICES]
    return SliceSearch(tuple(_describe(single, *row) for row in slices), n_tried, single.n_groups, depth)


def _choose_depth(data: SliceSums, max_cells: int) -> int:
    sizes = [len(names) for names in data.names.values()]
    for depth in range(min(MAX_FACTORS, len(sizes)), 1, -1):
        if comb(len(sizes), depth) > MAX_COMBINATIONS:
            continue
        n_slices = sum(int(np.prod(level_counts)) for level_counts in combinations(sizes, depth))
        if n_slices * data.n_groups <= max_cells:
            return depth
    return 1


def _list_candidates(
    halves: tuple[SliceSums, SliceSums], also_lower: Sequence[SliceSums], depth: int, min_groups: int
) -> tuple[list[Conditions], int]:
    """Return the lowest slices of the discovery half, each content once, and how many slices have enough groups.

    Slices that are not lower in `also_lower`, other values of the discovery half, are no candidates.
    """
    first, second = halves
    ranked: list[tuple[float, Conditions]] = []
    contents: set[tuple[float, float, float]] = set()
    n_tried = 0
    for batch in iterate_batches(first, depth):
        table = measure_cells(first, batch)
        n_second = sum_cells(second, batch)[1].astype(bool).sum(axis=1)
        enough = np.minimum(table.n_groups, n_second) >= MIN_GROUPS_IN_HALF
        enough &= table.n_groups + n_second >= min_groups
        enough &= (first.n_groups + second.n_groups - table.n_only_inside) >= min_groups
        n_tried += int(enough.sum())
        for part in also_lower:
            enough &= measure_cells(part, batch).p_values < SIGNIFICANCE
        conditions = [(factors, cell) for factors in batch for cell in range(count_cells(first, factors))]
        for place in np.flatnonzero(enough & np.isfinite(table.p_values)):
            content = (table.sums[place], table.counts[place], table.n_groups[place])
            if content not in contents:  # a level that all answers of a combination have adds nothing
                contents.add(content)
                ranked.append((float(table.p_values[place]), decode_cell(first, *conditions[place])))
    ranked.sort(key=lambda pair: pair[0])
    return [conditions for _, conditions in ranked[:CANDIDATES]], n_tried


_Confirmed = tuple[Conditions, float, float, float, float]
"""Conditions, difference, low, high and corrected p-value of a slice."""


def _confirm(data: SliceSums, candidates: Sequence[Conditions], generator: np.random.Generator) -> list[_Confirmed]:
    """Test candidates together on the groups of the confirmation half."""
    if not candidates:
        return []
    sides = [
        (*data.sum_by_group(inside := data.mask(conditions)), *data.sum_by_group(~inside)) for conditions in candidates
    ]
    sums, counts, other_sums, other_counts = (np.array(part) for part in zip(*sides, strict=True))
    rows = compute_differences(sums, counts, other_sums, other_counts)
    p_values = compute_min_p_values(sums, counts, other_sums, other_counts, generator)
    confirmed = [
        (conditions, float(row["value"]), float(row["low"]), float(row["high"]), float(p))
        for conditions, p, (_, row) in zip(candidates, p_values, rows.iterrows(), strict=True)
        if p <= SIGNIFICANCE and _is_lower(row)
    ]
    return sorted(confirmed, key=lambda row: (row[4], row[1]))


def _is_lower(difference: pd.Series) -> bool:
    """Return whether the mean inside is shown to be lower: by its interval, or because nothing varies."""
    value, error, high = difference[["value", "standard_error", "high"]]
    return bool(value < -ROUNDING and not high >= 0 and np.isfinite(error))


def _drop_explained(data: SliceSums, confirmed: Sequence[_Confirmed]) -> list[_Confirmed]:
    """Drop children that are no lower than the rest of a parent, then parents whose rest is no lower than outside."""

    def is_lower(inside: np.ndarray, outside: np.ndarray) -> bool:
        return _is_lower(compare_sides(data, inside, outside))

    masks = {row[0]: data.mask(row[0]) for row in confirmed}
    narrowest = [
        row
        for row in confirmed
        if all(
            is_lower(masks[row[0]], masks[parent] & ~masks[row[0]])
            for parent in masks
            if _is_part(masks[row[0]], masks[parent])
        )
    ]
    children = {
        row[0]: [child[0] for child in narrowest if _is_part(masks[child[0]], masks[row[0]])] for row in narrowest
    }
    return [
        row
        for row in narrowest
        if not children[row[0]]
        or is_lower(masks[row[0]] & ~np.logical_or.reduce([masks[child] for child in children[row[0]]]), ~masks[row[0]])
    ]


def _is_part(part: np.ndarray, whole: np.ndarray) -> bool:
    return bool((part <= whole).all() and (part < whole).any())


def _describe(
    data: SliceSums, conditions: Conditions, difference: float, low: float, high: float, p_value: float
) -> Slice:
    sums, counts = data.sum_by_group(data.mask(conditions))
    return Slice(
        {factor: data.names[factor][level] for factor, level in conditions},
        float(sums.sum() / counts.sum()),
        difference,
        low,
        high,
        p_value,
        int((counts > 0).sum()),
        int(counts.sum()),
    )
