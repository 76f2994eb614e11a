"""The authors' loop: first shapes, then one relation per shape.

Source: paper, algorithm 1; docs/benchmarks/gepbench.md.
"""

from dataclasses import dataclass, field

import numpy as np

from core.benchmarks.gepbench.figure import GeometricFigure
from core.benchmarks.gepbench.shape_measures import Box
from core.benchmarks.gepbench.shapes import Shape, round_shape
from core.benchmarks.gepbench.vocabulary import SHAPES_BY_LEVEL
from tools.gepbench_as_published.first_shapes import sample_first_shape
from tools.gepbench_as_published.measures import compute_iou, compute_published_box, is_inside
from tools.gepbench_as_published.relations import sample_related_shapes

MOST_OVERLAP = 0.2
"""Sum of the boxes' intersection over union with the shapes so far."""


@dataclass(slots=True)
class _ShapeCollection:
    shapes: list[Shape] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def add(self, shape: Shape, head: int | None = None, before: int | None = None) -> bool:
        """Keep a shape if it overlaps those before a number little enough, its own head aside."""
        published_box = compute_published_box(shape)
        shared = sum(compute_iou(published_box, box) for index, box in enumerate(self.boxes[:before]) if index != head)
        if (head is not None and not is_inside(published_box)) or shared > MOST_OVERLAP:
            return False
        self.shapes.append(round_shape(shape))
        self.boxes.append(published_box)
        return True


def generate_figure(level: str, random: np.random.Generator) -> GeometricFigure:
    """Generate a figure of the level; a relation of several shapes may add one or two more than the level allows."""
    fewest, most = SHAPES_BY_LEVEL[level]
    while True:
        kept = _ShapeCollection()
        relations = []
        for _ in range(int(random.integers(1, most // 2 + 1))):
            kept.add(sample_first_shape(random))
        for head, shape in enumerate(tuple(kept.shapes)):
            if len(kept.shapes) >= most:
                break
            before = len(kept.shapes)
            for added in sample_related_shapes(shape, random):
                new = len(kept.shapes)
                if kept.add(added.shape, head, before) and added.relation:
                    pair = (new, head) if added.is_new_first else (head, new)
                    relations.append((*pair, added.relation))
        if len(kept.shapes) >= fewest:
            return GeometricFigure(tuple(kept.shapes), tuple(relations))
