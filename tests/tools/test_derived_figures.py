"""Tests of the stored derived figures against the derivation that wrote them."""

import pytest

from core.benchmarks.mmperspective import published as mmperspective
from core.benchmarks.threedsr import published as threedsr
from tools.published_figures.mmperspective_table import derive_figures
from tools.published_figures.threedsr_guessing import list_guess_figures


@pytest.mark.parametrize(
    ("tables", "derive"),
    [(mmperspective.PAPER_TABLES, derive_figures), (threedsr.PAPER_TABLES, list_guess_figures)],
    ids=["MMPerspective", "3DSRBench"],
)
def test_stored_figures_equal_derived_figures(tables, derive):
    """All figures of MMPerspective's file and the chance levels of 3DSRBench's are equal and in the same order."""
    expected = [*derive()]
    ids = {figure.figure_id for figure in expected}
    assert [figure for figure in tables.read_derived_figures() if figure.figure_id in ids] == expected
