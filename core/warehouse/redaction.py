"""Redaction of local folder paths from data that leaves the machine of the warehouse."""

from pathlib import PurePath

import pandas as pd

BUILDS = "builds"


def redact_paths(builds: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `builds` with the source folder's name instead of its path."""
    return builds.assign(source=[PurePath(path).name for path in builds["source"]])
