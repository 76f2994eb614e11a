"""One table of the report."""

from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True, slots=True)
class ReportSection:
    """One table of the report.

    Attributes:
        nothing: text in place of a table without rows.
    """

    key: str
    title: str
    note: str
    table: pd.DataFrame
    nothing: str = "None."
