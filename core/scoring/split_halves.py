"""Splits of the groups into parts, so that what is chosen or fitted on some is tested on the others."""

from hashlib import sha256

import numpy as np
import pandas as pd
from numpy.typing import NDArray

N_SPLITS = 2
"""Number of different splits into halves over which the scores of constants are averaged."""

MIN_GROUPS_OF_SPLITS = 100
"""Minimum number of groups for more than one split. The half of fewer groups often misses the best constant, so their
scores are too low, and only the wider interval of a single split still covers that."""


def split_halves(group_ids: pd.Series) -> NDArray[np.int64]:
    """Assign each row to half 0 or 1 by its group; the halves have equally many groups, or half 0 has one more."""
    return assign_folds(group_ids, 2)


def split_halves_repeatedly(group_ids: pd.Series) -> NDArray[np.int64]:
    """Return splits x rows: the half of each row in different splits, the first of which is `split_halves`."""
    n_splits = N_SPLITS if group_ids.nunique() >= MIN_GROUPS_OF_SPLITS else 1
    return np.stack([assign_folds(group_ids, 2, f"{number}:" if number else "") for number in range(n_splits)])


def assign_folds(group_ids: pd.Series, count: int, prefix: str = "") -> NDArray[np.int64]:
    """Return the fold of each row by its group, from 0; folds have equally many groups, or the first ones one more.

    The order of the groups' SHA-256 decides, so folds are the same on every machine and for every order of rows, and do
    not depend on how the groups are numbered. Each prefix of the names gives another order.
    """
    codes, names = pd.factorize(group_ids)
    digests = [sha256(f"{prefix}{name}".encode("utf-8", "surrogatepass")).digest() for name in names]
    fold_of = np.zeros(len(names), dtype=np.int64)
    fold_of[sorted(range(len(names)), key=lambda place: digests[place])] = np.arange(len(names)) % count
    return fold_of[codes]
