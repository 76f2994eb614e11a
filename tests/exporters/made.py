"""Runs with everything a journal can hold, about drawn images: for tests of exports and for `make interop`."""

import json
from datetime import UTC, datetime
from pathlib import Path

from core.records import Model, Reply, Run
from core.runs.journal import read_journal, write_journal
from core.warehouse.build import build
from core.workspace import Workspace
from tests.made_runs import PROMPT, make_answer
from tests.small_giq import BENCHMARK_ID as GIQ
from tests.small_giq import fill_giq
from tests.tiny_release import write_tiny_release

MODEL = Model("acme:spatial/v1", "Spatial (v1)", "Acme", "acme/spatial-v1")
RUN = Run(
    "acme-run 1",
    MODEL,
    "tri_bench",
    PROMPT,
    "original",
    "a test",
    datetime(2026, 11, 21, 20, 0, tzinfo=UTC),
    {"max_output_tokens": 512, "base_url": "http://10.1.2.3:8000/v1", "temperature": None},
    {"trilens": "0.1.0"},
)

NASTY = '=HYPERLINK("http://x.example","y")\n\u2028"quoted", \u202ereversed\u0007, <b>bold</b>, \N{TRIANGULAR RULER}'


def make_replies_of_all_kinds(run_id):
    """Make replies of every status, with and without text, tokens, time and the provider's model name."""
    kinds = (
        ("001_P0", make_answer(1), "ok", None, 1.5, 430, 43, "acme/spatial-v1-2026", None, 0.5),
        ("001_P1", '{"side_type": "scalene", "angle', "cut", "the limit of 512 tokens", 9.25, 430, 512),
        ("001_T0", "I cannot help with that.", "refused", "refused by the model"),
        ("001_T1", None, "filtered", "content filter", None, 430, 0),
        ("002_P0", "", "empty", "no text", 0.25, 430, 0),
        ("002_P1", None, "api_error", "429: too many requests"),
        ("002_T0", None, "missing", "it was not asked"),
        ("002_T1", NASTY, "ok"),
        ("003_P0", None, "empty"),
        ("003_P1", make_answer(2), "ok", None, None, 7, None),
    )
    return [Reply(run_id, *kind) for kind in kinds]


def fill_exported(workspace: Workspace) -> None:
    """Build a tiny release with the run of all kinds, and a small GIQ with options in another order."""
    write_journal(workspace.runs / "acme.jsonl", RUN, make_replies_of_all_kinds(RUN.run_id))
    build(workspace, write_tiny_release(workspace.data.parent / "release"))
    fill_giq(workspace)
    giq_workspace = workspace.select_benchmark(GIQ)
    hasty = read_journal(giq_workspace.runs / "hasty.jsonl")
    items = _read_options(giq_workspace.release)
    backwards = [
        Reply("backwards", reply.case_id, "A", options=tuple(reversed(items[reply.case_id])))
        for reply in hasty.replies
        if reply.case_id in items
    ]
    run = Run("backwards", Model("backwards", "Backwards"), GIQ, hasty.run.prompt, "original", "a test")
    write_journal(giq_workspace.runs / "backwards.jsonl", run, backwards)
    build(giq_workspace)


def _read_options(release: Path) -> dict[str, list[str]]:
    """Return the options of the items that have some."""
    lines = (release / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return {item["item_id"]: item["options"] for item in map(json.loads, lines) if item.get("options")}
