"""A data folder with every kind of user data, and files that builds and fetches make."""

from PIL import Image

from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.items import ChoiceItem
from core.inference.human_runs import build_human_reply, write_human_replies
from core.runs.journal import LIVE_SOURCE
from core.runs.run_names import add_run_name
from tests.made_runs import write_run
from tests.notes_writer import write

BY_BUILDS = ("runs/tri_bench/gpt.jsonl", "runs/reference/homography.jsonl", "warehouse/CURRENT", "derived/a.webp",
             "tri-bench/data/table.csv", "synthetic/release/scenes.json", "runs/.x.jsonl.lock",
             "gepbench/release/items.jsonl")  # fmt: skip
MADE = {"notes.jsonl", "prices.csv", "runs/asked.jsonl", "runs/asked.jsonl.cut", "runs/live-asked.jsonl",
        "runs/human-ada.jsonl", "runs/of a team/é.jsonl", "gepbench/runs/asked.jsonl", "dots/runs/asked.jsonl",
        "runs/run_names.json", "dots/release/benchmark.json", "dots/release/items.jsonl",
        "dots/release/refusals.jsonl"}  # fmt: skip
"""Beside them one picture of the own benchmark, whose name is its checksum."""


def make_dots(settings, colour="red"):
    """Write a user's benchmark of one question about a generated image."""
    picture = settings.home.parent / f"{colour}.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (40, 30), colour).save(picture)
    item = ChoiceItem("1", "colour", "1", (picture,), "Which colour is it?", ("red", "blue"), "A")
    facts = CustomBenchmarkInfo("dots", "Dots", "A. Person", "a drawing", "1", "CC0", "Dots by A. Person, CC0")
    write_custom_benchmark(settings.select_benchmark("dots").release, [item], facts)


def fill(settings):
    """Fill an empty data folder."""
    for path in BY_BUILDS:
        (settings.data / path).parent.mkdir(parents=True, exist_ok=True)
        (settings.data / path).write_bytes(b"can be made again")
    write(settings.data, "first")
    (settings.data / "prices.csv").write_text("model,as_of\nmine,2026-11\n")
    make_dots(settings)
    for one in (settings, settings.select_benchmark("gepbench"), settings.select_benchmark("dots")):
        write_run(one, "asked", 3)
    write_run(settings, "live-asked", 1, source=LIVE_SOURCE)
    (settings.runs / "asked.jsonl.cut").write_bytes(b'{"case_id": "00\n')
    (settings.runs / "of a team").mkdir()
    write_run(settings, "of a team/é", 2)
    add_run_name(settings.runs, "asked", "First")
    write_human_replies("Ada", [build_human_reply("001_P0", {"Q1": "scalene"}, 3.0)], settings)
    return settings
