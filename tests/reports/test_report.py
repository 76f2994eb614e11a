"""Tests of the report: self-contained, safe for any model name, and consistent with the warehouse."""

import html
import json
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pytest

from core.benchmarks.registry import SYNTHETIC
from core.errors import ReportError
from core.notes import Note
from core.records import RIGHT_AT, Model, Reply, Run
from core.reports.cases import load_pinned_cases
from core.reports.charts import EDGE_PERCENT, build_forest_plot
from core.reports.column_labels import format_rows, list_headings
from core.reports.front_page import MAX_TITLE, ReportRequest
from core.reports.model_styles import MODELS
from core.reports.report import render_report, to_json
from core.runs.journal import write_journal
from core.settings import REPOSITORY
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current


def test_a_plot_keeps_order_and_proportions():
    """Marks are in the order of rows, at positions proportional to their values, inside the plot."""
    rows = pd.DataFrame(
        {"label": ["A", "B", "C"], "kind": ["vlm", "reference", "vlm"], "value": [60.0, 70.0, 90.0],
         "low": [55.0, None, 88.0], "high": [65.0, None, 92.0]}
    )  # fmt: skip
    plot = build_forest_plot("Kappa", rows, {"blind": 75.0}, {})
    assert [mark.label for mark in plot.marks] == ["A", "B", "C"]
    positions = [mark.value for mark in plot.marks]
    assert (positions[1] - positions[0]) / (positions[2] - positions[0]) == pytest.approx(1 / 3)
    assert all(EDGE_PERCENT <= x <= 100 - EDGE_PERCENT for x in positions)
    assert plot.marks[1].low is None
    assert plot.marks[1].is_reference
    [(x, name, level)] = plot.lines
    assert (name, level, positions[1] < x < positions[2]) == ("blind", 0, True)
    texts = [float(text) for _, text in plot.ticks]
    assert texts == sorted(texts)
    assert texts[0] <= 55
    assert texts[-1] >= 92


@pytest.mark.parametrize("values", [[], [50.0], [0.0, 0.0]])
def test_degenerate_plots_work(values):
    """An empty plot, a single value and equal values raise no error."""
    rows = pd.DataFrame({"label": ["x"] * len(values), "kind": "vlm", "value": values, "low": None, "high": None})
    assert len(build_forest_plot("Kappa", rows, {}, {}).marks) == len(values)


def test_labels_of_close_lines_are_on_two_levels():
    """Labels that would overlap are on two levels; a distant one is on the first level."""
    rows = pd.DataFrame({"label": ["x"], "kind": "vlm", "value": [50.0], "low": [40.0], "high": [60.0]})
    plot = build_forest_plot("Kappa", rows, {"text": 41.0, "blind": 40.0, "ceiling": 99.0}, {})
    assert [(name, level) for _, name, level in plot.lines] == [("blind", 0), ("text", 1), ("ceiling", 0)]
    assert plot.levels == 2


@pytest.mark.slow
def test_html_is_self_contained(workspace, tiny_release):
    """The HTML has no script and no external URL, embeds images of pinned cases, and escapes names."""
    run = Run("mine", Model("mine", "<img src=x onerror=alert(1)>"), "p", "What?", "original", "a test")
    write_journal(workspace.runs / "mine.jsonl", run, [Reply("mine", "001_P0", '{"side_type": "scalene"}')])
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        text = render_report(warehouse, "html", ["001_P0"], workspace.derived_images)
    assert "<script" not in text
    assert "<img src=x" not in text
    assert re.findall(r'(?:src|href)="(?!data:image/webp;base64,)', text) == []
    assert text.count("data:image/webp;base64,") == 1
    assert text.count('<div class="plot"') == 3
    assert text.count('<svg viewBox="0 0') == 1
    assert (text.count('<line class="drawn-line"'), text.count("<circle cx=")) == (3, 3)
    assert "Amit Bendkhale, CC BY 4.0" in text
    for heading in ("Which models differ significantly", "Truth audit", "Skill", "Files that were read"):
        assert heading in text


def test_a_pinned_case_has_its_verdicts_and_notes(tiny_warehouse, workspace):
    """Answers are marked as right, wrong or right by the foil only, and only this case's notes are listed below."""
    written = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
    notes = [
        Note(case_id=case_id, label="to discuss", text=text, author="Ada <b>", written_at=written)
        for case_id, text in (("001_P0", "Why\nscalene?"), ("002_P0", "of another case"))
    ]
    text = render_report(tiny_warehouse, "html", ["001_P0"], workspace.derived_images, notes)
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
    """Headings are words with units, numbers are formatted as on pages, and zero has no sign."""
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
def test_reports_contain_no_server_paths(tiny_warehouse, tiny_workspace):
    """No format of the report contains the path of a folder."""
    folder = tiny_warehouse.query("builds")["source"].iloc[0]
    assert Path(folder).is_absolute()
    texts = [
        render_report(tiny_warehouse, "html"),
        render_report(tiny_warehouse, "md"),
        json.dumps(to_json(tiny_warehouse)),
    ]
    assert not any(str(Path(folder).parent) in text for text in texts)


