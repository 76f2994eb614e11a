"""A data folder with every kind of user data, and with files that builds and fetches write."""

from PIL import Image

from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.items import ChoiceItem
from core.inference.human_runs import build_human_reply, write_human_replies
from core.runs.journal import LIVE_SOURCE
from core.runs.run_names import add_run_name
from tests.made_runs import write_run
from tests.notes_writer import write

BUILT_FILES = ("runs/tri_bench/gpt.jsonl", "runs/reference/homography.jsonl", "warehouse/CURRENT", "derived/a.webp",
             "tri-bench/data/table.csv", "synthetic/release/scenes.json", "runs/.x.jsonl.lock",
             "gepbench/release/items.jsonl")  # fmt: skip
USER_FILES = {"notes.jsonl", "prices.csv", "runs/asked.jsonl", "runs/asked.jsonl.cut", "runs/live-asked.jsonl",
        "runs/human-ada.jsonl", "runs/of a team/é.jsonl", "gepbench/runs/asked.jsonl", "dots/runs/asked.jsonl",
        "runs/run_names.json", "dots/release/benchmark.json", "dots/release/items.jsonl",
        "dots/release/refusals.jsonl"}  # fmt: skip
"""User data, except an image of the custom benchmark whose name is its checksum."""


def make_dots(workspace, colour="red"):
    """Write a custom benchmark with one question about a generated image."""
    image = workspace.home.parent / f"{colour}.png"
    image.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (40, 30), colour).save(image)
    item = ChoiceItem("1", "colour", "1", (image,), "Which colour is it?", ("red", "blue"), "A")
    facts = CustomBenchmarkInfo("dots", "Dots", "A. Person", "a drawing", "1", "CC0", "Dots by A. Person, CC0")
    write_custom_benchmark(workspace.select_benchmark("dots").release, [item], facts)


def fill_data_folder(workspace):
    """Fill an empty data folder."""
    for path in BUILT_FILES:
        (workspace.data / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace.data / path).write_bytes(b"can be made again")
    write(workspace.data, "first")
    (workspace.data / "prices.csv").write_text("model,as_of\nmine,2026-11\n")
    make_dots(workspace)
    for benchmark_workspace in (workspace, workspace.select_benchmark("gepbench"), workspace.select_benchmark("dots")):
        write_run(benchmark_workspace, "asked", 3)
    write_run(workspace, "live-asked", 1, source=LIVE_SOURCE)
    (workspace.runs / "asked.jsonl.cut").write_bytes(b'{"case_id": "00\n')
    (workspace.runs / "of a team").mkdir()
    write_run(workspace, "of a team/é", 2)
    add_run_name(workspace.runs, "asked", "First")
    write_human_replies("Ada", [build_human_reply("001_P0", {"Q1": "scalene"}, 3.0)], workspace)
    return workspace
