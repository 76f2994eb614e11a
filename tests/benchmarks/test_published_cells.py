"""Tests of every cell of the stored tables against the digits of the paper's table.

The text of MMPerspective lost decimal points, so rows are compared without points, spaces and column marks.
"""

import csv
import re
from dataclasses import dataclass

import pytest

from core.settings import PUBLISHED, REPOSITORY

PAPERS = REPOSITORY.parent / "shared" / "papers"
DIGITISED_FIGURES = REPOSITORY.parent / "shared" / "published"

TASKS = ("VPP", "CLP", "VAP", "LDP", "PTR", "LRR", "OVR", "PTS", "VPC", "PAcc", "RAcc", "Overall")
TYPES = ("overall", "height", "location", "orientation", "multi-object")
ASPECTS = ("existence", "counting", "size", "location", "reference", "relation")
GEPBENCH_COLUMNS = ("avg", *(f"{split} {aspect}" for split in ("easy", "hard") for aspect in ASPECTS))
VIEWPOINT_COLUMNS = tuple(f"{view} {type_}" for view in ("common", "uncommon") for type_ in TYPES)
CLASSES = ("Q1 scalene", "Q1 isosceles", "Q1 equilateral", "Q2 acute", "Q2 obtuse", "Q2 right")

PRINTED_NAMES = {
    "gemini_2.5_pro": "Gemini 2.5 Pro", "gemini_2.5_flash": "Gemini 2.5 Flash", "openai_gpt_5": "GPT-5",
    "qwen_2.5_32b": "Qwen2.5-VL-32B",
}  # fmt: skip
"""Names printed by Tri-Bench, by ids of the stored tables."""

MISREAD = (("GPT-40", "GPT-4o"), ("InternVVL", "InternVL"))
"""Names that are wrong in the text of MMPerspective, with the printed names."""


@dataclass(frozen=True)
class PaperTable:
    """A table of a paper: its stored rows, its columns in the paper's order, and its first and last line."""

    file: str
    figure_id: str
    columns: tuple[str, ...]
    paper: str
    first_line: str
    last_line: str
    n_rows: int


TABLES = [
    PaperTable("mmperspective", "accuracy_by_model", (*TASKS, "Graded", "Binary"), "mmperspective",
               "Table 1:", "performance within model", 46),
    PaperTable("mmperspective", "effect_of_chain_of_thought", (*TASKS, "Binary"), "mmperspective",
               "Table 2:", "Average", 4),
    PaperTable("mmperspective", "in_context_example", (*TASKS, "Graded", "Binary"), "mmperspective",
               "Table 4:", "Our analysis", 4),
    PaperTable("3dsrbench", "accuracy_by_model", TYPES, "3dsrbench", "Model\t3DSRBench-real", "Table 2.", 11),
    PaperTable("3dsrbench", "accuracy_by_encoder", TYPES, "3dsrbench", "LLM\tVision Encoder", "Table 3.", 6),
    PaperTable("3dsrbench", "accuracy_by_viewpoint", VIEWPOINT_COLUMNS, "3dsrbench",
               "Model\t3DSRBench-synthetic", "Table 4.", 12),
    PaperTable("gepbench", "accuracy_by_model", GEPBENCH_COLUMNS, "gepbench", "Model Class\tSize", "Table 1:", 22),
    PaperTable("gepbench", "accuracy_by_encoder", GEPBENCH_COLUMNS, "gepbench", "Encoder class\t", "Table 2:", 7),
    PaperTable("tri_bench_paper", "kappa_by_model", ("3d", "2d"), "tri-bench", "Model\t$", "Table 2:", 5),
    PaperTable("tri_bench_paper", "kappa_by_true_class", CLASSES, "tri-bench", "Model\tScal.", "Table 3:", 5),
]  # fmt: skip


def read_rows(file, figure_id):
    """Return the lines of a stored figure by row and column."""
    rows = {}
    with (PUBLISHED / f"{file}.csv").open(newline="", encoding="utf-8") as stored:
        for line in csv.DictReader(stored):
            if line["figure_id"] == figure_id:
                rows.setdefault(line["row_key"], {})[line["column_key"]] = line
    return rows


def print_cell(line):
    """Return the digits that the paper prints for a cell, with its minus sign."""
    return f"{float(line['value']):.{line['decimals']}f}".replace(".", "").replace("-", "m")


def reduce_name(name):
    """Return the letters and digits of a row's name."""
    printed = PRINTED_NAMES.get(name, name)
    return re.sub(r"[^a-z0-9+]", "", printed.replace(" px", "").lower())


