"""A benchmark and runs in which every text is markup: Markdown, LaTeX, icons, images, links, HTML.

Each field has several of `SIGNS` in turn, short enough that no page shortens them.
"""

import json
from datetime import UTC, datetime, timedelta

from PIL import Image

from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.items import ChoiceItem
from core.notes import write_note
from core.records import Model, RejectedItem, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from tests.made_runs import PHOTOGRAPHS, make_answer

SIGNS = (
    "$x^2$",
    "[x](http://evil.example/)",
    "![x](http://evil.example/i.png)",
    ":material/bug:",
    "<img src=http://evil.example/x>",
    "<a href='http://evil.example/'>y</a>",
    "**b**",
    ":red[x]",
    "`c`",
    "# h %{x}",
    ":smile:",
    "<b>z</b>",
)
"""Texts that a page must show unchanged."""

BENCHMARK_ID = "hostile"
ALL = " ".join(SIGNS)
PROMPT = f"{ALL}\n# heading\n\n![x](http://evil.example/prompt.png)\n{{text}}"
TASKS = SIGNS[:4]
GROUPS = 12
ITEMS = 48


def _make_info():
    return CustomBenchmarkInfo(
        benchmark_id=BENCHMARK_ID,
        title=f"Title {' '.join(SIGNS[:6])}",
        author=f"Author {ALL}",
        source=f"Source {ALL}",
        version=f"Version {ALL}",
        licence=f"Licence {ALL}",
        credit=f"Credit {ALL}",
        prompt=PROMPT,
        question_titles={task: make_task_title(number) for number, task in enumerate(TASKS)},
    )


def make_task_title(number):
    """Return the title of a question."""
    return f"Task {' '.join(SIGNS[number :: len(TASKS)])}"


def make_case_id(number):
    """Return the id of an item."""
    return f"item {number} {SIGNS[number % len(SIGNS)]}"


def _make_items(folder):
    folder.mkdir(parents=True)
    for number in range(ITEMS):
        place = number % len(SIGNS)
        group = number % GROUPS
        picture = folder / f"{number} {SIGNS[place].replace('/', '')}.png"
        Image.new("RGB", (60, 40), (5 * number, 200 - 4 * number, 90)).save(picture)
        yield ChoiceItem(
            item_id=make_case_id(number),
            question_id=TASKS[number // GROUPS],
            group_id=f"group {group} {SIGNS[group]}",
            images=(picture,),
            question=f"Question {number}\n{ALL}",
            options=tuple(f"{letter} option {SIGNS[(place + n) % len(SIGNS)]}" for n, letter in enumerate("wxyz")),
            answer="ABCD"[number % 4],
            factors={"room": f"room {SIGNS[group]}", "light": f"light {SIGNS[number % 3]}"},
            slot=f"slot {SIGNS[number // GROUPS]}",
            sets={"flip": f"set {number // 2} {SIGNS[place]}"},
            margin=float(1 + number % 5),
        )


def _make_replies(run_id, number):
    for place in range(ITEMS):
        case_id = make_case_id(place)
        if place % 11 == number:
            yield Reply(run_id, case_id, None, "api_error", error=f"Error {ALL}")
        elif place % 9 == number:
            yield Reply(run_id, case_id, f"I cannot tell. {ALL}")
        else:
            letter = "ABCD"[place % 4] if place % (number + 2) else "ABCD"[(place + number) % 4]
            yield Reply(run_id, case_id, f"{ALL}\n\n# h\nAnswer: {letter}", options=None)


def fill_hostile(workspace):
    """Write the benchmark, a run of a model per sign, notes and the warehouse to a data folder."""
    benchmark_workspace = workspace.select_benchmark(BENCHMARK_ID)
    items = list(_make_items(workspace.data.parent / "pictures"))
    refused = [RejectedItem(f"file {ALL}.csv", f"row 1 {ALL}", f"reason {ALL}")]
    write_custom_benchmark(benchmark_workspace.release, items, _make_info(), refused)
    for number, sign in enumerate(SIGNS):
        run_id = f"run{number} {sign.replace('/', '')}"
        model = Model(f"model{number} {sign}", f"Model {number} {sign}", f"provider {sign}", f"api {sign}")
        run = Run(
            run_id,
            model,
            f"prompt {sign}",
            PROMPT if number < 6 else f"other {PROMPT}",
            "original",
            f"source {sign}",
            settings={f"setting {sign}": f"value {sign}"},
            versions={"trilens": f"version {sign}"},
        )
        write_journal(benchmark_workspace.runs / f"run{number}.jsonl", run, _make_replies(run_id, number))
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    for number, sign in enumerate(SIGNS):
        at = moment + timedelta(minutes=number)
        write_note(workspace.data, make_case_id(0), f"label {sign}", f"text {ALL}", f"author {sign}", at)
    build(benchmark_workspace)


def write_hostile_runs(workspace):
    """Write a run of a model per sign on the first photographs of Tri-Bench, with the signs in its replies."""
    for number, sign in enumerate(SIGNS):
        run_id = f"hostile{number}"
        run = Run(
            run_id,
            Model(f"hostile{number} {sign}", f"Hostile {number} {sign}"),
            f"prompt {sign}",
            ALL,
            "original",
            sign,
        )
        replies = [Reply(run_id, name, _make_triangle_reply(place, number)) for place, name in enumerate(PHOTOGRAPHS)]
        write_journal(workspace.runs / f"{run_id}.jsonl", run, replies)


def _make_triangle_reply(place, number):
    if place % 5 == 4:
        return json.dumps({"side_type": ALL, "angle_type": SIGNS[number], "ab_over_ac": ALL})
    return f"{ALL}\n{make_answer((place + number) % 3)}"
