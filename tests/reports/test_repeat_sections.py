"""Tests of sections on repeats: tables with the figures of the page, and none without repeats."""

import pytest

from core.reports.repeat_sections import build_repeat_sections
from core.reports.report import to_json
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from tests.warehouse.test_run_designs import write_pass


@pytest.mark.slow
def test_report_has_changes_variances_and_stability(workspace, tiny_release):
    """Two passes and a mirrored run give a row per facet, and stability by lmms-eval's measures."""
    write_pass(workspace, "mine-1", [0] * 12)
    write_pass(workspace, "mine-2", [0] * 6 + [3] * 6)
    write_pass(workspace, "mine-m", [1] * 12, view="mirrored")
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        sections = {part.key: part for part in build_repeat_sections(warehouse, read_benchmark_info(warehouse))}
        report = to_json(warehouse)
    assert set(sections) == {"repeats", "variance_components", "stability", "image_views"}
    changes = sections["repeats"].table.set_index("facet")
    assert list(changes.index) == ["another pass", "another image view"]
    assert changes.loc["another image view", "levels"] == "original, mirrored"
    assert "With another image view" in sections["repeats"].note
    stability = sections["stability"].table.iloc[0]
    assert stability["n_passes"] == 2
    assert 0 <= stability["pass_all"] <= stability["expected"] <= 100
    assert len(report["repeats"]) == 2
    view = sections["image_views"].table.iloc[0]
    assert view["view"] == "mirrored"
    assert view["flips"] == pytest.approx(changes.loc["another image view", "value"]), "the same pairs of runs"
    assert view["excess"] == pytest.approx(view["flips"] - view["floor"])
    assert "Most answers flip for" in sections["image_views"].note


def test_there_is_no_section_without_repeats(tiny_warehouse):
    """Models asked only once have none of the tables."""
    assert build_repeat_sections(tiny_warehouse, read_benchmark_info(tiny_warehouse)) == []