def reduce_line(text):
    """Return letters and digits of a paper's line, without markup, citations and decimal points."""
    for misread, right in MISREAD:
        text = text.replace(misread, right)
    text = re.sub(r"<sup>.*?</sup>|<[^>]*>|\[[\d, ]+\]", "", text)
    text = re.sub(r"(?<=[\s|])[-\N{MINUS SIGN}](?=\d)", "m", text)
    return re.sub(r"[^a-z0-9+]", "", re.sub(r"(?<=[\s|])\+(?=\d)", "", text).lower())


def list_lines(table):
    """Return the reduced lines of a table in its paper's text."""
    lines = (PAPERS / f"{table.paper}.txt").read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(table.first_line))
    last = next(number for number in range(first, len(lines)) if lines[number].startswith(table.last_line))
    return [reduce_line(line) for line in lines[first : last + 1]]


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers' texts are not on this machine")
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.paper} {table.figure_id}")
def test_every_row_is_a_line_of_the_papers_table(table):
    """The name and all cells of a stored row, in the paper's order, end exactly one line of the table."""
    rows, lines = read_rows(table.file, table.figure_id), list_lines(table)
    assert len(rows) == table.n_rows
    missing = []
    for name, cells in rows.items():
        assert set(cells) == set(table.columns), name
        expected = reduce_name(name) + "".join(print_cell(cells[column]) for column in table.columns)
        if sum(line.endswith(expected) for line in lines) != 1:
            missing.append((name, expected))
    assert missing == []


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers' texts are not on this machine")
def test_counts_of_triangles_and_tasks_equal_the_papers():
    """Tri-Bench's Table 1 and the sizes of MMPerspective's tasks equal the stored counts."""
    text = (PAPERS / "tri-bench.txt").read_text(encoding="utf-8")
    sides, angles = (read_rows("tri_bench_paper", f"{kind}_mismatch") for kind in ("side", "angle"))
    assert len(sides) == len(angles) == 3
    for (side, of_sides), (angle, of_angles) in zip(sides.items(), angles.items(), strict=True):
        cells = [[int(line["value"]) for line in of_row.values()] for of_row in (of_sides, of_angles)]
        names = (f"{side[:4].capitalize()}.", angle.capitalize())
        assert "\t".join(f"{name}\t" + "\t".join(map(str, own)) for name, own in zip(names, cells, strict=True)) in text
    text = (PAPERS / "mmperspective.txt").read_text(encoding="utf-8")
    sizes = [int(size) for size in re.findall(r"(\d{3}) Figure", text[text.index("Table 3: Task") :])]
    stored = [int(row["questions"]["value"]) for row in read_rows("mmperspective", "questions_by_task").values()]
    assert sizes == stored[:-1]


DIGITISED_COLUMNS = {
    "naming_by_model": ("giq_zero_shot_wild_digitised.csv", "model", {
        "platonic": "platonic", "archimedean": "archimedean", "catalan": "catalan", "johnson": "johnson",
        "kepler-poinsot": "kepler-poinsot", "stellations": "stellation", "compounds": "compounds",
        "uniform_non_convex": "uniform non-convex"}),
    "mental_rotation_by_encoder": ("giq_mrt_v1_digitised.csv", "featurizer", {
        "syn_syn": "rendering and rendering", "syn_wild": "rendering and photograph"}),
    "symmetry_by_encoder": ("giq_symmetry_balanced_accuracy_site.csv", "featurizer", {
        "central_syn": "central, renderings", "central_wild": "central, photographs", "rot5_syn": "5-fold, renderings",
        "rot5_wild": "5-fold, photographs", "rot4_syn": "4-fold, renderings", "rot4_wild": "4-fold, photographs"}),
}  # fmt: skip
"""Digitised figures of GIQ: the file of the seed, its column of names, and the stored column by the file's."""


@pytest.mark.skipif(not DIGITISED_FIGURES.is_dir(), reason="the digitised figures are not on this machine")
@pytest.mark.parametrize("figure_id", DIGITISED_COLUMNS)
def test_stored_figures_of_giq_equal_the_digitised_ones(figure_id):
    """Every digitised value of the project site is stored in percent, and no other value is."""
    file, name_column, columns = DIGITISED_COLUMNS[figure_id]
    stored = {
        (row, column): float(line["value"])
        for row, cells in read_rows("giq", figure_id).items()
        for column, line in cells.items()
        if "project site" in line["source"]
    }
    with (DIGITISED_FIGURES / file).open(newline="", encoding="utf-8") as seed:
        expected = {
            (line[name_column], columns[key]): round(100 * float(value), 6)
            for line in csv.DictReader(seed)
            for key, value in line.items()
            if key != name_column
        }
    assert stored == expected
