"""Small tables of questions with pictures, written for tests."""

import base64
import csv
import json

from PIL import Image

from core.benchmarks.choice.table_images import TableImages
from core.photographs.load_image import load_upright_image


def picture(path, colour="red", size=(64, 64)):
    """A picture of one colour; its format is that of its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)
    return path


def base64_of(path):
    return base64.b64encode(path.read_bytes()).decode()


def pictures_in(folder):
    """Pictures below a folder, unpacked to its folder `unpacked`."""
    return TableImages(folder, load_upright_image, folder / "unpacked")


def write_csv(path, rows, delimiter=","):
    """A table of mappings; the first has all columns."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(number=1, **changes):
    """A valid row with the columns of VLMEvalKit."""
    return {
        "index": str(number),
        "question": "Which is nearer?",
        "A": "the cup",
        "B": "the plate",
        "C": "neither",
        "answer": "B",
        "image": "red.png",
        "category": "depth",
        **changes,
    }
