"""Browser tests of label positions, for triangles that no photograph has."""

import json
import math
import random
from itertools import combinations

from core.settings import REPOSITORY


def triangles(count):
    """Return triangles in images of several sizes, two of three of them slivers, with the labels of all layers."""
    made = random.Random(13)
    for number in range(count):
        width, height, size = ((356, 267, 14), (470, 352, 17), (900, 675, 17))[number % 3]
        a, b, c = ((made.uniform(20, width - 20), made.uniform(20, height - 20)) for _ in "abc")
        if number % 2:
            share, off = made.choice((0.02, 0.5, made.random())), made.uniform(-6, 6)
            c = (a[0] + share * (b[0] - a[0]) + off, a[1] + share * (b[1] - a[1]) + off)
        towards = [made.uniform(-1, 1) for _ in range(18)]
        ends = [[a], [b], [c], [a, b], [b, c], [c, a], [a], [b], [c]]
        signs = [1] * 3 + [16] * 3 + [10] * 3
        yield {
            "labels": [
                {"width": 0.55 * size * signs[n], "height": 1.25 * size, "ends": ends[n],
                 "towards": towards[2 * n : 2 * n + 2], "reach": 13 if len(ends[n]) == 1 else 6}
                for n in range(9)
            ],
            "marks": [{"left": x - 13, "right": x + 13, "top": y - 13, "bottom": y + 13} for x, y in (a, b, c)],
            "lines": [[a, b], [b, c], [c, a]],
            "bounds": {"left": 0, "right": width, "top": 0, "bottom": height},
        }  # fmt: skip


def box_of(label, at):
    half = label["width"] / 2, label["height"] / 2
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_labels_of_any_triangle_find_room(computing):
    """For any triangle each label has a reproducible position: on no other label, on no mark, and within the image."""
    script = (REPOSITORY / "dashboard/components/labels.js").read_text(encoding="utf-8")
    cases = list(triangles(300))
    place = f"{script}\n return JSON.stringify(cases.map(c => placeLabels(c.labels, c.marks, c.lines, c.bounds)))"
    found, again = (
        json.loads(computing.evaluate(f"text => {{ const cases = JSON.parse(text); {place} }}", json.dumps(cases)))
        for _ in range(2)
    )
    assert found == again
    for case, places in zip(cases, found, strict=True):
        assert None not in places
        boxes = [box_of(label, place["at"]) for label, place in zip(case["labels"], places, strict=True)]
        marks = [(mark["left"], mark["top"], mark["right"], mark["bottom"]) for mark in case["marks"]]
        assert not any(meet(one, other) for one, other in combinations(boxes, 2))
        assert not any(meet(box, mark) for box in boxes for mark in marks)
        for left, top, right, bottom in boxes:
            assert left >= 0
            assert top >= 0
            assert right <= case["bounds"]["right"]
            assert bottom <= case["bounds"]["bottom"]
        for label, place in zip(case["labels"], places, strict=True):
            start, end = label["ends"][0], label["ends"][-1]
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            is_far = math.dist(place["at"], middle) > 60 + label["width"] + math.dist(start, end) / 2
            assert place["leader"] or not is_far
