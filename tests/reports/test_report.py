"""The report: self-contained, safe for any model name, and consistent with the warehouse."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pytest

from core.benchmarks.registry import SYNTHETIC
from core.errors import ReportError
from core.notes import Note
from core.records import RIGHT_AT, Model, Reply, Run
from core.reports.charts import LEFT_PX, RIGHT_PX, WIDTH_PX, build_forest_plot
from core.reports.column_labels import format_rows, list_headings
from core.reports.report import render_report, to_json
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current


def test_a_plot_keeps_order_and_proportions():
    """Marks are in row order, at positions proportional to their values, inside the plot."""
    rows = pd.DataFrame(
        {"label": ["A", "B", "C"], "kind": ["vlm", "reference", "vlm"], "value": [60.0, 70.0, 90.0],
         "low": [55.0, None, 88.0], "high": [65.0, None, 92.0]}
    )  # fmt: skip
    plot = build_forest_plot("Kappa", rows, {"blind": 75.0})
    assert [mark.label for mark in plot.marks] == ["A", "B", "C"]
    places = [mark.value_px for mark in plot.marks]
    assert (places[1] - places[0]) / (places[2] - places[0]) == pytest.approx(1 / 3)
    assert all(LEFT_PX <= x <= WIDTH_PX - RIGHT_PX for x in places)
    assert plot.marks[1].low_px is None
    assert plot.marks[1].is_reference
    [(x, name)] = plot.lines
    assert (name, places[1] < x < places[2]) == ("blind", True)
    texts = [float(text) for _, text in plot.ticks]
    assert texts == sorted(texts)
    assert texts[0] <= 55
    assert texts[-1] >= 92


@pytest.mark.parametrize("values", [[], [50.0], [0.0, 0.0]])
def test_degenerate_plots_work(values):
    """An empty plot, one value and equal values give no error."""
    rows = pd.DataFrame({"label": ["x"] * len(values), "kind": "vlm", "value": values, "low": None, "high": None})
    assert len(build_forest_plot("Kappa", rows, {}).marks) == len(values)


@pytest.mark.slow
def test_html_is_self_contained(settings, tiny_release):
    """The HTML has no script and no external address, embeds images of pinned cases, and escapes names."""
    run = Run("mine", Model("mine", "<img src=x onerror=alert(1)>"), "p", "What?", "original", "a test")
    write_journal(settings.runs / "mine.jsonl", run, [Reply("mine", "001_P0", '{"side_type": "scalene"}')])
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        text = render_report(warehouse, "html", ["001_P0"], settings.derived_images)
    assert "<script" not in text
    assert "<img src=x" not in text
    assert re.findall(r'(?:src|href)="(?!data:image/webp;base64,)', text) == []
    assert text.count("data:image/webp;base64,") == 1
    assert text.count("<svg") == 4
    assert (text.count('<line class="drawn-line"'), text.count("<circle cx=")) == (3, 3)
    assert "Amit Bendkhale, CC BY 4.0" in text
    for heading in ("Which models differ significantly", "Truth audit", "Skill", "Files that were read"):
        assert heading in text


def test_a_pinned_case_has_its_verdicts_and_notes(tiny_warehouse, settings):
    """Each answer is marked as right, wrong or right by the foil only, and the case's own notes stand below it."""
    written = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
    notes = [
        Note(case_id=case_id, label="to discuss", text=text, author="Ada <b>", written_at=written)
        for case_id, text in (("001_P0", "Why\nscalene?"), ("002_P0", "of another case"))
    ]
    text = render_report(tiny_warehouse, "html", ["001_P0"], settings.derived_images, notes)
    answers = tiny_warehouse.query("case_answers", case_id="001_P0", right_at=RIGHT_AT, of_runs=None).dropna(
        subset=["run_id"]
    )
    read = answers[answers["status"] == "ok"]
    assert text.count('<td class="right">') == read["is_right"].sum() > 0
    assert text.count('<td class="foil_only">') == read["is_right_in_2d_only"].sum()
    assert text.count('<td class="wrong">') == (~read["is_right"] & ~read["is_right_in_2d_only"]).sum() > 0
    assert "Ada &lt;b&gt;, 2026-11-22 09:30 UTC\nWhy\nscalene?</blockquote>" in text
    assert "of another case" not in text


def test_unknown_pinned_case_raises_a_clear_error(tiny_warehouse):
    """The error names the unknown photograph."""
    with pytest.raises(ReportError, match="999_P0"):
        render_report(tiny_warehouse, "html", ["999_P0"])


@pytest.mark.slow
def test_tables_are_readable(tiny_warehouse):
    """Headings are words with units, p-values and signs are formatted as on pages, and zero has no sign."""
    described = read_benchmark_info(tiny_warehouse)
    names = ["label", "n_triangles", "kappa_2d", "image_plane_reliance", "ab_residual_cm", "is_blamed", "p_value", "n"]
    assert list_headings(pd.DataFrame(columns=[*names, "run_id"]), described) == [
        "Model", "Triangles", "Score 2D", "Score 2D − score 3D", "AB residual, cm", "Blamed", "p", "n",
    ]  # fmt: skip
    table = pd.DataFrame({"value": [-0.0, -1.255, 2e-13, None], "p_value": [0.5, 1e-9, 0.04, None],
                          "verdict": "one_side_off", "is_blamed": True, "run_id": "x"})  # fmt: skip
    assert list(format_rows(table)) == [
        ["0.00", "0.5", "one side off", "yes"], ["−1.26", "< 0.0001", "one side off", "yes"],
        ["2.0e−13", "0.04", "one side off", "yes"], ["–", "–", "one side off", "yes"],
    ]  # fmt: skip
    for form in ("html", "md"):
        text = render_report(tiny_warehouse, form)
        assert not re.search(r"n_triangles|p_value|run_label|[ >][-−]0\.00?[ <]", text)


@pytest.mark.slow
def test_reports_contain_no_server_paths(tiny_warehouse, tiny_settings):
    """No format of the report contains the path of a folder."""
    folder = tiny_warehouse.query("builds")["source"].iloc[0]
    assert Path(folder).is_absolute()
    texts = [
        render_report(tiny_warehouse, "html"),
        render_report(tiny_warehouse, "md"),
        json.dumps(to_json(tiny_warehouse)),
    ]
    assert not any(str(Path(folder).parent) in text for text in texts)


def test_without_models_the_report_says_why_none_are_compared(scenes_settings):
    """With references alone the report says that no pair is judged; the chart names the homography solver."""
    with open_current(scenes_settings.select_benchmark(SYNTHETIC)) as warehouse:
        text = render_report(warehouse, "html")
    assert "<p>No model has answered that could be compared. Reference models are not compared" in text
    (plot,) = re.findall(r"<h2>Mean score 3D, %</h2>.*?</svg>", text, re.DOTALL)
    assert ">Homography solver</text>" in plot
    assert ">Blind constant</text>" not in plot


@pytest.mark.slow
def test_report_times_are_in_utc(tokyo, tiny_warehouse):
    """All three formats state the time of the build in UTC."""
    assert f"built {tokyo:%Y-%m-%d %H:%M} UTC by" in render_report(tiny_warehouse, "html")
    assert f"built {tokyo:%Y-%m-%d %H:%M} UTC from Tri-Bench." in render_report(tiny_warehouse, "md")
    assert to_json(tiny_warehouse)["build"]["built_at"].endswith("+00:00")
