"""Published figures of 3DSRBench's paper, figures derived from them, and the paper's contradictions."""

from core.benchmarks.published_tables import PaperTables
from core.benchmarks.strict_csv import read_table
from core.settings import PUBLISHED

PAPER_TABLES = PaperTables(
    "3dsrbench.csv",
    derived="3dsrbench_derived.csv",
    derived_bounds=(-100.0, 100.0),
    contradictions="3dsrbench_contradictions.csv",
)
"""Tables 2, 3 and 4: accuracy in percent by model or encoder (rows) and by type (columns).

Derived are standard errors of every cell, chance levels (`python -m tools.write_derived_figures` writes these), and the
drop from common to uncommon views with its z. The paper states no uncertainty. Errors treat the questions behind the
models' weights as independent.
"""

GROUPS = "3dsrbench_groups.csv"

MODELS_WEIGHTS = {"height": 350, "location": 875, "orientation": 525, "multi-object": 875}
"""Questions per type behind the models' overall in Tables 2 and 3; they fit all 14 rows."""

SYNTHETIC_WEIGHTS = {"height": 40, "location": 164, "orientation": 96, "multi-object": 124}
"""Questions per type in each of the two synthetic splits of Table 4."""


def read_released_groups() -> dict[str, tuple[int, int]]:
    """Return, by subtype, the number of options and the number of groups, including those about mirror images.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    lines = read_table(PUBLISHED, GROUPS, ("subtype", "options", "groups"))
    return {
        line.get_text("subtype"): (int(line.parse_number("options", 2, 4)), int(line.parse_number("groups", 1, 9999)))
        for line in lines
    }