def test_the_report_states_why_no_models_are_compared(scenes_workspace):
    """With reference models only, the report states why no pair is compared; the chart has the homography solver."""
    with open_current(scenes_workspace.select_benchmark(SYNTHETIC)) as warehouse:
        text = render_report(warehouse, "html")
    assert "<p>No model has answered that could be compared. Reference models are not compared" in text
    (plot,) = re.findall(r"<h2>Mean score 3D, %</h2>.*?</section>", text, re.DOTALL)
    assert ">Homography solver</span>" in plot
    assert ">Best constant answer</span>" not in plot
    assert ">best constant answer</text>" in plot


@pytest.mark.slow
def test_report_times_are_in_utc(tokyo, tiny_warehouse):
    """All three formats state the time of the build in UTC."""
    assert f"built {tokyo:%Y-%m-%d %H:%M} UTC by" in render_report(tiny_warehouse, "html")
    assert f"built {tokyo:%Y-%m-%d %H:%M} UTC from Tri-Bench." in render_report(tiny_warehouse, "md")
    assert to_json(tiny_warehouse)["build"]["built_at"].endswith("+00:00")


def test_page_one_has_title_scope_date_and_findings(tiny_warehouse, workspace):
    """Title, date, scope and numbered findings come first, then the pinned cases, then a folded appendix."""
    request = ReportRequest("Triage <b> of November", written_at=datetime(2026, 11, 7, tzinfo=UTC))
    text = render_report(tiny_warehouse, "html", ["001_P0", "002_T1"], workspace.derived_images, request=request)
    parts = (
             "7 November 2026", "<h1>Triage &lt;b&gt; of November</h1>",
             "<strong>Scope.</strong>", '<ol class="findings">',
             '<span class="number">1</span>', '<span class="number">2</span>', '<details class="appendix">',
             "Which models differ significantly",
    )  # fmt: skip
    positions = [text.index(part) for part in parts]
    assert positions == sorted(positions)
    findings = to_json(tiny_warehouse)["findings"]
    findings_list = re.search(r'<ol class="findings">(.*?)</ol>', text, re.DOTALL)[1]
    assert re.findall(r"<li>(.*?)</li>", findings_list)[: len(findings)] == [html.escape(text) for text in findings]
    n_cases = tiny_warehouse.count("cases")
    assert f"Tri-Bench: {n_cases} photographs of" in text
    assert "Pinned: 2 photographs." in text


def test_the_default_title_is_the_question_of_the_benchmark(tiny_warehouse):
    """This holds for HTML and Markdown."""
    title = "Tri-Bench: Can a model judge a real triangle from a photograph?"
    assert f"<h1>{title}</h1>" in render_report(tiny_warehouse, "html")
    assert render_report(tiny_warehouse, "md").startswith(f"# {title}\n")


def test_cases_link_to_the_dashboard(tiny_warehouse, workspace):
    """With a URL, page one and each pinned case link to their pages; without one there are no links."""
    request = ReportRequest(address="https://lab.example/trilens/")
    text = render_report(tiny_warehouse, "html", ["001_P0"], workspace.derived_images, request=request)
    assert [html.unescape(link) for link in re.findall(r'<a href="([^"]*)"', text)] == [
        "https://lab.example/trilens/?benchmark=tri_bench",
        "https://lab.example/trilens/cases?benchmark=tri_bench&case=001_P0",
    ]
    assert "<a " not in render_report(tiny_warehouse, "html", ["001_P0"], workspace.derived_images)


@pytest.mark.parametrize(
    "request_", [ReportRequest("x" * (MAX_TITLE + 1)), ReportRequest(address="javascript:alert(1)"),
                 ReportRequest(address="lab.example")]
)  # fmt: skip
def test_titles_and_addresses_are_checked(tiny_warehouse, request_):
    """The error for a title that is too long, and for an invalid URL, says what to use."""
    with pytest.raises(ReportError, match="Use"):
        render_report(tiny_warehouse, "html", request=request_)


def test_the_report_has_the_colours_of_the_app(tiny_warehouse):
    """Both themes are the dashboard's, and each model's marks have its colour."""
    text = render_report(tiny_warehouse, "html")
    themes = tomllib.loads((REPOSITORY / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    for key in ("textColor", "backgroundColor", "secondaryBackgroundColor", "borderColor", "primaryColor", "linkColor"):
        assert f"light-dark({themes['light'][key]}, {themes['dark'][key]})" in text, key
    assert f'fill="{MODELS[0]}"' in text


def test_many_runs_have_a_row_each(crowd_workspace):
    """If there are more runs than columns, a pinned case has a row per run, and the chart has the best runs."""
    with open_current(crowd_workspace) as warehouse:
        (case,) = load_pinned_cases(warehouse, ["001_T0"], crowd_workspace.derived_images)
        text = render_report(warehouse, "html", ["001_T0"], crowd_workspace.derived_images)
    assert case.is_tall
    assert [row[0][0] for row in case.table] == case.columns
    assert "runs; the appendix has all." in text
