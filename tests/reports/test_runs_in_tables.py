"""Tests that each row of a report's tables names its run, and that all tables list runs in one order."""

import html
import re

import pytest

from core.formatting import to_single_line
from core.reports.report import build_sections, load_overview, render_report, to_json
from core.warehouse.read import open_current
from tests.small_gepbench import BENCHMARK_ID, fill_gepbench

TABLES_WITHOUT_RUNS = frozenset({
    "sensitivity",
    "contents", "truth_audit", "class_rule_differences", "corrections", "truth_differences", "release_differences",
    "refusals", "sources",
})  # fmt: skip
"""Tables about the benchmark and its files."""

POOLED = "All models, pooled"


@pytest.fixture(params=["tiny", "small"])
def warehouse(request, fill_once):
    """Open a warehouse of photographs, and one of multiple choice with published means over cells."""
    if request.param == "tiny":
        yield request.getfixturevalue("tiny_warehouse")
        return
    with open_current(fill_once("gepbench", fill_gepbench).select_benchmark(BENCHMARK_ID)) as built:
        yield built


def list_runs(table):
    """Return the runs of a table in the order of their first rows, or the first runs of pairs."""
    column = next(name for name in ("run_id", "first") if name in table)
    return list(dict.fromkeys(table[column].dropna()))


def test_every_table_about_runs_names_them_in_the_order_of_the_ranking(warehouse):
    """Every row has the id and label of its run, or is about all models."""
    parts = {
        one.key: one.table
        for one in build_sections(warehouse, load_overview(warehouse))
        if one.key not in TABLES_WITHOUT_RUNS and not re.search("_(paper|release)$", one.key)
    }
    order = list_runs(parts["ranking"])
    labels = parts["ranking"].set_index("run_id")["run_label"]
    assert len(order) > 3
    assert len([key for key in parts if key.endswith("_cells")]) == (3 if "mean_easy_cells" in parts else 0)
    for key, table in parts.items():
        runs = list_runs(table)
        assert runs == [run_id for run_id in order if run_id in runs], key
        if "first" in table:
            assert list(table["first_label"]) == list(table["first"].map(labels)), key
            assert list(table["second_label"]) == list(table["second"].map(labels)), key
            continue
        label = table["label"] if "label" in table else table["run_label"]
        assert list(label) == [labels.get(run_id, POOLED) for run_id in table["run_id"]], key


def read_names(text, title, row):
    """Return the first cells of the table's rows below a title, by the pattern of a row."""
    below = text.partition(title)[2]
    section = re.split(r"\n## |<h2>", below)[0]
    return re.findall(row, section)


def test_every_format_names_the_runs(warehouse):
    """The first column of every such table names the run in Markdown and HTML; JSON also has its id."""
    parts = [one for one in build_sections(warehouse, load_overview(warehouse)) if {"run_id", "first"} & set(one.table)]
    assert len(parts) > 5
    markdown, page = render_report(warehouse, "md"), html.unescape(render_report(warehouse, "html"))
    plain = to_json(warehouse)
    for one in parts:
        column = next(name for name in ("first_label", "label", "run_label") if name in one.table)
        expected = [to_single_line(name) for name in one.table[column]]
        assert read_names(markdown, f"\n## {one.title}\n", r"\n\| (?!Model|---)(.*?) \|") == expected, one.key
        assert read_names(page, f"<h2>{one.title}</h2>", r"<tr>\s*<td[^>]*>(.*?)</td>") == expected, one.key
        assert [row[column] for row in plain[one.key]] == expected
        ids = "first" if "first" in one.table else "run_id"
        assert [row[ids] for row in plain[one.key]] == [
            None if isinstance(run_id, float) else run_id for run_id in one.table[ids]
        ]
