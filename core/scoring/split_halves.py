"""Parts of the groups, for what is chosen or fitted on some of them and tested on the others."""

from hashlib import sha256

import numpy as np
import pandas as pd
from numpy.typing import NDArray


def split_halves(group_ids: pd.Series) -> NDArray[np.int64]:
    """0 or 1 for each row by its group, with as many groups in both halves, or one more in half 0."""
    return assign_folds(group_ids, 2)


def assign_folds(group_ids: pd.Series, count: int) -> NDArray[np.int64]:
    """Return the fold of each row by its group, from 0; folds have as many groups, or the first ones one more.

    The order of the groups' SHA-256 decides, so that folds are the same on every machine and in every order of rows,
    and have nothing to do with how the groups are numbered.
    """
    codes, names = pd.factorize(group_ids)
    digests = [sha256(str(name).encode("utf-8", "surrogatepass")).digest() for name in names]
    fold_of = np.zeros(len(names), dtype=np.int64)
    fold_of[sorted(range(len(names)), key=lambda place: digests[place])] = np.arange(len(names)) % count
    return fold_of[codes]
