"""Designs of runs in the warehouse: repeats, orders of options, and the stability of cases over passes."""

import pytest

from core.analyses.run_variants import PASS, VIEW, find_run_variants
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.runs.request_options import format_design
from core.warehouse.build import build
from core.warehouse.read import NO_FILTERS, open_current
from tests.cli.test_choice import run_command
from tests.made_runs import PHOTOGRAPHS, write_pass
from tests.workflows.test_add_table import write_table


@pytest.mark.parametrize(
    ("first", "second", "is_equal"),
    [
        ({"repeat": 1}, {"repeat": 2}, True),
        ({"request_options": '{"seed":1}'}, {"request_options": '{"seed":2}'}, True),
        ({"request_options": '{"temperature":1}'}, {}, False),
        ({"examples": 2, "examples_sha256": "a"}, {"examples": 4, "examples_sha256": "b"}, False),
        ({"max_side_px": 2048}, {"max_side_px": 1024}, False),
        ({"base_url": "http://a"}, {"base_url": "http://b"}, True),
    ],
)
def test_a_design_has_what_changes_requests(first, second, is_equal):
    """Passes, seeds and addresses are no difference; options, examples and image sizes are."""
    assert (format_design(first) == format_design(second)) == is_equal


def test_passes_and_views_are_found_and_cases_have_a_stability(workspace, tiny_release):
    """Two passes and a mirrored run: a design of passes, one of views, and bands by how many answers change."""
    write_pass(workspace, "mine-1", [0] * 12)
    write_pass(workspace, "mine-2", [0] * 11 + [3])
    write_pass(workspace, "mine-m", [1] * 12, view="mirrored")
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        variants = find_run_variants(warehouse.query("run_designs"))
        assert "pass_stability" in set(warehouse.query("factors")["factor"])
        levels = warehouse.load_table("case_factors").query("factor == 'pass_stability'").set_index("case_id")["level"]
        rows = warehouse.query(
            "pass_answers", filters={**NO_FILTERS, "runs": ["mine-1"], "with_references": True}, right_at=0.9
        )
    mine = {one.facet: one for one in variants if one.model_id == "mine"}
    assert mine[PASS].run_ids == ("mine-1", "mine-2")
    assert mine[VIEW].run_ids == ("mine-1", "mine-2", "mine-m")
    assert mine[VIEW].level_names == ("original", "mirrored")
    assert set(levels.drop(PHOTOGRAPHS[-1])) == {"stable"}
    assert levels[PHOTOGRAPHS[-1]] in ("stable", "mixed", "unstable")
    assert len(rows) == 72


def test_without_repeats_no_case_has_a_stability(tiny_warehouse):
    """One run per model says nothing about chance, and the factor is not offered."""
    assert "pass_stability" not in set(tiny_warehouse.load_table("case_factors")["factor"])
    assert "pass_stability" not in set(tiny_warehouse.query("factors")["factor"])


def test_orders_of_options_are_no_repeats(workspace, tmp_path):
    """Runs that showed options in another order differ in that; equal orders are passes, whatever cases are missing."""
    run_command("add", write_table(tmp_path))
    own = workspace.select_benchmark("colours")
    with open_current(own) as warehouse:
        asked = warehouse.load_table("asked").dropna(subset=["options"]).drop_duplicates("case_id")
        prompt = warehouse.load_table("prompts").iloc[0]
    for run_id, is_reversed, n_cases in (("a", False, 9), ("b", False, 9), ("r1", True, 9), ("r2", True, 2)):
        run = Run(run_id, Model("mine", "Mine"), prompt["prompt_id"], prompt["text"], "original", "a test")
        replies = [
            Reply(run_id, row.case_id, "A", options=tuple(reversed(row.options)) if is_reversed else None)
            for row in asked.head(n_cases).itertuples()
        ]
        write_journal(own.runs / f"{run_id}.jsonl", run, replies)
    build(own, own.release)
    with open_current(own) as warehouse:
        designs = warehouse.query("run_designs").query("model_id == 'mine'").set_index("run_id")["option_order"]
    assert designs["a"] == designs["b"] == 1
    assert designs["r1"] == designs["r2"] == 2
