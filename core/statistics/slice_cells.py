"""Sums and differences of slices: cells of the levels of a few factors, each compared with all other answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pandas as pd

from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import NO_SPREAD, compute_contrasts

MAX_CLUSTERS = 2000
"""More groups than these are pooled at random into as many clusters, which are independent too, to bound memory."""

ROUNDING = 1e-9
"""Smaller differences of means without spread are rounding errors."""

CELLS_AT_ONCE = 1_000_000
"""Number of slices x groups that are measured together, to bound memory."""


@dataclass(frozen=True, slots=True)
class SliceSums:
    """Sums of values and numbers of answers per row, with codes of groups and of factors' levels (-1: no level)."""

    sums: Floats
    counts: Floats
    groups: Codes
    levels: Mapping[str, Codes]
    names: Mapping[str, Sequence[str]]
    n_groups: int

    def select_groups(self, half: Codes) -> "SliceSums":
        """Select the rows of some groups, which are numbered in the order of `half`."""
        number = np.full(self.n_groups, -1)
        number[half] = np.arange(len(half))
        rows = number[self.groups] >= 0
        levels = {factor: codes[rows] for factor, codes in self.levels.items()}
        return SliceSums(
            self.sums[rows], self.counts[rows], number[self.groups[rows]], levels, self.names, n_groups=len(half)
        )

    def sum_by_group(self, rows: np.ndarray | slice = slice(None)) -> tuple[Floats, Floats]:
        """Sum values and numbers of the selected rows by group."""
        groups = self.groups[rows]
        sums, counts = (np.bincount(groups, part[rows], self.n_groups) for part in (self.sums, self.counts))
        return sums.astype(float), counts.astype(float)

    def mask(self, conditions: "Conditions") -> np.ndarray:
        """Return which rows have all given levels."""
        return np.asarray(np.logical_and.reduce([self.levels[factor] == level for factor, level in conditions]))


Conditions = tuple[tuple[str, int], ...]
"""Pairs of a factor and the code of its level, in the order of the factors."""


def encode_sums(rows: pd.DataFrame, factors: Sequence[str], value: str = "value") -> SliceSums:
    """Return the sums with codes of groups and levels; a factor whose rows all have one level is left out."""
    rows = rows[rows["n"] > 0]
    groups, ids = pd.factorize(rows["group_id"], sort=True)
    levels, names = {}, {}
    for factor in factors:
        codes, labels = pd.factorize(rows[factor], sort=True)
        if len(labels) > 1 or (codes < 0).any():
            levels[factor], names[factor] = codes, [str(label) for label in labels]
    values, counts = rows[value].to_numpy(float), rows["n"].to_numpy(float)
    return SliceSums(values, counts, groups, levels, names, n_groups=len(ids))


def pool_groups(data: SliceSums, generator: np.random.Generator) -> SliceSums:
    """Pool the groups at random into `MAX_CLUSTERS` clusters if there are more."""
    if data.n_groups <= MAX_CLUSTERS:
        return data
    clusters = generator.permutation(data.n_groups) % MAX_CLUSTERS
    return replace(data, groups=clusters[data.groups], n_groups=MAX_CLUSTERS)


def count_cells(data: SliceSums, factors: Sequence[str]) -> int:
    """Return the number of combinations of the factors' levels."""
    return int(np.prod([len(data.names[factor]) for factor in factors]))


def iterate_batches(data: SliceSums, depth: int) -> Iterator[list[tuple[str, ...]]]:
    """Yield the combinations of up to `depth` factors, those with fewer factors first, in batches of bounded size."""
    batch: list[tuple[str, ...]] = []
    n_cells = 0
    for size in range(1, depth + 1):
        for factors in combinations(data.levels, size):
            batch.append(factors)
            n_cells += count_cells(data, factors) * data.n_groups
            if n_cells >= CELLS_AT_ONCE:
                yield batch
                batch, n_cells = [], 0
    if batch:
        yield batch


@dataclass(frozen=True, slots=True)
class CellMeasurements:
    """Measurements of all combinations of some factors' levels, each [cells]; p is NaN if the mean is not lower."""

    p_values: Floats
    sums: Floats
    counts: Floats
    n_groups: Codes
    n_only_inside: Codes


def _number_cells(data: SliceSums, factors: Sequence[str]) -> Codes:
    """Return the combination of each row, -1 if a level is missing."""
    cells = np.zeros(len(data.groups), dtype=np.int64)
    for factor in factors:
        codes = data.levels[factor]
        cells = np.where((cells < 0) | (codes < 0), -1, cells * len(data.names[factor]) + codes)
    return cells


def decode_cell(data: SliceSums, factors: Sequence[str], cell: int) -> Conditions:
    """Return the conditions of a combination of levels by its number."""
    levels = np.unravel_index(cell, [len(data.names[factor]) for factor in factors])
    return tuple((factor, int(level)) for factor, level in zip(factors, levels, strict=True))


def sum_cells(data: SliceSums, batch: Sequence[tuple[str, ...]]) -> tuple[Floats, Floats]:
    """Return sums and numbers, each [cells of all combinations of factors, groups]."""
    parts = []
    for factors in batch:
        cells, n_cells = _number_cells(data, factors), count_cells(data, factors)
        has_level = cells >= 0
        places, size = cells[has_level] * data.n_groups + data.groups[has_level], n_cells * data.n_groups
        parts.append([np.bincount(places, part[has_level], size) for part in (data.sums, data.counts)])
    shape = (sum(count_cells(data, factors) for factors in batch), data.n_groups)
    sums, counts = (np.concatenate(part).astype(float).reshape(shape) for part in zip(*parts, strict=True))
    return sums, counts


def measure_cells(data: SliceSums, batch: Sequence[tuple[str, ...]]) -> CellMeasurements:
    """Compare every combination of levels of each batch of factors with all other answers."""
    sums, counts = sum_cells(data, batch)
    every_sum, every_count = data.sum_by_group()
    difference = compute_differences(sums, counts, every_sum - sums, every_count - counts)
    is_inside = counts > 0
    only_inside = (is_inside & (every_count - counts <= 0)).sum(axis=1)
    p_values = difference["p_value"].mask(_has_no_spread(difference), 0.0)
    lower = p_values.where(difference["value"] < 0).to_numpy(float)
    return CellMeasurements(lower, sums.sum(axis=1), counts.sum(axis=1), is_inside.sum(axis=1), only_inside)


def compute_differences(sums: Floats, counts: Floats, other_sums: Floats, other_counts: Floats) -> pd.DataFrame:
    """Compare the mean inside with the mean outside; all arrays are [slices, groups]."""
    return compute_contrasts(
        np.stack([sums, other_sums], axis=1), np.stack([counts, other_counts], axis=1), np.array([1.0, -1.0])
    )


def compare_sides(data: SliceSums, inside: np.ndarray, outside: np.ndarray) -> pd.Series:
    """Compare the mean of the rows inside with that of the rows outside, which may be a part of all others."""
    sides = [part[None] for part in (*data.sum_by_group(inside), *data.sum_by_group(outside))]
    return compute_differences(*sides).iloc[0]


def _has_no_spread(difference: pd.DataFrame) -> pd.Series:
    """Return whether all answers inside have one value and all outside another one, so that an interval is missing."""
    return (difference["standard_error"] <= NO_SPREAD) & (difference["value"].abs() > ROUNDING)
