"""Search for the slices of answers with the lowest mean, with a discovery half and a confirmation half of the groups.

A slice is the set of answers that have given levels of one to three factors. Thousands of slices overlap, so the worst
of them is low by chance too. Candidates are therefore chosen on a random half of the groups and tested on the other
half, with a correction for the number of candidates.

Source: the search space follows Sagadeeva and Boehm, "SliceLine" (SIGMOD 2021); the test is the min-P of Westfall and
Young (1993) with a restricted wild cluster bootstrap (Cameron, Gelbach and Miller, 2008).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd

from core.records import FEW_GROUPS
from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import NO_SPREAD, SIGNIFICANCE, compute_contrasts
from core.statistics.min_p import compute_min_p_values

MAX_FACTORS = 3
CANDIDATES = 15
"""Number of slices that the discovery half passes on; more of them cost power in the confirmation half."""

MIN_GROUPS_IN_HALF = 5
MAX_CLUSTERS = 2000
"""More groups than these are pooled at random into as many clusters, which are independent too, to bound memory."""

ROUNDING = 1e-9
"""Smaller differences of means without spread are rounding errors."""

MAX_SLICES = 10
MAX_COMBINATIONS = 10_000
"""Bound on combinations of factors; with more factors than this allows, slices combine fewer of them."""

CELLS_AT_ONCE = 1_000_000
"""Number of slices x groups that are measured together, to bound memory."""


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


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums of values and numbers of answers per row, with codes of groups and of factors' levels (-1: no level)."""

    sums: Floats
    counts: Floats
    groups: Codes
    levels: Mapping[str, Codes]
    names: Mapping[str, Sequence[str]]
    n_groups: int

    def select_groups(self, half: Codes) -> "_Sums":
        """Select the rows of some groups, which are numbered in the order of `half`."""
        number = np.full(self.n_groups, -1)
        number[half] = np.arange(len(half))
        rows = number[self.groups] >= 0
        levels = {factor: codes[rows] for factor, codes in self.levels.items()}
        return _Sums(
            self.sums[rows], self.counts[rows], number[self.groups[rows]], levels, self.names, n_groups=len(half)
        )

    def sum_by_group(self, rows: np.ndarray | slice = slice(None)) -> tuple[Floats, Floats]:
        """Sum values and numbers of the selected rows by group."""
        groups = self.groups[rows]
        sums, counts = (np.bincount(groups, part[rows], self.n_groups) for part in (self.sums, self.counts))
        return sums.astype(float), counts.astype(float)

    def mask(self, conditions: "_Conditions") -> np.ndarray:
        """Return which rows have all given levels."""
        return np.asarray(np.logical_and.reduce([self.levels[factor] == level for factor, level in conditions]))


_Conditions = tuple[tuple[str, int], ...]
"""Pairs of a factor and the code of its level, in the order of the factors."""


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
    single = _encode(rows, factors)
    data = _pool_groups(single, generator)
    second_data = None if second_value is None else replace(data, sums=_encode(rows, factors, second_value).sums)
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
        confirmed = [row for row in confirmed if _is_lower(_compare(part, part.mask(row[0]), ~part.mask(row[0])))]
    slices = _drop_explained(data, confirmed)[:MAX_SLICES]
    return SliceSearch(tuple(_describe(single, *row) for row in slices), n_tried, single.n_groups, depth)


def _encode(rows: pd.DataFrame, factors: Sequence[str], value: str = "value") -> _Sums:
    rows = rows[rows["n"] > 0]
    groups, ids = pd.factorize(rows["group_id"], sort=True)
    levels, names = {}, {}
    for factor in factors:
        codes, labels = pd.factorize(rows[factor], sort=True)
        if len(labels) > 1 or (codes < 0).any():
            levels[factor], names[factor] = codes, [str(label) for label in labels]
    values, counts = rows[value].to_numpy(float), rows["n"].to_numpy(float)
    return _Sums(values, counts, groups, levels, names, n_groups=len(ids))


def _pool_groups(data: _Sums, generator: np.random.Generator) -> _Sums:
    if data.n_groups <= MAX_CLUSTERS:
        return data
    clusters = generator.permutation(data.n_groups) % MAX_CLUSTERS
    return replace(data, groups=clusters[data.groups], n_groups=MAX_CLUSTERS)


def _choose_depth(data: _Sums, max_cells: int) -> int:
    sizes = [len(names) for names in data.names.values()]
    for depth in range(min(MAX_FACTORS, len(sizes)), 1, -1):
        if comb(len(sizes), depth) > MAX_COMBINATIONS:
            continue
        n_slices = sum(int(np.prod(level_counts)) for level_counts in combinations(sizes, depth))
        if n_slices * data.n_groups <= max_cells:
            return depth
    return 1


def _list_candidates(
    halves: tuple[_Sums, _Sums], also_lower: Sequence[_Sums], depth: int, min_groups: int
) -> tuple[list[_Conditions], int]:
    """Return the lowest slices of the discovery half, each content once, and how many slices have enough groups.

    Slices that are not lower in `also_lower`, other values of the discovery half, are no candidates.
    """
    first, second = halves
    ranked: list[tuple[float, _Conditions]] = []
    contents: set[tuple[float, float, float]] = set()
    n_tried = 0
    for batch in _iterate_batches(first, depth):
        table = _measure_cells(first, batch)
        n_second = _sum_cells(second, batch)[1].astype(bool).sum(axis=1)
        enough = np.minimum(table.n_groups, n_second) >= MIN_GROUPS_IN_HALF
        enough &= table.n_groups + n_second >= min_groups
        enough &= (first.n_groups + second.n_groups - table.n_only_inside) >= min_groups
        n_tried += int(enough.sum())
        for part in also_lower:
            enough &= _measure_cells(part, batch).p_values < SIGNIFICANCE
        conditions = [(factors, cell) for factors in batch for cell in range(_count_cells(first, factors))]
        for place in np.flatnonzero(enough & np.isfinite(table.p_values)):
            content = (table.sums[place], table.counts[place], table.n_groups[place])
            if content not in contents:  # a level that all answers of a combination have adds nothing
                contents.add(content)
                ranked.append((float(table.p_values[place]), _decode(first, *conditions[place])))
    ranked.sort(key=lambda pair: pair[0])
    return [conditions for _, conditions in ranked[:CANDIDATES]], n_tried


