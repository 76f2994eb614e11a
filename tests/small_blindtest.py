"""A small folder in the layout of BlindTest's circle tasks, with drawings and answers of our own."""

from itertools import product
from math import sqrt
from pathlib import Path

from PIL import Image, ImageDraw

from core.workflows.generated_sets import prepare_default_set

GAPS = ("-0.15", "-0.05", "0.00", "0.05", "0.20", "0.50")
DIAMETERS = {"0.20": 0.2, "0.25": 0.25}
DIRECTIONS = {"horizontal": (1.0, 0.0), "diagonal_1": (sqrt(0.5), sqrt(0.5))}
SIZES = ("64", "96")
FIRST_WORDS = {"gpt-4o": "gpt", "sonnet-3.5": "claude_3_5"}
"""First words of file names, by folder of the model."""

SHORT_TASKS = {"touching": "touch", "overlapping": "overlap"}
QUESTIONS = {
    "touching": "Are the two circles touching each other? Answer with Yes/No.",
    "overlapping": "Are the two circles overlapping? Answer with Yes/No.",
}
PROMPTS = f"""# Circled Word
1. Which letter is touching the oval?

# Touching Circle
1. {QUESTIONS["touching"]}
2. {QUESTIONS["overlapping"]}"""


def is_true(task, gap):
    """Return the truth by the authors' rule, written a second time."""
    return float(gap) <= 0 if task == "touching" else float(gap) < 0


def says_yes(model, task, gap, size):
    """Return a made-up model's answer: one sees gaps from 0.2 on, the other all but small touching circles."""
    if model == "gpt-4o":
        return float(gap) < 0.2
    return is_true(task, gap) and not (gap == "0.00" and size == "64")


def describe_circles(gap, diameter, direction, size):
    """Return the part of a file name that describes the circles."""
    return f"pixels_{size}_rotation_{direction}_diameter_{diameter}_distance_{gap}"


def draw_pair(gap, diameter, direction, size):
    """Draw the two circles on white; y points downwards."""
    side = int(size)
    image = Image.new("RGB", (side, side), "white")
    draw = ImageDraw.Draw(image)
    length = DIAMETERS[diameter] * side
    half = (1 + float(gap)) * length / 2
    for sign, colour in ((-1, (0, 120, 255)), (1, (230, 0, 255))):
        x, y = (side / 2 + sign * half * part for part in DIRECTIONS[direction])
        draw.ellipse((x - length / 2, y - length / 2, x + length / 2, y + length / 2), fill=colour)
    return image


def write_blindtest(folder: Path) -> Path:
    """Write the folders of both models, each image in `correct` or `incorrect`, and the list of prompts."""
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "src" / "prompts.md").write_text(PROMPTS, encoding="utf-8")
    for gap, diameter, direction, size in product(GAPS, DIAMETERS, DIRECTIONS, SIZES):
        image = draw_pair(gap, diameter, direction, size)
        for model, task in product(FIRST_WORDS, QUESTIONS):
            is_right = says_yes(model, task, gap, size) == is_true(task, gap)
            target = get_folder(folder, task, model) / ("correct" if is_right else "incorrect")
            target.mkdir(parents=True, exist_ok=True)
            image.save(target / make_file_name(task, model, gap, diameter, direction, size))
    return folder


def get_folder(folder, task, model):
    """Return the folder of a model's answers to a task."""
    return folder / "src" / "TouchingCircle" / "images" / f"{task}-prompt" / model


def make_file_name(task, model, *circles):
    """Return the name of a file: model, task, circles."""
    return f"{FIRST_WORDS[model]}_{SHORT_TASKS[task]}_{describe_circles(*circles)}.png"


def fill_blindtest(workspace):
    """Write the folders and build the warehouse in a data folder."""
    write_blindtest(workspace.select_benchmark("blindtest").release)
    prepare_default_set(workspace, "blindtest")
