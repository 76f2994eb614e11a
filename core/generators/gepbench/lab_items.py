"""Figures of GePBench under sliders: the shape that the question names first moves and grows."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from core.benchmarks.data import Asked
from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Figure, Sheet
from core.benchmarks.gepbench.ground_truth import MARGINS as LEAST_MARGINS
from core.benchmarks.gepbench.ground_truth import truth_of
from core.benchmarks.gepbench.item_reader import option_text
from core.benchmarks.gepbench.reader import MARGINS, margin_of
from core.benchmarks.gepbench.shape_measures import box
from core.benchmarks.gepbench.shapes import moved
from core.generators.gepbench.exact.engine import sheet
from core.generators.gepbench.render import png
from core.generators.lab_items import SEED, Judged, Knob, Values, numbered

ITEMS = 24


@lru_cache(maxsize=64)
def _sheet(aspect: str, item: str) -> Sheet:
    return sheet(aspect, int(item) - 1, vocabulary.LEVELS, SEED)


def _subject(made: Sheet) -> int:
    """Index of the shape that moves: the first of the type that the question names, else the first of the key's."""
    (question,) = made.questions
    names = [question.query.subject, vocabulary.type_of_option(option_text(question.answer))]
    types = [shape.type for shape in made.figure.shapes]
    return next((types.index(name) for name in names if name in types), 0)


def _shown(aspect: str, item: str, values: Values) -> Figure:
    made = _sheet(aspect, item)
    place = _subject(made)
    shape = made.figure.shapes[place]
    left, bottom, right, top = box(shape)
    factor = values["size"]
    offset = ((1 - factor) * (left + right) / 2 + values["right"], (1 - factor) * (bottom + top) / 2 + values["up"])
    shapes = list(made.figure.shapes)
    shapes[place] = moved(shape, factor, offset)
    return replace(made.figure, shapes=tuple(shapes))


@dataclass(frozen=True)
class FigureBench:
    """The generator of figures whose questions cannot be guessed."""

    kinds: Mapping[str, str] = field(
        default_factory=lambda: {aspect: aspect.capitalize() for aspect in vocabulary.ASPECTS}
    )
    margins: Mapping[str, str] = field(
        default_factory=lambda: {one.question_id: f"{one.meaning} ({one.unit})" for one in MARGINS}
    )
    slow: frozenset[str] = frozenset()

    def items(self, kind: str) -> Mapping[str, str]:  # noqa: ARG002 - all aspects have as many
        """As `LabItems.items`."""
        return numbered(ITEMS)

    def knobs(self, kind: str, item: str) -> tuple[Knob, ...]:
        """As `LabItems.knobs`: of one shape."""
        made = _sheet(kind, item)
        name = f"the {made.figure.shapes[_subject(made)].type}"
        return (
            Knob("right", f"Move {name} to the right", -1.0, 1.0, 0.0, 0.01, "", "As a share of the image's width."),
            Knob("up", f"Move {name} up", -1.0, 1.0, 0.0, 0.01, "", "As a share of the image's height."),
            Knob("size", f"Size of {name}", 0.3, 3.0, 1.0, 0.05, "", "As a multiple of that of the item."),
        )

    def judged(self, kind: str, item: str, values: Values) -> Judged:
        """As `LabItems.judged`."""
        figure = _shown(kind, item, values)
        (question,) = _sheet(kind, item).questions
        truth = truth_of(question, figure)
        right = [letter for letter, one in zip(vocabulary.LETTERS, truth.verdicts, strict=True) if one.is_true]
        ends = [end for shape in figure.shapes for end in box(shape)]
        if min(ends) < 0 or max(ends) > 1:
            problem = "a shape leaves the image"
        elif len(right) != 1:
            problem = "not exactly one of the options is true"
        else:
            is_clear = truth.is_clear(vocabulary.LETTERS.index(right[0]), LEAST_MARGINS[question.query.kind])
            problem = "" if is_clear else "too close to another answer"
        return Judged(
            kind.capitalize(),
            question.text,
            (Asked(kind, tuple(map(option_text, question.choices))),),
            {kind: right[0]} if len(right) == 1 else {},
            margin=margin_of(kind, truth),
            problem=problem,
        )

    def pictures(self, kind: str, item: str, values: Values) -> tuple[bytes, ...]:
        """As `LabItems.pictures`."""
        return (png(_shown(kind, item, values), _sheet(kind, item).drawing),)


LAB_ITEMS = FigureBench()
