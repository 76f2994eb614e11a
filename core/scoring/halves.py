"""Two halves of the groups, for what is chosen or fitted on one half and tested on the other."""

from hashlib import sha256

import numpy as np
import pandas as pd
from numpy.typing import NDArray


def halves(group_ids: pd.Series) -> NDArray[np.int64]:
    """0 or 1 for each row by its group, with as many groups in both halves, or one more in half 0.

    The order of the groups' SHA-256 decides, so that the halves are the same on every machine and in every order of
    rows, and have nothing to do with how the groups are numbered.
    """
    codes, names = pd.factorize(group_ids)
    digests = [sha256(str(name).encode("utf-8", "surrogatepass")).digest() for name in names]
    half_of = np.zeros(len(names), dtype=np.int64)
    half_of[sorted(range(len(names)), key=lambda place: digests[place])[1::2]] = 1
    return half_of[codes]
