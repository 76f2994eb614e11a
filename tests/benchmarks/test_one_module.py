"""Tests of a new benchmark in one module, the one printed in `docs/developing/adding_a_benchmark.md`."""

import csv
import re
import sys
import textwrap
from types import ModuleType

import pytest
from PIL import Image

from core.analyses.aggregates import parse_published_means, select_published_mean
from core.benchmarks import registry
from core.benchmarks.entries import BenchmarkEntry
from core.benchmarks.registry import find_workspace
from core.reports.report import load_overview
from core.settings import REPOSITORY
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from core.workspace import Workspace

MEAN_QUERIES = ("aggregate_means", "aggregate_cells")
IMPORTS = """
from pathlib import Path
from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.data import PublishedMean, BenchmarkData, Terminology
"""


def read_printed_module():
    """Return the module that the document prints."""
    text = (REPOSITORY / "docs" / "developing" / "adding_a_benchmark.md").read_text(encoding="utf-8")
    block = re.search(r"\n\n((?:    TABLE = .*\n)(?:(?:    .*)?\n)*?    BENCHMARK = .*\n)", text)
    return IMPORTS + textwrap.dedent(block[1])


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """Register the benchmark, and write its files."""
    module = ModuleType("core.benchmarks.colours")
    exec(read_printed_module(), module.__dict__)
    monkeypatch.setitem(sys.modules, "core.benchmarks.colours", module)
    monkeypatch.setitem(registry.INCLUDED, "colours", BenchmarkEntry("Colours", "core.benchmarks.colours"))
    own = find_workspace(Workspace(tmp_path), "colours")
    own.release.mkdir(parents=True)
    with (own.release / module.TABLE).open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "image", "question", "A", "B", "answer", "task", "group"])
        for number in range(24):
            Image.new("RGB", (20, 20), (number, 9 * number, 50)).save(own.release / f"{number}.png")
            task, options = ("sideways", ("left", "right")) if number % 2 else ("upright", ("above", "below"))
            question = f"Where is disc {number}?"
            writer.writerow([number, f"{number}.png", question, *options, "AB"[number % 3 == 0], task, number // 2])
    return own


@pytest.mark.slow
def test_a_module_is_a_benchmark(workspace):
    """Its words, tasks, groups and means are in the warehouse; both baselines without images have answered."""
    result = build(workspace)
    assert not result.refusals
    with open_current(workspace) as warehouse:
        described = read_benchmark_info(warehouse)
        assert (described.words.groups, described.foil) == ("scenes", None)
        assert [question.title for question in described.questions.values()] == ["Left or right", "Above or below"]
        found = load_overview(warehouse)
        assert set(found.scores["model_id"]) == {"blind_constant", "blind_text"}
        assert found.chance == pytest.approx(50)
        estimates = warehouse.load_table("run_estimates").set_index(["measure", "run_id"])["value"]
        score, ahead = estimates["score"], estimates["looking"]
        of_text = score["reference-blind_text"]
        assert ahead.to_dict() == pytest.approx({run_id: value - of_text for run_id, value in score.items()})
        (mean,) = parse_published_means(warehouse.query("aggregates"))
        assert select_published_mean(mean, *(warehouse.query(name, of_runs=None) for name in MEAN_QUERIES)).n_cells == 2