def _count_cells(data: _Sums, factors: Sequence[str]) -> int:
    return int(np.prod([len(data.names[factor]) for factor in factors]))


def _iterate_batches(data: _Sums, depth: int) -> Iterator[list[tuple[str, ...]]]:
    """Yield the combinations of up to `depth` factors, those with fewer factors first, in batches of bounded size."""
    batch: list[tuple[str, ...]] = []
    n_cells = 0
    for size in range(1, depth + 1):
        for factors in combinations(data.levels, size):
            batch.append(factors)
            n_cells += _count_cells(data, factors) * data.n_groups
            if n_cells >= CELLS_AT_ONCE:
                yield batch
                batch, n_cells = [], 0
    if batch:
        yield batch


@dataclass(frozen=True, slots=True)
class _Cells:
    """Measurements of all combinations of some factors' levels, each [cells]; p is NaN if the mean is not lower."""

    p_values: Floats
    sums: Floats
    counts: Floats
    n_groups: Codes
    n_only_inside: Codes


def _number_cells(data: _Sums, factors: Sequence[str]) -> Codes:
    """Return the combination of each row, -1 if a level is missing."""
    cells = np.zeros(len(data.groups), dtype=np.int64)
    for factor in factors:
        codes = data.levels[factor]
        cells = np.where((cells < 0) | (codes < 0), -1, cells * len(data.names[factor]) + codes)
    return cells


def _decode(data: _Sums, factors: Sequence[str], cell: int) -> _Conditions:
    levels = np.unravel_index(cell, [len(data.names[factor]) for factor in factors])
    return tuple((factor, int(level)) for factor, level in zip(factors, levels, strict=True))


def _sum_cells(data: _Sums, batch: Sequence[tuple[str, ...]]) -> tuple[Floats, Floats]:
    """Return sums and numbers, each [cells of all combinations of factors, groups]."""
    parts = []
    for factors in batch:
        cells, n_cells = _number_cells(data, factors), _count_cells(data, factors)
        has_level = cells >= 0
        places, size = cells[has_level] * data.n_groups + data.groups[has_level], n_cells * data.n_groups
        parts.append([np.bincount(places, part[has_level], size) for part in (data.sums, data.counts)])
    shape = (sum(_count_cells(data, factors) for factors in batch), data.n_groups)
    sums, counts = (np.concatenate(part).astype(float).reshape(shape) for part in zip(*parts, strict=True))
    return sums, counts


def _measure_cells(data: _Sums, batch: Sequence[tuple[str, ...]]) -> _Cells:
    sums, counts = _sum_cells(data, batch)
    every_sum, every_count = data.sum_by_group()
    difference = _compute_differences(sums, counts, every_sum - sums, every_count - counts)
    is_inside = counts > 0
    only_inside = (is_inside & (every_count - counts <= 0)).sum(axis=1)
    p_values = difference["p_value"].mask(_has_no_spread(difference), 0.0)
    lower = p_values.where(difference["value"] < 0).to_numpy(float)
    return _Cells(lower, sums.sum(axis=1), counts.sum(axis=1), is_inside.sum(axis=1), only_inside)


def _compute_differences(sums: Floats, counts: Floats, other_sums: Floats, other_counts: Floats) -> pd.DataFrame:
    """Compare the mean inside with the mean outside; all arrays are [slices, groups]."""
    return compute_contrasts(
        np.stack([sums, other_sums], axis=1), np.stack([counts, other_counts], axis=1), np.array([1.0, -1.0])
    )


def _compare(data: _Sums, inside: np.ndarray, outside: np.ndarray) -> pd.Series:
    sides = [part[None] for part in (*data.sum_by_group(inside), *data.sum_by_group(outside))]
    return _compute_differences(*sides).iloc[0]


def _has_no_spread(difference: pd.DataFrame) -> pd.Series:
    """Return whether all answers inside have one value and all outside another one, so that an interval is missing."""
    return (difference["standard_error"] <= NO_SPREAD) & (difference["value"].abs() > ROUNDING)


_Confirmed = tuple[_Conditions, float, float, float, float]
"""Conditions, difference, low, high and corrected p-value of a slice."""


def _confirm(data: _Sums, candidates: Sequence[_Conditions], generator: np.random.Generator) -> list[_Confirmed]:
    """Test candidates together on the groups of the confirmation half."""
    if not candidates:
        return []
    sides = [
        (*data.sum_by_group(inside := data.mask(conditions)), *data.sum_by_group(~inside)) for conditions in candidates
    ]
    sums, counts, other_sums, other_counts = (np.array(part) for part in zip(*sides, strict=True))
    rows = _compute_differences(sums, counts, other_sums, other_counts)
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


def _drop_explained(data: _Sums, confirmed: Sequence[_Confirmed]) -> list[_Confirmed]:
    """Drop children that are no lower than the rest of a parent, then parents whose rest is no lower than outside."""

    def is_lower(inside: np.ndarray, outside: np.ndarray) -> bool:
        return _is_lower(_compare(data, inside, outside))

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
    data: _Sums, conditions: _Conditions, difference: float, low: float, high: float, p_value: float
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
