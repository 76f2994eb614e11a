"""Small tables of questions with images, written for tests."""

import base64
import csv
import json

from PIL import Image

from core.benchmarks.choice.table_images import TableImages
from core.photographs.load_image import load_upright_image


def write_image(path, colour="red", size=(64, 64)):
    """Write an image of one colour in the format of its file name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)
    return path


def encode_base64(path):
    return base64.b64encode(path.read_bytes()).decode()


def make_table_images(folder):
    """Return the images of a table below a folder, unpacked to its folder `unpacked`."""
    return TableImages(folder, load_upright_image, folder / "unpacked")


def write_csv(path, rows, delimiter=","):
    """Write a table of mappings; the first one has all columns."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(number=1, **changes):
    """Return a valid row with VLMEvalKit's columns."""
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
