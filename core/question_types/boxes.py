"""Boxes: intersection over union, or whether it reaches a threshold."""

import json
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from core.question_types.coordinates import Shares, explain_by_reading, parse_shares
from core.question_types.question_type import AnswerForm, Floats, QuestionType
from core.records import Answer, Value


class BoxType(QuestionType):
    """A box as a JSON list [x1, y1, x2, y2] in shares of width and height, with x1 < x2 and y1 < y2."""

    title: ClassVar[str] = "box"
    prompt: ClassVar[str] = "Answer with one box as [x1, y1, x2, y2], {scale}, and nothing else."

    def __init__(self, rule: str) -> None:
        """Create the type with the rule `iou`, or with a threshold of the IoU such as `0.5`.

        Raises:
            ValueError: the rule is unknown.
        """
        try:
            self.threshold = None if rule == "iou" else float(rule)
        except ValueError:
            self.threshold = -1.0
        if self.threshold is not None and not 0 < self.threshold <= 1:
            raise ValueError(f"{rule!r} is not a rule for boxes. Use iou or a threshold such as 0.5")
        self.kind, self.name = f"box:{rule}", rule
        is_mean = self.threshold is None
        self.rule = "Intersection over union." if is_mean else f"1 if the intersection over union is at least {rule}."

    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the box that a reply states; of several, the first."""
        answer, shares = parse_shares(raw, form, question_id, 4, "box")
        if not shares:
            return answer
        x1, y1, x2, y2 = shares[0]
        notes = (
            f"{len(shares)} boxes, the first counts" if len(shares) > 1 else "",
            "the corners were put in order" if x2 < x1 or y2 < y1 else "",
        )
        note = "; ".join(filter(None, notes)) or None
        if build_box(shares) is None:
            return Answer(question_id, "invalid", stated=answer.stated, reason="the box has no area")
        return Answer(question_id, "ok", build_box(shares), answer.stated, note=note)

    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth."""
        try:
            x1, y1, x2, y2 = json.loads(str(truth))
        except (ValueError, TypeError):
            return f"{truth!r} is not a box"
        is_inside = all(-0.01 <= share <= 1.01 for share in (x1, y1, x2, y2))
        return None if x1 < x2 and y1 < y2 and is_inside else f"{truth!r} is not a box inside the image"

    def measure_share(self, truth: Value) -> float | None:
        """Return the box's share of the image."""
        x1, y1, x2, y2 = parse_box(str(truth))
        return (x2 - x1) * (y2 - y1)

    def describe_required(self, right_at: float) -> str:
        """Describe the smallest overlap of a right box; empty for the rule with a threshold."""
        return f"with an intersection over union of at least {right_at:.3g}" if self.threshold is None else ""

    def score(self, answer: Value, truth: Value) -> float:
        """Return the score of one box."""
        return float(self.score_all([answer], [truth])[0, 0])

    def score_all(self, answers: Sequence[Value], truths: Sequence[Value]) -> Floats:
        """Return the scores, answers x truths."""
        answer_boxes, right = (
            np.array([json.loads(str(value)) for value in values], dtype=float) for values in (answers, truths)
        )
        overlaps = compute_overlaps(answer_boxes, right)
        return overlaps if self.threshold is None else np.asarray(overlaps >= self.threshold, dtype=np.float64)

    def explain_error(self, stated: str, used: Answer, truth: Value, form: AnswerForm) -> str | None:
        """Return the order or scale with which the box would be right."""
        del used
        return explain_by_reading(self, stated, truth, form, 4, lambda shares: build_box(shares) or "[0,0,1e-9,1e-9]")

    def write_reply(self, value: Value) -> str:
        """Return the box in shares."""
        return f"[{', '.join(f'{share:.4f}' for share in json.loads(str(value)))}]"

    def format(self, value: Value) -> str:
        """Return the box in percent of the image."""
        x1, y1, x2, y2 = (f"{100 * share:.1f}" for share in json.loads(str(value)))
        return f"{x1}–{x2}%, {y1}–{y2}%"


def compute_overlaps(boxes: Floats, other_boxes: Floats) -> Floats:
    """Return the intersection over union of all pairs, n x m, of boxes (n x 4 and m x 4, corners)."""
    first, second = boxes[:, None, :], other_boxes[None, :, :]
    sides = np.minimum(first[..., 2:], second[..., 2:]) - np.maximum(first[..., :2], second[..., :2])
    shared = np.prod(np.maximum(sides, 0.0), axis=-1)
    areas = [np.prod(corners[..., 2:] - corners[..., :2], axis=-1) for corners in (first, second)]
    overlaps: Floats = shared / (areas[0] + areas[1] - shared)
    return overlaps


def parse_box(value: str) -> tuple[float, float, float, float]:
    """Return the corners x1, y1, x2, y2 of a box, in shares."""
    x1, y1, x2, y2 = json.loads(value)
    return x1, y1, x2, y2


def build_box(shares: Shares) -> str | None:
    """Return the value of the first box with its corners in order; None if it has no area."""
    a, b, c, d = (round(share, 6) for share in shares[0])
    x1, x2, y1, y2 = min(a, c), max(a, c), min(b, d), max(b, d)
    return json.dumps([x1, y1, x2, y2], separators=(",", ":")) if x1 < x2 and y1 < y2 else None
