"""Figures of GePBench under sliders: the shape that the question names first moves and grows."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from core.benchmarks.cases import CaseQuestion
from core.benchmarks.gepbench import ground_truth, vocabulary
from core.benchmarks.gepbench.figure import GeometricFigure, QuestionSheet
from core.benchmarks.gepbench.reader import MARGINS, compute_margin
from core.benchmarks.gepbench.shape_measures import compute_box
from core.benchmarks.gepbench.shapes import move_shape
from core.generators.gepbench.exact.engine import generate_sheet
from core.generators.gepbench.render import encode_png
from core.generators.lab_items import SEED, ItemTruth, Slider, Values, list_numbered_items

ITEMS = 24


@lru_cache(maxsize=64)
def _make_sheet(aspect: str, item: str) -> QuestionSheet:
    return generate_sheet(aspect, int(item) - 1, vocabulary.LEVELS, SEED)


def _find_subject_index(sheet: QuestionSheet) -> int:
    """Find the shape that moves: the first of the type that the question names, else the first of the key's."""
    (question,) = sheet.questions
    names = [question.query.subject, vocabulary.parse_option_type(str(question.answer))]
    types = [shape.type for shape in sheet.figure.shapes]
    return next((types.index(name) for name in names if name in types), 0)


def _apply_sliders(aspect: str, item: str, values: Values) -> GeometricFigure:
    sheet = _make_sheet(aspect, item)
    subject_index = _find_subject_index(sheet)
    shape = sheet.figure.shapes[subject_index]
    left, bottom, right, top = compute_box(shape)
    factor = values["size"]
    offset = ((1 - factor) * (left + right) / 2 + values["right"], (1 - factor) * (bottom + top) / 2 + values["up"])
    shapes = list(sheet.figure.shapes)
    shapes[subject_index] = move_shape(shape, factor, offset)
    return replace(sheet.figure, shapes=tuple(shapes))


KINDS = {aspect: aspect.capitalize() for aspect in vocabulary.ASPECTS}
MARGIN_TITLES = {margin.question_id: f"{margin.meaning} ({margin.unit})" for margin in MARGINS}
DEFAULT_ITEMS: Mapping[str, str] = {}
CAMERA_KINDS: frozenset[str] = frozenset()
SLOW_KINDS: frozenset[str] = frozenset()


def list_items(kind: str) -> Mapping[str, str]:  # noqa: ARG001 - all aspects have as many
    """See `LabItems.list_items`."""
    return list_numbered_items(ITEMS)


def list_sliders(kind: str, item: str) -> tuple[Slider, ...]:
    """See `LabItems.list_sliders`: the sliders of one shape."""
    sheet = _make_sheet(kind, item)
    name = f"the {sheet.figure.shapes[_find_subject_index(sheet)].type}"
    return (
        Slider("right", f"Move {name} to the right", -1.0, 1.0, 0.0, 0.01, "", "As a share of the image's width."),
        Slider("up", f"Move {name} up", -1.0, 1.0, 0.0, 0.01, "", "As a share of the image's height."),
        Slider("size", f"Size of {name}", 0.3, 3.0, 1.0, 0.05, "", "As a multiple of that of the item."),
    )


def compute_truth(kind: str, item: str, values: Values) -> ItemTruth:
    """See `LabItems.compute_truth`."""
    figure = _apply_sliders(kind, item, values)
    (question,) = _make_sheet(kind, item).questions
    truth = ground_truth.compute_truth(question, figure)
    right = [letter for letter, verdict in zip(vocabulary.LETTERS, truth.verdicts, strict=True) if verdict.is_true]
    ends = [end for shape in figure.shapes for end in compute_box(shape)]
    if min(ends) < 0 or max(ends) > 1:
        problem = "a shape leaves the image"
    elif len(right) != 1:
        problem = "not exactly one of the options is true"
    else:
        is_clear = truth.is_clear(vocabulary.LETTERS.index(right[0]), ground_truth.MARGINS[question.query.kind])
        problem = "" if is_clear else "too close to another answer"
    return ItemTruth(
        kind.capitalize(),
        question.text,
        (CaseQuestion(kind, tuple(map(str, question.choices))),),
        {kind: right[0]} if len(right) == 1 else {},
        margin=compute_margin(kind, truth),
        problem=problem,
    )


def render_images(kind: str, item: str, values: Values) -> tuple[bytes, ...]:
    """See `LabItems.render_images`."""
    return (encode_png(_apply_sliders(kind, item, values), _make_sheet(kind, item).drawing),)
