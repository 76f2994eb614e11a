"""A large table of multiple-choice questions about a few hundred small images, for measurements of size and speed."""

import csv
import random
from pathlib import Path

from PIL import Image

IMAGES = 300
GROUPS = 20_000
SHAPES = ("circle", "square", "triangle", "pentagon", "hexagon", "star", "cross", "ring")
ROOMS = ("kitchen", "office", "garden", "street", "hall")


def write_made_table(folder: Path, n_rows: int, seed: int = 1) -> Path:
    """Write `made.csv` with its images below a folder, and return its path.

    Rows have an id, an image, a question of some eighty characters, four options, two tasks, a group and two
    factors.
    """
    chance = random.Random(seed)
    (folder / "images").mkdir(parents=True)
    for number in range(IMAGES):
        colour = tuple(chance.randrange(256) for _ in range(3))
        Image.new("RGB", (64, 48), colour).save(folder / "images" / f"{number}.png")
    path = folder / "made.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["id", "image", "question", "A", "B", "C", "D", "answer", "task", "group", "room", "difficulty"]
        )
        for row in range(n_rows):
            options = chance.sample(SHAPES, 4)
            position = f"number {chance.randrange(10**6)} from the left in the {ROOMS[row % 5]}"
            question = f"Which shape is {position}, seen from above?"
            writer.writerow(
                [f"q{row}", f"images/{row % IMAGES}.png", question, *options, "ABCD"[chance.randrange(4)],
                 ("position", "distance")[row % 2], f"g{row % min(GROUPS, n_rows)}", ROOMS[row % 5],
                 ("easy", "hard")[row // 2 % 2]]
            )  # fmt: skip
    return path
