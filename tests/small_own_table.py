"""A benchmark made from a table: questions of several types, and factors named like fields of pages."""

import json
from itertools import product

from PIL import Image

from core.benchmarks.choice.columns import find_columns, make_factor_key
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.registry import load_benchmark
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.workflows.add_table import add_table

OWN_TABLE = "rooms"
OPTIONS = ("red", "green", "blue")
FACTORS = ("size", "series", "slice_run", "model", "rows")
"""Names of columns that are also fields of a page or its URL."""

MODELS = {
    "careful": lambda position, key: key if position % 4 else "I cannot tell.",
    "hasty": lambda position, key: "green",
}
"""Reply of each model, from the position and right answer of a question."""


def fill_own_table(workspace):
    """Write the table, add it as a benchmark, and write the runs to a data folder."""
    folder = workspace.data.parent / "own_table"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for position, (colour, room, level) in enumerate(product(OPTIONS, ("dark", "bright"), ("low", "<b>high</b>"))):
        image = f"{colour}-{room}.png"
        Image.new("RGB", (40, 30), colour).save(folder / image)
        row = {"image": image, "group": f"room {position // 2}", **dict.fromkeys(FACTORS, level), "room": room}
        expected = OPTIONS[(OPTIONS.index(colour) + 1) % len(OPTIONS)]
        asked = {"question": "Which colour is the room?", "options": list(OPTIONS), "answer": colour, "foil": expected}
        rows += [
            {"id": f"choice-{position}", **row, **asked},
            {
                "id": f"number-{position}",
                **row,
                "question": "How wide is it, in metres?",
                "answer": f"{2 + position / 2} m",
                "foil": "3 m",
            },
        ]
    table = folder / "rooms.jsonl"
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    facts = CustomBenchmarkInfo(OWN_TABLE, "Rooms of our own", "ourselves", "a test", "1", "CC0", "ourselves")
    add_table(workspace, table, facts, choose_columns, is_built=False)
    keys = {row["id"]: row["answer"] for row in rows}
    benchmark_workspace = workspace.select_benchmark(OWN_TABLE)
    prompt = load_benchmark(benchmark_workspace).read(benchmark_workspace.release).prompt
    for name, reply in MODELS.items():
        run = Run(name, Model(name, name.capitalize()), OWN_TABLE, prompt, "original", "a test")
        replies = [Reply(name, case_id, reply(position, key)) for position, (case_id, key) in enumerate(keys.items())]
        write_journal(benchmark_workspace.runs / f"{name}.jsonl", run, replies)


def choose_columns(columns):
    """Make all factors available for filters and grouping."""
    return find_columns(columns, {"factors": tuple((make_factor_key(name), name) for name in (*FACTORS, "room"))})
