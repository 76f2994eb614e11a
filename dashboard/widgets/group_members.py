"""Cases of a case's group."""

import pandas as pd

from dashboard.data.queries import run_query

MAX_SIBLINGS = 24
"""Maximum cases of a group that are shown side by side."""


def read_siblings(case_id: str) -> pd.DataFrame:
    """Return the first `MAX_SIBLINGS` cases of the group that a case belongs to, the case itself and the next one.

    Returns:
        One row per case, as the query `group_cases` returns them.
    """
    return run_query("group_cases", case_id=case_id, first=MAX_SIBLINGS)
